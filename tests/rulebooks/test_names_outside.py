"""The games are named in their rulebooks and nowhere else, so a new rulebook needs no entry in any other list."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import tablelaw
from tablelaw import rulebooks
from tests.examples import FOLDER

SOURCE = Path(tablelaw.__file__).parent
ENDINGS = {".py", ".js", ".html", ".css", ".toml", ".txt", ".svg"}
ELSEWHERE = ("rulebooks",)
"""The folder of the rulebooks, which is not searched."""
COUNTED = re.compile(r"(?i)\b(?:all|the) (?:six|seven|ten) (?:rulebooks|regulations|games)\b|by default all six")
"""Help texts and docstrings that say how many rulebooks there are, which a new one would make wrong."""


@cache
def own_names() -> frozenset[str]:
    """The ids, titles, short names and table prefixes in the files of the package and of the examples."""
    files = (*SOURCE.glob("rulebooks/*/rulebook.toml"), *FOLDER.glob("*/rulebook.toml"))
    found: set[str] = set()
    for file in files:
        data = tomllib.loads(file.read_text("utf-8"))
        shown = data.get("presentation", {})
        found |= {data["id"], data["game"], shown.get("short", ""), shown.get("table_prefix", "")}
    return frozenset(found - {""})


def names_in(text: str) -> list[str]:
    """Every id, title, short name and table prefix of a rulebook in a text."""
    return any_name().findall(text)


@cache
def any_name() -> re.Pattern[str]:
    names = "|".join(map(re.escape, sorted(own_names(), reverse=True)))
    return re.compile(rf"(?<![\w-])(?:{names})(?!\w)")


def named() -> dict[str, list[str]]:
    """The files outside the rulebooks that name a game, or say how many there are."""
    files = (path for path in SOURCE.rglob("*") if path.suffix in ENDINGS)
    inside = (path for path in files if path.relative_to(SOURCE).parts[0] not in ELSEWHERE)
    texts = {path.relative_to(SOURCE).as_posix(): path.read_text("utf-8") for path in inside}
    found = {name: [*names_in(text), *COUNTED.findall(text)] for name, text in texts.items()}
    return {name: words for name, words in found.items() if words}


def test_no_game_is_named_outside_the_rulebooks() -> None:
    assert len(own_names()) > 30
    assert named() == {}, "take it from the rulebook"


def test_every_name_of_every_rulebook_would_be_found() -> None:
    """Reads each name back from a line of code; examples have ids, titles and prefixes too."""
    for name in own_names():
        assert names_in(f'GAMES = ("{name}",)') == [name] and names_in(f"the table {name}-1") == [name], name
    assert {path.name for path in FOLDER.iterdir()} <= own_names()
    assert {book.game for book in rulebooks.all_rulebooks()} <= own_names()


def test_exactly_one_game_is_featured_and_prefixes_differ() -> None:
    shown = [book.presentation for book in rulebooks.shown_first()]
    assert [one.featured for one in shown] == [True] + [False] * (len(shown) - 1)
    assert len({one.table_prefix for one in shown}) == len(shown)


def test_every_game_of_the_package_has_the_words_of_its_pages() -> None:
    for book in rulebooks.all_rulebooks():
        assert book.presentation.about and book.presentation.table_prefix, book.id
        assert all(wager.short for wager in book.wagers) and all(meter.title for meter in book.meters), book.id

"""The games are named in their rulebooks and nowhere else, so a new rulebook needs no entry in any other list."""

from __future__ import annotations

import re
from pathlib import Path

import tablelaw
from tablelaw import rulebooks

SOURCE = Path(tablelaw.__file__).parent
ENDINGS = {".py", ".js", ".html", ".css", ".toml"}
ELSEWHERE = ("rulebooks", "analysis", "simulation")
"""Folders that are not looked at: the rulebooks themselves, and the solvers, which name the strategies of games."""
EXAMPLES = {
    "__init__.py",
    "cage/accounts.py",
    "cards/rankings/flush_hand.py",
    "cards/rankings/qualification.py",
    "cli/floor/ledger.py",
    "cli/main.py",
    "floor/log/entry.py",
    "scenarios/format.py",
    "studies/checks.py",
    "submission/checks/table_names.py",
    "submission/draft.py",
    "table/notation/lines.py",
    "table/notation/submission_header.py",
}
"""Files that name a game in an example or a docstring. This list may only become shorter."""


def named() -> set[str]:
    """The files outside the rulebooks that contain an id, a title, or a table's prefix of any game."""
    books = rulebooks.all_rulebooks()
    names = {name for book in books for name in (book.id, book.game, book.presentation.table_prefix)}
    pattern = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, sorted(names)))})(?!\w)")
    files = (path for path in SOURCE.rglob("*") if path.suffix in ENDINGS)
    inside = (path for path in files if path.relative_to(SOURCE).parts[0] not in ELSEWHERE)
    return {path.relative_to(SOURCE).as_posix() for path in inside if pattern.search(path.read_text("utf-8"))}


def test_no_game_is_named_outside_the_rulebooks() -> None:
    assert named() - EXAMPLES == set(), "take it from the rulebook"


def test_no_example_is_listed_in_vain() -> None:
    assert EXAMPLES - named() == set(), "take these off the list"


def test_exactly_one_game_is_featured_and_prefixes_differ() -> None:
    shown = [book.presentation for book in rulebooks.shown_first()]
    assert [one.featured for one in shown] == [True] + [False] * (len(shown) - 1)
    assert len({one.table_prefix for one in shown}) == len(shown)


def test_every_game_of_the_package_has_the_words_of_its_pages() -> None:
    for book in rulebooks.all_rulebooks():
        assert book.presentation.about and book.presentation.table_prefix, book.id
        assert all(wager.short for wager in book.wagers) and all(meter.title for meter in book.meters), book.id

"""Paragraphs of law and sums of money are printed whole at every width, and without a limit outside a terminal."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.table import Table

from tablelaw import jurisdictions, rulebooks
from tablelaw.cli.commands import gaming_day
from tablelaw.cli.output import complaints
from tablelaw.cli.text_tables import Screen, Sheet
from tablelaw.floor.orders import OpenProperty, Order
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import open_store
from tablelaw.proofs.keys import new_key
from tests.cli.floors import ANN, UTH, Floor, Ready
from tests.cli.practice import practised
from tests.cli.printing import FILES, GIVEN, STORIES, WITHOUT, Given, every_command
from tests.command import run_command
from tests.floor.world import example
from tests.gaming_day.planted import a_contribution_twice

ROOT = Path(__file__).parents[2]
EVERY_WIDTH = ("40", "76", "120", "60", "80")
WIDTHS = EVERY_WIDTH[: int(os.environ.get("TABLELAW_WIDTHS", "3"))]
CITE = re.compile(r"\b\d+[ab]?\.(?!toml)\w+(?:\(\w+\))*|\b\d+(?:\(\w+\))+|\b\d+(?:-\d+)+")
"""A paragraph's cite; a cite of several words ("Art. 55-21 al. 3") may be wrapped between them, but its article stays
whole.
"""
SUM = re.compile(r"-?\$[\d,]*\d(?:\.\d\d)?|-?\d[\d\u00a0]*(?:,\d\d)?\u00a0€")


def whole(text: str) -> Counter[str]:
    """Every paragraph and every sum in a text, with the number of times it occurs."""
    return Counter(CITE.findall(text)) + Counter(SUM.findall(text))


def split_by_a_terminal(text: str, width: int) -> list[str]:
    """The paragraphs and sums that a terminal of that width would split over two lines."""
    found = ((line, match) for line in text.splitlines() for name in (CITE, SUM) for match in name.finditer(line))
    return [line for line, match in found if match.start() // width != (match.end() - 1) // width]


def linked(floor: Floor) -> None:
    floor.do("floor", "init", "--property", "Keystone Casino", "--jurisdiction", "pa")
    (floor.folder / "linked.toml").write_text(example("pa-653a", link="hall"))
    floor.do("floor", "install", "linked.toml", "--tray", "100,000")


def without_jurisdiction(floor: Floor) -> None:
    """A floor whose log names no jurisdiction, like the first logs."""
    with practised(0), closing(FloorService(open_store("floor.db", create=True))) as service:
        service.do(Order(id="1", by="system", command=OpenProperty("Keystone Casino", new_key().public)))


def just_open(floor: Floor) -> None:
    floor.do("floor", "init", "--property", "Keystone Casino", "--jurisdiction", "pa")
    floor.do("floor", "open", "2026-11-15")


def bad_rulebook(floor: Floor) -> None:
    """A rulebook in which the paragraph about the deck refers to a row that does not exist."""
    folder = floor.folder / "bad-rulebook"
    shutil.copytree(Path(rulebooks.__file__).parent / "pa_653a", folder)
    file = folder / "rulebook.toml"
    file.write_text(file.read_text("utf-8").replace('id = "deck"', 'id = "dek"'), "utf-8")


def bad_submission(floor: Floor) -> None:
    text = UTH.read_text("utf-8").replace('payout_limit = "$50,000"', 'payout_limit = "$123.45"')
    (floor.folder / "bad.toml").write_text(
        text.replace('maximum = "$500"', 'maximum = "$1"').replace('blind = "A"', 'blind = "Q"')
    )


STEPS: dict[str, tuple[Callable[[Floor], object], ...]] = {
    "": (),
    "a bad submission": (bad_submission,),
    "a bad rulebook": (bad_rulebook,),
    "without a jurisdiction": (without_jurisdiction,),
    "made": (lambda floor: floor.do("floor", "init", "--property", "Keystone Casino", "--jurisdiction", "pa"),),
    "just open": (just_open,),
    "open": (Floor.open,),
    "loaded": (Floor.open, lambda floor: floor.do("floor", "load", "ann", "20.50")),
    "left": (Floor.open, lambda floor: floor.do("floor", "order", "UTH-1", "leave(1)", "--by", ANN)),
    "linked": (linked,),
    "cut": (linked, lambda floor: floor.do("floor", "cut-link", "hall-progressive")),
    "in a round": (Floor.open, Floor.deal),
    "played": (Floor.open, Floor.deal, Floor.finish),
}
"""How to make each floor that commands are given to."""


def made(floor: Floor, state: str) -> None:
    for step in STEPS[state]:
        step(floor)


@pytest.mark.parametrize("given", GIVEN, ids=str)
def test_every_cite_and_sum_is_printed_whole(
    given: Given, folder: Floor, ready: Ready, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each cite and sum occurs at every width as often as without a limit, and never across two lines of the
    terminal.
    """
    for name in given.once:
        module, _, function = name.rpartition(".")
        monkeypatch.setattr(name, answered_once(getattr(import_module(module), function)))
    refuse_cut(printed(given, folder, ready, monkeypatch))


def printed(given: Given, folder: Floor, ready: Ready, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What a command prints at every width, on the same floor; the width "" means no limit."""
    ready.give(folder, given.floor, lambda floor: made(floor, given.floor))
    files, number = folder.files(), folder.number
    shown = {}
    for width in ("", *WIDTHS):
        folder.take_up(files, number)
        monkeypatch.setenv("COLUMNS", width)
        monkeypatch.setattr(sys, "stdin", io.StringIO(given.typed))
        code, shown[width], told = folder.run(*given.words)
        assert code == given.code, told
    return shown


def answered_once(function: Callable[..., object]) -> Callable[..., object]:
    """Wraps a function so that it caches its first answer for each first argument."""
    known: dict[str, object] = {}

    def again(*args: object, **options: object) -> object:
        asked = str(args[0])
        if asked not in known:
            known[asked] = function(*args, **options)
        return known[asked]

    return again


def refuse_cut(shown: dict[str, str]) -> None:
    assert whole(shown[""]), "nothing to compare"
    for width in WIDTHS:
        assert whole(shown[width]) == whole(shown[""]), f"at {width} columns:\n{shown[width]}"
        assert not split_by_a_terminal(shown[width], int(width)), f"at {width} columns"


@pytest.mark.parametrize("given", FILES, ids=str)
def test_a_file_that_is_printed_is_the_same_at_every_width(
    given: Given, folder: Floor, ready: Ready, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(set(printed(given, folder, ready, monkeypatch).values())) == 1


def test_the_story_of_a_disagreement_is_printed_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[Any] = []
    tell = gaming_day._tell_story
    monkeypatch.setattr(gaming_day, "_tell_story", lambda *args: told.append(args))
    a_contribution_twice(monkeypatch, [])
    assert run_command(monkeypatch, capsys, "gaming-day", "--seed", "1")[0] == 1
    shown = {}
    for width in ("", *WIDTHS):
        monkeypatch.setenv("COLUMNS", width)
        tell(*told[0])
        shown[width] = capsys.readouterr().out
    refuse_cut(shown)


REFUSED = (
    ("floor", "drop", "UTH-1", "1,000,000,000,000"),
    ("floor", "credit", "UTH-1", "1,000,000"),
    ("floor", "buy-in", "ann", "UTH-1", "1,000,000"),
    ("floor", "order", "UTH-1", "act(1,fold)", "--by", ANN),
    ("floor", "cash-out", "nobody"),
)


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_a_refusal_is_printed_in_full_at_a_terminal_and_in_one_line_elsewhere(
    words: tuple[str, ...], floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {"": floor.run(*words)[2]}
    assert told[""].startswith("refused (") and told[""].count("\n") == 1
    monkeypatch.setattr(complaints, "_force_terminal", True)
    monkeypatch.setattr(complaints, "_color_system", None)
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", width)
        told[width] = floor.run(*words)[2]
        assert told[width].split() == told[""].split()
        assert max(map(len, told[width].splitlines())) <= int(width)


def test_every_command_is_tried_or_said_to_print_neither_money_nor_law() -> None:
    known = set(every_command())
    tried = {name for given in (*GIVEN, *FILES) for name in known if given.words[: len(name)] == name}
    assert tried | set(WITHOUT) | set(STORIES) == known
    assert not tried & {*WITHOUT, *STORIES}


@pytest.mark.parametrize("width", ["", *WIDTHS])
@pytest.mark.parametrize("book", rulebooks.IDS)
def test_every_cite_and_sum_of_a_settlement_is_printed(
    book: str, width: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", width)
    command = ("settle", f"examples/settle/{book}.toml")
    words = whole(run_command(monkeypatch, capsys, *command)[1])
    answer = json.loads(run_command(monkeypatch, capsys, *command, "--json")[1])
    money = jurisdictions.money_format_for(rulebooks.get(book))
    for line in (line for seat in answer["seats"] for line in seat["lines"]):
        cites = [word for name in ("cite", "odds_cite") for word in CITE.findall(line.get(name) or "")]
        sums = [money.text(line[name]) for name in ("stake_cents", "paid_cents", "returned_cents") if line.get(name)]
        assert cites and all(words[word] for word in (*cites, *sums)), line


def drawn(sheet: Sheet, width: int | None) -> str:
    out = io.StringIO()
    Screen(file=out, width=width, force_terminal=width is not None, color_system=None, emoji=False).print(sheet)
    return out.getvalue()


WORD = st.text("abcdefghij$,.()0123456789", min_size=1, max_size=30)
CELL = st.lists(WORD, max_size=6).map(" ".join)


@given(st.lists(st.tuples(CELL, CELL, CELL, CELL), min_size=1, max_size=5), st.integers(20, 160))
def test_no_word_is_cropped_or_split_at_any_width(rows: list[tuple[str, ...]], width: int) -> None:
    sheet = Sheet("A title of some words", ("wager", "paid", "law", "id"), numbers=("paid",))
    for row in rows:
        sheet.add_row(*row)
    for shown in (drawn(sheet, width), drawn(sheet, None)):
        words = shown.split()
        for cell in (cell for row in rows for cell in row):
            assert all(word in words for word in cell.split())


@given(st.lists(st.tuples(CELL, CELL, CELL), min_size=1, max_size=4), st.integers(40, 160))
def test_a_table_is_no_wider_than_its_terminal_unless_a_word_is(rows: list[tuple[str, ...]], width: int) -> None:
    sheet = Sheet("", ("wager", "paid", "law"))
    for row in rows:
        sheet.add_row(*row)
    assert max(map(len, drawn(sheet, width).splitlines())) <= width


LARGE = (
    "-$9,876,543,210,987.65",
    "9\u00a0876\u00a0543\u00a0210,55\u00a0€",
    "653a.11(h)(2)(ii)",
    "1348050875653/50592437455560",
)


@pytest.mark.parametrize("width", range(40, 121))
def test_large_sums_cites_and_fractions_are_whole_at_every_width(width: int) -> None:
    sheet = Sheet("Settlement", ("wager", "paid", "back", "law", "exactly"), numbers=("paid", "back"))
    sheet.add_row("Five Card Hand Bonus", *LARGE)
    shown = drawn(sheet, width)
    assert all(word in shown for word in LARGE)
    assert max(map(len, shown.splitlines())) <= width


def test_what_is_no_terminal_has_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    out = io.StringIO()
    sentence = "a word and another " * 200
    Screen(file=out, force_terminal=False).print(sentence, markup=False)
    assert out.getvalue().count("\n") == 1


def test_a_word_longer_than_the_terminal_is_left_whole() -> None:
    out = io.StringIO()
    Screen(file=out, width=20, force_terminal=True, color_system=None).print(f"hold {'9' * 50}/{'7' * 50}")
    assert f"{'9' * 50}/{'7' * 50}" in out.getvalue()


def test_what_rich_does_by_itself_is_found() -> None:
    """Shows that the check would detect a table that crops, as Rich's own does at this width."""
    table, out = Table("law"), io.StringIO()
    table.add_column("sum", no_wrap=True)
    table.add_row("653a.11(h)(2)(ii)", "$100,000")
    Console(file=out, width=16).print(table)
    assert "653a.11(h)(2)(ii)" not in out.getvalue()

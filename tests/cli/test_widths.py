"""Paragraphs of law and sums of money are printed whole at every width, and without limit where it is no terminal."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.table import Table

from houserules import rulebooks
from houserules.amounts import money_text
from houserules.cli.sheet import Screen, Sheet
from tests.command import run_command

ROOT = Path(__file__).parents[2]
WIDTHS = ("40", "60", "76", "80", "120")
CITE = re.compile(r"\b\d+a?\.\w+(?:\(\w+\))*|\b\d+(?:\(\w+\))+")
SUM = re.compile(r"-?\$[\d,]*\d(?:\.\d\d)?")
COMMANDS = (
    *(("settle", f"examples/settle/{book}.toml") for book in rulebooks.IDS),
    *(("procedure", book) for book in rulebooks.IDS),
    ("law", "show", "pa-653a", "653a.11"),
    ("law", "show", "pa-647a", "647a.12"),
    ("law", "readings", "pa-653a"),
    ("law", "diff", "pa-647a", "md-thb"),
    ("law", "show", "ma-colorado", "12"),
    ("hand", "As Ks Qs Js Ts"),
    ("sign", "examples/submissions/pa-653a.toml"),
)


def whole(text: str) -> Counter[str]:
    """Every paragraph and every sum in a text, and how often it stands there."""
    return Counter(CITE.findall(text)) + Counter(SUM.findall(text))


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_cite_and_sum_is_printed_whole(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At every width as often as where there is no width to keep to."""
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("COLUMNS", raising=False)
    code, unlimited, err = run_command(monkeypatch, capsys, *command)
    assert code == 0, err
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", width)
        _, out, _ = run_command(monkeypatch, capsys, *command)
        assert whole(out) == whole(unlimited), f"at {width} columns"


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
    for line in (line for seat in answer["seats"] for line in seat["lines"]):
        cites = [line[name] for name in ("cite", "odds_cite") if line.get(name)]
        sums = [money_text(line[name]) for name in ("stake_cents", "paid_cents", "returned_cents") if line.get(name)]
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
    """The check would see a table that crops: Rich's own does, at this width."""
    table, out = Table("law"), io.StringIO()
    table.add_column("sum", no_wrap=True)
    table.add_row("653a.11(h)(2)(ii)", "$100,000")
    Console(file=out, width=16).print(table)
    assert "653a.11(h)(2)(ii)" not in out.getvalue()

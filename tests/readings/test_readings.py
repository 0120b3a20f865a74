"""Every reading of every rulebook is shown: by data or a rule that uses it, or by a case whose answer would differ
under its alternatives.

The cases are in one file for each rulebook. A case asks the program a question (see `questions`); the answer must be
that of the chosen meaning, and every other candidate states the answer it would give instead. If nothing in the program
can show a reading, the register itself says so (`unshown`).
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tablelaw import rulebooks
from tablelaw.law.rows import Reading
from tablelaw.law.rulebook import Rulebook
from tests.readings.questions import QUESTIONS, answer
from tests.table.test_readings_shown import carried_out

FOLDER = Path(__file__).parent
KEYS = {"reading", "ask", "shown", "otherwise"}
MOST_UNSHOWN = 1 / 5
"""The largest share of a register that may be unshown."""


@cache
def cases_of(book_id: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((FOLDER / f"{book_id}.toml").read_text("utf-8"))["case"]
    return found


def to_be_shown(book: Rulebook, reading: Reading) -> set[str]:
    """The unchosen candidates that neither data nor a rule distinguishes."""
    others = {candidate.id for candidate in reading.candidates} - {reading.chosen}
    return others - carried_out(book).get(reading.id, set())


def told_apart(book_id: str, reading_id: str) -> list[str]:
    return [other for case in cases_of(book_id) if case["reading"] == reading_id for other in case["otherwise"]]


ALL = [(book_id, number) for book_id in rulebooks.IDS for number in range(len(cases_of(book_id)))]


@pytest.mark.parametrize(
    ("book_id", "number"), ALL, ids=[f"{book_id}-{cases_of(book_id)[n]['reading']}" for book_id, n in ALL]
)
def test_the_chosen_meaning_gives_the_answer_and_no_other_would(book_id: str, number: int) -> None:
    book, case = rulebooks.get(book_id), cases_of(book_id)[number]
    assert case.keys() == KEYS and next(iter(case["ask"])) in QUESTIONS
    reading = book.reading(case["reading"])
    assert case["otherwise"], "a case says what another meaning would give"
    for other, would_be in case["otherwise"].items():
        assert other in {candidate.id for candidate in reading.candidates} - {reading.chosen}, other
        assert would_be != case["shown"], f"{other} would give the same: the case shows nothing"
    assert answer(book, case["ask"]) == ("exists" if "test" in case["ask"] else case["shown"])


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_reading_is_shown_or_says_why_it_cannot_be(book_id: str) -> None:
    """Exactly one of three things is true: every candidate is implemented, cases distinguish them, or the reading
    cannot be shown.
    """
    book = rulebooks.get(book_id)
    for reading in book.readings:
        needed, told = to_be_shown(book, reading), told_apart(book_id, reading.id)
        if reading.unshown:
            assert needed and not told, f"{reading.id} is shown and says that it cannot be"
        else:
            assert sorted(told) == sorted(needed), f"{reading.id}: cases for {told}, needed for {needed}"


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_only_what_the_program_does_not_do_is_not_shown(book_id: str) -> None:
    """If code implements a paragraph of the reading, the reason names the code and says why it shows nothing."""
    book = rulebooks.get(book_id)
    unshown = [reading for reading in book.readings if reading.unshown]
    assert len(unshown) <= MOST_UNSHOWN * len(book.readings), [reading.id for reading in unshown]
    for reading in unshown:
        assert reading.unshown.endswith("."), f"{reading.id}: a whole sentence"
        for provision in book.provisions:
            if provision.implemented and provision.cite in reading.cites:
                assert str(provision.cite) in reading.unshown, f"{reading.id}: {provision.cite} is carried out by code"

"""A line that rests on a reading says so: in scenarios, on the command line, in JSON and in replays."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from houserules import rulebooks
from houserules.law.law_text import law_text, where_to_read
from houserules.law.rulebook import Rulebook
from houserules.table.events import Line
from houserules.table.round_report import round_dict
from houserules.table.scenario import read_scenario
from houserules.table.scenario_expect import EXPECTATIONS, Case, run_case
from houserules.table.scenario_play import Settlement, settle
from tests.table.test_scenarios import CASES


@cache
def settled(book_id: str) -> tuple[Settlement, ...]:
    results = [run_case(case) for case in CASES if case.raw["rulebook"] == book_id]
    return tuple(result.settlement for result in results if result.settlement is not None)


def test_the_paragraph_and_the_readings_stand_together() -> None:
    assert law_text("653a.13(d)", ()) == "653a.13(d)"
    assert law_text("653a.13(d)", ("a",)) == "653a.13(d), read as a"
    assert law_text("653a.13(d)", ("a", "b")) == "653a.13(d), read as a and b"
    assert where_to_read("pa-653a", ("a",)) == ["houserules law readings pa-653a a"]


def named_by(book: Rulebook) -> dict[str, set[str]]:
    """Readings that a fold, a void or a rule rests on when it ends a wager, each with the wagers."""
    found: dict[str, set[str]] = {}
    staked = {wager.id for wager in book.wagers if wager.kind != "bonus"}
    for wager in book.wagers:
        if wager.on_fold.reading and wager.id in staked:
            found.setdefault(wager.on_fold.reading, set()).add(wager.id)
    for rule in book.rules:
        if rule.reading:
            found.setdefault(rule.reading, set()).update(rule.wagers)
    for slip in book.irregularities:
        for effect in slip.effects:
            if effect.reading and effect.effect in ("returned", "lost") and slip.moment != "at a declaration":
                wagers = staked if "all" in effect.wagers else staked.intersection(effect.wagers)
                found.setdefault(effect.reading, set()).update(wagers)
    return found


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_reading_that_ends_a_wager_is_named_on_a_line(book_id: str) -> None:
    shown = {name for done in settled(book_id) for line in done.lines for name in line.readings}
    assert named_by(rulebooks.get(book_id)).keys() <= shown


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_reading_on_a_line_is_in_the_register(book_id: str) -> None:
    known = {reading.id for reading in rulebooks.get(book_id).readings}
    for done in settled(book_id):
        for line in done.lines:
            assert known.issuperset(line.readings)
            assert len(set(line.readings)) == len(line.readings)


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_a_folded_or_void_line_names_the_reading_it_rests_on(book_id: str) -> None:
    for done in settled(book_id):
        for line in done.lines:
            expected = expected_reading(done, line)
            assert not expected or expected in line.readings, (done.scenario.name, line)


def expected_reading(done: Settlement, line: Line) -> str:
    """What the data names for the line: the effect of the void, or of the player's own fold."""
    plan, wager = done.engine.plan, done.engine.plan.wagers.get(line.wager)
    if wager is None:
        return ""
    if done.round.voided_by:
        return plan.effects[done.round.voided_by][line.wager].reading
    folded = "fold" in done.round.seats[line.seat].actions and "left" not in done.round.seats[line.seat].actions
    return wager.on_fold.reading if folded else ""


VOID: dict[str, Any] = {
    "rulebook": "pa-653a",
    "cards": {"community": "2h 9h Kh 4c 9d", "dealer": "Ks Qd", "six-card": "5c 5d 7s Jc"},
    "irregularity": {"slip": "dealer-card-exposed", "after": "initial cards"},
    "seats": {
        "1": {
            "cards": "Ah 5h",
            "wagers": {"ante": "$10", "blind": "$10", "trips": "$5", "bad-beat": "$2", "six-card": "$5"},
            "decisions": ["bet 4x"],
        }
    },
}


def test_653a_13_d_names_four_wagers_and_the_others_say_how_it_is_read() -> None:
    done = settle(read_scenario(VOID))
    readings = {line.wager: line.readings for line in done.lines}
    silent = ("exposed-card-and-silent-wagers",)
    assert readings["bad-beat"] == readings["six-card"] == silent
    assert readings["ante"] == readings["blind"] == ()
    assert {tuple(line["readings"]) for seat in round_dict(done)["seats"] for line in seat["lines"]} >= {silent, ()}


@pytest.mark.parametrize(
    ("decision", "reading"), [("fold", "fold-and-bonus"), ("declare", "wrong-declaration-and-other-wagers")]
)
def test_massachusetts_names_the_initial_wager_alone(decision: str, reading: str) -> None:
    seat = {"cards": "2h 9s Kd", "wagers": {"ante": "$10", "bonus": "$1"}, "decisions": [decision]}
    lines = settle(read_scenario({"rulebook": "ma-colorado", "seats": {"1": seat}})).lines
    assert {line.wager: (line.outcome, line.readings) for line in lines} == {
        "ante": ("lost", ()),
        "bonus": ("lost", (reading,)),
    }


def test_a_scenario_may_write_the_reading_and_no_other() -> None:
    seat = {"cards": "2h 9s Kd", "wagers": {"ante": "$10", "bonus": "$1"}, "decisions": ["fold"]}
    for written, right in (("", True), (", read as fold-and-bonus", True), (", read as bonus-size", False)):
        raw = {
            "rulebook": "ma-colorado",
            "seats": {"1": seat},
            "expect": ["ante lost 10(b)(2)", f"bonus lost 10(b)(2){written}"],
        }
        assert (run_case(Case(raw, "scenario")).faults == ()) == right
    assert "expect" in EXPECTATIONS

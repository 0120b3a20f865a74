"""A line that rests on a reading says so: in scenarios, on the command line, in JSON and in replays."""

from __future__ import annotations

from typing import Any

import pytest

from tablelaw.law.cite_text import law_text, where_to_read
from tablelaw.scenarios.format import read_scenario
from tablelaw.scenarios.play import settle
from tablelaw.scenarios.scenario_cases import EXPECTATIONS, Case, run_case
from tablelaw.table.reading.settlement_report import round_dict


def test_the_paragraph_and_the_readings_stand_together() -> None:
    assert law_text("653a.13(d)", ()) == "653a.13(d)"
    assert law_text("653a.13(d)", ("a",)) == "653a.13(d), read as a"
    assert law_text("653a.13(d)", ("a", "b")) == "653a.13(d), read as a and b"
    assert where_to_read("pa-653a", ("a",)) == ["tablelaw law readings pa-653a a"]


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

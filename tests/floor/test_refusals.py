"""Every refusal by the floor and the cage cites the deciding paragraph, or gives the reason why there is none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tablelaw
from tablelaw.cage.refusals import LEDGER_REFUSALS, METER_REFUSALS, LedgerRefused, MeterRefused
from tablelaw.errors import TablelawError
from tablelaw.floor import refusals
from tablelaw.floor.refusals import FloorRefused

SOURCES = [
    path for part in ("floor", "table", "cage") for path in (Path(tablelaw.__file__).parent / part).rglob("*.py")
]
CITED = {
    "another-currency",
    "sister-tables-differ",
    "meter-has-other-figures",
    "lapsed",
    "not-in-force-yet",
    "link-down",
    "two-approvers",
    "day-stands",
    "below-nothing",
    "player-has-device",
}
"""Refusals that are always raised with a paragraph."""
RAISED = re.compile(r"raise (?:Floor)?Refused\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", re.DOTALL)
INTERNAL = re.compile(r"""accepted=f?"[^"]*\b[A-Z][a-z]+[A-Z][a-z]+""")
"""Text that looks like a class name, such as PlaceWager."""


def test_every_refusal_of_the_floor_has_a_paragraph_or_says_why_not() -> None:
    assert refusals.NO_PARAGRAPH.keys() | CITED == refusals.REFUSALS.keys()
    assert not refusals.NO_PARAGRAPH.keys() & CITED


def raised(name: str) -> list[str]:
    found = [match for path in SOURCES for match in RAISED.findall(path.read_text("utf-8"))]
    return [match for match in found if f'"{name}"' in match]


@pytest.mark.parametrize("name", sorted(CITED))
def test_what_says_no_reason_always_comes_with_its_paragraph(name: str) -> None:
    assert raised(name) and all("cite=" in match for match in raised(name))


def test_planted_refusal_without_a_paragraph_would_be_found() -> None:
    assert not all("cite=" in match for match in raised("property-not-open"))


@pytest.mark.parametrize(
    "refusal",
    [
        *(LedgerRefused(name) for name in LEDGER_REFUSALS),
        *(MeterRefused(name) for name in METER_REFUSALS),
        *(FloorRefused(name) for name in refusals.NO_PARAGRAPH),
    ],
    ids=lambda refusal: refusal.code,
)
def test_the_reason_stands_in_the_refusal(refusal: TablelawError) -> None:
    assert refusal.law.startswith("no paragraph: ") and len(refusal.no_paragraph) > 10
    assert refusal.as_dict()["law"] == refusal.law
    named = FloorRefused("no-gaming-day", cite="465a.2")
    assert named.law == "465a.2"


def test_no_refusal_tells_a_person_to_give_a_class() -> None:
    found = [f"{path.name}: {m}" for path in SOURCES for m in INTERNAL.findall(path.read_text("utf-8"))]
    assert not found


def test_planted_class_name_would_be_found() -> None:
    assert INTERNAL.search('accepted="PlaceWager first"') and not INTERNAL.search('accepted="$5 or `tablelaw`"')

"""Gaming days with tables of example folders outside the package, and of another currency."""

from __future__ import annotations

import pytest

from tablelaw.gaming_day.day import play_day
from tablelaw.gaming_day.script import Shape
from tablelaw.gaming_day.world.random_submissions import jurisdiction_for
from tests.examples import example

FOLDERS = ("caribbean-stud", "casino-holdem", "mississippi-stud", "three-card-poker")


@pytest.mark.parametrize("name", FOLDERS)
def test_the_auditor_agrees_to_the_cent(name: str) -> None:
    outcome = play_day(3, Shape(tables=1, rounds=8, books=(example(name).id,)))
    assert outcome.disagreement is None
    assert outcome.counts[f"rulebook: {name}"]


def test_a_bonus_of_the_main_game_is_paid_for_the_own_hand() -> None:
    """Unlike Envy, an Ante Bonus belongs to the Ante and is earned by the seat's own hand."""
    outcome = play_day(6, Shape(tables=1, rounds=40, books=(example("three-card-poker").id,)))
    assert outcome.disagreement is None


def test_a_property_is_where_the_currency_of_its_tables_is() -> None:
    assert jurisdiction_for(["pa-653a", "md-thb"]) == "pa"
    assert jurisdiction_for([example("three-card-poker").id]) == "pa"
    assert jurisdiction_for(["fr-ultimate"]) == "fr"


def test_a_day_in_euros() -> None:
    outcome = play_day(4, Shape(tables=1, rounds=8, books=("fr-trois-cartes",)))
    assert outcome.disagreement is None

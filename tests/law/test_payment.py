"""What a verdict pays is defined once in the law: table, analysis and simulation all use it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablelaw.law.cite import Cite
from tablelaw.law.conduct import Outcome, Verdict
from tablelaw.law.odds import Odds, Payment

CITE = Cite.parse("653a.11(h)")


def verdict(outcome: Outcome, odds: str = "") -> Verdict:
    return Verdict("ante", outcome, CITE, Odds.parse(odds) if odds else None)


@pytest.mark.parametrize(
    ("outcome", "odds", "paid", "returned"),
    [
        (Outcome.LOST, "", 0, 0),
        (Outcome.PUSH, "", 0, 500),
        (Outcome.RETURNED, "", 0, 500),
        (Outcome.WON, "3 to 2", 750, 500),
        (Outcome.WON, "300 for 1", 150_000, 0),
        (Outcome.WON, "push", 0, 500),
        (Outcome.WON, "$1,000", 100_000, 0),
        (Outcome.WON, "10% of meter", 0, 0),
    ],
)
def test_payment_of_a_stake(outcome: Outcome, odds: str, paid: int, returned: int) -> None:
    assert verdict(outcome, odds).payment(500) == Payment(Fraction(paid), Fraction(returned))


def test_parts_of_a_cent_are_left_to_whoever_pays() -> None:
    assert verdict(Outcome.WON, "3 to 2").payment(5).paid == Fraction(15, 2)


def test_a_bonus_without_a_stake_is_paid_on_the_wager_it_belongs_to() -> None:
    assert verdict(Outcome.WON, "3 to 2").payment(0, 500) == Payment(Fraction(750), Fraction(0))


@pytest.mark.parametrize("outcome", [Outcome.LOST, Outcome.PUSH, Outcome.NOTHING])
def test_only_a_win_is_paid_from_a_meter(outcome: Outcome) -> None:
    assert verdict(Outcome.WON, "10% of meter").pays_from_meter
    assert not verdict(outcome, "10% of meter").pays_from_meter

"""Odds: the printed words, what they pay, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablelaw.errors import BadAmount, BadOdds
from tablelaw.law.odds import Odds, OddsKind

PAID = [
    # printed, stake, meter -> paid, returned (cents)
    ("3 to 2", 500, 0, 750, 500),
    ("1 to 1", 500, 0, 500, 500),
    ("10,000 to 1", 100, 0, 1_000_000, 100),
    ("300 for 1", 100, 0, 30_000, 0),
    ("3 to 2", 5, 0, Fraction(15, 2), 5),
    ("push", 500, 0, 0, 500),
    ("N/A", 500, 0, 0, 500),
    ("100% of meter", 100, 1_234_567, 1_234_567, 0),
    ("10% of meter", 100, 1_234_567, Fraction(1_234_567, 10), 0),
    ("100% mega jackpot", 100, 7, 7, 0),
    ("$1,500", 500, 0, 150_000, 0),
]


@pytest.mark.parametrize(("printed", "stake", "meter", "paid", "returned"), PAID)
def test_what_odds_pay(printed: str, stake: int, meter: int, paid: int, returned: int) -> None:
    payment = Odds.parse(printed).payment(stake, meter)
    assert payment.paid == paid
    assert payment.returned == returned


def test_to_leaves_the_stake_and_for_includes_it() -> None:
    assert Odds.parse("9 to 1").net_per_unit() == 9
    assert Odds.parse("9 for 1").net_per_unit() == 8
    assert Odds.parse("push").net_per_unit() == 0


def test_a_share_names_its_meter() -> None:
    assert [Odds.parse(f"100% {m} jackpot").meter for m in ("mega", "major", "minor")] == [
        "mega",
        "major",
        "minor",
    ]
    assert Odds.parse("10% of meter").meter == "meter"


@pytest.mark.parametrize("printed", ["10% of meter", "$300"])
def test_meters_and_sums_have_no_gain_per_unit(printed: str) -> None:
    with pytest.raises(BadOdds, match="no gain per unit"):
        Odds.parse(printed).net_per_unit()


@pytest.mark.parametrize("printed", ["", "3:2", "3 too 2", "3 to 0", "1,00 to 1", "10% of the pot", "to 1", "-3 to 1"])
def test_unreadable_odds_are_refused_with_examples(printed: str) -> None:
    with pytest.raises(BadOdds) as refusal:
        Odds.parse(printed)
    assert "3 to 2" in refusal.value.accepted


def test_an_unreadable_sum_is_refused() -> None:
    with pytest.raises(BadAmount):
        Odds.parse("$many")


def test_the_printed_words_are_kept() -> None:
    assert str(Odds.parse("1,000 to 1")) == "1,000 to 1"
    assert not Odds.parse("N/A").is_offered
    assert Odds.parse("N/A").kind is OddsKind.NOT_OFFERED

"""Money and percentages as text."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelaw.amounts import money_text, parse_money, parse_percent, percent_text
from tablelaw.errors import BadAmount


@pytest.mark.parametrize(
    ("value", "cents"),
    [
        ("$50,000", 5_000_000),
        ("$7.50", 750),
        ("$5", 500),
        ("12", 1200),
        (5, 500),
        ("$0", 0),
        ("$1,000,000.01", 100_000_001),
    ],
)
def test_sums_that_are_read(value: object, cents: int) -> None:
    assert parse_money(value) == cents


@pytest.mark.parametrize(
    "value", ["", "$", "five", "$5.5", "$5.505", "5,00", "$1,0000", "-5", -5, 5.5, True, None, "$ 5 dollars"]
)
def test_sums_that_are_refused(value: object) -> None:
    with pytest.raises(BadAmount, match="is not a sum of money"):
        parse_money(value)


@given(st.integers(min_value=0, max_value=10**12))
def test_money_round_trips(cents: int) -> None:
    assert parse_money(money_text(cents)) == cents


def test_a_negative_sum_shows_its_sign() -> None:
    assert money_text(-750) == "-$7.50"


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("21%", Fraction(21, 100)),
        ("0.5%", Fraction(1, 200)),
        ("4.52%", Fraction(452, 10_000)),
        ("100 %", Fraction(1)),
    ],
)
def test_percentages_are_exact(text: str, share: Fraction) -> None:
    assert parse_percent(text) == share
    assert parse_percent(percent_text(share)) == share


@pytest.mark.parametrize("value", ["21", "%", "twenty%", 21, "-1%", "1.%"])
def test_percentages_that_are_refused(value: object) -> None:
    with pytest.raises(BadAmount, match="is not a percentage"):
        parse_percent(value)

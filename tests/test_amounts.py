"""Money and percentages as text."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelaw.amounts import money_text, parse_money, parse_percent, percent_text
from tablelaw.errors import BadAmount
from tablelaw.money_format import DOLLARS, EUROS, WRITTEN


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
        ("5 €", 500),
        ("5€", 500),
        ("7,50 €", 750),
        ("1 000 000,01\u00a0€", 100_000_001),
        ("50\u202f000 €", 5_000_000),
    ],
)
def test_sums_that_are_read(value: object, cents: int) -> None:
    assert parse_money(value) == cents


@pytest.mark.parametrize(
    "value",
    [
        "",
        "$",
        "five",
        "$5.5",
        "$5.505",
        "5,00",
        "$1,0000",
        "-5",
        -5,
        5.5,
        True,
        None,
        "$ 5 dollars",
        "$5 €",
        "7.50 €",
        "€5",
        "5,5 €",
    ],
)
def test_sums_that_are_refused(value: object) -> None:
    with pytest.raises(BadAmount, match="is not a sum of money"):
        parse_money(value)


def test_a_sum_without_a_symbol_is_read_as_the_property_writes_it() -> None:
    assert parse_money("15,50", money=EUROS) == parse_money("15.50") == 1550
    assert parse_money("$15.50", money=EUROS) == 1550, "the symbol decides"
    with pytest.raises(BadAmount) as refused:
        parse_money("15.50", money=EUROS)
    assert refused.value.accepted == '"50\u00a0000\u00a0€", "7,50\u00a0€" or a whole number of euros'
    with pytest.raises(BadAmount) as refused:
        parse_money("15,50")
    assert refused.value.accepted == '"$50,000", "$7.50" or a whole number of dollars'


@given(st.integers(min_value=0, max_value=10**12), st.sampled_from(sorted(WRITTEN)))
def test_every_currency_round_trips(cents: int, code: str) -> None:
    money = WRITTEN[code]
    assert parse_money(money.text(cents)) == parse_money(money.text(cents, with_cents=True)) == cents


def test_figures_below_a_cent_are_written_by_the_same_format() -> None:
    assert DOLLARS.decimals(-1234.5, 2) == "-$1,234.50" and EUROS.decimals(1234.50625, 4) == "1\u00a0234,5062\u00a0€"


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

"""The range of hold a regulator printed for a wager, and whether an exact hold lies in it."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from houserules.law.rows import HoldRange


def is_within(row: HoldRange, hold: Fraction) -> bool:
    """Does a hold, rounded or cut off to the decimals printed, lie in the range? Regulators did both."""
    low, high = row.low.share * 100, row.high.share * 100
    unit = 10 ** max(_places(low), _places(high))
    shown = (Fraction(round(hold * 100 * unit), unit), Fraction(floor(hold * 100 * unit), unit))
    return any(low <= value <= high for value in shown)


def range_text(low: Fraction, high: Fraction) -> str:
    """The range as it is printed: "4.8 to 9.6%", or one figure."""
    return f"{_decimal(low * 100)}%" if low == high else f"{_decimal(low * 100)} to {_decimal(high * 100)}%"


def _places(percent: Fraction) -> int:
    """How many decimals a printed percentage has."""
    return next(places for places in range(9) if percent * 10**places == int(percent * 10**places))


def _decimal(percent: Fraction) -> str:
    return f"{float(percent):.{_places(percent)}f}"

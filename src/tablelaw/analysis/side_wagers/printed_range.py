"""The range of hold that a regulator printed for a wager, and whether an exact house edge is within it."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from tablelaw.law.rows import HoldRange


def is_within(row: HoldRange, hold: Fraction) -> bool:
    """Whether a house edge, rounded or truncated to the printed decimals, is within the range; regulators have done
    both.
    """
    low, high = row.low.share * 100, row.high.share * 100
    unit = 10 ** max(_places(low), _places(high))
    shown = (Fraction(round(hold * 100 * unit), unit), Fraction(floor(hold * 100 * unit), unit))
    return any(low <= value <= high for value in shown)


def range_text(low: Fraction, high: Fraction) -> str:
    """The range as printed: "4.8 to 9.6%", or one figure."""
    return f"{_decimal(low * 100)}%" if low == high else f"{_decimal(low * 100)} to {_decimal(high * 100)}%"


def _places(percent: Fraction) -> int:
    """How many decimals a printed percentage has."""
    return next(places for places in range(9) if percent * 10**places == int(percent * 10**places))


def _decimal(percent: Fraction) -> str:
    return f"{float(percent):.{_places(percent)}f}"

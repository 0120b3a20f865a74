"""How figures are written on a PAR sheet: percentages, odds against, sums, fractions."""

from __future__ import annotations

from fractions import Fraction
from math import floor, log10

from houserules.analysis.par_data import Par, Printed
from houserules.analysis.result import fraction_text


def percent(share: Fraction | float, places: int = 4) -> str:
    return f"{float(share):.{places}%}"


def signed(value: Fraction | float, places: int = 4) -> str:
    return f"{float(value):+.{places}f}" if value else "0"


def frequency(share: Fraction) -> str:
    """A percentage with as many decimals as a rare event, or its absence, needs to be seen."""
    rare = min(share, 1 - share)
    return percent(share, max(2, 2 - floor(log10(rare * 100))) if rare else 0)


def one_in(share: Fraction) -> str:
    if not share:
        return "never"
    rounds = float(1 / share)
    return f"1 in {rounds:,.2f}" if rounds < 100 else f"1 in {rounds:,.0f}"


def net(value: Fraction) -> str:
    """A net result in units: +500, -1, +1.5, +4/3."""
    if value.denominator == 1:
        return f"{value.numerator:+,}" if value else "0"
    return f"{float(value):+,.4g}" if value.denominator in (2, 4, 5, 10) else f"{'+' * (value > 0)}{value}"


def exact(value: Fraction) -> str:
    return fraction_text(value)


def rounds(value: Fraction | None) -> str:
    return "none: the game is even" if value is None else f"{float(value):,.0f} rounds"


def range_text(printed: Printed) -> str:
    """The range as the regulator prints it."""
    low, high = (f"{float(share) * 100:.4f}".rstrip("0").rstrip(".") for share in (printed.low, printed.high))
    return f"{low}%" if low == high else f"{low} to {high}%"


def range_verdict(printed: Printed | None) -> str:
    if printed is None:
        return ""
    word = "within" if printed.is_met else "outside"
    return f"{word} {range_text(printed)}"


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def table_name(par: Par) -> str:
    name = par.header.table
    return name if name.lower().startswith("table") else f"Table {name}"

"""How figures are written on a PAR sheet: percentages, odds against, amounts, fractions, hands."""

from __future__ import annotations

from fractions import Fraction
from math import floor, log10

from tablelaw.analysis.par.contents import Par, Printed
from tablelaw.analysis.result import fraction_text
from tablelaw.analysis.side_wagers.printed_range import range_text
from tablelaw.printed_money import money_format

OUTSIDE = "outside"
PRINTED = "printed"
"""The name of the column in a paytable that has only one."""


def percent(share: Fraction | float, places: int = 4) -> str:
    return f"{float(share):.{places}%}"


def frequency(share: Fraction) -> str:
    """A percentage with enough decimals for a rare event, or a rare failure, to be visible."""
    rare = min(share, 1 - share)
    return percent(share, max(2, 2 - floor(log10(rare * 100))) if rare else 0)


def once_in(share: Fraction) -> str:
    """The average number of rounds in which something happens once."""
    if not share:
        return "never"
    rounds = float(1 / share)
    return f"{rounds:,.2f}" if rounds < 100 else f"{rounds:,.0f}"


def one_in(share: Fraction) -> str:
    return f"1 in {once_in(share)}" if share else "never"


def net(value: Fraction) -> str:
    """A net result in units: +500, -1, +1.5, +4/3."""
    if value.denominator == 1:
        return f"{value.numerator:+,}" if value else "0"
    return f"{float(value):+,.4g}" if value.denominator in (2, 4, 5, 10) else f"{'+' * (value > 0)}{value}"


def exact(value: Fraction) -> str:
    return fraction_text(value)


def rounds(value: Fraction | None) -> str:
    return "none: the game is even" if value is None else f"{float(value):,.0f} rounds"


def dollars(cents: Fraction) -> str:
    """Formats an amount to a hundredth of a cent, since what the house keeps of a small stake would otherwise round to
    nothing.
    """
    return money_format().decimals(float(cents) / 100, 4) if cents else "-"


def range_verdict(printed: Printed | None) -> str:
    if printed is None:
        return ""
    return f"{'within' if printed.is_met else OUTSIDE} {range_text(printed.low, printed.high)}"


def advantage(where: str, gain: Fraction, of: str) -> str:
    """A plain sentence about a wager on which the house loses."""
    return f"The player has the advantage {where}: with best play, it costs the house {percent(gain)} of the {of}."


def column(name: str) -> str:
    return "the only one" if name == PRINTED else name


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def table_name(par: Par) -> str:
    name = par.header.table
    return name if name.lower().startswith("table") else f"Table {name}"


def action_codes(par: Par) -> dict[str, str]:
    """A short code for each action: '4x' for a bet of four, else its first letter."""
    return {name: name.split()[-1] if name.startswith("bet ") else name[0].upper() for name in par.main.chart}


def hands_legend(par: Par) -> str:
    """What the codes in the chart mean."""
    codes, best = action_codes(par), {cell.action for cell in par.chart}
    meanings = ", ".join(f"{codes[name]} {name}" for name in codes if name in best)
    return f"{meanings}; below each action, its value in {par.base}s. Suited above the diagonal, offsuit below."


def places() -> list[list[int]]:
    """The kinds in the order of the printed chart: aces first, suited cards above the diagonal."""
    return [[13 * row + column for column in range(12, -1, -1)] for row in range(12, -1, -1)]

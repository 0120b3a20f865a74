"""The sheet "Exposure" of a workbook: what seen cards are worth, and how they change play."""

from __future__ import annotations

from fractions import Fraction

from openpyxl import Workbook

from tablelaw.analysis.par import words as say
from tablelaw.analysis.par.contents import Par
from tablelaw.analysis.par.forms.xlsx_cells import Row, write_table
from tablelaw.analysis.par.sections.exposure import ROUNDS, loss_cents
from tablelaw.analysis.protection.result import Exposure

PERCENT, SIX, WHOLE, MONEY = "0.0000%", "0.000000", "#,##0", "0.0000"


def exposure_sheet(book: Workbook, par: Par) -> None:
    """Writes the sheet if any seen cards were asked about."""
    if not par.exposures:
        return
    sheet = book.create_sheet("Exposure")
    columns = ("Seen", "Player's edge", "Value, exact", "Gain", "Gain, exact", "Break-even share")
    more = ("Standard deviation", "N0, rounds", f"House loses in {ROUNDS} rounds", "How")
    rows = [_figures(par, found) for found in par.exposures]
    write_table(sheet, (*columns, *more), rows, {1: PERCENT, 3: PERCENT, 5: PERCENT, 6: SIX, 7: WHOLE, 8: MONEY})
    for found in par.exposures:
        heads = (f"Action, {found.information}", "Honest", "Exact", "With the cards", "Exact")
        write_table(sheet, heads, [_way(found, way) for way in _ways(found)], {1: PERCENT, 3: PERCENT})
        if found.changed:
            changes = [(one.hand, one.weight, say.exact(one.weight), one.honest, one.informed) for one in found.changed]
            heads = (f"Changed first decision, {found.information}", "Share", "Exact", "Honest", "With the cards")
            write_table(sheet, heads, changes, {1: PERCENT})


def _figures(par: Par, found: Exposure) -> Row:
    share = found.break_even_share
    return (
        found.information,
        found.value,
        say.exact(found.value),
        found.gain,
        say.exact(found.gain),
        "never" if share is None else share,
        found.standard_deviation,
        found.n0,
        loss_cents(par, found) / 100,
        "simulated" if found.is_simulated else "exact",
    )


def _ways(found: Exposure) -> list[str]:
    return list(dict.fromkeys((*found.honest_actions, *found.actions)))


def _way(found: Exposure, way: str) -> Row:
    honest, seen = (actions.get(way, Fraction(0)) for actions in (found.honest_actions, found.actions))
    return (way, honest, say.exact(honest), seen, say.exact(seen))

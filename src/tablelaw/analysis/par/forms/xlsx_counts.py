"""The sheets of a workbook that count deals: distribution, side wagers, the 169 kinds of two cards."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.formatting.rule import ColorScaleRule

from tablelaw.analysis.par import words as say
from tablelaw.analysis.par.contents import Par, SideWager
from tablelaw.analysis.par.forms.xlsx_cells import Formula, Row, write_note, write_table
from tablelaw.analysis.par.sections.sides import plays
from tablelaw.analysis.par.words import action_codes, hands_legend, places
from tablelaw.analysis.symmetry.starting_hands import RANK_LETTERS

ACES_FIRST = RANK_LETTERS[::-1]

FINE_PERCENT, TEN_PERCENT, TEN = "0.0000000%", "0.0000000000%", "0.0000000000"
COUNT, NET, GAIN, TINY = "#,##0", "+#,##0.####;-#,##0.####;0", "+0.000000;-0.000000;0", "0.0E+00"


def distribution_sheet(book: Workbook, par: Par) -> None:
    """Writes every net result with its deals, then recomputes the figures of the main game from them."""
    sheet = book.create_sheet("Distribution")
    counts = sorted(par.spread.counts.items())
    shares = [(value, deals, Fraction(deals, par.spread.total)) for value, deals in counts]
    columns = (f"Net result, {par.base}s", "Deals", "Frequency", "Frequency, exact")
    rows = [(value, deals, share, say.exact(share)) for value, deals, share in shares]
    first = write_table(sheet, columns, rows, {0: NET, 1: COUNT, 2: TEN_PERCENT})
    last = first + len(rows) - 1
    again = ("Recomputed", "By formula", "As solved", "Difference")
    below = last + 3
    write_table(sheet, again, list(_checks(par, first, last, below)), {1: TEN, 2: TEN, 3: TINY})
    _chart(sheet, par, first, last)


def _checks(par: Par, first: int, last: int, row: int) -> Iterator[Row]:
    """Rows that recompute the figures of the main game from columns A and C and compare them; `row` is the number of
    the first of them.
    """
    net, share = f"A{first}:A{last}", f"C{first}:C{last}"
    mean = f"SUMPRODUCT({net},{share})"
    variance = f"(SUMPRODUCT({net},{net},{share})-{mean}^2)"
    spread = par.spread
    checks: tuple[tuple[str, str, Fraction | float], ...] = (
        ("All frequencies", f"=SUM({share})", 1.0),
        ("Expectation", f"={mean}", spread.mean),
        ("Variance", f"={variance}", spread.variance),
        ("Standard deviation", f"=SQRT({variance})", spread.standard_deviation),
        ("Hit frequency", f'=SUMIF({net},">0",{share})', spread.frequency("won")),
    )
    for n, (name, formula, solved) in enumerate(checks, row):
        yield name, Formula(formula), solved, Formula(f"=B{n}-C{n}")


def _chart(sheet: Any, par: Par, first: int, last: int) -> None:
    """Adds a bar chart beside the table, on a logarithmic scale, since most results are rare."""
    chart = BarChart()
    chart.title, chart.legend = f"Net result of a round, {par.base}s", None
    chart.y_axis.title, chart.y_axis.number_format = "Share of rounds (log scale)", "0.######%"
    chart.y_axis.scaling.logBase, chart.gapWidth = 10, 30
    chart.x_axis.tickLblPos, chart.x_axis.delete, chart.y_axis.delete = "low", False, False
    chart.add_data(Reference(sheet, min_col=3, min_row=first, max_row=last))
    chart.set_categories(Reference(sheet, min_col=1, min_row=first, max_row=last))
    chart.series[0].graphicalProperties.solidFill = "0F3D2E"
    chart.width, chart.height = 26, 11
    sheet.add_chart(chart, "F2")


# --- Side wagers --------------------------------------------------------------------------------------


def sides_sheet(book: Workbook, par: Par) -> None:
    """Writes every line of every side wager, and recomputes each wager's expectation from its lines."""
    if not par.sides:
        return
    sheet = book.create_sheet("Side wagers")
    columns = ("Wager", "Column", "Hand", "Pays", "Net per unit", "Deals", "Frequency", "Adds", "Adds, exact", "Law")
    rows = [row for side in par.sides for row in _lines(side)]
    first = write_table(sheet, columns, rows, {4: NET, 5: COUNT, 6: FINE_PERCENT, 7: FINE_PERCENT})
    last = first + len(rows) - 1
    again = ("Recomputed", "", "", "", "All frequencies", "Expectation by formula", "As solved", "Difference")
    checks = list(_side_checks(par, first, last, last + 3))
    write_table(sheet, again, checks, {4: TEN, 5: TEN, 6: TEN, 7: TINY})
    hanging = [(side, play, ev) for side in par.sides if side.basis for play, ev in plays(side)]
    if hanging:
        by_play = [(side.name, "", play, "", -ev, ev, say.exact(ev)) for side, play, ev in hanging]
        heads = ("By how the main game is played", "", "Play", "", "House edge", "Expectation", "Exact")
        write_table(sheet, heads, by_play, {4: FINE_PERCENT, 5: TEN})


def _lines(side: SideWager) -> Iterator[Row]:
    for line in side.lines:
        counted = (line.net, line.deals, line.frequency, line.adds, say.exact(line.adds))
        yield (side.name, side.column, line.hand, line.pays, *counted, side.table_cite)


def _side_checks(par: Par, first: int, last: int, row: int) -> Iterator[Row]:
    names, nets, shares = (f"${letter}${first}:${letter}${last}" for letter in "AEG")
    for n, side in enumerate(par.sides, row):
        own = Formula(f"=SUMIF({names},A{n},{shares})")
        mean = Formula(f"=SUMPRODUCT(({names}=A{n})*{nets}*{shares})")
        yield side.name, "", "", "", own, mean, side.result.ev, Formula(f"=F{n}-G{n}")


# --- The 169 kinds of two cards ---------------------------------------------------------------------------


def hands_sheet(book: Workbook, par: Par) -> None:
    """Writes the kinds of two cards in falling order of value, with the value of every first action; then the chart."""
    if not par.chart:
        return
    sheet, actions = book.create_sheet("169 hands"), par.main.chart
    columns = ("Hand", "Ways", "Best", "Value", "Value, exact", *(say.sentence(name) for name in actions))
    cells = sorted(par.chart, key=lambda cell: -cell.ev)
    rows: list[Row] = [
        (c.name, c.ways, c.action, c.ev, say.exact(c.ev), *(row[c.kind] for row in actions.values())) for c in cells
    ]
    first = write_table(sheet, columns, rows, dict.fromkeys((3, *range(5, len(columns))), GAIN))
    last = first + len(rows) - 1
    value = Formula(f"=SUMPRODUCT(B{first}:B{last},D{first}:D{last})/SUM(B{first}:B{last})")
    again = ("Again", "", "", "By formula", "As solved")
    write_table(sheet, again, [("Main game", "", "", value, say.exact(par.main.ev))], {3: GAIN})
    _square_sheet(book, par)


def _square_sheet(book: Workbook, par: Par) -> None:
    """Writes the chart: aces first, suited cards above the diagonal, with the best action and its value."""
    sheet, codes = book.create_sheet("Chart of hands"), action_codes(par)
    cells = {cell.kind: cell for cell in par.chart}
    rows = [[cells[kind] for kind in row] for row in places()]
    worth: list[Row] = [(letter, *(cell.ev for cell in row)) for letter, row in zip(ACES_FIRST, rows, strict=True)]
    best = [(letter, *(codes[cell.action] for cell in row)) for letter, row in zip(ACES_FIRST, rows, strict=True)]
    write_table(sheet, ("Value", *ACES_FIRST), worth, dict.fromkeys(range(1, 14), "+0.00;-0.00;0"))
    write_table(sheet, ("Best", *ACES_FIRST), best)
    write_note(sheet, hands_legend(par))
    _shade(sheet, "B2:N14")


def _shade(sheet: Any, cells: str) -> None:
    low, middle, high = "FFD9A58F", "FFFFFDF6", "FF8FBF9F"
    ends = {"start_type": "min", "start_color": low, "end_type": "max", "end_color": high}
    sheet.conditional_formatting.add(cells, ColorScaleRule(mid_type="num", mid_value=0, mid_color=middle, **ends))

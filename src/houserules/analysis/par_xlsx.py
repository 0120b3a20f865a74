"""A PAR sheet as a workbook, which labs and boards exchange: numbers as numbers, exact fractions beside them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.formatting.rule import ColorScaleRule
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.properties import PageSetupProperties

from houserules.analysis import par_words as say
from houserules.analysis.par_data import Par, ParMeter, ParProgressive, SideWager
from houserules.analysis.par_sections import heading
from houserules.analysis.par_xlsx_cells import FELT, TYPE, Row, Value, write_rows, write_table
from houserules.analysis.result import Result
from houserules.analysis.starting_hands import RANK_LETTERS

PERCENT, FINE_PERCENT, SIX, TEN = "0.0000%", "0.0000000%", "0.000000", "0.0000000000"
COUNT, NET, GAIN, MONEY = "#,##0", "+#,##0.####;-#,##0.####;0", "+0.000000;-0.000000;0", "$#,##0.00####"


def par_xlsx(par: Par) -> bytes:
    """The workbook: Summary, Main game, Distribution, Side wagers, Progressives, 169 hands, Choices."""
    book = Workbook()
    book.remove(book.worksheets[0])
    sheets = (_summary, _main, _distribution, _sides, _progressives, _hands, _choices)
    for fill in sheets:
        fill(book, par)
    for sheet in book.worksheets:
        sheet.page_setup.orientation, sheet.page_setup.fitToHeight = "landscape", 0
        sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _summary(book: Workbook, par: Par) -> None:
    sheet = book.create_sheet("Summary")
    write_rows(sheet, [("PAR sheet", par.header.game), *heading(par)], widen=False)
    sheet["A1"].font = sheet["B1"].font = Font(name=TYPE, bold=True, size=14, color=FELT)
    columns = ("Wager", "Column", "Hold", "Expectation, exact", "Unit", "Standard deviation", "Hit frequency")
    more = ("Regulator's low", "Regulator's high", "Met", "Law")
    rows: list[Row] = [(*_figures("Main game", "", par.main), "", "", "", par.stakes[0].cite)]
    rows += [(*_figures(s.name, s.column, s.result), *_range(s), s.table_cite) for s in par.sides]
    write_table(sheet, (*columns, *more), rows, {2: PERCENT, 5: SIX, 6: PERCENT, 7: "0.00%", 8: "0.00%"})


def _figures(name: str, column: str, result: Result) -> Row:
    spread = result.distribution
    assert spread is not None
    risk = (spread.standard_deviation, spread.frequency("won"))
    return (name, column, -result.ev, say.exact(result.ev), result.unit, *risk)


def _range(side: SideWager) -> tuple[Value, Value, Value]:
    printed = side.printed
    return ("", "", "") if printed is None else (printed.low, printed.high, "yes" if printed.is_met else "no")


def _main(book: Workbook, par: Par) -> None:
    sheet = book.create_sheet("Main game")
    write_table(sheet, ("Figure", "Value", "Exact"), list(_main_figures(par)), {1: TEN})
    actions = [(name, share, say.exact(share)) for name, share in par.main.actions.items()]
    write_table(sheet, ("Action", "Frequency", "Exact"), actions, {1: PERCENT})
    write_table(sheet, ("Wager", "Law", "Pays"), [(s.name, s.cite, s.pays) for s in par.stakes])
    if par.strategies:
        rules = [(s.name, -s.ev, say.exact(s.ev), s.cost) for s in par.strategies]
        write_table(sheet, ("Strategy", "Hold", "Expectation, exact", "Cost"), rules, {1: PERCENT, 3: PERCENT})
    write_rows(sheet, [(line,) for line in (*par.best_play, f"Method: {par.main.method}", *par.notes)], widen=False)


def _main_figures(par: Par) -> Iterator[Row]:
    main, spread = par.main, par.spread
    figures: list[tuple[str, Fraction | None]] = [
        (f"Expectation per {par.base}", main.ev),
        ("Hold", -main.ev),
        (f"Average total wager, {par.base}s", main.average_wager),
        ("Element of risk", main.element_of_risk),
        ("Variance", spread.variance),
        *((f"Rounds {word}", spread.frequency(word)) for word in ("won", "even", "lost")),
        ("N0, rounds", spread.n0),
    ]
    yield from ((name, value, say.exact(value)) for name, value in figures if value is not None)
    yield "Standard deviation", spread.standard_deviation, "root of the variance"


def _distribution(book: Workbook, par: Par) -> None:
    shares = [(value, deals, Fraction(deals, par.spread.total)) for value, deals in sorted(par.spread.counts.items())]
    columns = (f"Net result, {par.base}s", "Deals", "Frequency", "Frequency, exact")
    rows = [(value, deals, share, say.exact(share)) for value, deals, share in shares]
    write_table(book.create_sheet("Distribution"), columns, rows, {0: NET, 1: COUNT, 2: "0.0000000000%"})


def _sides(book: Workbook, par: Par) -> None:
    if not par.sides:
        return
    sheet = book.create_sheet("Side wagers")
    columns = ("Wager", "Column", "Hand", "Pays", "Net per unit", "Deals", "Frequency", "Adds", "Adds, exact", "Law")
    rows = [row for side in par.sides for row in _lines(side)]
    write_table(sheet, columns, rows, {4: NET, 5: COUNT, 6: FINE_PERCENT, 7: FINE_PERCENT})
    notes = [(side.name, f"The figure is {side.basis}.") for side in par.sides if side.basis]
    write_rows(sheet, notes, widen=False)


def _lines(side: SideWager) -> Iterator[Row]:
    for line in side.lines:
        counted = (line.net, line.deals, line.frequency, line.adds, say.exact(line.adds))
        yield (side.name, side.column, line.hand, line.pays, *counted, side.table_cite)


def _progressives(book: Workbook, par: Par) -> None:
    if not par.progressives:
        return
    sheet = book.create_sheet("Progressives")
    rows = [(one.name, name, value, say.exact(value)) for one in par.progressives for name, value in _meter_wager(one)]
    write_table(sheet, ("Wager", "Figure", "Value", "Exact"), rows, {2: TEN})
    for name, value in zip(sheet["B"], sheet["C"], strict=True):
        if "$" in str(name.value):
            value.number_format = MONEY


def _meter_wager(one: ParProgressive) -> Iterator[tuple[str, Fraction]]:
    yield "Stake, $", Fraction(one.stake_cents, 100)
    yield "Return of the fixed rows", 1 + one.fixed
    yield "Hold with meters at their seeds", -one.at_seed
    yield "Long run: to the meters", one.long_run.growth
    yield "Long run: reseeding by the house", one.long_run.reseeding
    yield "Long-run hold", one.long_run.hold
    for meter in one.meters:
        yield from ((f"{say.sentence(meter.name)}: {name}", value) for name, value in _meter(meter))
    for others, dollars in one.envy.items():
        yield f"Envy with {others} others, $ a round", dollars


def _meter(meter: ParMeter) -> Iterator[tuple[str, Fraction]]:
    yield "seed, $", meter.seed_cents / 100
    yield "reseed, $", meter.reseed_cents / 100
    yield "average, $", meter.average_cents / 100
    yield "break-even, $", meter.break_even_cents / 100
    yield "share won by one wager", meter.coefficient
    yield "won whole", meter.emptied
    yield "rate", meter.primary
    yield "reserve", meter.reserve


def _hands(book: Workbook, par: Par) -> None:
    """The kinds of two cards, the best first; beside the list the chart, suited cards above the diagonal."""
    if not par.chart:
        return
    sheet, actions = book.create_sheet("169 hands"), par.main.chart
    columns = ("Hand", "Ways", "Best", "Value", "Value, exact", *actions)
    cells = sorted(par.chart, key=lambda cell: -cell.ev)
    rows: list[Row] = [
        (c.name, c.ways, c.action, c.ev, say.exact(c.ev), *(row[c.kind] for row in actions.values())) for c in cells
    ]
    write_table(sheet, columns, rows, dict.fromkeys((3, *range(5, len(columns))), GAIN))
    _square(sheet, par, len(columns) + 2)


def _square(sheet: Any, par: Par, left: int) -> None:
    values = {cell.kind: cell.ev for cell in par.chart}
    for n, letter in enumerate(RANK_LETTERS[::-1]):
        for cell in (sheet.cell(1, left + 1 + n, letter), sheet.cell(2 + n, left, letter)):
            cell.font = Font(name=TYPE, bold=True)
        for m in range(13):
            value = float(values[13 * (12 - n) + 12 - m])
            sheet.cell(2 + n, left + 1 + m, value).number_format = "+0.00;-0.00;0"
    low, middle, high = "FFD9A58F", "FFFFFDF6", "FF8FBF9F"
    ends = {"start_type": "min", "start_color": low, "end_type": "max", "end_color": high}
    scale = ColorScaleRule(mid_type="num", mid_value=0, mid_color=middle, **ends)
    sheet.conditional_formatting.add(f"{get_column_letter(left + 1)}2:{get_column_letter(left + 13)}14", scale)


def _choices(book: Workbook, par: Par) -> None:
    rows = [(c.part, c.name, c.says, c.value, c.switched_from, c.cite) for c in par.choices]
    columns = ("Part", "Name", "What", "Filed", "Register's reading, where switched", "Law")
    write_table(book.create_sheet("Choices"), columns, rows)

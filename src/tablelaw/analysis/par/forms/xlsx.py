"""A PAR sheet as a workbook, the format that labs and boards exchange: numbers, with exact fractions beside them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font
from openpyxl.worksheet.properties import PageSetupProperties

from tablelaw.analysis.par import words as say
from tablelaw.analysis.par.contents import Par, SideWager
from tablelaw.analysis.par.forms.xlsx_cells import FELT, RED, TYPE, Row, Value, write_rows, write_table
from tablelaw.analysis.par.forms.xlsx_counts import distribution_sheet, hands_sheet, sides_sheet
from tablelaw.analysis.par.forms.xlsx_exposure import exposure_sheet
from tablelaw.analysis.par.forms.xlsx_money import progressives_sheet, round_sheet
from tablelaw.analysis.par.sections.blocks import Grid, Words
from tablelaw.analysis.par.sections.order import heading, sections
from tablelaw.analysis.result import Result

PERCENT, RANGE, SIX, TEN = "0.0000%", "0.00%", "0.000000", "0.0000000000"
NOTE_WIDTH = 110


def par_xlsx(par: Par) -> bytes:
    """The workbook, a sheet for each part."""
    book = Workbook()
    book.remove(book.worksheets[0])
    parts = (_summary, round_sheet, _main, distribution_sheet, sides_sheet, progressives_sheet, hands_sheet)
    for fill in (*parts, exposure_sheet, _choices, _notes):
        fill(book, par)
    for sheet in book.worksheets:
        _for_print(sheet, par)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _for_print(sheet: Any, par: Par) -> None:
    """Sets the sheet to print on landscape letter pages, fitted to their width, with its name, the table and the page
    number in the footer.
    """
    sheet.page_setup.orientation, sheet.page_setup.fitToHeight = "landscape", 0
    sheet.page_setup.paperSize = sheet.PAPERSIZE_LETTER
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.oddFooter.left.text = f"{par.header.game}, {say.table_name(par)}".replace("&", "&&")
    sheet.oddFooter.center.text, sheet.oddFooter.right.text = "&A", "&P of &N"


def _summary(book: Workbook, par: Par) -> None:
    sheet = book.create_sheet("Summary")
    write_rows(sheet, [("PAR sheet", par.header.game), *heading(par)], widen=False)
    sheet["A1"].font = sheet["B1"].font = Font(name=TYPE, bold=True, size=14, color=FELT)
    columns = (
        "Wager",
        "Column",
        "House edge",
        "Expectation, exact",
        "Unit",
        "Long-run house edge",
        "Standard deviation",
    )
    more = ("Hit frequency", "Regulator's low", "Regulator's high", "Met", "Law")
    rows: list[Row] = [(*_figures("Main game", "", par.main, ""), "", "", "", par.stakes[0].cite)]
    rows += [(*_side(par, side), *_range(side), side.table_cite) for side in par.sides]
    formats = {2: PERCENT, 5: PERCENT, 6: SIX, 7: PERCENT, 8: RANGE, 9: RANGE}
    first = write_table(sheet, (*columns, *more), rows, formats)
    for n, side in enumerate(par.sides, first + 1):
        if side.printed is not None and not side.printed.is_met:
            sheet.cell(n, len((*columns, *more)) - 1).font = Font(name=TYPE, bold=True, color=RED)


def _side(par: Par, side: SideWager) -> Row:
    long_run = next((one.long_run.hold for one in par.progressives if one.wager == side.id), "")
    return _figures(side.name, side.column, side.result, long_run)


def _figures(name: str, column: str, result: Result, long_run: Value) -> Row:
    spread = result.distribution
    assert spread is not None
    risk = (spread.standard_deviation, spread.frequency("won"))
    return (name, column, -result.ev, say.exact(result.ev), result.unit, long_run, *risk)


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
        write_table(sheet, ("Strategy", "House edge", "Expectation, exact", "Cost"), rules, {1: PERCENT, 3: PERCENT})


def _main_figures(par: Par) -> Iterator[Row]:
    main, spread = par.main, par.spread
    figures: list[tuple[str, Fraction | None]] = [
        (f"Expectation per {par.base}", main.ev),
        ("House edge", -main.ev),
        (f"Average total wager, {par.base}s", main.average_wager),
        ("Element of risk", main.element_of_risk),
        ("Variance", spread.variance),
        *((f"Rounds {word}", spread.frequency(word)) for word in ("won", "even", "lost")),
        ("N0, rounds", spread.n0),
    ]
    yield from ((name, value, say.exact(value)) for name, value in figures if value is not None)
    yield "Standard deviation", spread.standard_deviation, "root of the variance"


def _choices(book: Workbook, par: Par) -> None:
    rows = [(c.part, c.name, c.says, c.value, c.switched_from, c.cite) for c in par.choices]
    columns = ("Part", "Name", "What", "Filed", "Register's reading, where switched", "Law")
    write_table(book.create_sheet("Choices"), columns, rows)


def _notes(book: Workbook, par: Par) -> None:
    """Every sentence of the sheet, under its part and table."""
    sheet = book.create_sheet("Notes")
    write_table(sheet, ("Part", "Of", "Note"), [row for part in _told(par) for row in part])
    sheet.column_dimensions["C"].width = NOTE_WIDTH
    for row in sheet.iter_rows(min_row=2):
        row[2].alignment = Alignment(wrap_text=True, vertical="top")
        sheet.row_dimensions[row[0].row].height = 15 * (1 + len(str(row[2].value)) // NOTE_WIDTH)


def _told(par: Par) -> Iterator[list[Row]]:
    for section in sections(par):
        for block in section.blocks:
            if isinstance(block, Grid) and block.note:
                yield [(section.title, block.title, block.note)]
            elif isinstance(block, Words):
                yield [(section.title, "", line) for line in block.lines]

"""Cells of a workbook: numbers, text, and formulas where a reader may recompute or change an amount."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from openpyxl.styles import Alignment, Font, PatternFill

FELT, RED, BLUE, INPUT, TYPE = "FF0F3D2E", "FF8C2F24", "FF1F3FBF", "FFFFF6CC", "Calibri"
WIDEST, LINE_HEIGHT = 48, 15
LARGEST_WHOLE = 10**15
"""A workbook keeps fifteen digits of a number; a longer count is written as text."""


class Formula(str):
    """A formula, which the spreadsheet program computes when the workbook is opened."""


class Entry(float):
    """A number that the reader may change; formulas use it."""


Value = str | int | float | Fraction | None
Row = Sequence[Value]
Formats = Mapping[int, str]
"""Index of a column -> its number format."""


def write_table(sheet: Any, columns: Sequence[str], rows: Iterable[Row], formats: Formats | None = None) -> int:
    """Writes a table below the last row; the heading of the first table stays visible. Returns the row of the first
    entry.
    """
    start = next_row(sheet)
    write_rows(sheet, [columns, *rows], formats)
    for place, cell in enumerate(sheet[start][: len(columns)]):
        side = "right" if place in (formats or {}) else "left"
        cell.font, cell.fill = Font(name=TYPE, bold=True, color="FFFFFFFF"), PatternFill("solid", fgColor=FELT)
        cell.alignment = Alignment(horizontal=side, indent=int(side == "left"), wrap_text=True, vertical="top")
    if sheet.freeze_panes is None:
        sheet.freeze_panes = sheet.cell(start + 1, 2)
        sheet.print_title_rows = f"{start}:{start}"
    return start + 1


def write_rows(sheet: Any, rows: Iterable[Row], formats: Formats | None = None, widen: bool = True) -> None:
    for n, row in enumerate(rows, next_row(sheet)):
        for place, value in enumerate(row):
            cell = sheet.cell(n, place + 1)
            _set(cell, value, (formats or {}).get(place, ""))
            if widen:
                _widen(sheet, cell)


def write_note(sheet: Any, text: str) -> None:
    """Writes a sentence below the last row, running over into the next columns."""
    cell = sheet.cell(next_row(sheet), 1)
    _set(cell, text, "")
    cell.font = Font(name=TYPE, italic=True)


def next_row(sheet: Any) -> int:
    return int(sheet.max_row) + 2 if sheet.max_row > 1 or sheet["A1"].value else 1


def _set(cell: Any, value: Value, number_format: str) -> None:
    """Writes a value; a name that begins with = stays text, and a number with too many digits becomes text."""
    too_long = isinstance(value, int) and abs(value) >= LARGEST_WHOLE
    cell.value = float(value) if isinstance(value, Fraction | Entry) else str(value) if too_long else value
    if isinstance(value, Formula):
        cell.number_format = number_format or "General"
    elif isinstance(cell.value, str):
        cell.data_type = "s"
    elif number_format:
        cell.number_format = number_format
    if isinstance(value, Entry):
        cell.font, cell.fill = Font(name=TYPE, color=BLUE), PatternFill("solid", fgColor=INPUT)


def _widen(sheet: Any, cell: Any) -> None:
    """Makes a column as wide as its text or numbers need; longer text is wrapped."""
    is_text = cell.data_type == "s"
    width = len(cell.value if is_text else _shown(cell)) + 3
    column, row = sheet.column_dimensions[cell.column_letter], sheet.row_dimensions[cell.row]
    column.width = max(column.width, min(WIDEST, width))
    lines = -(-width // WIDEST)
    row.height = max(row.height or 0, LINE_HEIGHT * lines)
    beside = {"horizontal": "left", "indent": 1, "wrap_text": lines > 1} if is_text else {}
    cell.alignment = Alignment(vertical="top", **beside)


def _shown(cell: Any) -> str:
    """About how a number will look: its whole part, and the decimals of its format."""
    whole = 0 if cell.data_type == "f" else int(cell.value or 0)
    return f"{whole:,}" + "0" * len(cell.number_format.partition(";")[0].partition(".")[2])

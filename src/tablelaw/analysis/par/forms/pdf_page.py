"""The pages of a PAR sheet's PDF: fonts, a footer, wrapped text, and grids row by row."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from math import ceil
from pathlib import Path

import matplotlib
from fpdf import FPDF

from tablelaw.analysis.par import words as say
from tablelaw.analysis.par.contents import Par
from tablelaw.analysis.par.sections.blocks import Grid, is_short

Colour = tuple[int, int, int]

FELT, INK, GREY, GOLD, RED = (15, 61, 46), (28, 26, 23), (87, 83, 74), (169, 133, 50), (140, 47, 36)
TINT, CREAM = (246, 241, 226), (232, 209, 147)
MARGIN, LINE, PAD, GAP = 12.0, 3.5, 0.5, 1.3
SMALL, TINY, TITLE = 7.8, 7.0, 9.6
TITLE_LINE, NOTE_LINE = 5.4, 3.1
SPARE = 5.0
"""A column of a short grid is at most this much wider than it needs to be."""
STEP, BESIDE = 0.8, 2.2
"""How much a column is narrowed at a time, and the space between two columns."""
STANDARD_LETTERS = "windows-1252"
"""The letters of the standard PDF fonts, with the euro sign."""
SANS, WIDE = "sans", 84
"""The font for other alphabets, and the share of its width at which it is set, because it is wide."""
HYPHENS = re.compile(r"(?<=[a-z]-)(?=[a-z])")


class Page(FPDF):
    """Letter-size pages in the standard PDF fonts, unless the words need letters that they lack."""

    def __init__(self, par: Par, words: str) -> None:
        super().__init__(format="letter")
        self.foot = f"{par.header.game}, {say.table_name(par)}, {par.header.casino}"
        self.mark = f"{par.header.version}, {par.header.rulebook} {par.header.fingerprint}"
        self.core_fonts_encoding = STANDARD_LETTERS
        self.plain, self.serif = self._fonts(words)
        self.set_margin(MARGIN)
        self.set_auto_page_break(False)
        self.set_title(f"PAR sheet: {self.foot}")
        self.set_creator(par.header.version)
        self._date(par.header.date)

    def _fonts(self, text: str) -> tuple[str, str]:
        if text.encode(STANDARD_LETTERS, "ignore").decode(STANDARD_LETTERS) == text:
            return "helvetica", "times"
        folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
        for style, name in (("", "DejaVuSans"), ("B", "DejaVuSans-Bold")):
            self.add_font(SANS, style, folder / f"{name}.ttf")
        return SANS, SANS

    def _date(self, date: str) -> None:
        """Sets the file's date to the sheet's, so that the same sheet gives the same file."""
        try:
            self.set_creation_date(datetime.fromisoformat(date).replace(tzinfo=UTC))
        except ValueError:
            return

    def footer(self) -> None:
        """Prints the table, the program and the page number; a name too long for its half is cut."""
        self.ink(TINY, GREY)
        whole = self.wrapped(self.foot, self.epw / 2 - 4)
        self.set_xy(MARGIN, -10)
        self.cell(self.epw / 2, 4, whole[0] + ("" if len(whole) == 1 else " ..."))
        self.set_xy(MARGIN, -10)
        self.cell(self.epw, 4, f"{self.mark}    {self.page_no()} of {{nb}}", align="R")

    # --- Words --------------------------------------------------------------------------------------

    def ink(self, size: float = SMALL, colour: Colour = INK, style: str = "", serif: bool = False) -> None:
        self.set_font(self.serif if serif else self.plain, style, size)
        self.set_stretching(WIDE if self.plain == SANS else 100)
        self.set_text_color(*colour)

    def wrapped(self, text: str, width: float) -> list[str]:
        """Wraps text to a width in the current font; a word too long for any line is cut."""
        lines = [""]
        for word in text.split():
            joined = f"{lines[-1]} {word}".strip()
            if self.get_string_width(joined) <= width:
                lines[-1] = joined
                continue
            if lines[-1]:
                lines.append("")
            lines[-1:] = self._cut(word, width)
        return lines

    def _cut(self, word: str, width: float) -> list[str]:
        """Cuts a long word into parts that fit: after a hyphen if there is one, otherwise wherever the line is full."""
        parts = [""]
        for piece in HYPHENS.split(word):
            for bit in [piece] if self.get_string_width(piece) <= width else piece:
                if parts[-1] and self.get_string_width(parts[-1] + bit) > width:
                    parts.append("")
                parts[-1] += bit
        return parts

    def write_lines(
        self, lines: Sequence[str], x: float, y: float, width: float, line: float, align: str = "L"
    ) -> None:
        for n, text in enumerate(lines):
            self.set_xy(x, y + n * line)
            self.cell(width, line, text, align=align)

    @property
    def bottom(self) -> float:
        """How far down the page blocks may reach."""
        return float(self.h) - MARGIN

    # --- Grids --------------------------------------------------------------------------------------

    def grid_height(self, grid: Grid, width: float) -> float:
        widths = self._widths(grid, width)
        rows = sum(self._row_height(grid, n, widths) for n in range(-1, len(grid.rows)))
        return (TITLE_LINE if grid.title else 0) + rows + self._note_height(grid, width) + GAP * 2

    def rows_that_fit(self, grid: Grid, width: float, height: float) -> int:
        """How many rows of a grid, including its heading, fit into a height."""
        widths, room = self._widths(grid, width), height - (TITLE_LINE if grid.title else 0)
        for n in range(-1, len(grid.rows)):
            room -= self._row_height(grid, n, widths)
            if room < 0:
                return max(0, n)
        return len(grid.rows)

    def draw_grid(self, grid: Grid, x: float, y: float, width: float) -> None:
        widths = self._widths(grid, width)
        whole = sum(widths)
        if grid.title:
            self._title(grid, x, y, max(whole, width / 2))
            y += TITLE_LINE
        y = under = self._row(grid, -1, widths, x, y)
        for n in range(len(grid.rows)):
            if n % 2 == 0:
                self.set_fill_color(*TINT)
                self.rect(x, y, whole, self._row_height(grid, n, widths), style="F")
            if grid.has_total and n == len(grid.rows) - 1:
                self._rule(x, y, whole)
            y = self._row(grid, n, widths, x, y)
        self._rule(x, under, whole)
        self._rule(x, y, whole)
        if grid.note:
            self.ink(TINY, GREY)
            self.write_lines(self.wrapped(grid.note, width - 2), x, y + PAD, width, NOTE_LINE)

    def _title(self, grid: Grid, x: float, y: float, width: float) -> None:
        self.ink(TINY, GREY)
        taken = self.get_string_width(grid.cite) + 4
        self.write_lines([grid.cite], x, y + 1, width, LINE, "R")
        size = TITLE
        self.ink(size, FELT, "B", serif=True)
        while self.get_string_width(grid.title) > width - taken and size > TINY:
            size -= 0.2
            self.ink(size, FELT, "B", serif=True)
        self.write_lines([grid.title], x, y, width, TITLE_LINE - 0.6)

    def _rule(self, x: float, y: float, width: float) -> None:
        self.set_draw_color(*GOLD)
        self.set_line_width(0.15)
        self.line(x, y, x + width, y)

    def _widths(self, grid: Grid, width: float) -> list[float]:
        """Numbers get the width they need; text columns shrink where that adds the fewest lines."""
        places = range(len(grid.columns))
        sizes = [[self._long(grid, n, m, _row_of(grid, n)[m]) for m in places] for n in range(-1, len(grid.rows))]
        widths = [max(row[m] for row in sizes) + BESIDE for m in places]
        least = [self._longest_piece(grid, m) + BESIDE for m in places]
        while sum(widths) > width:
            may = [m for m in places if m not in grid.numbers and widths[m] > least[m]]
            if not may:
                break
            widths[min(may, key=lambda m: (_lines(sizes, widths, m), -widths[m]))] -= STEP
        spare = (width - sum(widths)) / len(widths)
        if is_short(grid) and not grid.is_narrow:
            spare = min(spare, SPARE)
        return [column + spare for column in widths]

    def _long(self, grid: Grid, n: int, m: int, text: str) -> float:
        """The width of a text in the type of its cell."""
        self._cell_ink(grid, n, m)
        return float(self.get_string_width(text))

    def _longest_piece(self, grid: Grid, m: int) -> float:
        words = ((n, word) for n in range(-1, len(grid.rows)) for word in _row_of(grid, n)[m].split())
        pieces = ((n, piece) for n, word in words for piece in HYPHENS.split(word))
        return max((self._long(grid, n, m, piece) for n, piece in pieces), default=0.0)

    def _row_height(self, grid: Grid, n: int, widths: Sequence[float]) -> float:
        return max(len(self._cell_lines(grid, n, m, width)) for m, width in enumerate(widths)) * LINE + PAD

    def _cell_lines(self, grid: Grid, n: int, m: int, width: float) -> list[str]:
        """The lines of a cell, in the type of its column and wrapped to its width."""
        self._cell_ink(grid, n, m)
        return self.wrapped(_row_of(grid, n)[m], width - BESIDE + 0.1)

    def _note_height(self, grid: Grid, width: float) -> float:
        self.ink(TINY)
        return len(self.wrapped(grid.note, width - 2)) * NOTE_LINE + PAD if grid.note else 0.0

    def _row(self, grid: Grid, n: int, widths: Sequence[float], x: float, y: float) -> float:
        """Draws a row, or the heading (-1), and returns where the next one begins."""
        for m, width in enumerate(widths):
            lines, is_number = self._cell_lines(grid, n, m, width), m in grid.numbers
            self.write_lines(lines, x, y + PAD / 2, width - is_number, LINE, "R" if is_number else "L")
            x += width
        return y + self._row_height(grid, n, widths)

    def _cell_ink(self, grid: Grid, n: int, m: int) -> None:
        """Sets the style of a cell: grey headings, bold names and totals, red for what needs attention."""
        if n < 0:
            self.ink(TINY, GREY)
            return
        is_total = grid.has_total and n == len(grid.rows) - 1
        is_bold = is_total or (m == 0 and m not in grid.numbers) or (n, m) in grid.alerts
        self.ink(SMALL, RED if (n, m) in grid.alerts else INK, "B" if is_bold else "")


def _row_of(grid: Grid, n: int) -> tuple[str, ...]:
    """A row of a grid; number -1 is its heading."""
    return grid.columns if n < 0 else grid.rows[n]


def _lines(sizes: Sequence[Sequence[float]], widths: Sequence[float], narrower: int) -> int:
    """About how many lines a grid takes when the column `narrower` is made one step narrower."""
    room = [width - BESIDE - (STEP if n == narrower else 0) for n, width in enumerate(widths)]
    return sum(max(ceil(size / max(own, 1)) for size, own in zip(row, room, strict=True)) for row in sizes)

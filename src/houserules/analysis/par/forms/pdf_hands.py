"""The chart of the 169 kinds of two cards, set in the PDF's own type."""

from __future__ import annotations

from houserules.analysis.best_play import ChartCell
from houserules.analysis.par.data import Par
from houserules.analysis.par.forms.pdf_page import FELT, GREY, INK, LINE, Page
from houserules.analysis.par.forms.plots import borders, shades
from houserules.analysis.par.hands import action_codes, hands_legend, places
from houserules.analysis.symmetry.starting_hands import RANK_LETTERS

EDGE = 4.0
"""Room for the letters of the ranks, above and at the left."""
HANDS_SHAPE = 1.0


def draw_hands(page: Page, par: Par, x: float, y: float, width: float) -> None:
    """A square for each kind: its name, the best first action, and what that is worth."""
    side = (width - EDGE - LINE) / 13
    left, top = x + EDGE, y + EDGE
    cells, codes, colour = {cell.kind: cell for cell in par.chart}, action_codes(par), shades(par)
    for n, row in enumerate(places()):
        for m, kind in enumerate(row):
            page.set_fill_color(*(round(255 * part) for part in colour(cells[kind])))
            page.rect(left + m * side, top + n * side, side, side, style="F")
            _cell(page, cells[kind], codes[cells[kind].action], left + m * side, top + n * side, side)
    _lines(page, par, left, top, side)
    _letters(page, left, top, side)
    page.ink(7.0, GREY)
    page.write_lines([hands_legend(par)], left, top + 13 * side + 0.6, 13 * side, LINE, "C")


def _cell(page: Page, cell: ChartCell, code: str, x: float, y: float, side: float) -> None:
    line = side / 3.4
    shown = ((cell.name, 7.8, "B", INK), (code, 7.2, "", FELT), (f"{float(cell.ev):+.2f}", 7.0, "", INK))
    for n, (text, size, style, colour) in enumerate(shown):
        page.ink(size, colour, style)
        page.write_lines([text], x, y + side * 0.06 + n * line, side, line, "C")


def _lines(page: Page, par: Par, left: float, top: float, side: float) -> None:
    page.set_draw_color(*FELT)
    page.set_line_width(0.45)
    for (x0, y0), (x1, y1) in borders(par):
        page.line(left + x0 * side, top + y0 * side, left + x1 * side, top + y1 * side)


def _letters(page: Page, left: float, top: float, side: float) -> None:
    page.ink(7.8, GREY)
    for n, letter in enumerate(RANK_LETTERS[::-1]):
        page.write_lines([letter], left + n * side, top - LINE - 0.4, side, LINE, "C")
        page.write_lines([letter], left - EDGE, top + n * side + (side - LINE) / 2, EDGE - 1, LINE, "R")

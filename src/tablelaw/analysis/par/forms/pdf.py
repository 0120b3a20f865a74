"""A PAR sheet as a PDF of a few letter pages: the same sections as the HTML page, set closely for paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import NamedTuple

from matplotlib.figure import Figure

from tablelaw.analysis.par.contents import Par
from tablelaw.analysis.par.forms.pdf_page import (
    CREAM,
    FELT,
    GAP,
    GREY,
    INK,
    LINE,
    MARGIN,
    SANS,
    SMALL,
    TINT,
    TITLE_LINE,
    Page,
)
from tablelaw.analysis.par.forms.plots import borders, picture, plots, shades
from tablelaw.analysis.par.forms.text import par_text
from tablelaw.analysis.par.sections.blocks import Block, Grid, Plot, Section, Words, in_rows, narrowed
from tablelaw.analysis.par.sections.order import heading, sections
from tablelaw.analysis.par.words import action_codes, hands_legend, places
from tablelaw.analysis.starting_hand_chart import ChartCell
from tablelaw.analysis.symmetry.starting_hands import RANK_LETTERS

EDGE = 4.0
"""Space for the rank labels, above and at the left."""
HANDS_SHAPE = 1.0


def draw_hands(page: Page, par: Par, x: float, y: float, width: float) -> None:
    """Draws a square for each kind of two cards: its name, the best first action, and what that is worth."""
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


HEADING, BETWEEN = 7.4, 5.0
FEWEST = 4
"""A grid is not split if fewer rows than this would come before or after the split."""
SHARE = {"hands": 0.84}
"""The share of the width that a picture takes, if not all."""


def par_pdf(par: Par) -> bytes:
    """The sheet as a complete PDF."""
    page = Page(par, par_text(par))
    page.add_page()
    drawn = {name: _drawing(page, par, name, draw) for name, draw in plots(par).items()}
    y = _banner(page, par)
    for section in sections(par):
        y = _section(page, section, drawn, y)
    return bytes(page.output())


class Drawing(NamedTuple):
    """A picture's height as a share of its width, and a function that draws it at a place with a width."""

    shape: float
    draw: Callable[[float, float, float], object]


Drawn = dict[str, Drawing]


def _drawing(page: Page, par: Par, name: str, draw: Callable[[], Figure]) -> Drawing:
    """How to draw a plot: the chart of hands is typeset in the page's own font; the others are pictures."""
    if name == "hands":
        return Drawing(HANDS_SHAPE, partial(draw_hands, page, par))
    made = picture(draw, words_as_paths=True)
    return Drawing(made.shape, lambda x, y, width: page.image(BytesIO(made.svg.encode()), x, y, width))


def _banner(page: Page, par: Par) -> float:
    """Draws the header on green; a long name takes as many lines as it needs."""
    page.ink(7.8)
    pairs = [(name, page.wrapped(value, page.epw - 34)) for name, value in heading(par)]
    page.ink(17, TINT, "B", serif=True)
    title = page.wrapped(par.header.game, page.epw - 8)
    lines, top = sum(len(value) for _, value in pairs), MARGIN + 6.6 + 6.6 * len(title)
    page.set_fill_color(*FELT)
    page.rect(
        MARGIN, MARGIN, page.epw, top - MARGIN + lines * 4 + 1.4, style="F", round_corners=True, corner_radius=1.5
    )
    page.write_lines(title, MARGIN + 4, MARGIN + 6, page.epw - 8, 6.6)
    page.ink(7.0, CREAM, "B")
    page.write_lines(["PAR SHEET"], MARGIN + 4, MARGIN + 2.4, page.epw - 8, LINE)
    for name, value in pairs:
        page.ink(7.8, CREAM)
        page.write_lines([name], MARGIN + 4, top, 24, 4)
        page.ink(7.8, TINT)
        page.write_lines(value, MARGIN + 28, top, page.epw - 32, 4)
        top += 4 * len(value)
    return top + 2.4


def _section(page: Page, section: Section, drawn: Drawn, y: float) -> float:
    for n, row in enumerate(in_rows([*narrowed(section.blocks)])):
        heading = HEADING if n == 0 else 0
        first = _block_height(page, row[0], _width(page, row), drawn)
        if y + heading + first > page.bottom and not _may_break(page, row, y + heading):
            page.add_page()
            y = MARGIN
        if n == 0:
            y = _heading(page, section.title, y)
        y = _in_columns(page, row, drawn, y) if _is_narrow(row[0]) else _place(page, row[0], drawn, y)
    return y


def _heading(page: Page, title: str, y: float) -> float:
    page.ink(12, FELT, "B", serif=True)
    page.write_lines([title], MARGIN, y + 1.5, page.epw, 5)
    return y + HEADING


# --- Placing blocks ---------------------------------------------------------------------------------------


def _is_narrow(block: Block) -> bool:
    return not isinstance(block, Words) and block.is_narrow


def _width(page: Page, row: tuple[Block, ...]) -> float:
    return float((page.epw - BETWEEN) / 2 if _is_narrow(row[0]) else page.epw)


def _block_height(page: Page, block: Block, width: float, drawn: Drawn) -> float:
    if isinstance(block, Grid):
        return page.grid_height(block, width)
    if isinstance(block, Plot):
        share = SHARE.get(block.name, 1.0)
        return width * share * drawn[block.name].shape + GAP * 2 + (TITLE_LINE if block.is_narrow else 0)
    page.ink(SMALL)
    return sum(len(page.wrapped(line, width - 4)) for line in block.lines) * LINE + GAP * 2


def _may_break(page: Page, row: tuple[Block, ...], y: float) -> bool:
    """Whether a grid may be split here, because some rows fit above the split."""
    block = row[0]
    if len(row) > 1 or not isinstance(block, Grid) or len(block.rows) < 2 * FEWEST:
        return False
    return page.rows_that_fit(block, page.epw, page.bottom - y) >= FEWEST


def _in_columns(page: Page, row: tuple[Block, ...], drawn: Drawn, y: float) -> float:
    """Places narrow blocks in two columns, each in the one with more room; starts a new page if neither has any."""
    width, ends = _width(page, row), [y, y]
    for block in row:
        height = _block_height(page, block, width, drawn)
        side = 0 if ends[0] <= ends[1] else 1
        if ends[side] + height > page.bottom:
            page.add_page()
            side, ends = 0, [MARGIN, MARGIN]
        _draw(page, block, MARGIN + side * (width + BETWEEN), ends[side], width, drawn)
        ends[side] += height
    return max(ends)


def _place(page: Page, block: Block, drawn: Drawn, y: float) -> float:
    height = _block_height(page, block, page.epw, drawn)
    if y + height > page.bottom and isinstance(block, Grid) and _may_break(page, (block,), y):
        return _broken(page, block, drawn, y)
    _draw(page, block, MARGIN, y, page.epw, drawn)
    return y + height


def _broken(page: Page, grid: Grid, drawn: Drawn, y: float) -> float:
    """Splits a grid over two pages, with its headings repeated."""
    rows = min(page.rows_that_fit(grid, page.epw, page.bottom - y), len(grid.rows) - FEWEST)
    page.draw_grid(replace(grid, rows=grid.rows[:rows], note=""), MARGIN, y, page.epw)
    page.add_page()
    return _place(page, replace(grid, rows=grid.rows[rows:]), drawn, MARGIN)


def _draw(page: Page, block: Block, x: float, y: float, width: float, drawn: Drawn) -> None:
    if isinstance(block, Grid):
        page.draw_grid(block, x, y, width)
    elif isinstance(block, Plot):
        wide = width * SHARE.get(block.name, 1.0)
        offset = TITLE_LINE if block.is_narrow else 0
        drawn[block.name].draw(x + (width - wide) / 2, y + offset, wide)
    else:
        _words(page, block, x, y, width)


def _words(page: Page, words: Words, x: float, y: float, width: float) -> None:
    page.ink(SMALL)
    for line in words.lines:
        page.write_lines(["\u2022" if page.plain == SANS else "-"], x, y, 4, LINE)
        wrapped = page.wrapped(line, width - 4)
        page.write_lines(wrapped, x + 3, y, width - 4, LINE)
        y += len(wrapped) * LINE

"""A PAR sheet as plain text, for a terminal of 80 columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from textwrap import wrap

from tablelaw.analysis.par.contents import Par
from tablelaw.analysis.par.sections.blocks import Block, Grid, Plot, Section
from tablelaw.analysis.par.sections.order import heading, sections
from tablelaw.analysis.par.words import action_codes
from tablelaw.analysis.symmetry.starting_hands import RANK_LETTERS

WIDTH = 80
GAP = 2
BREAKS = re.compile(r"\s|(?<=[a-z]-)(?=[a-z])")
"""Where a cell may be wrapped: between words, and after a hyphen."""


def par_text(par: Par) -> str:
    """The whole sheet as plain text."""
    parts = [_header(par), *(_section(par, section) for section in sections(par))]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _header(par: Par) -> list[str]:
    rule = "=" * WIDTH
    names = max(len(name) for name, _ in heading(par)) + GAP
    lines = [line for name, value in heading(par) for line in _labelled(name, value, names)]
    return [rule, f"PAR sheet: {par.header.game}".center(WIDTH).rstrip(), rule, *lines]


def _labelled(name: str, value: str, indent: int) -> Iterator[str]:
    for n, line in enumerate(wrap(value, WIDTH - indent)):
        yield ("" if n else name).ljust(indent) + line


def _section(par: Par, section: Section) -> list[str]:
    lines = [section.title.upper(), "-" * WIDTH]
    parts = [part for block in section.blocks if (part := _block(par, block))]
    for n, part in enumerate(parts):
        lines += [""] * (n > 0) + part
    return lines


def _block(par: Par, block: Block) -> list[str]:
    if isinstance(block, Grid):
        return grid_lines(block)
    if isinstance(block, Plot):
        return list(_chart(par)) if block.name == "hands" else []
    return [line for text in block.lines for line in wrap(text, WIDTH, initial_indent="- ", subsequent_indent="  ")]


# --- Grids ------------------------------------------------------------------------------------------


def grid_lines(grid: Grid) -> list[str]:
    """A grid with its columns made to fit: text is wrapped, numbers never."""
    title = f"{grid.title} [{grid.cite}]" if grid.cite else grid.title
    widths = _widths(grid)
    head = [*_row(grid.columns, widths, grid), (" " * GAP).join("-" * width for width in widths)]
    rows = [line for row in grid.rows for line in _row(row, widths, grid)]
    if grid.has_total:
        rows.insert(-1, head[-1])
    return [*wrap(title, WIDTH), *head, *rows, *wrap(grid.note, WIDTH)]


def _widths(grid: Grid) -> list[int]:
    """Starts from the widest cell of each column, then narrows the widest text columns until the row fits."""
    widths = [max(len(row[n]) for row in (grid.columns, *grid.rows)) for n in range(len(grid.columns))]
    words = [n for n in range(len(widths)) if n not in grid.numbers] or list(range(len(widths)))
    least = [max(len(part) for row in (grid.columns, *grid.rows) for part in BREAKS.split(row[n])) for n in words]
    while sum(widths) + GAP * (len(widths) - 1) > WIDTH:
        room = [(widths[n], n) for n, smallest in zip(words, least, strict=True) if widths[n] > smallest]
        if not room:
            break
        widths[max(room)[1]] -= 1
    return widths


def _row(row: tuple[str, ...], widths: list[int], grid: Grid) -> Iterator[str]:
    cells = [wrap(cell, max(width, 1)) or [""] for cell, width in zip(row, widths, strict=True)]
    for parts in zip_longest(*cells, fillvalue=""):
        placed = enumerate(zip(parts, widths, strict=True))
        shown = [part.rjust(width) if n in grid.numbers else part.ljust(width) for n, (part, width) in placed]
        yield (" " * GAP).join(shown).rstrip()


# --- The 169 kinds of two cards -----------------------------------------------------------------------


def _chart(par: Par) -> Iterator[str]:
    """The best action for every kind of two cards: aces first, suited above the diagonal, with a legend for the
    codes.
    """
    codes = action_codes(par)
    by_kind = {cell.kind: cell for cell in par.chart}
    order = range(12, -1, -1)
    yield "Best first action; suited cards above the diagonal, offsuit cards below"
    yield "    " + "".join(RANK_LETTERS[column].rjust(4) for column in order)
    for row in order:
        cells = [by_kind[13 * row + column] for column in order]
        yield f"  {RANK_LETTERS[row]} " + "".join(codes[cell.action].rjust(4) for cell in cells)
    yield "  " + ", ".join(f"{code}: {action}" for action, code in codes.items())

"""The blocks that make up a PAR sheet: grids, text and plots under headings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: a heading for each column, and one row per line; `numbers` are the indexes of right-aligned columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = field(default_factory=frozenset)
    note: str = ""
    cite: str = ""
    is_narrow: bool = False
    """Two narrow grids are placed side by side if the page is wide enough."""
    has_total: bool = False
    """The last row sums up the others."""
    alerts: frozenset[tuple[int, int]] = field(default_factory=frozenset)
    """Row and column of each cell that needs attention."""


@dataclass(frozen=True, slots=True)
class Words:
    """Sentences, each a paragraph or a line of a list."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture by its name (see `plots`), and a description for those who cannot see it."""

    name: str
    says: str
    is_narrow: bool = False


Block = Grid | Words | Plot


@dataclass(frozen=True, slots=True)
class Section:
    id: str
    title: str
    blocks: tuple[Block, ...]


def right(*places: int) -> frozenset[int]:
    """The indexes of the right-aligned columns."""
    return frozenset(places)


LONG = 6
"""A grid of numbers with more rows than this is split into two halves side by side."""


def narrowed(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks as a page shows them: long grids of numbers in two halves."""
    for block in blocks:
        if isinstance(block, Grid) and len(block.rows) > LONG and len(block.numbers) == len(block.columns):
            yield from halves(block)
        else:
            yield block


def halves(grid: Grid) -> tuple[Grid, Grid]:
    """Splits a long grid into two narrow grids."""
    middle = (len(grid.rows) + 1) // 2
    rest = replace(grid, title=f"{grid.title}, continued", rows=grid.rows[middle:], note="", cite="", is_narrow=True)
    return replace(grid, rows=grid.rows[:middle], is_narrow=True), rest


def in_rows(blocks: Sequence[Block]) -> Iterator[tuple[Block, ...]]:
    """Groups adjacent narrow blocks; every other block stays alone."""
    for is_narrow, run in groupby(blocks, lambda block: not isinstance(block, Words) and block.is_narrow):
        if is_narrow:
            yield tuple(run)
        else:
            yield from ((block,) for block in run)


def is_short(grid: Grid) -> bool:
    """Whether a grid has only one column of names in addition to its numbers, and so need not fill the width."""
    return len(grid.numbers) + 1 >= len(grid.columns)


def without_empty_columns(grid: Grid) -> Grid:
    """The grid without columns that are empty in every row."""
    filled = [n for n in range(len(grid.columns)) if any(row[n] for row in grid.rows)]
    numbers = frozenset(place for place, n in enumerate(filled) if n in grid.numbers)
    alerts = frozenset((row, filled.index(n)) for row, n in grid.alerts)
    rows = tuple(tuple(row[n] for n in filled) for row in grid.rows)
    return replace(grid, columns=tuple(grid.columns[n] for n in filled), rows=rows, numbers=numbers, alerts=alerts)

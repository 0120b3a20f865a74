"""Tables that fit any width without cropping or splitting a word: paragraphs of law and sums of money stay whole.

Where the columns do not fit beside each other, each row is printed as a block of its own, one line for each cell.
Whatever goes to a file or another program, and not to a terminal, has no width to keep to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.box import SIMPLE_HEAD, Box
from rich.cells import cell_len
from rich.console import Console, ConsoleDimensions, ConsoleOptions, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from houserules.plain_text import UNLIMITED, breaks, fitted, labelled

INDENT = 2
BORDERS = 4


class Screen(Console):
    """A console that never splits a word of a sentence, and has no limit of width where it is no terminal.

    A width that is set by COLUMNS is kept to in any case.
    """

    @property
    def size(self) -> ConsoleDimensions:
        known = super().size
        if self.is_terminal or self._width is not None or self._environ.get("COLUMNS", "").isdigit():
            return known
        return ConsoleDimensions(UNLIMITED, known.height)

    @size.setter
    def size(self, wanted: tuple[int, int]) -> None:
        self._width, self._height = wanted

    def print(self, *objects: Any, **options: Any) -> None:
        if all(isinstance(shown, str | Text) for shown in objects):
            if not options.get("soft_wrap"):
                objects = tuple(self._broken(shown, options) for shown in objects)
            options = {"overflow": "ignore", **options}
        super().print(*objects, **{"crop": False, **options})

    def on_broken_pipe(self) -> None:
        """Leaves a closed pipe to the command, which ends with a code of its own for it."""
        raise BrokenPipeError

    def _broken(self, shown: str | Text, options: dict[str, Any]) -> Text:
        """A text with its long lines broken at blanks."""
        read = {name: options[name] for name in ("markup", "highlight", "emoji") if name in options}
        text = self.render_str(shown, **read) if isinstance(shown, str) else shown
        lines = text.split("\n", allow_blank=True)
        parts = (line.divide(breaks(line.plain, self.width)) for line in lines)
        return Text("\n").join(part for line in parts for part in _without_ends(list(line)))


@dataclass(slots=True)
class Sheet:
    """Rows under headings. `numbers` stand at the right; the lines of `whole` columns are not broken even at blanks."""

    title: str
    columns: Sequence[str]
    numbers: Iterable[str] = ()
    whole: Iterable[str] = ()
    has_header: bool = True
    box: Box | None = SIMPLE_HEAD
    _rows: list[list[Text]] = field(default_factory=list)
    _sections: set[int] = field(default_factory=set)

    def add_row(self, *cells: str | Text) -> None:
        """Cells as they are: no markup is read in them."""
        self._rows.append([cell if isinstance(cell, Text) else Text(cell) for cell in cells])

    def add_section(self) -> None:
        """A line under the rows so far."""
        self._sections.add(len(self._rows))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        widths = self._widths(options.max_width)
        if widths is None:
            yield from self._stacked(options.max_width)
        else:
            yield self._side_by_side(widths)

    # --- Beside each other ------------------------------------------------------------------------------------

    def _widths(self, width: int) -> list[int] | None:
        """How wide each column is; nothing where the longest words do not fit beside each other."""
        needed = [max(self._lengths(number, self._is_whole(number))) for number in range(len(self.columns))]
        wanted = [max(self._lengths(number, True)) for number in range(len(self.columns))]
        room = width - 2 * len(self.columns)
        if sum(needed) > room:
            return None
        return _shared(needed, wanted, room)

    def _is_whole(self, number: int) -> bool:
        return self.columns[number] in {*self.numbers, *self.whole, "id", "code"}

    def _lengths(self, number: int, is_whole: bool) -> Iterator[int]:
        yield 1
        header = [self.columns[number]] if self.has_header else []
        for text in (*header, *(row[number].plain for row in self._rows)):
            yield from map(cell_len, text.split("\n") if is_whole else text.split())

    def _side_by_side(self, widths: Sequence[int]) -> Table:
        table = Table(
            title=Text(self.title, "table.title") if self.title else None,
            title_justify="left",
            header_style="bold",
            show_header=self.has_header,
            box=self.box,
            pad_edge=False,
            padding=(0, 1, 0, 0),
        )
        for name, width in zip(self.columns, widths, strict=True):
            table.add_column(name, justify=self._side(name), overflow="fold", width=width)
        for number, row in enumerate(self._rows):
            if number in self._sections:
                table.add_section()
            table.add_row(*row)
        return table

    def _side(self, name: str) -> Any:
        return "right" if name in set(self.numbers) else "left"

    # --- One below the other ------------------------------------------------------------------------------------

    def _stacked(self, width: int) -> Iterator[RenderableType]:
        """Each row a block; a word that is longer than the line is left whole all the same."""
        if self.title:
            yield _unbroken(fitted(self.title, width), "table.title")
        for row in self._rows:
            yield from self._block(row, width) if self.has_header else _run_on(row, width)

    def _block(self, row: Sequence[Text], width: int) -> Iterator[Text]:
        """A line for each cell, with the name of its column."""
        start = max(map(cell_len, self.columns)) + INDENT
        yield Text("")
        for name, cell in zip(self.columns, row, strict=True):
            if cell.plain.strip():
                yield _unbroken("\n".join(labelled(name, cell.plain, start, width)), cell.style)


def _run_on(row: Sequence[Text], width: int) -> Iterator[Text]:
    """Cells without headings, one after the other."""
    yield _unbroken(fitted("  ".join(cell.plain for cell in row if cell.plain.strip()), width), "")


def _without_ends(parts: list[Text]) -> list[Text]:
    """The parts of a line, without the blanks at which it was broken."""
    for part in parts[:-1]:
        part.rstrip()
    return parts


def _unbroken(text: str, style: Any) -> Text:
    return Text(text, style=style, no_wrap=True, overflow="ignore")


def _shared(needed: Sequence[int], wanted: Sequence[int], room: int) -> list[int]:
    """Short columns have what they want; the long ones share what is left equally."""
    low, high = 0, max(wanted)
    while low < high:
        cap = (low + high + 1) // 2
        fits = sum(_capped(needed, wanted, cap)) <= room
        low, high = (cap, high) if fits else (low, cap - 1)
    widths = _capped(needed, wanted, low)
    for number, most in enumerate(wanted):
        widths[number] += max(0, min(most - widths[number], room - sum(widths), 1))
    return widths


def _capped(needed: Sequence[int], wanted: Sequence[int], cap: int) -> list[int]:
    return [max(least, min(most, cap)) for least, most in zip(needed, wanted, strict=True)]


@dataclass(frozen=True, slots=True)
class Boxed:
    """Lines in a box under a title; without a box where the title or a line that must stay whole would not fit."""

    title: str
    lines: Sequence[str]
    is_prose: bool = False
    """Prose is broken at blanks; other lines are columns that stand below each other and are not broken."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = options.max_width - BORDERS
        parts = [word for line in self.lines for word in line.split()] if self.is_prose else self.lines
        if cell_len(self.title) + INDENT <= room and all(cell_len(part) <= room for part in parts):
            yield Panel(Text("\n".join(self.lines)), title=Text(self.title), title_align="left", expand=False)
            return
        yield _unbroken(fitted(self.title, options.max_width), "bold")
        for line in self.lines:
            yield _unbroken(fitted(line, options.max_width) if self.is_prose else line, "")

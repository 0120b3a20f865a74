"""Tables that fit any width without cropping or splitting a word: paragraphs of law and amounts stay whole.

If the columns do not fit side by side, each row is printed as a block with one line per cell. Output to a file or
another program has no width limit.
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

from tablelaw.cli.delayed_interrupt import whole_lines
from tablelaw.plain_text import UNLIMITED, WORD, breaks, fitted, labelled

INDENT = 2
BORDERS = 4


class Screen(Console):
    """A console that never splits a word, and has no width limit unless it is a terminal.

    A width set by COLUMNS always applies.
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
        with whole_lines():
            super().print(*objects, **{"crop": False, **options})

    def on_broken_pipe(self) -> None:
        """Raises, so that the command handles a closed pipe with its own exit code."""
        raise BrokenPipeError

    def _broken(self, shown: str | Text, options: dict[str, Any]) -> Text:
        """Wraps the long lines of a text at spaces."""
        read = {name: options[name] for name in ("markup", "highlight", "emoji") if name in options}
        text = self.render_str(shown, **read) if isinstance(shown, str) else shown
        return _wrapped(text, self.width)


@dataclass(slots=True)
class Sheet:
    """Rows under headings. `numbers` are right-aligned; cells of `whole` columns are never wrapped."""

    title: str
    columns: Sequence[str]
    numbers: Iterable[str] = ()
    whole: Iterable[str] = ()
    has_header: bool = True
    box: Box | None = SIMPLE_HEAD
    _rows: list[list[Text]] = field(default_factory=list)
    _sections: set[int] = field(default_factory=set)

    def add_row(self, *cells: str | Text) -> None:
        """Adds cells literally: markup in them is not interpreted."""
        self._rows.append([cell if isinstance(cell, Text) else Text(cell) for cell in cells])

    def add_section(self) -> None:
        """Adds a rule under the rows so far."""
        self._sections.add(len(self._rows))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        widths = self._widths(options.max_width)
        if widths is None:
            yield from self._stacked(options.max_width)
        else:
            yield self._side_by_side(widths)

    # --- Side by side -----------------------------------------------------------------------------------------

    def _widths(self, width: int) -> list[int] | None:
        """The width of each column; None if the longest words do not fit side by side."""
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
            yield from map(cell_len, text.split("\n") if is_whole else WORD.findall(text))

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
            table.add_row(*map(_wrapped, row, widths))
        return table

    def _side(self, name: str) -> Any:
        return "right" if name in set(self.numbers) else "left"

    # --- One below the other ------------------------------------------------------------------------------------

    def _stacked(self, width: int) -> Iterator[RenderableType]:
        """Prints each row as a block; a word longer than the line is still not split."""
        if self.title:
            yield _unbroken(fitted(self.title, width), "table.title")
        for row in self._rows:
            yield from self._block(row, width) if self.has_header else _run_on(row, width)

    def _block(self, row: Sequence[Text], width: int) -> Iterator[Text]:
        """Prints one line per cell, with the name of its column."""
        start = max(map(cell_len, self.columns)) + INDENT
        yield Text("")
        for name, cell in zip(self.columns, row, strict=True):
            if cell.plain.strip():
                yield _unbroken("\n".join(labelled(name, cell.plain, start, width)), cell.style)


def _run_on(row: Sequence[Text], width: int) -> Iterator[Text]:
    """Prints cells without headings, one after the other."""
    yield _unbroken(fitted("  ".join(cell.plain for cell in row if cell.plain.strip()), width), "")


def _wrapped(text: Text, width: int) -> Text:
    """Wraps the long lines of a text at spaces; Rich would also wrap at no-break spaces, and so split sums."""
    parts = (line.divide(breaks(line.plain, width)) for line in text.split("\n", allow_blank=True))
    return Text("\n").join(part for line in parts for part in _without_ends(list(line)))


def _without_ends(parts: list[Text]) -> list[Text]:
    """Removes from the parts of a line the spaces at which it was wrapped."""
    for part in parts[:-1]:
        part.rstrip()
    return parts


def _unbroken(text: str, style: Any) -> Text:
    return Text(text, style=style, no_wrap=True, overflow="ignore")


def _shared(needed: Sequence[int], wanted: Sequence[int], room: int) -> list[int]:
    """Distributes the width: short columns get what they need, and the long ones share the rest equally."""
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
    """Lines in a box under a title; without a box if the title or an unbreakable line would not fit."""

    title: str
    lines: Sequence[str]
    is_prose: bool = False
    """Prose is wrapped at spaces; other lines are aligned columns and are not wrapped."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = options.max_width - BORDERS
        parts = [word for line in self.lines for word in WORD.findall(line)] if self.is_prose else self.lines
        if cell_len(self.title) + INDENT <= room and all(cell_len(part) <= room for part in parts):
            yield Panel(
                _wrapped(Text("\n".join(self.lines)), room), title=Text(self.title), title_align="left", expand=False
            )
            return
        yield _unbroken(fitted(self.title, options.max_width), "bold")
        for line in self.lines:
            yield _unbroken(fitted(line, options.max_width) if self.is_prose else line, "")

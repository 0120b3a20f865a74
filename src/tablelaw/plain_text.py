"""Wraps plain text to a given width, only at spaces, so amounts and cites are not split; or joins it in one line."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

UNLIMITED = 10_000
"""A width greater than any line printed here."""
GAP = "  "
WORD = re.compile(r"[^ \t\n]+")
"""A word, including its no-break spaces, so a sum such as "20 €" is not split."""
RULES = ({"-"}, {"="}, {" "})
"""Lines made up of one of these characters are decoration and are cut to the width."""


def first_paragraph(text: str | None) -> str:
    """The first paragraph of a docstring, in one line."""
    return " ".join((text or "").strip().partition("\n\n")[0].split())


def broken(text: str, width: int) -> list[str]:
    """Splits a text into lines. Long lines are wrapped at spaces, and keep their indent if their longest word fits."""
    return [part for line in text.split("\n") for part in _broken_line(line, width)]


def _broken_line(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    if set(line) in RULES:
        return [line[:width]]
    longest = max(map(len, WORD.findall(line)))
    indent = " " * max(0, min(len(line) - len(line.lstrip()), width - longest))
    words = textwrap.TextWrapper(
        width, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return words.wrap(line.strip())


def breaks(line: str, width: int) -> list[int]:
    """Finds where to break a line: before each word that would extend beyond `width`."""
    found, start = [], 0
    for word in WORD.finditer(line):
        if word.end() - start > width and line[start : word.start()].strip():
            start = word.start()
            found.append(start)
    return found


def fitted(text: str, width: int) -> str:
    """Wraps a text so no line is wider than `width`, except where a single word is wider."""
    return "\n".join(broken(text, width))


# --- Columns --------------------------------------------------------------------------------------------------------


def columns(
    heads: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[str] = (), width: int = UNLIMITED
) -> list[str]:
    """Lays out rows under their headings, with the columns in `right` right-aligned. If that is too wide, lays out each
    row as a block of lines.
    """
    known = [tuple(row) for row in rows]
    lines = [tuple(heads), *(line for row in known for line in _lines_of(row))]
    widths = [max(len(line[n]) for line in lines) for n in range(len(heads))]
    to_the_right = [head in set(right) for head in heads]
    shown = [_line(line, widths, to_the_right) for line in lines]
    if max(map(len, shown)) <= width:
        return shown
    return [line for row in known for line in block(heads, row, width)]


def _lines_of(row: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yields the lines of a row whose cells may have several lines."""
    yield from zip_longest(*(cell.split("\n") for cell in row), fillvalue="")


def _line(cells: Sequence[str], widths: Sequence[int], to_the_right: Sequence[bool]) -> str:
    aligned = (
        cell.rjust(width) if right else cell.ljust(width)
        for cell, width, right in zip(cells, widths, to_the_right, strict=True)
    )
    return GAP.join(aligned).rstrip()


def block(heads: Sequence[str], row: Sequence[str], width: int) -> Iterator[str]:
    """Lays out a row as a block: an empty line, then a line for each non-empty cell with the name of its column."""
    start = max(map(len, heads)) + len(GAP)
    yield ""
    for head, cell in zip(heads, row, strict=True):
        if cell.strip():
            yield from labelled(head, cell, start, width)


def labelled(name: str, text: str, start: int, width: int) -> list[str]:
    """Lays out a text after its label, starting at column `start`, as in "law 653a.11(h)(2)(ii)", or below the label if
    there is too little room.
    """
    if start + max(map(len, WORD.findall(text))) <= width:
        first, *rest = broken(text, width - start)
        return [f"{name:<{start}}{first}".rstrip(), *(" " * start + line for line in rest)]
    return [name, *(GAP + line for line in broken(text, width - len(GAP)))]


LONGEST_SHOWN = 60
"""How much of a value a refusal repeats."""


def short(value: object) -> str:
    """A value as a refusal names it: a text or number, cut if it is long; of anything else only its type."""
    if not isinstance(value, (str, int, float)):
        return f"of the type {type(value).__name__}"
    shown = repr(value)
    return shown if len(shown) <= LONGEST_SHOWN else f"{shown[:LONGEST_SHOWN]}..."

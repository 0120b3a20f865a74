"""Finds the parts of a rulebook that have lapsed by a given day: columns, rows and supplements, with their last day and
source.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from tablelaw.law.row_files import SECTIONS
from tablelaw.law.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Lapse:
    """A part of the rules that was in force until a given day, with its paragraph and where it was published."""

    what: str
    cite: str
    effective: date | None
    until: date
    source: str


def lapses(book: Rulebook, day: date) -> tuple[Lapse, ...]:
    """Everything that is no longer in force on a day, earliest lapse first."""
    found = (lapse for lapse in _dated(book) if lapse.until < day)
    return tuple(sorted(found, key=lambda lapse: (lapse.until, lapse.what)))


def _dated(book: Rulebook) -> Iterator[Lapse]:
    """Every part that has a last day; a supplement that is present as a row of data is covered by that row."""
    for table in book.paytables:
        for name, span in table.column_dates.items():
            if span.until is not None:
                cite = str(table.column_cites.get(name, table.cite))
                what = f"{table.title or table.id}: paytable {name}"
                yield Lapse(what, cite, span.effective, span.until, _source(book, cite))
    for section in SECTIONS:
        for row in book.rows(section):
            if row.until is not None:
                cite = str(row.cite)
                yield Lapse(f"{section}: {row.id}", cite, row.effective, row.until, _source(book, cite))
    for supplement in book.supplements:
        if supplement.until is not None and not supplement.data:
            cite = str(supplement.cite)
            yield Lapse(supplement.title, cite, supplement.effective, supplement.until, supplement.source)


def _source(book: Rulebook, cite: str) -> str:
    return next((supplement.source for supplement in book.supplements if str(supplement.cite) == cite), "")

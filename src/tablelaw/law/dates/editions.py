"""The law as of a date: the edition of a regulation in force, and the rulebook with only the rows in force that day.

A span includes its first and last day; the reading `expiry-day` explains why the last day is included.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from typing import Any, Protocol

import msgspec

from tablelaw.errors import TablelawError
from tablelaw.law.cite import Cite
from tablelaw.law.row_files import SECTIONS
from tablelaw.law.rows import AT_HAND, Edition, Paytable, Supplement
from tablelaw.law.rulebook import Rulebook


class LawNotAtHand(TablelawError):
    """The text in force on a day is not available, or no text was in force."""

    no_paragraph = "the text of that day is not available"


class NotInForce(TablelawError):
    """A section or a choice is not in force on the requested day."""

    def __init__(self, what: str, *, cite: str, accepted: str, where: str = "", why: str = "") -> None:
        self.cite = cite
        super().__init__(what, where=where, why=why, accepted=accepted)


class Dated(Protocol):
    """Anything that is in force from one day to another."""

    @property
    def effective(self) -> date | None: ...

    @property
    def until(self) -> date | None: ...


def is_in_force(span: Dated, day: date) -> bool:
    """Whether a day is within the span, which includes its first and last day."""
    has_begun = span.effective is None or span.effective <= day
    return has_begun and (span.until is None or day <= span.until)


def find_edition(book: Rulebook, day: date) -> Edition | None:
    """The edition in force on a day, or None before the first. When a temporary edition ends, the previous one applies
    again.
    """
    known = [edition for edition in book.editions if edition.effective or edition.text == AT_HAND]
    return next((edition for edition in reversed(known) if is_in_force(edition, day)), None)


def edition_of(book: Rulebook, day: date) -> str:
    """The id of the edition in force on a day; empty before the first."""
    edition = find_edition(book, day)
    return edition.id if edition else ""


def newest_edition(book: Rulebook) -> Edition:
    """The newest permanent edition whose text is available; temporary editions are skipped, because they may have
    lapsed.
    """
    return [edition for edition in book.editions if edition.text == AT_HAND and edition.until is None][-1]


def edition_title(book: Rulebook, day: date | None = None) -> str:
    """A regulation with its edition, as shown on a sheet or page; the newest permanent edition if no day is given."""
    edition_id = newest_edition(book).id if day is None else edition_of(book, day)
    return f"{book.regulation}, edition {edition_id}" if edition_id else f"{book.regulation}, before its first edition"


def as_of(book: Rulebook, day: date) -> Rulebook:
    """The rulebook with only the rows and columns in force on a day."""
    require_at_hand(book, day)
    sections: dict[str, Any] = {
        section: tuple(row for row in book.rows(section) if is_in_force(row, day)) for section in SECTIONS
    }
    sections["paytables"] = tuple(_table_as_of(table, day) for table in sections["paytables"])
    editions = tuple(e for e in book.editions if is_in_force(e, day))
    supplements = tuple(s for s in book.supplements if is_in_force(s, day))
    gone = {s.cite for s in book.supplements} - {s.cite for s in supplements}
    dating = tuple(reading for reading in book.dating if not gone.intersection(reading.cites))
    return replace(book, **sections, editions=editions, supplements=supplements, dating=dating)


def require_in_force(book: Rulebook, cites: Iterable[Cite], day: date) -> None:
    """Refuses cites of a supplement that is not in force on the day; the refusal gives the supplement's first and last
    day.
    """
    sections = {cite.section for cite in cites}
    for supplement in book.supplements:
        if supplement.cite.section in sections and not is_in_force(supplement, day):
            cite, span = str(supplement.cite), f"a day {span_text(supplement)}"
            raise NotInForce(_out_of_force(supplement, day), cite=cite, accepted=span)


def _out_of_force(supplement: Supplement, day: date) -> str:
    source = f" ({supplement.source})" if supplement.source else ""
    if supplement.until is not None and day > supplement.until:
        return f"{supplement.cite} lapsed after {supplement.until}{source}"
    return f"{supplement.cite} is not yet in force on {day}; it is in force from {supplement.effective}{source}"


def span_text(span: Dated) -> str:
    """The days of a span in words, as in "from 2024-03-23 until 2026-03-23"; empty if the span has no limits."""
    parts = (f"from {span.effective}" if span.effective else "", f"until {span.until}" if span.until else "")
    return " ".join(part for part in parts if part)


def require_at_hand(book: Rulebook, day: date) -> None:
    """Refuses a day on which the regulation was not in force or its text is not available."""
    edition = find_edition(book, day)
    if edition is not None and edition.text == AT_HAND:
        return
    read = [e.effective for e in book.editions if e.text == AT_HAND and e.effective]
    accepted = f"a day from {min(read)} on" if read else "no day: the text carries no date"
    if edition is None:
        raise LawNotAtHand(f"{book.regulation} was not in force on {day}", accepted=accepted)
    what = f"the text of {book.regulation} in force on {day}, edition {edition.id} ({edition.source}), is not available"
    raise LawNotAtHand(what, accepted=accepted)


def _table_as_of(table: Paytable, day: date) -> Paytable:
    """A paytable with the columns that may be chosen on a day."""
    kept = columns_in_force(table, day)
    if kept == table.columns:
        return table
    places = [0, *(table.columns.index(name) + 1 for name in kept)]
    return msgspec.structs.replace(
        table,
        columns=kept,
        rows=tuple(tuple(row[place] for place in places) for row in table.rows),
        column_cites={name: cites for name, cites in table.column_cites.items() if name in kept},
        column_dates={name: span for name, span in table.column_dates.items() if name in kept},
        replaced=tuple(other for other in table.replaced if other.column in kept),
    )


def columns_in_force(table: Paytable, day: date) -> tuple[str, ...]:
    """The columns of a paytable that may be chosen on a day."""
    spans = table.column_dates
    return tuple(name for name in table.columns if name not in spans or is_in_force(spans[name], day))


def columns_offered(table: Paytable) -> str:
    """The columns to choose from, each with its dates if it is in force only on some days."""
    lasting = ", ".join(name for name in table.columns if name not in table.column_dates)
    dated = [f"{name} only {span_text(span)}" for name, span in table.column_dates.items()]
    return "; ".join([lasting, *dated])

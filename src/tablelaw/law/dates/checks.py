"""Checks of a rulebook's dates, such as that editions are in order and no span ends before it begins."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from tablelaw.errors import BadRulebook
from tablelaw.law.row_files import SECTIONS
from tablelaw.law.rows import AT_HAND, Span
from tablelaw.law.rulebook import Rulebook

FILE = "editions.toml"


def editions_are_in_order(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that dated editions are named by their first day and in order, and that the text of a permanent edition is
    available.
    """
    before: date | None = None
    for edition in book.editions:
        where = f"{FILE}, editions ({edition.id})"
        first = edition.effective
        if first is None:
            continue
        if edition.id != first.isoformat():
            yield BadRulebook(f"the id of an edition in force from {first}", where=where, accepted=first.isoformat())
        if before is not None and first <= before:
            yield BadRulebook(
                f"in force from {first}", where=where, accepted=f"a day after {before}, the previous edition"
            )
        before = first
    if not any(edition.text == AT_HAND and edition.until is None for edition in book.editions):
        yield BadRulebook("no permanent edition is available", where=FILE, accepted='one with text = "at hand"')
    ids = [edition.id for edition in book.editions]
    for edition_id in sorted({name for name in ids if ids.count(name) > 1}):
        yield BadRulebook(
            f"id {edition_id!r} occurs {ids.count(edition_id)} times", where=FILE, accepted="each id once"
        )


def spans_begin_before_they_end(book: Rulebook) -> Iterator[BadRulebook]:
    for where, first, last in _spans(book):
        if first is not None and last is not None and last < first:
            yield BadRulebook(f"until {last}", where=where, accepted=f"{first} or later, its first day")


def _spans(book: Rulebook) -> Iterator[tuple[str, date | None, date | None]]:
    for edition in book.editions:
        yield f"{FILE}, editions ({edition.id})", edition.effective, edition.until
    for supplement in book.supplements:
        yield f"{FILE}, supplements ({supplement.cite})", supplement.effective, supplement.until
    for section, file in SECTIONS.items():
        for row in book.rows(section):
            yield f"{file}, {section} ({row.id})", row.effective, row.until
    for table in book.paytables:
        for name, span in table.column_dates.items():
            yield f"paytables.toml, paytables ({table.id}), column {name}", span.effective, span.until


def dated_columns_are_printed(book: Rulebook) -> Iterator[BadRulebook]:
    for table in book.paytables:
        for name in table.column_dates:
            if name not in table.columns:
                where = f"paytables.toml, paytables ({table.id})"
                yield BadRulebook(f"dates for a column {name!r}", where=where, accepted=", ".join(table.columns))
        if table.columns and all(name in table.column_dates for name in table.columns):
            where = f"paytables.toml, paytables ({table.id})"
            accepted = "from and until on the paytable itself"
            yield BadRulebook("every column has dates", where=where, accepted=accepted)


def supplements_agree_with_their_columns(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that a column from a supplement is in force on the same days as the supplement."""
    known = {supplement.cite: supplement for supplement in book.supplements}
    for table in book.paytables:
        for name, cites in table.column_cites.items():
            supplement, span = known.get(cites.first), table.column_dates.get(name, Span())
            if supplement and (span.effective, span.until) != (supplement.effective, supplement.until):
                where = f"paytables.toml, paytables ({table.id}), column {name}"
                accepted = f"from {supplement.effective} until {supplement.until}, as {supplement.cite}"
                yield BadRulebook(f"from {span.effective} until {span.until}", where=where, accepted=accepted)


def amended_sections_exist(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that the sections an edition changes are in the chapter or in a supplement to it."""
    known = {provision.cite.section for provision in book.provisions}
    known |= {supplement.cite.section for supplement in book.supplements}
    for edition in book.editions:
        for cite in edition.sections or ():
            if cite.section not in known:
                where = f"{FILE}, editions ({edition.id})"
                yield BadRulebook(f"no section {cite}", where=where, accepted=f"a section of {book.regulation}")

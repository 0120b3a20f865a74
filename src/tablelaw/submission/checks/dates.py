"""Checks choices that are in force only on some days against the day the submission is filed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from tablelaw.law.dates.editions import columns_in_force, edition_title, find_edition, is_in_force
from tablelaw.law.rows import AT_HAND, Meter, Paytable, Row
from tablelaw.submission.draft import FILED, Draft
from tablelaw.submission.findings import Finding, finding, one_of

LAPSED = "lapsed"
NOT_YET = "not-yet-effective"
TODAY = "the day of the check"


@dataclass(frozen=True, slots=True)
class DatedChoice:
    """A choice made in a submission, its paragraph, and the days on which the law permits it."""

    where: str
    what: str
    wagers: tuple[str, ...]
    cite: str
    effective: date | None
    until: date | None
    instead: str

    def is_lapsed(self, day: date) -> bool:
        return self.until is not None and day > self.until

    def refused_on(self, day: date) -> str:
        """The reason this cannot be chosen on a day outside its dates."""
        if self.is_lapsed(day):
            return f"{self.what} lapsed after {self.until}, its last day in force"
        return f"{self.what} is not in force before {self.effective}"


def dated_choices(draft: Draft, day: date | None = None) -> Iterator[DatedChoice]:
    """Yields every choice in a draft whose row or column has dates; `instead` is what is permitted on the day."""
    for table in draft.book.paytables:
        yield from _column(draft, table, day)
    for where, row, wagers in _rows(draft):
        if row.effective or row.until:
            instead = "leave it out, or choose another"
            yield DatedChoice(where, row.id, wagers, str(row.cite), row.effective, row.until, instead)


def _column(draft: Draft, table: Paytable, day: date | None) -> Iterator[DatedChoice]:
    chosen = draft.choice(table.id) if table.selected_by == "submission" else ""
    span = table.column_dates.get(chosen)
    if span is not None:
        cite = table.column_cites.get(chosen, table.cite)
        others = tuple(name for name in table.columns if name != chosen)
        permitted = others if day is None else columns_in_force(table, day)
        what, instead = f"{table.id} = {chosen!r}", f"{table.id} = {one_of(permitted)}"
        yield DatedChoice("[paytables]", what, table.wagers, str(cite), span.effective, span.until, instead)


def _rows(draft: Draft) -> Iterator[tuple[str, Row, tuple[str, ...]]]:
    """The dated rows that a draft uses, where it chooses them, and the wagers that need them."""
    book = draft.book
    offered = tuple(wager.id for wager in book.wagers if draft.is_offered(wager))
    for wager in book.wagers:
        if wager.id in offered:
            yield f"[wagers.{wager.id}]", wager, (wager.id,)
    fed: tuple[Paytable | Meter, ...] = (*book.paytables, *book.meters)
    for row in fed:
        if wagers := tuple(wager for wager in row.wagers if wager in offered):
            yield f"[wagers.{wagers[0]}]", row, wagers
    for option in book.options:
        if option.id in draft.part("options"):
            yield "[options]", option, ()
    for method in book.dealing:
        if method.id == draft.part("procedure").get("dealing"):
            yield "[procedure]", method, ()
    for limit in book.limits:
        if "payout_limit" in draft.part("limits"):
            yield "[limits]", limit, ()


def checked_against(draft: Draft, on: date | None) -> str:
    """The law that a draft is checked against, in words: the edition, the day, and why that day was used."""
    day = draft.filed_on or on
    why = f", filed on {day}" if draft.filed_on else f", on {day}, {TODAY}" if day else ""
    return edition_title(draft.book, day) + why


def choices_are_in_force(draft: Draft, on: date | None) -> Iterator[Finding]:
    """Checks that each choice is in force on the day the submission is filed or, if it does not give one, on the day of
    the check.
    """
    day = draft.filed_on or on
    if day is None:
        return
    filed = f"filed on {day}" if draft.filed_on else f"{TODAY} is {day}"
    for choice in dated_choices(draft, day):
        if not is_in_force(choice, day):
            code = LAPSED if choice.is_lapsed(day) else NOT_YET
            yield finding(code, choice.where, f"{choice.refused_on(day)}; {filed}", choice.instead, choice.cite)


def the_day_is_fit(draft: Draft, on: date | None) -> Iterator[Finding]:
    """Checks that the filing day is not after the day of the check, and that the law of the filing day is available."""
    day = draft.filed_on
    if day is None:
        return
    if on is not None and day > on:
        yield finding("filed-later", FILED, f"{FILED} = {str(day)!r} is after {TODAY}, {on}", f"{on} or earlier")
    edition = find_edition(draft.book, day)
    if edition is None or edition.text != AT_HAND:
        read = [e.effective for e in draft.book.editions if e.effective and e.text == AT_HAND]
        what = f"the text of {edition_title(draft.book, day)}, in force on {day}, is not available"
        yield finding("law-not-at-hand", FILED, what, f"a day from {min(read)} on" if read else "no date")

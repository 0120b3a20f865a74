"""Finds everything in a rulebook that cites a paragraph: rows, rules, duties and readings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

import msgspec

from tablelaw.amounts import money_text, percent_text
from tablelaw.errors import UnknownParagraph
from tablelaw.law.checks import cites_of
from tablelaw.law.cite import Cite
from tablelaw.law.conduct import Rule
from tablelaw.law.dates.editions import is_in_force
from tablelaw.law.odds import Odds
from tablelaw.law.row_files import SECTIONS
from tablelaw.law.rows import PROVISION_KINDS, Provision, Reading, Row
from tablelaw.law.rulebook import Rulebook, provision_of
from tablelaw.law.text_values import Cites, Money, Percent, PerUnit


@dataclass(frozen=True, slots=True)
class Found:
    """A paragraph with its parts, and everything in the rulebook that cites it."""

    provisions: tuple[Provision, ...]
    rows: tuple[tuple[str, Row], ...]
    rules: tuple[Rule, ...]
    readings: tuple[Reading, ...]


def look_up(book: Rulebook, cite: Cite) -> Found:
    """Returns everything that cites a paragraph or one of its parts; the paragraph must exist."""
    known = (*book.provisions, *map(provision_of, book.supplements))
    parts = tuple(p for p in known if cite.contains(p.cite))
    if not parts:
        parts = (book.provision(cite),)
    rows = [(section, row) for section in SECTIONS for row in book.rows(section)]
    return Found(
        provisions=parts,
        rows=tuple((section, row) for section, row in rows if any(_within(cite, c) for c in cites_of(row))),
        rules=tuple(rule for rule in book.rules if cite.contains(rule.cite)),
        readings=tuple(r for r in (*book.readings, *book.dating) if _within(cite, r.cites)),
    )


def _within(cite: Cite, cites: Cites) -> bool:
    return any(cite.contains(other) for other in cites)


def paraphrase(book: Rulebook, cite: str) -> str:
    """The paraphrase in provisions.toml of a paragraph, or of the nearest paragraph that contains it."""
    place: Cite | None = Cite.parse(cite, book.notation)
    while place is not None:
        try:
            return book.provision(place).says
        except UnknownParagraph:
            place = place.parent
    return "See the regulation."


def ledger(book: Rulebook, day: date | None = None) -> tuple[Provision, ...]:
    """The paragraphs of a regulation, with the supplements that have data here and are in force on the day.

    If no day is given, supplements with an end date are omitted, because they may have lapsed.
    """
    carried = [supplement for supplement in book.supplements if supplement.data]
    lasting = [s for s in carried if (s.until is None if day is None else is_in_force(s, day))]
    return (*book.provisions, *map(provision_of, lasting))


def counts_by_kind(paragraphs: Iterable[Provision]) -> dict[str, int]:
    """The number of paragraphs of each kind; every paragraph has exactly one kind."""
    kinds = Counter(paragraph.kind for paragraph in paragraphs)
    return {kind: kinds[kind] for kind in PROVISION_KINDS}


def plain(value: object) -> object:
    """Rows as plain JSON values, with cites, odds and sums as they are printed."""
    return msgspec.to_builtins(value, enc_hook=_printed, str_keys=True)


def _printed(value: object) -> object:
    if isinstance(value, Cites):
        return [str(cite) for cite in value]
    if isinstance(value, Cite | Odds):
        return str(value)
    if isinstance(value, Money):
        return money_text(value.cents)
    if isinstance(value, Percent):
        return percent_text(value.share)
    if isinstance(value, PerUnit):
        return value.printed
    raise TypeError(f"{type(value).__name__} has no plain form")

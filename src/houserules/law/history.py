"""What happened to a paragraph over time: editions that changed its section, and supplements that add to it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from houserules.law.cite import Cite
from houserules.law.rows import Supplement
from houserules.law.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Change:
    """One change of the law: since when, until when, where it was published and whether its text is at hand."""

    effective: date | None
    until: date | None
    what: str
    source: str
    says: str
    text: str


def history(book: Rulebook, cite: Cite) -> tuple[Change, ...]:
    """Every change known of the section a paragraph stands in, the earliest first; undated ones at the end."""
    _require_paragraph(book, cite)
    changed = [
        Change(e.effective, e.until, f"edition {e.id}", e.source, e.says, e.text)
        for e in book.editions
        if e.sections is None or any(section.section == cite.section for section in e.sections)
        if not _is_supplement(book, cite) or e.sections is not None
    ]
    added = [
        Change(s.effective, s.until, f"supplement {s.cite}", s.source, s.says, s.text)
        for s in book.supplements
        if _concerns(book, s, cite)
    ]
    return tuple(sorted((*changed, *added), key=lambda change: (change.effective or date.max, change.what)))


def _require_paragraph(book: Rulebook, cite: Cite) -> None:
    """Refuses a paragraph the regulation does not have; a paragraph may be asked for by what holds it."""
    if not any(cite.contains(provision.cite) for provision in book.provisions):
        book.provision(cite)


def _is_supplement(book: Rulebook, cite: Cite) -> bool:
    return any(supplement.cite.section == cite.section for supplement in book.supplements)


def _concerns(book: Rulebook, supplement: Supplement, cite: Cite) -> bool:
    """Is the supplement asked for itself, or named in a note on the section or on the whole chapter?"""
    chapter = "ch. " + cite.section.partition(".")[0]
    return cite.section == supplement.cite.section or bool({chapter, cite.section} & set(supplement.named_in))

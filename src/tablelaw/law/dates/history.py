"""The history of a paragraph: editions that changed its section, and supplements that add to it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from tablelaw.law.cite import Cite
from tablelaw.law.rows import AT_HAND, Edition, Supplement
from tablelaw.law.rulebook import Rulebook

SUPPLEMENT = "supplement"


@dataclass(frozen=True, slots=True)
class Change:
    """One change of the law: its first and last day, where it was published, and whether its text is available."""

    effective: date | None
    until: date | None
    """The day before the next edition took effect, or the day it expired; None if no end is known."""
    what: str
    source: str
    says: str
    text: str
    superseded_by: str = ""
    """The edition that replaced this one; its date may be unknown."""

    @property
    def is_supplement(self) -> bool:
        return self.what.startswith(SUPPLEMENT)


def history(book: Rulebook, cite: Cite) -> tuple[Change, ...]:
    """Every known change to the section that contains a paragraph, by date; supplements without a date come last."""
    _require_paragraph(book, cite)
    editions = _editions_of(book, cite.section)
    changes = [_edition_change(book, edition, _next_lasting(editions, edition)) for edition in editions]
    told = {section.section for edition in editions for section in edition.sections or ()}
    supplements = [
        Change(s.effective, s.until, f"{SUPPLEMENT} {s.cite}", s.source, s.says, s.text)
        for s in book.supplements
        if _concerns(s, cite) and s.cite.section not in told
    ]
    dated = sorted((s for s in supplements if s.effective), key=lambda change: change.effective or date.max)
    return (*_merged(changes, dated), *(s for s in supplements if not s.effective))


def amendments_in_words(book: Rulebook, cite: Cite) -> str:
    """A sentence stating that no amendment of the section is known; empty if it was amended."""
    editions = _editions_of(book, cite.section)
    if len(editions) > 1:
        return ""
    if len(editions) == 1 and editions[0].effective and not _is_supplement(book, cite):
        first = editions[0]
        return f"{cite.section} has not been amended since its first edition, {first.id} ({first.source})."
    return f"No amendment of {cite.section} is known."


def _editions_of(book: Rulebook, section: str) -> tuple[Edition, ...]:
    """The editions that changed a section, in the order of the rulebook (by date)."""
    whole = section not in {supplement.cite.section for supplement in book.supplements}
    return tuple(
        edition
        for edition in book.editions
        if (whole if edition.sections is None else section in {named.section for named in edition.sections})
    )


def _next_lasting(editions: tuple[Edition, ...], edition: Edition) -> Edition | None:
    """The next permanent edition, which replaces this one for good."""
    later = editions[editions.index(edition) + 1 :]
    return next((one for one in later if one.until is None), None)


def _edition_change(book: Rulebook, edition: Edition, later: Edition | None) -> Change:
    replaced = later.effective - timedelta(days=1) if later and later.effective else None
    expires_first = edition.until is not None and (replaced is None or edition.until <= replaced)
    return Change(
        edition.effective,
        edition.until if expires_first else replaced,
        f"edition {edition.id}",
        edition.source,
        edition.says,
        AT_HAND if later is None and _is_printed_later(book, edition) else edition.text,
        later.id if later and not expires_first else "",
    )


def _is_printed_later(book: Rulebook, edition: Edition) -> bool:
    """Whether the text of this or a later permanent edition is available; that text also contains unchanged
    sections.
    """
    later = book.editions[book.editions.index(edition) :]
    return any(one.text == AT_HAND and one.until is None for one in later)


def _merged(changes: list[Change], dated: list[Change]) -> list[Change]:
    """The editions in their own order, with each dated supplement inserted before the first later edition."""
    merged = list(changes)
    for supplement in dated:
        first = supplement.effective or date.max
        later = [n for n, change in enumerate(merged) if change.effective and change.effective > first]
        merged.insert(later[0] if later else len(merged), supplement)
    return merged


def _require_paragraph(book: Rulebook, cite: Cite) -> None:
    """Refuses a paragraph that the regulation does not have, unless the regulation has parts of it."""
    if not any(cite.contains(provision.cite) for provision in book.provisions):
        book.provision(cite)


def _is_supplement(book: Rulebook, cite: Cite) -> bool:
    return any(supplement.cite.section == cite.section for supplement in book.supplements)


def _concerns(supplement: Supplement, cite: Cite) -> bool:
    """Whether a supplement is the cited section, or is named in a note on that section or its chapter."""
    chapter = "ch. " + cite.section.partition(".")[0]
    return cite.section == supplement.cite.section or bool({chapter, cite.section} & set(supplement.named_in))

"""The paragraphs cited by refusals and events of one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tablelaw.law.cite import Cite
from tablelaw.law.rows import Duty, Row
from tablelaw.law.rulebook import Terms
from tablelaw.law.text_values import Cites


def own_cite(terms: Terms, cites: Cites) -> str:
    """The deciding paragraph, in the version of the game being played."""
    return str(terms.own(cites).first)


@dataclass(frozen=True, slots=True)
class TableCites:
    """The paragraph of each row by its id, in the version of the game being played."""

    terms: Terms
    dealing: str
    """The dealing procedure of the submission."""
    wagers: Mapping[str, str]
    methods: Mapping[str, str]
    rows: Mapping[str, str]
    """The paragraphs of facts and options."""
    duties: Mapping[tuple[str, str], str]
    """The paragraph of each duty under each dealing procedure."""
    sections: Mapping[str, str]
    """The section of each dealing procedure."""

    def first(self, cites: Cites) -> str:
        """The deciding paragraph, in the version of the game being played."""
        return own_cite(self.terms, cites)

    def under(self, method: str, cites: Cites) -> Cite:
        """The paragraph in the dealing procedure's own section, or the first paragraph if that section has none."""
        own = self.terms.own(cites)
        return next((cite for cite in own if cite.section == self.sections[method]), own.first)

    def duty(self, duty: str, method: str = "") -> str:
        """The paragraph of a duty under the dealing procedure in use; empty if the text has no such duty."""
        return self.duties.get((duty, method or self.dealing), "")

    def deck_duty(self, duty: str, method: str = "") -> str:
        """The paragraph of a duty about the decks, or the paragraph about the deck itself if the text has no such
        duty.
        """
        return self.duty(duty, method) or self.row("deck")

    def row(self, row_id: str) -> str:
        """The paragraph of a fact or an option; empty if the text has none."""
        return self.rows.get(row_id, "")


@lru_cache(maxsize=64)
def table_cites(terms: Terms, dealing: str) -> TableCites:
    """The paragraphs of a table that deals by one procedure of its rulebook."""
    book = terms.book
    sections = {method.id: method.cite.first.section for method in book.dealing}
    return TableCites(
        terms=terms,
        dealing=dealing,
        wagers=_by_id(terms, book.wagers),
        methods=_by_id(terms, book.dealing),
        rows=_by_id(terms, book.options) | _by_id(terms, book.facts),
        duties=_duty_cites(terms, book.duties, sections),
        sections=sections,
    )


def _by_id(terms: Terms, rows: Iterable[Row]) -> dict[str, str]:
    return {row.id: own_cite(terms, row.cite) for row in rows}


def _duty_cites(terms: Terms, duties: Iterable[Duty], sections: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """The paragraph of each duty under each procedure: the first one that does not belong to another procedure."""
    found = {}
    for duty in duties:
        own = terms.own(duty.cite)
        for method, section in sections.items():
            others = set(sections.values()) - {section}
            found[duty.id, method] = str(next((cite for cite in own if cite.section not in others), own.first))
    return found

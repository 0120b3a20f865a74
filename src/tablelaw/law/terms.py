"""Terms: the operator's choices, resolved, as rules and all later parts use them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from tablelaw.errors import BadSubmission
from tablelaw.law.cite import Cite
from tablelaw.law.odds import Odds
from tablelaw.law.values import Cites

if TYPE_CHECKING:
    from tablelaw.law.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Cell:
    """The odds at which one class of hand is paid, their printed row and its paragraph."""

    odds: Odds
    row: str
    cite: Cite
    readings: tuple[str, ...] = ()
    """The readings it rests on, if the text does not print it this way."""


Column = Mapping[str, Cell]
"""Class of hand -> cell, for one column of a paytable."""
DRAWS_EVERY = "draws-every-rounds"
"""The option for how many rounds there are to each draw of a Magic Card and a Lucky position."""


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """One rulebook with every choice made."""

    book: Rulebook
    choices: Mapping[str, str]
    readings: Mapping[str, str]
    offered: frozenset[str]
    tables: Mapping[tuple[str, str], Column]

    def choice(self, name: str) -> str:
        """The value chosen for an option, or the column chosen for a paytable."""
        if name not in self.choices:
            raise BadSubmission(f"no choice named {name!r}", accepted=", ".join(sorted(self.choices)))
        return self.choices[name]

    def reading(self, name: str) -> str:
        """The candidate of a reading in force: the operator's if it may be switched, otherwise the rulebook's."""
        return self.readings[name]

    def holds(self, when: str) -> bool:
        """Whether a row's `when` holds under these terms."""
        return not when or all(self.value(name) == value for name, value in conditions(when))

    def value(self, name: str) -> str:
        """What was chosen for an option, a paytable or a reading."""
        return self.readings[name] if name in self.readings else self.choice(name)

    def own(self, cites: Cites) -> Cites:
        """The paragraphs without those in sections that concern only a choice that was not made."""
        claims = [(o.id, value, sections) for o in self.book.options for value, sections in o.sections.items()]
        others = {section for name, value, sections in claims if self.choices[name] != value for section in sections}
        kept = tuple(cite for cite in cites if cite.section not in others)
        return Cites(kept) if kept else cites

    def column(self, paytable: str, stake_cents: int = 0) -> Column:
        """The column of a paytable in force; if the stake selects it, the sum wagered is needed."""
        return self.tables[paytable, self.book.column_name(paytable, self.choices, stake_cents)]

    def printed_rows(self, paytable: str, stake_cents: int = 0) -> tuple[Cell, ...]:
        """The rows in force that offer a payout, each once, as a sign prints them."""
        cells = self.column(paytable, stake_cents).values()
        return tuple({cell.row: cell for cell in cells if cell.odds.is_offered}.values())


@cache
def conditions(when: str) -> tuple[tuple[str, str], ...]:
    """The (name, value) pairs of a `when`."""
    parts = [part.strip().partition("=") for part in when.split(",") if part.strip()]
    return tuple((name, value) for name, _, value in parts)

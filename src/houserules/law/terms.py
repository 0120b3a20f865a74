"""Terms: the operator's choices, resolved; what a rule may ask about the submission in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from houserules.errors import BadSubmission
from houserules.law.cite import Cite
from houserules.law.odds import Odds
from houserules.law.values import Cites

if TYPE_CHECKING:
    from houserules.law.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Cell:
    """The odds one class of hand is paid, the printed row they stand in, and its paragraph."""

    odds: Odds
    row: str
    cite: Cite
    readings: tuple[str, ...] = ()
    """The readings it rests on, where the text does not print it so."""


Column = Mapping[str, Cell]
"""Class of hand -> cell, for one column of a paytable."""
DRAWS_EVERY = "draws-every-rounds"
"""The option that says in how many rounds one Magic Card, and one Lucky position, is drawn."""


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """One rulebook with every choice made. All later parts take this and nothing else of the submission."""

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
        """The reading in force: the operator's where it may switch, the register's otherwise."""
        return self.readings[name]

    def holds(self, when: str) -> bool:
        """Does a row's `when` hold under these terms?"""
        return not when or all(self.value(name) == value for name, value in conditions(when))

    def value(self, name: str) -> str:
        """What was chosen for an option, a paytable or a reading."""
        return self.readings[name] if name in self.readings else self.choice(name)

    def own(self, cites: Cites) -> Cites:
        """The paragraphs about what was chosen; those in a section about another choice are left out."""
        claims = [(o.id, value, sections) for o in self.book.options for value, sections in o.sections.items()]
        others = {section for name, value, sections in claims if self.choices[name] != value for section in sections}
        kept = tuple(cite for cite in cites if cite.section not in others)
        return Cites(kept) if kept else cites

    def column(self, paytable: str, stake_cents: int = 0) -> Column:
        """The column in force of a paytable; one selected by stake needs the sum wagered."""
        return self.tables[paytable, self.book.column_name(paytable, self.choices, stake_cents)]

    def printed_rows(self, paytable: str, stake_cents: int = 0) -> tuple[Cell, ...]:
        """The rows in force that offer something, each once, as a sign prints them."""
        cells = self.column(paytable, stake_cents).values()
        return tuple({cell.row: cell for cell in cells if cell.odds.is_offered}.values())


@cache
def conditions(when: str) -> tuple[tuple[str, str], ...]:
    """The (name, value) pairs of a `when`; none for an empty one."""
    parts = [part.strip().partition("=") for part in when.split(",") if part.strip()]
    return tuple((name, value) for name, _, value in parts)

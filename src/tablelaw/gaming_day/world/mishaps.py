"""What goes wrong in a round: an irregularity of the rulebook, a dealer's mistake, or nothing."""

from __future__ import annotations

from typing import NamedTuple, Self

from tablelaw.gaming_day.streams import Draws
from tablelaw.law.rows import Irregularity
from tablelaw.table.engine import Engine
from tablelaw.table.phases.decks import MACHINES
from tablelaw.table.phases.irregularities import COUNTING
from tablelaw.table.state import Table

MISTAKES = (
    "late wager",
    "wrong order",
    "wrong chip count",
    "missed wager",
    "wager beyond the limit",
    "wager taken back",
)


class Mishap(NamedTuple):
    """A mishap of a round: `irregularity` is its id, if it is one; `passes` is how many possible moments go by before
    it happens.
    """

    kind: str = "none"
    irregularity: str = ""
    moment: str = ""
    passes: int = 0
    is_done: bool = False

    def met(self) -> Self:
        return self._replace(passes=self.passes - 1)

    @property
    def is_due(self) -> bool:
        return self.passes < 0

    def done(self) -> Self:
        return self._replace(is_done=True)

    @property
    def is_before_the_cards(self) -> bool:
        return bool(self.irregularity) and self.moment == "during a shuffle"

    @property
    def wants_a_wrong_count(self) -> bool:
        return self.moment == "at the stub count" and not self.is_done


def mishap_of(engine: Engine, state: Table, draws: Draws) -> Mishap:
    """Chooses the mishap of a round: half of the rounds have an irregularity, a fifth another mistake."""
    course = draws.below(10)
    if course < 5:
        row = draws.pick([row for row in engine.rules.book.irregularities if _can_be(row, state)])
        few = row.moment in ("during a shuffle", "while the shoe deals", "before the initial cards are complete")
        # Two irregularities of some kinds make another one: let the later ones come early enough.
        passes = 0 if few else draws.below(6 if row.moment == "any" else 3)
        return Mishap(f"slip {row.id}", row.id, row.moment, passes)
    return Mishap(draws.pick(MISTAKES)) if course < 7 else Mishap()


def _can_be(row: Irregularity, state: Table) -> bool:
    """Whether the table has the devices that this mishap involves."""
    if row.methods:
        return state.method in row.methods
    if row.moment != "during a shuffle":
        return True
    return state.shuffler in (COUNTING if row.cards == "deck removed" else MACHINES)

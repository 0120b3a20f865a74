"""A recorded decision, and what each action there is worth: to an honest player, and for every card that may have been
seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.earlier_decisions import Done
from tablelaw.cards import Card
from tablelaw.law.text_values import Multiple

Floats = npt.NDArray[np.float64]


class Spot(NamedTuple):
    """A decision of a round: its number, what is face up, and what the player did before."""

    decision: int
    """The number of the decision in the structure of the game, from 0."""
    board: tuple[Card, ...] = ()
    """The community cards, or the dealer's upcard in a game without a board."""
    earlier: tuple[Done, ...] = ()

    @property
    def made(self) -> Multiple:
        """What the player has bet at earlier decisions, in Antes."""
        return sum((done.times for done in self.earlier if done.action == "bet"), 0)


class Move(NamedTuple):
    """What a player did at a spot."""

    spot: Spot
    done: Done


class Worths(NamedTuple):
    """What every action at a spot is worth in Antes."""

    actions: tuple[Done, ...]
    honest: Floats
    """[action] -> its worth to a player who sees nothing hidden."""
    informed: Floats
    """[action, card] -> its worth to a player who has seen this card; not a number where the card cannot be hidden."""

    def place_of(self, done: Done) -> int | None:
        """The action that a recorded one is nearest to: the same kind of action, with the nearest bet; None if the spot
        has no such action, such as a declaration.
        """
        alike = [n for n, action in enumerate(self.actions) if action.action == done.action]
        return min(alike, key=lambda n: abs(Fraction(self.actions[n].times - done.times)), default=None)


class Valuer(Protocol):
    """Values the spots of one game for a player who may have seen one hidden card of a kind."""

    def worths(self, cards: Sequence[Card], spot: Spot) -> Worths:
        """What every action is worth with these cards at a spot."""

    @property
    def is_prepared(self) -> bool:
        """Whether every spot can be valued without solving a game first."""
        return True

    def prepare(self) -> None:
        """Solves what the values need, which may take minutes."""
        return

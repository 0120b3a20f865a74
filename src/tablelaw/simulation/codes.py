"""The result of a simulated round: one small code for each seat and wager, and the meaning of every code.

A kernel plays a block of rounds and writes codes. Counts of codes are enough for a hold or a deviation, and they merge
exactly; sessions, meters and limits read the codes in the order of play.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

BLOCK = 16_384
"""Rounds dealt from one stream: the unit of work. It never changes, so that seed and block number determine a
result.
"""

Codes = npt.NDArray[np.uint16]
"""[round, seat, column] -> the code of each wager of each seat."""


class Meaning(NamedTuple):
    """What a code says about a wager."""

    outcome: str
    """A word of `law.conduct.Outcome`, or NOT_MADE."""
    staked: int
    """Cents staked on the wager in such a round."""
    net: int
    """Cents the player gains, without any share of a meter: minus the stake if the wager is lost."""
    shares: tuple[tuple[str, Fraction], ...] = ()
    """The share of each meter that is won."""
    row: str = ""
    """The row of the paytable that was paid."""
    cite: str = ""


NOT_MADE = "not made"
"""A wager that the seat did not place in the round, either because it is made at a decision or because the seat never
makes it.
"""


class Column(NamedTuple):
    """A wager, and the meanings of its codes."""

    wager: str
    meanings: tuple[Meaning, ...]


class Game(Protocol):
    """A table that can be simulated: which seats wager what, under which play."""

    @property
    def seats(self) -> int: ...

    @property
    def columns(self) -> tuple[Column, ...]:
        """The wagers in the order of the codes' last axis, the same for every seat; a seat that never makes a wager has
        the code of NOT_MADE there.
        """
        ...

    @property
    def fingerprint(self) -> str:
        """A digest; two games with the same one give the same codes for the same seed and block."""
        ...

    def play(self, seed: int, block: int) -> Codes:
        """The codes of all rounds of one block."""
        ...

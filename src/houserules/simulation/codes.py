"""What a simulated round leaves behind: one small code for each seat and wager, and what every code means.

A kernel plays a block of rounds and writes codes. Counts of codes are all a hold or a deviation needs, and they merge
exactly; sessions, meters and limits walk the codes in the order the rounds were played.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

BLOCK = 16_384
"""Rounds dealt from one stream. It is the unit of work and never changes: a seed and a block number are a result."""

Codes = npt.NDArray[np.uint16]
"""[round, seat, column]: the code of each wager of each seat."""


class Meaning(NamedTuple):
    """What one code says happened to a wager."""

    outcome: str
    """A word of `law.conduct.Outcome`, or NOT_MADE."""
    staked: int
    """Cents put out on the wager in such a round."""
    net: int
    """Cents the player is up, what comes from a meter left out: minus the stake of a wager lost."""
    shares: tuple[tuple[str, Fraction], ...] = ()
    """Of each meter, the share that is won."""
    row: str = ""
    """The row of the paytable that was paid."""
    cite: str = ""


NOT_MADE = "not made"
"""A wager the seat did not place in the round: one that comes with a decision, or one it leaves alone."""


class Column(NamedTuple):
    """A wager of a seat, and its codes."""

    wager: str
    meanings: tuple[Meaning, ...]


class Game(Protocol):
    """A table that can be played: which seats wager what, under which play."""

    @property
    def seats(self) -> int: ...

    @property
    def columns(self) -> tuple[Column, ...]:
        """The wagers in the order of the codes' last axis, the same for every seat; a seat that leaves a wager
        alone has the code of NOT_MADE there."""
        ...

    @property
    def fingerprint(self) -> str:
        """Two games with the same fingerprint give the same codes for the same seed and block."""
        ...

    def play(self, seed: int, block: int) -> Codes:
        """The codes of all rounds of one block."""
        ...

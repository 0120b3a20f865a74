"""The result of a simulated round: a small code for each seat and wager, and the meaning of every code.

A kernel plays a block of rounds and writes codes. Counts of codes are enough to compute a hold or a deviation, and they
can be merged exactly; sessions, meters and limits read the codes in the order of play.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

BLOCK = 16_384
"""The number of rounds dealt from one stream, which is the unit of work. It never changes, so seed and block number
determine a result.
"""

Codes = npt.NDArray[np.uint16]
"""Maps [round, seat, column] to the code of each seat's wager."""


class Meaning(NamedTuple):
    """What a code means for a wager."""

    outcome: str
    """A word of `law.conduct.Outcome`, or NOT_MADE."""
    staked: int
    """Cents staked on the wager in a round with this code."""
    net: int
    """Cents the player gains, excluding any share of a meter; minus the stake if the wager is lost."""
    shares: tuple[tuple[str, Fraction], ...] = ()
    """The share of each meter that is won."""
    row: str = ""
    """The row of the paytable that was paid."""
    cite: str = ""


NOT_MADE = "not made"
"""The outcome of a wager that the seat did not place in the round, because it is made at a decision or the seat never
makes it.
"""


class Column(NamedTuple):
    """A wager, and the meanings of its codes."""

    wager: str
    meanings: tuple[Meaning, ...]

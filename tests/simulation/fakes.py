"""A game without cards: codes drawn from a table of probabilities, each from a separate part of a hash."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from hashlib import shake_128

import numpy as np
import numpy.typing as npt

from tablelaw.simulation.codes import BLOCK, NOT_MADE, Codes, Column, Meaning

EVEN = Column(
    "ante",
    (Meaning("lost", 500, -500), Meaning("won", 500, 500, row="any"), Meaning("push", 500, 0)),
)
BONUS = Column(
    "progressive",
    (
        Meaning(NOT_MADE, 0, 0),
        Meaning("lost", 100, -100),
        Meaning("won", 100, 900, row="three"),
        Meaning("won", 100, -100, (("meter", Fraction(1, 10)),), "straight flush"),
        Meaning("won", 100, -100, (("meter", Fraction(1)),), "royal flush"),
    ),
)
CHANCES = {"ante": (52, 44, 4), "progressive": (0, 900, 90, 7, 3)}


@dataclass(frozen=True)
class FakeGame:
    """A game with two columns and a given number of seats."""

    seats: int = 2
    columns: tuple[Column, ...] = (EVEN, BONUS)
    fingerprint: str = "a game of chances"

    def play(self, seed: int, block: int) -> Codes:
        size = BLOCK * self.seats * len(self.columns)
        drawn = np.frombuffer(shake_128(f"{seed} {block}".encode()).digest(4 * size), np.uint32)
        whole = drawn.reshape(BLOCK, self.seats, len(self.columns))
        codes = [self._code(column.wager, whole[:, :, n]) for n, column in enumerate(self.columns)]
        return np.stack(codes, axis=2).astype(np.uint16)

    def _code(self, wager: str, drawn: npt.NDArray[np.uint32]) -> npt.NDArray[np.intp]:
        bounds = np.cumsum(CHANCES[wager])
        return np.asarray(np.searchsorted(bounds, drawn % bounds[-1], side="right"))

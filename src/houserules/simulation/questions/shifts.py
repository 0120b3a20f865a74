"""Shifts: what a table wins in so many rounds, all seats together.

A meter is no part of the table's win: what wagers add to it is set aside at once, and what it pays is its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from houserules.simulation.fingerprints import digest_of
from houserules.simulation.questions.stretches import Stretched
from houserules.simulation.tallies import Histogram, Nets, histogram, nets_of


@dataclass(frozen=True)
class Shifts(Stretched):
    """The work of a number of shifts: how often a table won each sum.

    `values` are what the house wins by each code, in ten-thousandths of a cent.
    """

    values: Sequence[Nets]

    @property
    def fingerprint(self) -> str:
        long = f"{self.stretches.number} shifts of {self.stretches.length} rounds"
        return f"game {self.game.fingerprint}; seed {self.seed}; {long}; worth {digest_of(self.values)}"

    def do(self, piece: int) -> Histogram:
        codes = self.codes(piece)
        won = np.sum([nets_of(codes, seat, self.values) for seat in range(self.game.seats)], axis=0)
        return histogram(won.reshape(-1, self.stretches.length).sum(axis=1))

"""Shifts: what a table wins in so many rounds, all seats together.

A meter is no part of the table's win: what wagers add to it is set aside at once, and what it pays is its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from houserules.simulation.codes import Game
from houserules.simulation.fingerprints import digest_of
from houserules.simulation.stretches import Stretches
from houserules.simulation.tallies import Histogram, Nets, histogram, nets_of


@dataclass(frozen=True)
class Shifts:
    """The work of a number of shifts: how often a table won each sum.

    `values` are what the house wins by each code, in ten-thousandths of a cent.
    """

    game: Game
    seed: int
    stretches: Stretches
    values: Sequence[Nets]

    @property
    def fingerprint(self) -> str:
        long = f"{self.stretches.number} shifts of {self.stretches.length} rounds"
        return f"game {self.game.fingerprint}; seed {self.seed}; {long}; worth {digest_of(self.values)}"

    @property
    def pieces(self) -> int:
        return self.stretches.pieces

    @property
    def at_once(self) -> int:
        return self.stretches.at_once

    @property
    def rounds(self) -> int:
        return self.stretches.number * self.stretches.length

    def do(self, piece: int) -> Histogram:
        codes = self.stretches.codes(self.game, self.seed, piece)
        won = np.sum([nets_of(codes, seat, self.values) for seat in range(self.game.seats)], axis=0)
        return histogram(won.reshape(-1, self.stretches.length).sum(axis=1))

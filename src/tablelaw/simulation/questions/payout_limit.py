"""A limit on the payout of a hand: how often it applies, and what it costs players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from tablelaw.simulation.codes import BLOCK
from tablelaw.simulation.fingerprints import digest_of
from tablelaw.simulation.game import Game
from tablelaw.simulation.tallies import Histogram, Moments, Nets, histogram, moments, nets_of


class LimitTally(msgspec.Struct, frozen=True):
    """The results of rounds under a limit, in cents. Seats share the dealer and board, so rounds are independent but
    hands are not.
    """

    free: Moments
    """The net result of all seats in a round without the limit."""
    limited: Moments
    """The net result of all seats in a round with the limit."""
    taken: Moments
    """The amount that the limit took in a round."""
    cuts: Histogram
    """The amount that the limit took from each hand it reduced."""

    def with_(self, other: LimitTally) -> LimitTally:
        return LimitTally(
            self.free.with_(other.free),
            self.limited.with_(other.limited),
            self.taken.with_(other.taken),
            self.cuts.with_(other.cuts),
        )


@dataclass(frozen=True)
class Limited:
    """The work of a run with and without a limit; all seats are counted together.

    `wins` contains the winnings that the limit covers, by column and code; zero for wagers it does not cover.
    """

    game: Game
    seed: int
    rounds: int
    limit: int
    values: Sequence[Nets]
    wins: Sequence[Nets]
    at_once: int = 16

    @property
    def fingerprint(self) -> str:
        long = f"{self.rounds} rounds with a limit of {self.limit} cents"
        return f"game {self.game.fingerprint}; seed {self.seed}; {long}; worth {digest_of((*self.values, *self.wins))}"

    @property
    def hands(self) -> int:
        return self.rounds * self.game.seats

    @property
    def pieces(self) -> int:
        return -(-self.rounds // BLOCK)

    def do(self, piece: int) -> LimitTally:
        codes = self.game.play(self.seed, piece)[: self.rounds - piece * BLOCK]
        seats = range(self.game.seats)
        free = np.sum([nets_of(codes, seat, self.values) for seat in seats], axis=0)
        won = np.array([nets_of(codes, seat, self.wins) for seat in seats])
        cut = np.maximum(won - self.limit, 0)
        taken = cut.sum(axis=0)
        return LimitTally(moments(free), moments(free - taken), moments(taken), histogram(cut[cut > 0]))

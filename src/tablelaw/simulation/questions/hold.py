"""The work of a plain run: counts every code, and sums the gains of the seats and the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablelaw.simulation.codes import BLOCK
from tablelaw.simulation.fingerprints import digest_of
from tablelaw.simulation.game import Game
from tablelaw.simulation.tallies import Nets, Tally, tally


@dataclass(frozen=True)
class Holds:
    """Plays and tallies `rounds` rounds, starting with the first block; surplus rounds of the last block are not
    counted.
    """

    game: Game
    seed: int
    rounds: int
    values: Sequence[Nets]
    main: tuple[int, ...]
    at_once: int = 16

    @property
    def fingerprint(self) -> str:
        return f"game {self.game.fingerprint}; seed {self.seed}; {self.rounds} rounds; worth {digest_of(self.values)}"

    @property
    def pieces(self) -> int:
        return -(-self.rounds // BLOCK)

    def do(self, piece: int) -> Tally:
        codes = self.game.play(self.seed, piece)[: self.rounds - piece * BLOCK]
        return tally(codes, self.values, self.main)

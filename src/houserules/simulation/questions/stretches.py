"""Stretches: so many rounds in a row, as a session or a shift has them. Each has rounds of its own.

Short stretches share a block, long ones take several; what is left over at the end of a block belongs to none. So the
rounds of a stretch follow from its number, however the work is cut up.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from houserules.simulation.codes import BLOCK, Codes, Game


@dataclass(frozen=True, slots=True)
class Stretches:
    """`number` stretches of `length` rounds each."""

    length: int
    number: int

    @property
    def blocks(self) -> int:
        """Blocks a piece takes."""
        return -(-self.length // BLOCK)

    @property
    def in_a_piece(self) -> int:
        return max(1, BLOCK // self.length)

    @property
    def pieces(self) -> int:
        return -(-self.number // self.in_a_piece)

    @property
    def at_once(self) -> int:
        """Pieces that together are some sixteen blocks."""
        return max(1, 16 // self.blocks)

    def lasting(self, piece: int) -> int:
        """How many stretches a piece has; the last may have fewer."""
        return min(self.in_a_piece, self.number - piece * self.in_a_piece)

    def codes(self, game: Game, seed: int, piece: int) -> Codes:
        """The codes of a piece, stretch after stretch."""
        played = [game.play(seed, piece * self.blocks + n) for n in range(self.blocks)]
        whole = played[0] if len(played) == 1 else np.concatenate(played)
        return whole[: self.lasting(piece) * self.length]


@dataclass(frozen=True)
class Stretched:
    """What work done stretch by stretch has in common."""

    game: Game
    seed: int
    stretches: Stretches

    @property
    def pieces(self) -> int:
        return self.stretches.pieces

    @property
    def at_once(self) -> int:
        return self.stretches.at_once

    @property
    def rounds(self) -> int:
        return self.stretches.number * self.stretches.length

    def codes(self, piece: int) -> Codes:
        return self.stretches.codes(self.game, self.seed, piece)

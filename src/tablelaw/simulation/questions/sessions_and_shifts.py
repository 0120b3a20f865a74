"""Stretches: a fixed number of consecutive rounds, such as a session or a shift. Stretches do not overlap.

Short stretches share a block, and long stretches take several blocks; rounds left over at the end of a block are not
used. So the number of a stretch determines its rounds, regardless of how the work is divided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
import numpy as np

from tablelaw.simulation.codes import BLOCK, Codes
from tablelaw.simulation.fingerprints import digest_of
from tablelaw.simulation.game import Game
from tablelaw.simulation.tallies import Histogram, Nets, histogram, nets_of


@dataclass(frozen=True, slots=True)
class Stretches:
    """A number of stretches, each of `length` rounds."""

    length: int
    number: int

    @property
    def blocks(self) -> int:
        """The number of blocks in a piece of work."""
        return -(-self.length // BLOCK)

    @property
    def in_a_piece(self) -> int:
        return max(1, BLOCK // self.length)

    @property
    def pieces(self) -> int:
        return -(-self.number // self.in_a_piece)

    @property
    def at_once(self) -> int:
        """The number of pieces that together have about sixteen blocks."""
        return max(1, 16 // self.blocks)

    def lasting(self, piece: int) -> int:
        """The number of stretches in a piece; the last piece may have fewer."""
        return min(self.in_a_piece, self.number - piece * self.in_a_piece)

    def codes(self, game: Game, seed: int, piece: int) -> Codes:
        """The codes of a piece, stretch after stretch."""
        played = [game.play(seed, piece * self.blocks + n) for n in range(self.blocks)]
        whole = played[0] if len(played) == 1 else np.concatenate(played)
        return whole[: self.lasting(piece) * self.length]


@dataclass(frozen=True)
class Stretched:
    """The base of all work that is done stretch by stretch."""

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


class SessionTally(msgspec.Struct, frozen=True):
    """The results of sessions, in cents."""

    ends: Histogram
    """What the player has won at the end; negative for a loss."""
    drawdowns: Histogram
    """The largest fall from a previous high."""
    ruined: Histogram
    """The number of rounds after which the player could no longer wager in full; completed sessions are not included.
    """

    def with_(self, other: SessionTally) -> SessionTally:
        return SessionTally(
            self.ends.with_(other.ends), self.drawdowns.with_(other.drawdowns), self.ruined.with_(other.ruined)
        )


class Purse(NamedTuple):
    """The money that a player brings, and the most that the next round may cost if every bet is made in full."""

    bankroll: int
    needs: int


@dataclass(frozen=True)
class Sessions(Stretched):
    """The work of a number of sessions."""

    seat: int
    purse: Purse
    values: Sequence[Nets]

    @property
    def fingerprint(self) -> str:
        long = f"{self.stretches.number} sessions of {self.stretches.length} rounds at seat {self.seat + 1}"
        return f"game {self.game.fingerprint}; seed {self.seed}; {long}; {self.purse}; worth {digest_of(self.values)}"

    def do(self, piece: int) -> SessionTally:
        codes = self.codes(piece)
        nets = nets_of(codes, self.seat, self.values)
        return session_tally(nets.reshape(-1, self.stretches.length), self.purse)


def session_tally(nets: Nets, purse: Purse) -> SessionTally:
    """Tallies sessions given as [session, round]. Play continues as long as the next round can be wagered in full."""
    start = np.zeros((len(nets), 1), np.int64)
    up = np.concatenate([start, np.cumsum(nets, axis=1)], axis=1)
    broke = purse.bankroll + up[:, :-1] < purse.needs
    lasted = np.where(broke.any(axis=1), broke.argmax(axis=1), nets.shape[1])
    played = np.where(np.arange(up.shape[1]) <= lasted[:, None], up, np.take_along_axis(up, lasted[:, None], axis=1))
    falls = (np.maximum.accumulate(played, axis=1) - played).max(axis=1)
    return SessionTally(histogram(played[:, -1]), histogram(falls), histogram(lasted[broke.any(axis=1)]))


@dataclass(frozen=True)
class Shifts(Stretched):
    """The work of a number of shifts: how often a table won each amount.

    `values` is what the house wins with each code, in ten-thousandths of a cent.
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

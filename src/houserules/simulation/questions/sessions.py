"""Sessions: so many rounds of one seat with a bankroll, to their end or to ruin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
import numpy as np

from houserules.simulation.fingerprints import digest_of
from houserules.simulation.questions.stretches import Stretched
from houserules.simulation.tallies import Histogram, Nets, histogram, nets_of


class SessionTally(msgspec.Struct, frozen=True):
    """What sessions came to, in cents."""

    ends: Histogram
    """What the player is up at the end; below nothing, down."""
    drawdowns: Histogram
    """The deepest fall from the best moment so far."""
    ruined: Histogram
    """After how many rounds the next could not be wagered in full; sessions that came to their end are not in it."""

    def with_(self, other: SessionTally) -> SessionTally:
        return SessionTally(
            self.ends.with_(other.ends), self.drawdowns.with_(other.drawdowns), self.ruined.with_(other.ruined)
        )


class Purse(NamedTuple):
    """What a player brings, and what the next round may cost at most: every bet in full."""

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
    """The tally of sessions given as [session, round]. The play goes on while the next round can be wagered in full."""
    start = np.zeros((len(nets), 1), np.int64)
    up = np.concatenate([start, np.cumsum(nets, axis=1)], axis=1)
    broke = purse.bankroll + up[:, :-1] < purse.needs
    lasted = np.where(broke.any(axis=1), broke.argmax(axis=1), nets.shape[1])
    played = np.where(np.arange(up.shape[1]) <= lasted[:, None], up, np.take_along_axis(up, lasted[:, None], axis=1))
    falls = (np.maximum.accumulate(played, axis=1) - played).max(axis=1)
    return SessionTally(histogram(played[:, -1]), histogram(falls), histogram(lasted[broke.any(axis=1)]))

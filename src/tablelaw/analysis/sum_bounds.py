"""Sums of payoffs in compiled code are 64-bit integers: a game whose payoffs do not fit is refused, never wrong."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.solver import NotThisGame

ROOM = 1 << 62


def require_room(rulebook: str, gains: npt.NDArray[np.int64], deals: int) -> None:
    """Refuses payoffs that could not be summed over this many deals."""
    most = int(np.abs(gains).max())
    if most * deals >= ROOM:
        raise NotThisGame(
            f"payoffs of {most:,} parts over {deals:,} deals",
            where=rulebook,
            accepted=f"payoffs of less than {ROOM // deals:,} parts of their common unit",
        )

"""Refuses games whose payoffs could exceed the 64-bit integers in which compiled code sums them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.solver import NotThisGame

ROOM = 1 << 62


def require_room(rulebook: str, gains: npt.NDArray[np.int64], deals: int) -> None:
    """Refuses payoffs whose sum over this many deals could exceed 64 bits."""
    most = int(np.abs(gains).max())
    if most * deals >= ROOM:
        raise NotThisGame(
            f"payoffs of {most:,} parts over {deals:,} deals",
            where=rulebook,
            accepted=f"payoffs of less than {ROOM // deals:,} parts of their common unit",
        )

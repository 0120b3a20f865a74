"""Simulation: hundreds of millions of rounds with a chosen strategy, counted exactly and reproducible from one seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablelaw.lazy_names import lazy_names

if TYPE_CHECKING:
    from tablelaw.simulation.runs import Threads as Threads
    from tablelaw.simulation.runs import run as run
    from tablelaw.simulation.seating import BadSeat as BadSeat
    from tablelaw.simulation.seating import Seat as Seat

__all__ = [
    "BadSeat",
    "Seat",
    "Threads",
    "run",
]

__getattr__ = lazy_names(
    __name__,
    {
        "BadSeat": "seating",
        "Seat": "seating",
        "Threads": "runs",
        "run": "runs",
    },
)

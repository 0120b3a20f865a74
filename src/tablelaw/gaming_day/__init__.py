"""A gaming day: a seeded simulation that drives the production floor, and an auditor whose books must agree with the
floor's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablelaw.lazy_names import lazy_names

if TYPE_CHECKING:
    from tablelaw.gaming_day.day import Outcome as Outcome
    from tablelaw.gaming_day.day import play_day as play_day

__all__ = [
    "Outcome",
    "play_day",
]

__getattr__ = lazy_names(
    __name__,
    {
        "Outcome": "day",
        "play_day": "day",
    },
)

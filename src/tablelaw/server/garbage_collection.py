"""Collects garbage between two answers, a little at a time.

By itself Python collects whenever enough objects have been made: in the middle of any answer, and sometimes everything
at once, which takes as long as several answers. Here the newest objects are examined often, which takes well under a
millisecond, and all objects rarely. Most objects are freed without this; only those in reference cycles wait for it.
"""

from __future__ import annotations

import asyncio
import gc

TICK_SECONDS = 0.1
TICKS = (1, 20, 600)
"""The number of ticks between collections of the newest objects, of the newer ones, and of all."""


async def collect() -> None:
    """Collects until it is cancelled, and then switches Python's own collection on again."""
    gc.disable()
    tick = 0
    try:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            tick += 1
            gc.collect(generation_due(tick))
    finally:
        gc.enable()


def generation_due(tick: int) -> int:
    """The oldest generation that is due."""
    return max(generation for generation, every in enumerate(TICKS) if tick % every == 0)

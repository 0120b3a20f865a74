"""Collects garbage between two answers, a little at a time.

By default, Python collects garbage whenever enough objects have been made, even in the middle of an answer, and
sometimes examines all objects at once, which takes as long as several answers. Here the newest objects are examined
often, which takes well under a millisecond, and all objects rarely. The objects that survive are then set aside, so
that a later collection examines only those made since, however large the property is. Objects set aside are examined
again while nobody plays, and as soon as many have been added, since some belong to connections that have ended since.
Most objects are freed without this; only those in reference cycles wait for it.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

TICK_SECONDS = 0.1
TICKS = (1, 20, 600)
"""The number of ticks between collections of the newest objects, of the newer ones, and of all not set aside."""
WHOLE_TICKS = 18_000
"""After half an hour everything is examined as soon as the log has not grown for a tick."""
LATEST_WHOLE_TICKS = 216_000
"""After six hours everything is examined even while people play."""
OLDEST = len(TICKS) - 1
MOST_ADDED = 50_000
"""How many objects may be added to those set aside before everything is examined; a quarter of them if that is more. An
open connection has about thirty.
"""


async def collect(entries: Callable[[], int]) -> None:
    """Collects garbage until it is cancelled, and then switches Python's own collection on again.

    `entries` returns the number of entries in the log, which does not change while nobody plays.
    """
    gc.disable()
    tick, whole = 0, 0
    count = gc.get_freeze_count() + len(gc.get_objects())
    most = most_set_aside(count)
    room = most - count
    try:
        while True:
            before = entries()
            await asyncio.sleep(TICK_SECONDS)
            tick += 1
            if room < 0 or is_whole_due(tick - whole, is_quiet=entries() == before):
                whole = tick
                gc.unfreeze()
                count = _collect_and_set_aside()
                most = most_set_aside(count)
                room = most - count
            elif generation_due(tick) == OLDEST:
                room -= _collect_and_set_aside()
                if room < 0:  # some of what was set aside has been freed since; only now is the rest counted
                    room = most - gc.get_freeze_count()
            else:
                gc.collect(generation_due(tick))
    finally:
        gc.enable()


def _collect_and_set_aside() -> int:
    """Collects garbage, sets the surviving objects aside, and returns how many of them were not set aside before."""
    gc.collect()
    count = len(gc.get_objects())
    gc.freeze()
    return count


def generation_due(tick: int) -> int:
    """The oldest generation that is due."""
    return max(generation for generation, every in enumerate(TICKS) if tick % every == 0)


def is_whole_due(ticks: int, *, is_quiet: bool) -> bool:
    """Whether the objects set aside must be examined too, this many ticks after they were last examined."""
    return ticks >= (WHOLE_TICKS if is_quiet else LATEST_WHOLE_TICKS)


def most_set_aside(count: int) -> int:
    """The most objects that may be set aside, given how many there were when everything was last examined."""
    return count + max(MOST_ADDED, count // 4)

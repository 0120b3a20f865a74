"""Garbage is collected between answers: new objects often, all objects rarely, and what survived before only while
nobody plays. Python takes over after the server stops.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import weakref
from collections.abc import Callable

import pytest

from tablelaw.server import garbage_collection
from tablelaw.server.garbage_collection import (
    LATEST_WHOLE_TICKS,
    TICKS,
    WHOLE_TICKS,
    collect,
    generation_due,
    is_whole_due,
    most_set_aside,
)

pytestmark = pytest.mark.alone
"""In a process of their own: the objects that other tests left would be examined again and again."""


class Knot:
    """An object that refers to itself, so only the garbage collector frees it."""

    def __init__(self) -> None:
        self.own = self


@pytest.mark.parametrize("generation", [0, 1, 2])
def test_each_generation_has_its_time(generation: int) -> None:
    every = TICKS[generation]
    assert generation_due(every) == generation
    assert generation == 0 or generation_due(every - 1) < generation
    assert generation_due(every + 1) == 0


def test_what_nobody_refers_to_is_gone_while_a_server_runs_and_python_collects_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(garbage_collection, "TICK_SECONDS", 0.001)

    async def serve() -> bool:
        running = asyncio.create_task(collect(lambda: 0))
        await asyncio.sleep(0)
        was_enabled = gc.isenabled()
        lost = weakref.ref(Knot())
        async with asyncio.timeout(10):
            while lost() is not None:
                await asyncio.sleep(0.001)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        return was_enabled

    assert gc.isenabled()
    assert not asyncio.run(serve())
    assert gc.isenabled()


@pytest.mark.parametrize(("is_quiet", "due"), [(True, WHOLE_TICKS), (False, LATEST_WHOLE_TICKS)])
def test_everything_is_examined_while_nobody_plays_or_after_hours(is_quiet: bool, due: int) -> None:
    assert not is_whole_due(due - 1, is_quiet=is_quiet)
    assert is_whole_due(due, is_quiet=is_quiet) and is_whole_due(due + 1, is_quiet=is_quiet)


def test_what_was_set_aside_is_examined_again_in_a_quiet_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage_collection, "TICK_SECONDS", 0.001)
    monkeypatch.setattr(garbage_collection, "TICKS", (1, 2, 3))
    monkeypatch.setattr(garbage_collection, "WHOLE_TICKS", 6)
    entries = itertools.count()

    async def serve(written: Callable[[], int]) -> tuple[bool, bool]:
        kept = Knot()
        lost = weakref.ref(kept)
        running = asyncio.create_task(collect(written))
        while not gc.get_freeze_count():
            await asyncio.sleep(0.001)
        was_set_aside = lost() is not None
        del kept
        await asyncio.sleep(0.1)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        return was_set_aside, lost() is None

    gc.unfreeze()
    try:
        assert asyncio.run(serve(lambda: 0)) == (True, True)
        gc.unfreeze()
        assert asyncio.run(serve(lambda: next(entries))) == (True, False)  # somebody always plays
    finally:
        gc.unfreeze()
        gc.collect()
        gc.freeze()


@pytest.mark.parametrize(
    ("count", "most"), [(0, 50_000), (200_000, 250_000), (200_004, 250_005), (2_000_000, 2_500_000)]
)
def test_what_is_set_aside_may_grow_by_a_quarter_but_always_by_some(count: int, most: int) -> None:
    assert most_set_aside(count) == most


def test_everything_is_examined_as_soon_as_much_was_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    """While people play, what strangers leave behind would otherwise be kept for hours."""
    monkeypatch.setattr(garbage_collection, "TICK_SECONDS", 0.001)
    monkeypatch.setattr(garbage_collection, "TICKS", (1, 2, 3))
    monkeypatch.setattr(garbage_collection, "most_set_aside", lambda count: count + 200)
    entries = itertools.count()

    async def serve() -> list[int]:
        running = asyncio.create_task(collect(lambda: next(entries)))
        left, alive = list[weakref.ref[Knot]](), list[int]()
        for _ in range(20):
            held = [Knot() for _ in range(100)]
            left += map(weakref.ref, held)
            await asyncio.sleep(0.02)  # long enough to be set aside
            del held
            await asyncio.sleep(0.02)
            alive.append(sum(one() is not None for one in left))
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        return alive

    try:
        assert max(asyncio.run(serve())) <= 500
    finally:
        gc.unfreeze()
        gc.collect()
        gc.freeze()

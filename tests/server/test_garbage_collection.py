"""Garbage is collected between answers: new objects often, all objects rarely. Python takes over after the server
stops.
"""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from tablelaw.server import garbage_collection
from tablelaw.server.garbage_collection import TICKS, collect, generation_due


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
        running = asyncio.create_task(collect())
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

"""Requests from one session run in turn, independently of other sessions. A request that waits gives up its turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any

import pytest

from tablelaw.server.http.session_queues import APART_SECONDS, OWN, STRANGERS, SessionQueues, aside
from tablelaw.server.refusals import ServerRefused

PATIENCE = 0.2


@asynccontextmanager
async def request(queues: SessionQueues, key: str) -> AsyncIterator[None]:
    turn = queues.turn(key)
    await turn.begin()
    own = OWN.set(turn)
    try:
        yield
    finally:
        OWN.reset(own)
        turn.end()


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def test_one_at_a_time_in_the_order_they_came_and_others_meanwhile() -> None:
    async def test() -> None:
        queues, done = SessionQueues(60), list[str]()

        async def asked(key: str, name: str) -> None:
            async with request(queues, key):
                await asyncio.sleep(0.001)
                done.append(name)

        await asyncio.gather(*(asked(key, f"{key}{n}") for key in ("a", "b", STRANGERS) for n in range(3)))
        for key in ("a", "b", STRANGERS):
            assert [name for name in done if name.rstrip("012") == key] == [f"{key}{n}" for n in range(3)]
        assert set(done[:3]) == {"a0", "b0", "0"}, "each queue's first before any queue's second"

    run(test())


def test_whoever_waits_for_something_steps_aside_and_comes_back() -> None:
    async def test() -> None:
        queues, seen, gate = SessionQueues(60), list[str](), asyncio.Event()

        async def slow() -> None:
            async with request(queues, STRANGERS):
                async with aside():
                    await gate.wait()
                seen.append("slow")

        async def quick() -> None:
            async with request(queues, STRANGERS):
                seen.append("quick")
                gate.set()
                await asyncio.sleep(0.01)
                seen.append("quick is over")

        await asyncio.gather(slow(), quick())
        assert seen == ["quick", "quick is over", "slow"]

    run(test())


@pytest.mark.parametrize("is_in_aside", [False, True])
def test_a_turn_that_does_not_come_is_refused_in_time_and_leaves_the_queue_free(is_in_aside: bool) -> None:
    async def test() -> None:
        queues, gate = SessionQueues(PATIENCE), asyncio.Event()

        async def holds() -> None:
            async with request(queues, "a"):
                await gate.wait()

        async def waits() -> str:
            try:
                async with request(queues, "a"):
                    if is_in_aside:
                        async with aside():
                            await asyncio.sleep(0.01)
            except ServerRefused as refusal:
                return refusal.code
            return ""

        tasks = [asyncio.create_task(one) for one in ((waits(), holds()) if is_in_aside else (holds(), waits()))]
        code = await tasks[0 if is_in_aside else 1]
        assert code == "too-busy"
        gate.set()
        await asyncio.gather(*tasks)
        async with request(queues, "a"):
            pass

    run(test())


def test_whoever_goes_away_while_waiting_leaves_the_queue_free() -> None:
    async def test() -> None:
        queues = SessionQueues(60)

        async def asked() -> None:
            async with request(queues, "a"), aside():
                await asyncio.sleep(60)

        waiting = [asyncio.create_task(asked()) for _ in range(3)]
        await asyncio.sleep(0.01)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        async with asyncio.timeout(5), request(queues, "a"):
            pass

    run(test())


def test_a_queue_that_nobody_is_in_is_forgotten() -> None:
    async def test() -> None:
        queues = SessionQueues(60)
        for number in range(100):
            async with request(queues, str(number)):
                pass
        assert not queues._queues

    run(test())


def test_outside_a_request_nobody_steps_aside() -> None:
    async def test() -> None:
        async with aside():
            pass

    run(test())


def test_where_others_wait_the_next_begins_a_moment_later_and_else_at_once() -> None:
    async def test() -> None:
        queues, began = SessionQueues(60), list[float]()

        async def asked() -> None:
            async with request(queues, "a"):
                began.append(asyncio.get_running_loop().time())
                await asyncio.sleep(0)  # let the others arrive

        await asyncio.gather(*(asked() for _ in range(4)))
        assert all(later - earlier > APART_SECONDS * 0.8 for earlier, later in pairwise(began))
        turn = queues.turn("b")
        await turn.begin()
        turn.end()
        async with asyncio.timeout(APART_SECONDS * 0.5):  # no one was waiting
            await queues.turn("b").begin()

    run(test())

"""Thread pools limit slow work per client and in total, and refuse work that would wait too long."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable

import msgspec
import pytest

import tablelaw.floor.handlers.installation as install
from tablelaw.bounded_text import OutOfBounds
from tablelaw.floor.orders import InstallTable, Order
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.thread_pools import Pool
from tablelaw.server.workers.client import Job, Turns
from tablelaw.submission.draft import Draft, parse_draft
from tests.floor.world import example
from tests.server.conftest import Doors


async def code_of(pool: Pool, by: str, work: Callable[[], object]) -> str:
    try:
        await pool.run(by, work)
    except ServerRefused as refusal:
        return refusal.code
    return "done"


def test_a_pool_takes_so_much_of_one_and_so_much_in_all() -> None:
    async def asked() -> None:
        pool, gate = Pool("test", 1, in_all=3, for_each=2), threading.Event()
        waiting = [asyncio.create_task(code_of(pool, by, gate.wait)) for by in ("ann", "ann", "bob")]
        await asyncio.sleep(0)
        assert await code_of(pool, "ann", gate.wait) == "too-many"
        assert await code_of(pool, "cy", gate.wait) == "too-busy"
        gate.set()
        assert await asyncio.gather(*waiting) == ["done"] * 3
        assert [await code_of(pool, by, gate.wait) for by in ("ann", "ann", "cy")] == ["done"] * 3
        pool.close()
        assert await code_of(pool, "ann", gate.wait) == "too-busy"

    asyncio.run(asked())


def test_work_that_is_not_taken_up_in_time_is_refused_and_never_done() -> None:
    async def asked() -> None:
        pool, gate, begun = Pool("test", 1, in_all=9, for_each=9, patience=0.1), threading.Event(), list[str]()

        def work() -> None:
            begun.append("")
            gate.wait()

        first = asyncio.create_task(code_of(pool, "ann", work))
        while not begun:
            await asyncio.sleep(0.001)
        assert await code_of(pool, "bob", work) == "too-busy"
        await asyncio.sleep(0.2)
        assert not first.done(), "what is under way is not called off"
        gate.set()
        assert await first == "done" and len(begun) == 1
        assert await code_of(pool, "bob", work) == "done", "what was called off takes up no room"
        pool.close()

    asyncio.run(asked())


def test_threads_stand_back_behind_whoever_started_them() -> None:
    own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    pool = Pool("test", 1, in_all=1, for_each=1, nice=3)

    async def found() -> int:
        return await pool.run("ann", lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    assert asyncio.run(found()) == min(19, own + 3)
    pool.close()


def test_work_whose_giver_went_away_still_counts_until_it_has_ended() -> None:
    async def asked() -> None:
        pool, gate, begun = Pool("test", 1, in_all=1, for_each=1), threading.Event(), threading.Event()

        def work() -> None:
            begun.set()
            gate.wait()

        gone = asyncio.create_task(code_of(pool, "ann", work))
        while not begun.is_set():
            await asyncio.sleep(0.001)
        gone.cancel()
        await asyncio.sleep(0.01)
        assert await code_of(pool, "bob", gate.wait) == "too-busy"
        gate.set()
        async with asyncio.timeout(10):
            while await code_of(pool, "bob", gate.wait) != "done":
                await asyncio.sleep(0.001)
        pool.close()

    asyncio.run(asked())


@pytest.fixture
def readers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the threads that parse submissions for the floor."""
    found: list[str] = []
    read = parse_draft

    def noted(text: str) -> Draft:
        found.append(threading.current_thread().name)
        return read(text)

    monkeypatch.setattr(install, "parse_draft", noted)
    return found


def test_a_submission_is_read_before_the_writer_has_it(doors: Doors, readers: list[str]) -> None:
    boss = doors.somebody("Boss", "administrator")
    for order_id, text in {"good": example("pa-653a", "ahead"), "deep": "a." * 20_000 + "a = 1", "bad": "["}.items():
        boss.order({"type": "InstallTable", "submission": text, "tray_cents": 100_00}, order_id=order_id)
    assert "ahead" in doors.context.service.views.tables
    assert len(readers) == 1 and readers[0].startswith("questions"), "what does not fit is read by another process"


def test_also_by_who_speaks_to_the_floor_without_a_server(doors: Doors, readers: list[str]) -> None:
    order = Order(id="ahead/1", by="administrator:Boss", command=InstallTable("a." * 20_000 + "a = 1", 100_00))
    with pytest.raises(OutOfBounds):
        doors.context.service.do(order)
    assert readers == [threading.current_thread().name]


def job(by: str) -> Job:
    return Job(msgspec.defstruct("Question", [])(), by, is_private=True)


def test_in_the_workshop_people_take_turns() -> None:
    turns = Turns()
    first = [job("eve") for _ in range(3)]
    later = [job("ann"), job("bob"), job("ann")]
    for one in (*first, *later):
        turns.put(one)
    expected = [first[0], later[0], later[1], first[1], later[2], first[2]]
    assert [turns.ahead(one) for one in expected] == list(range(6))
    turns.close()
    assert [turns.get() for _ in range(7)] == [*expected, None]

"""Threads for slow work, separate from those that every request needs, with a limit on how much may wait for them."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from tablelaw.server.http.session_queues import aside
from tablelaw.server.refusals import ServerRefused

T = TypeVar("T")


class Lateness:
    """Cancels work that no thread has begun in time; work under way continues."""

    def __init__(self, done: Future[Any]) -> None:
        self._done, self.is_given_up = done, False

    def give_up(self) -> None:
        self.is_given_up = self._done.cancel()


class Pool:
    """A pool of `threads` with limits on work under way and waiting, in all and for each client."""

    def __init__(
        self, name: str, threads: int, in_all: int, for_each: int, nice: int = 0, patience: float | None = None
    ) -> None:
        """`nice` lowers the priority of the threads; it suits only work that releases the interpreter.

        `patience` is how many seconds work may wait for a thread before it is refused.
        """
        self.in_all, self.for_each, self._patience = in_all, for_each, patience
        self._threads = ThreadPoolExecutor(threads, name, initializer=_stand_back, initargs=(nice,))
        self._lock = threading.Lock()
        self._under_way: Counter[str] = Counter()

    async def run(self, by: str, work: Callable[..., T], *given: Any) -> T:
        """Runs work for a client (a name or an address); refuses while too much of theirs, or of everybody's, is
        waiting or under way.
        """
        with self._lock:
            if self._under_way[by] >= self.for_each:
                raise ServerRefused("too-many")
            if self._under_way.total() >= self.in_all:
                raise ServerRefused("too-busy")
            self._under_way[by] += 1
        try:
            done = self._threads.submit(work, *given)
        except RuntimeError:  # the server is closing
            self._leave(by)
            raise ServerRefused("too-busy") from None
        # Called when the work has ended, even if its client has gone away: until then it uses a thread.
        done.add_done_callback(lambda _: self._leave(by))
        late = Lateness(done)
        timer = None if self._patience is None else asyncio.get_running_loop().call_later(self._patience, late.give_up)
        try:
            async with aside():
                return await asyncio.wrap_future(done)
        except asyncio.CancelledError:
            if late.is_given_up:
                raise ServerRefused("too-busy") from None
            raise
        finally:
            if timer is not None:
                timer.cancel()

    def _leave(self, by: str) -> None:
        with self._lock:
            self._under_way[by] -= 1
            if not self._under_way[by]:
                del self._under_way[by]

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _stand_back(nice: int) -> None:
    """Lowers this thread's priority; on Linux each thread has its own priority, which the threads it starts inherit."""
    if nice and sys.platform == "linux":
        own = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, own, os.getpriority(os.PRIO_PROCESS, own) + nice)

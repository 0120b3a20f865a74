"""Queues of requests, answered one after the other: one for each session, and one for everybody without a session.

The server works on one thing at a time. If it began many requests of one sender together, everybody else would wait for
all of them; so a sender's further requests wait in their queue. A request that waits for something else (its body, a
password check, the store) gives up its turn meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from weakref import WeakValueDictionary

from tablelaw.server.refusals import ServerRefused

STRANGERS = ""
APART_SECONDS = 0.001
"""Pause between two requests of a queue, in which the threads that carry out orders can use the interpreter."""


class SessionQueue(asyncio.Lock):
    """Lets one request through at a time; if others wait, the next begins a moment later."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting = 0

    def pass_on(self) -> None:
        if self.waiting:
            asyncio.get_running_loop().call_later(APART_SECONDS, self.release)
        else:
            self.release()


class Turn:
    """A request's turn in its queue, taken whenever the request has work to do."""

    def __init__(self, queue: SessionQueue, patience: float) -> None:
        self._queue, self._patience, self._is_held = queue, patience, False

    async def begin(self) -> None:
        """Waits for the request's turn; refuses if that takes too long."""
        self._queue.waiting += 1
        try:
            async with asyncio.timeout(self._patience):
                await self._queue.acquire()
        except TimeoutError:
            raise ServerRefused("too-busy") from None
        finally:
            self._queue.waiting -= 1
        self._is_held = True

    def end(self) -> None:
        """Passes the turn on; does nothing if the turn has already ended."""
        if self._is_held:
            self._is_held = False
            self._queue.pass_on()

    @property
    def is_held(self) -> bool:
        return self._is_held


class SessionQueues:
    """A queue for each session, and one for requests without a session; empty queues are removed."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._queues: WeakValueDictionary[str, SessionQueue] = WeakValueDictionary()

    def turn(self, key: str) -> Turn:
        queue = self._queues.get(key)
        if queue is None:
            queue = self._queues[key] = SessionQueue()
        return Turn(queue, self._patience)


OWN: ContextVar[Turn | None] = ContextVar("turn", default=None)
"""The turn of the request being answered."""


@asynccontextmanager
async def aside() -> AsyncIterator[None]:
    """Lets the next request of the queue have its turn while this one waits for something else."""
    turn = OWN.get()
    if turn is None or not turn.is_held:
        yield
        return
    turn.end()
    yield
    await turn.begin()

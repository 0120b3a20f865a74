"""Lanes: requests of one session are answered one after the other, and so are those of everybody without a session.

The server works on one thing at a time. If it began many requests of one sender together, everybody else would wait for
all of them; so a sender's further requests wait in their lane. A request that waits for something else (its body, a
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
"""Pause between two requests of a lane, in which the threads that carry out orders can use the interpreter."""


class Lane(asyncio.Lock):
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
    """A request's turn in its lane, taken whenever the request has work to do."""

    def __init__(self, lane: Lane, patience: float) -> None:
        self._lane, self._patience, self._is_held = lane, patience, False

    async def begin(self) -> None:
        """Waits for the request's turn; refuses if that takes too long."""
        self._lane.waiting += 1
        try:
            async with asyncio.timeout(self._patience):
                await self._lane.acquire()
        except TimeoutError:
            raise ServerRefused("too-busy") from None
        finally:
            self._lane.waiting -= 1
        self._is_held = True

    def end(self) -> None:
        """Passes the turn on; does nothing if the turn has already ended."""
        if self._is_held:
            self._is_held = False
            self._lane.pass_on()

    @property
    def is_held(self) -> bool:
        return self._is_held


class Lanes:
    """A lane for each session, and one for requests without a session; empty lanes are removed."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._lanes: WeakValueDictionary[str, Lane] = WeakValueDictionary()

    def turn(self, key: str) -> Turn:
        lane = self._lanes.get(key)
        if lane is None:
            lane = self._lanes[key] = Lane()
        return Turn(lane, self._patience)


OWN: ContextVar[Turn | None] = ContextVar("turn", default=None)
"""The turn of the request being answered."""


@asynccontextmanager
async def aside() -> AsyncIterator[None]:
    """Lets the next request of the lane have its turn while this one waits for something else."""
    turn = OWN.get()
    if turn is None or not turn.is_held:
        yield
        return
    turn.end()
    yield
    await turn.begin()

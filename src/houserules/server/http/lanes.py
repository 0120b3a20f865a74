"""Lanes: requests of one session are worked on one after the other, and so are those of all strangers.

The server works on one thing at a time. Were many requests of one sender begun together, everybody else's would wait
for all of them; so the others of a sender wait in their lane. Whoever waits for something else than the server itself
(a body that arrives, a password's check, the store) steps aside meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from weakref import WeakValueDictionary

from houserules.server.refusals import ServerRefused

STRANGERS = ""
APART_SECONDS = 0.001
"""Between two requests of a lane: meanwhile the threads that carry out orders have the interpreter to themselves."""


class Lane(asyncio.Lock):
    """One request at a time; where others wait, the next begins a moment later."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting = 0

    def pass_on(self) -> None:
        if self.waiting:
            asyncio.get_running_loop().call_later(APART_SECONDS, self.release)
        else:
            self.release()


class Turn:
    """A request's turn in its lane, as often as it has something to do."""

    def __init__(self, lane: Lane, patience: float) -> None:
        self._lane, self._patience, self._is_held = lane, patience, False

    async def begin(self) -> None:
        """Waits for its turn; refused where that takes too long."""
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
        """The next one's turn; nothing where it has ended already."""
        if self._is_held:
            self._is_held = False
            self._lane.pass_on()

    @property
    def is_held(self) -> bool:
        return self._is_held


class Lanes:
    """A lane for each session, and one for strangers; one that nobody waits in is forgotten."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._lanes: WeakValueDictionary[str, Lane] = WeakValueDictionary()

    def turn(self, key: str) -> Turn:
        lane = self._lanes.get(key)
        if lane is None:
            lane = self._lanes[key] = Lane()
        return Turn(lane, self._patience)


OWN: ContextVar[Turn | None] = ContextVar("turn", default=None)
"""Of the request that is being answered."""


@asynccontextmanager
async def aside() -> AsyncIterator[None]:
    """While something else than the server itself is waited for, the next of the lane has its turn."""
    turn = OWN.get()
    if turn is None or not turn.is_held:
        yield
        return
    turn.end()
    yield
    await turn.begin()

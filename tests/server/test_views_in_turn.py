"""Views for many sockets are built one at a time, and answers to orders go before them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

from tablelaw.server.live_sockets import LiveSockets
from tablelaw.server.open_sockets import Connection
from tablelaw.server.users import Person

SOCKETS = 12
TABLE = "UTH-1"


class Sent:
    """A socket that keeps what is sent."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    async def send_text(self, text: str) -> None:
        self.texts.append(text)


class Sockets:
    """Sockets that watch one table, and a count of the views built for them."""

    def __init__(self) -> None:
        self.built = 0
        views = SimpleNamespace(tables={TABLE: None})
        context = SimpleNamespace(hub=None, service=SimpleNamespace(views=views), table_view=self._view)
        self.live = LiveSockets(cast(Any, context))
        self.all = [Connection(cast(Any, Sent()), Person("ann", "player"), "key") for _ in range(SOCKETS)]
        for connection in self.all:
            connection.watched = frozenset({TABLE})

    def _view(self, table: str, person: Person) -> dict[str, int]:
        self.built += 1
        return {"number": self.built}

    @contextlib.asynccontextmanager
    async def sending(self) -> AsyncIterator[None]:
        senders = (self.live._send_replies, self.live._send_views)
        tasks = [asyncio.create_task(send(connection)) for connection in self.all for send in senders]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()

    def mark(self) -> None:
        for connection in self.all:
            connection.mark([TABLE])

    def texts(self, n: int) -> list[str]:
        return cast(Sent, self.all[n].socket).texts


def test_between_two_views_others_have_a_turn() -> None:
    async def doing() -> list[int]:
        sockets, seen = Sockets(), [0]
        async with sockets.sending():
            sockets.mark()
            while sockets.built < SOCKETS:
                await asyncio.sleep(0)
                seen.append(sockets.built)
        return seen

    seen = asyncio.run(doing())
    assert max(after - before for before, after in pairwise(seen)) == 1


def test_an_answer_does_not_wait_for_the_views_of_others() -> None:
    async def doing() -> int:
        sockets = Sockets()
        async with sockets.sending():
            sockets.mark()
            await asyncio.sleep(0)
            sockets.all[-1].reply({"order": "a"})
            while not sockets.texts(SOCKETS - 1):
                await asyncio.sleep(0)
        assert "order" in sockets.texts(SOCKETS - 1)[0]
        return sockets.built

    assert asyncio.run(doing()) < SOCKETS // 2


def test_entries_that_come_while_a_view_waits_are_shown_with_it() -> None:
    async def doing() -> None:
        sockets = Sockets()
        async with sockets.sending():
            sockets.mark()
            await asyncio.sleep(0)
            sockets.mark()
            for _ in range(SOCKETS * 10):
                await asyncio.sleep(0)
        assert sockets.built < 2 * SOCKETS
        assert all(sockets.texts(n) for n in range(SOCKETS))
        assert all(not connection.changed for connection in sockets.all)

    asyncio.run(doing())

"""The open sockets: notice of every durable change, and closing when their sessions end."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import msgspec
from fastapi import WebSocket, WebSocketDisconnect
from starlette.concurrency import run_in_threadpool

from tablelaw.floor.events import ClosingAsked, DealerAssigned, SeatServed, TableRemoved
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.property import FLOOR, stream_of
from tablelaw.floor.service import FloorService
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.settings import Settings
from tablelaw.server.socket_tickets import SocketTickets
from tablelaw.server.users import People, Person

SESSION_SECONDS = 5.0
"""How often the session of an open socket is checked; signing out on this server closes the socket at once."""
LOBBY = "lobby"
SHIFTS = (DealerAssigned, SeatServed, ClosingAsked, TableRemoved)
"""Events of the property that change what may be done at one table."""
MOST_REPLIES = 32
"""The most replies that may wait for a socket; while there are that many, nothing is read from it."""
SESSION_OVER, GOING_AWAY = 4401, 1001


class Connection:
    """One socket: what it watches, and what has changed since its last update."""

    def __init__(self, socket: WebSocket, person: Person, key: str) -> None:
        self.socket, self.person, self.key = socket, person, key
        self.watched: frozenset[str] = frozenset()
        self.changed: set[str] = set()
        self.replies: list[bytes] = []
        self.has_room = asyncio.Event()
        self.has_room.set()
        self.has_replies = asyncio.Event()
        self.has_changes = asyncio.Event()
        self.is_idle = asyncio.Event()
        """Set unless a message is being handled; its answer is sent before the views that it changes."""
        self.is_idle.set()

    def mark(self, names: Iterable[str]) -> None:
        if touched := self.watched.intersection(names):
            self.changed |= touched
            self.has_changes.set()

    def reply(self, message: object) -> None:
        self.replies.append(msgspec.json.encode(message))
        if len(self.replies) >= MOST_REPLIES:
            self.has_room.clear()
        self.has_replies.set()

    async def close(self, code: int) -> None:
        """Closes the socket, which the other side may have closed already."""
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.close(code)


class Hub:
    """Every open socket."""

    def __init__(self, service: FloorService, people: People, settings: Settings) -> None:
        self._service, self._people, self._settings = service, people, settings
        self._tickets = SocketTickets(settings)
        self._open: set[Connection] = set()
        self._sockets: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._unsubscribe: Callable[[], None] = _nothing
        self._watchman: asyncio.Task[None] | None = None

    # --- Start and end -------------------------------------------------------------------------------------

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._unsubscribe = self._service.subscribe(self._heard)
        self._watchman = asyncio.create_task(self._watch_sessions())

    async def stop(self) -> None:
        self._unsubscribe()
        if self._watchman is not None:
            self._watchman.cancel()
        for connection in list(self._open):
            await connection.close(GOING_AWAY)

    async def _watch_sessions(self) -> None:
        """Closes the sockets of sessions that ended on another server, expired, or belonged to a person who was
        removed.
        """
        while True:
            await asyncio.sleep(SESSION_SECONDS)
            keys = {connection.key for connection in self._open}
            for key in await run_in_threadpool(self._people.ended, keys):
                await self.end_session(key)

    async def end_session(self, key: str) -> None:
        """Ends the session's tickets and sockets."""
        self._tickets.withdraw(key)
        for connection in [one for one in self._open if one.key == key]:
            await connection.close(SESSION_OVER)

    def _heard(self, entries: list[Entry]) -> None:
        """Passes the names of the changed tables on to the server's own thread; called by the floor's writer."""
        if self._loop is not None and not self._loop.is_closed():
            names = {entry.stream.removeprefix(stream_of("")) for entry in entries} - {FLOOR} | {LOBBY}
            names |= {event.table for entry in entries for event in entry.events if isinstance(event, SHIFTS)}
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self.tell, names)

    def tell(self, names: Iterable[str]) -> None:
        """Marks these tables as changed."""
        for connection in self._open:
            connection.mark(names)

    @property
    def number(self) -> int:
        """How many sockets are open."""
        return len(self._open)

    def has(self, name: str) -> bool:
        """Whether a person with this name has an open socket."""
        return self._sockets[name] > 0

    def ticket(self, person: Person, key: str) -> str:
        """Makes a ticket with which the session with this key may open one socket."""
        return self._tickets.issue(person, key)

    def admitted(self, socket: WebSocket) -> tuple[Person, str]:
        """The person and session that a new socket belongs to; its ticket is used up. Refuses a person who has too many
        sockets.
        """
        person, key = self._tickets.redeem(socket)
        if self._sockets[person.name] >= self._settings.sockets_per_person:
            raise ServerRefused("too-many")
        return person, key

    @contextlib.contextmanager
    def opened(self, connection: Connection) -> Iterator[None]:
        """Counts a socket among the open ones while it is served."""
        self._open.add(connection)
        self._sockets[connection.person.name] += 1
        try:
            yield
        finally:
            self._open.discard(connection)
            self._sockets[connection.person.name] -= 1


def _nothing() -> None:
    """The default callback, which does nothing."""

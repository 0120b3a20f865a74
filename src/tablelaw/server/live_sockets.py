"""Live views: a socket for each person, informed of every durable change of the tables it watches.

A socket is opened with a ticket that is valid once, for a moment, and only for the session that asked for it, from a
page of this server; it is closed when that session ends. It is always sent whole views; views that come faster than
the client reads them are skipped, so that no queue grows.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable

import msgspec
from fastapi import WebSocket, WebSocketDisconnect
from starlette.concurrency import run_in_threadpool

from tablelaw.bounded_text import require_bounded_json
from tablelaw.errors import TablelawError
from tablelaw.floor.events import ClosingAsked, DealerAssigned, SeatServed
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.property import FLOOR, stream_of
from tablelaw.server.context import ServerContext
from tablelaw.server.http.permissions import permit
from tablelaw.server.http.security import cookie, origin_of
from tablelaw.server.order_admission import admitted
from tablelaw.server.order_decoding import read_order
from tablelaw.server.refusals import ServerRefused, outside
from tablelaw.server.tables.lobby import lobby
from tablelaw.server.users import Person

LOG = logging.getLogger("tablelaw.server")
TICKET_SECONDS = 30
SESSION_SECONDS = 5.0
"""How often the session of an open socket is checked; signing out on this server ends it at once."""
LOBBY = "lobby"
SHIFTS = (DealerAssigned, SeatServed, ClosingAsked)
"""Orders to the property that change what may be done at one table."""
MOST_WATCHED = 16
WATCH = "message watch"
"""The row of the permissions for watching; orders have their own rows."""
MOST_REPLIES = 32
"""Replies that may wait for a socket; until there is room again it is not read."""
MOST_TICKETS = 16
"""Tickets of one session that are valid at the same time."""
NOT_ADMITTED, SESSION_OVER, NOT_TEXT = 4403, 4401, 1003


class SocketMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page may send: the tables it watches ("lobby" for an overview of all), or an order."""

    watch: tuple[str, ...] | None = None
    order: msgspec.Raw = msgspec.Raw()


class Connection:
    """One socket: what it watches, and what has changed since its last update."""

    def __init__(self, socket: WebSocket, person: Person, key: str) -> None:
        self.socket, self.person, self.key = socket, person, key
        self.watched: frozenset[str] = frozenset()
        self.changed: set[str] = set()
        self.replies: list[bytes] = []
        self.has_room = asyncio.Event()
        self.has_room.set()
        self.awake = asyncio.Event()

    def mark(self, names: Iterable[str]) -> None:
        if touched := self.watched.intersection(names):
            self.changed |= touched
            self.awake.set()

    def reply(self, message: object) -> None:
        self.replies.append(msgspec.json.encode(message))
        if len(self.replies) >= MOST_REPLIES:
            self.has_room.clear()
        self.awake.set()


class Hub:
    """Every open socket."""

    def __init__(self, context: ServerContext) -> None:
        self.context = context
        self._tickets: dict[str, tuple[Person, str, float]] = {}
        self._open: set[Connection] = set()
        self._sockets: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._unsubscribe: Callable[[], None] = _nothing
        self._watchman: asyncio.Task[None] | None = None

    # --- Start and end -------------------------------------------------------------------------------------

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._unsubscribe = self.context.service.subscribe(self._heard)
        self._watchman = asyncio.create_task(self._watch_sessions())

    async def stop(self) -> None:
        self._unsubscribe()
        if self._watchman is not None:
            self._watchman.cancel()
        for connection in list(self._open):
            await _close(connection, 1001)

    async def _watch_sessions(self) -> None:
        """Closes the sockets of sessions that ended on another server, by age, or because the person was removed."""
        while True:
            await asyncio.sleep(SESSION_SECONDS)
            for key in {connection.key for connection in self._open}:
                if await run_in_threadpool(self.context.people.is_over, key):
                    await self.end_session(key)

    async def end_session(self, key: str) -> None:
        """Ends the session's tickets and sockets."""
        self._tickets = {ticket: kept for ticket, kept in self._tickets.items() if kept[1] != key}
        for connection in [one for one in self._open if one.key == key]:
            await _close(connection, SESSION_OVER)

    def _heard(self, entries: list[Entry]) -> None:
        """Called by the floor's writer; hands over to the server's own thread."""
        if self._loop is not None and not self._loop.is_closed():
            names = {entry.stream.removeprefix(stream_of("")) for entry in entries} - {FLOOR} | {LOBBY}
            names |= {event.table for entry in entries for event in entry.events if isinstance(event, SHIFTS)}
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self.tell, names)

    def tell(self, names: Iterable[str]) -> None:
        """Marks these tables as changed."""
        for connection in self._open:
            connection.mark(names)

    def has(self, name: str) -> bool:
        """Whether somebody of this name has an open socket."""
        return self._sockets[name] > 0

    # --- Tickets -----------------------------------------------------------------------------------------

    def ticket(self, person: Person, key: str) -> str:
        """A ticket for the session of this key, valid once and for half a minute."""
        now = time.monotonic()
        self._tickets = {ticket: kept for ticket, kept in self._tickets.items() if kept[2] > now}
        own = [ticket for ticket, kept in self._tickets.items() if kept[1] == key]
        for oldest in own[: max(0, len(own) - MOST_TICKETS + 1)]:
            del self._tickets[oldest]
        ticket = secrets.token_urlsafe(24)
        self._tickets[ticket] = (person, key, now + TICKET_SECONDS)
        return ticket

    def _admitted(self, socket: WebSocket) -> tuple[Person, str]:
        origin_of(socket.headers, "SOCKET", self.context.settings)
        person, key, until = self._tickets.pop(socket.query_params.get("ticket", ""), (None, "", 0.0))
        given = cookie(socket.scope, self.context.settings.cookie) or ""
        if person is None or until < time.monotonic() or not hmac.compare_digest(given.encode(), key.encode()):
            raise ServerRefused("not-signed-in")
        permit("WEBSOCKET /ws", person.role)
        if self._sockets[person.name] >= self.context.settings.sockets_per_person:
            raise ServerRefused("too-many")
        return person, key

    # --- One socket --------------------------------------------------------------------------------------

    async def serve(self, socket: WebSocket) -> None:
        """Serves a socket from the handshake to its end; whoever is not admitted never gets one."""
        try:
            person, key = self._admitted(socket)
        except ServerRefused:
            await socket.close(NOT_ADMITTED)
            return
        await socket.accept()
        connection = Connection(socket, person, key)
        self._open.add(connection)
        self._sockets[person.name] += 1
        sender = asyncio.create_task(self._send(connection))
        try:
            await self._listen(connection)
        finally:
            sender.cancel()
            self._open.discard(connection)
            self._sockets[person.name] -= 1

    async def _listen(self, connection: Connection) -> None:
        while True:
            try:
                async with asyncio.timeout(self.context.settings.transfer_seconds):
                    await connection.has_room.wait()
                await asyncio.sleep(0)  # a busy socket gives others a turn between two messages
                text = await connection.socket.receive_text()
            except (WebSocketDisconnect, RuntimeError, TimeoutError):
                return
            except KeyError:  # a binary frame
                await _close(connection, NOT_TEXT)
                return
            try:
                self.context.order_rate.take(connection.person.name)
                await self._heed(connection, text.encode())
            except TablelawError as refusal:
                await self.context.delay_refusal(refusal)
                connection.reply({"refused": outside(refusal)})
            except Exception:
                LOG.exception("a message of a socket failed")
                connection.reply({"refused": outside(ServerRefused("failed"))})

    async def _heed(self, connection: Connection, text: bytes) -> None:
        require_bounded_json(text)
        try:
            message = msgspec.json.decode(text, type=SocketMessage)
        except (msgspec.DecodeError, ValueError, RecursionError):
            raise ServerRefused("not-readable") from None
        if message.watch is not None:
            self._watch(connection, message.watch)
        if bytes(message.order):
            await self._order(connection, bytes(message.order))

    def _watch(self, connection: Connection, names: tuple[str, ...]) -> None:
        permit(WATCH, connection.person.role)
        known = {*self.context.service.views.tables, LOBBY}
        if len(names) > MOST_WATCHED or not set(names) <= known:
            raise ServerRefused("not-found")
        connection.watched = frozenset(names)
        connection.mark(names)

    async def _order(self, connection: Connection, body: bytes) -> None:
        """Carries out an order; the answer repeats its id, so that a page knows which of several it belongs to."""
        person = connection.person
        given = read_order(body, person.role, person.name, is_demo=self.context.settings.is_demo)
        mine, client = given.order.id.partition("/")[2], connection.socket.client
        try:
            order = await admitted(self.context, given, client.host if client else "")
            answer = await self.context.carried_out(order)
        except TablelawError as refusal:
            connection.reply({"order": mine, "refused": outside(refusal)})
        else:
            entry = answer.entry
            connection.reply({"order": mine, "seq": entry.seq, "number": entry.number, "again": answer.again})

    async def _send(self, connection: Connection) -> None:
        try:
            while True:
                await connection.awake.wait()
                connection.awake.clear()
                changed, connection.changed = connection.changed, set()
                while connection.replies:
                    await connection.socket.send_text(connection.replies[0].decode())
                    connection.replies.pop(0)
                    connection.has_room.set()
                for name in sorted(changed):
                    await connection.socket.send_text(self._view(connection.person, name).decode())
        except (WebSocketDisconnect, RuntimeError):
            return

    def _view(self, person: Person, name: str) -> bytes:
        if name == LOBBY:
            return msgspec.json.encode({"lobby": lobby(self.context)})
        if name not in self.context.service.views.tables:
            return msgspec.json.encode({"gone": name})
        return msgspec.json.encode({"view": self.context.table_view(name, person)})


async def _close(connection: Connection, code: int) -> None:
    """Closes a socket that the other side may have closed already."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await connection.socket.close(code)


def _nothing() -> None:
    """The default callback, which does nothing."""

"""Live views: a socket for each person, told of every change of the tables it watches, once it is durable.

A socket is opened with a ticket that is good once and only for a moment, from a page of this server. What it is sent is
always a whole view; views that come faster than the line takes them are left out, so no queue grows.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable

import msgspec
from fastapi import WebSocket, WebSocketDisconnect

from houserules.errors import HouserulesError
from houserules.floor.entry import Entry
from houserules.floor.state import FLOOR, stream_of
from houserules.server.house import House
from houserules.server.lobby import lobby
from houserules.server.matrix import permit
from houserules.server.orders_in import read_order
from houserules.server.people import Person
from houserules.server.refusals import ServerRefused
from houserules.server.security import origin_of

TICKET_SECONDS = 30
LOBBY = "lobby"
MOST_WATCHED = 16


class SocketMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page may send: the tables it watches ("lobby" for all at a glance), or an order."""

    watch: tuple[str, ...] | None = None
    order: msgspec.Raw = msgspec.Raw()


class Connection:
    """One socket: what it watches, and what of it has changed since it was last told."""

    def __init__(self, socket: WebSocket, person: Person) -> None:
        self.socket, self.person = socket, person
        self.watched: frozenset[str] = frozenset()
        self.changed: set[str] = set()
        self.replies: list[bytes] = []
        self.awake = asyncio.Event()

    def mark(self, names: Iterable[str]) -> None:
        if touched := self.watched.intersection(names):
            self.changed |= touched
            self.awake.set()

    def reply(self, message: object) -> None:
        self.replies.append(msgspec.json.encode(message))
        self.awake.set()


class Hub:
    """Every open socket."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._tickets: dict[str, tuple[Person, float]] = {}
        self._open: set[Connection] = set()
        self._sockets: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._unsubscribe: Callable[[], None] = _nothing

    # --- Life ------------------------------------------------------------------------------------------

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._unsubscribe = self.house.service.subscribe(self._heard)

    async def stop(self) -> None:
        self._unsubscribe()
        for connection in list(self._open):
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await connection.socket.close(1001)

    def _heard(self, entries: list[Entry]) -> None:
        """Called by the floor's writer: hands over to the server's own thread."""
        if self._loop is not None and not self._loop.is_closed():
            names = {entry.stream.removeprefix(stream_of("")) for entry in entries} - {FLOOR} | {LOBBY}
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self.tell, names)

    def tell(self, names: Iterable[str]) -> None:
        """Something of these tables has changed."""
        for connection in self._open:
            connection.mark(names)

    def has(self, name: str) -> bool:
        """Whether somebody of this name has a socket open."""
        return self._sockets[name] > 0

    # --- Tickets -----------------------------------------------------------------------------------------

    def ticket(self, person: Person) -> str:
        """Good once, for half a minute."""
        now = time.monotonic()
        self._tickets = {key: kept for key, kept in self._tickets.items() if kept[1] > now}
        key = secrets.token_urlsafe(24)
        self._tickets[key] = (person, now + TICKET_SECONDS)
        return key

    def _admitted(self, socket: WebSocket) -> Person:
        origin_of(socket.headers, "SOCKET", self.house.settings)
        person, until = self._tickets.pop(socket.query_params.get("ticket", ""), (None, 0.0))
        if person is None or until < time.monotonic():
            raise ServerRefused("not-signed-in")
        permit("WEBSOCKET /ws", person.role)
        if self._sockets[person.name] >= self.house.settings.sockets_per_person:
            raise ServerRefused("too-many")
        return person

    # --- One socket --------------------------------------------------------------------------------------

    async def serve(self, socket: WebSocket) -> None:
        """From the handshake to the end; who is not admitted never gets a socket."""
        try:
            person = self._admitted(socket)
        except ServerRefused:
            await socket.close(4403)
            return
        await socket.accept()
        connection = Connection(socket, person)
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
                text = await connection.socket.receive_text()
            except (WebSocketDisconnect, KeyError, RuntimeError):
                return
            try:
                self.house.orders.take(connection.person.name)
                await self._heed(connection, text.encode())
            except HouserulesError as refusal:
                connection.reply({"refused": _outside(refusal)})

    async def _heed(self, connection: Connection, text: bytes) -> None:
        try:
            message = msgspec.json.decode(text, type=SocketMessage)
        except (msgspec.DecodeError, ValueError, RecursionError):
            raise ServerRefused("not-readable") from None
        if message.watch is not None:
            self._watch(connection, message.watch)
        if bytes(message.order):
            await self._order(connection, bytes(message.order))

    def _watch(self, connection: Connection, names: tuple[str, ...]) -> None:
        known = {*self.house.service.views.tables, LOBBY}
        if len(names) > MOST_WATCHED or not set(names) <= known:
            raise ServerRefused("not-found")
        connection.watched = frozenset(names)
        connection.mark(names)

    async def _order(self, connection: Connection, body: bytes) -> None:
        """An order; the answer names it, so that a page knows which of several it belongs to."""
        person = connection.person
        order = read_order(body, person.role, person.name)
        mine = order.id.partition("/")[2]
        try:
            answer = await asyncio.wrap_future(self.house.service.submit(order))
        except HouserulesError as refusal:
            connection.reply({"order": mine, "refused": _outside(refusal)})
        else:
            entry = answer.entry
            connection.reply({"order": mine, "seq": entry.seq, "number": entry.number, "again": answer.again})

    async def _send(self, connection: Connection) -> None:
        try:
            while True:
                await connection.awake.wait()
                connection.awake.clear()
                replies, connection.replies = connection.replies, []
                changed, connection.changed = connection.changed, set()
                for reply in replies:
                    await connection.socket.send_text(reply.decode())
                for name in sorted(changed):
                    await connection.socket.send_text(self._view(connection.person, name).decode())
        except (WebSocketDisconnect, RuntimeError):
            return

    def _view(self, person: Person, name: str) -> bytes:
        if name == LOBBY:
            return msgspec.json.encode({"lobby": lobby(self.house)})
        if name not in self.house.service.views.tables:
            return msgspec.json.encode({"gone": name})
        return msgspec.json.encode({"view": self.house.table_view(name, person)})


def _outside(refusal: HouserulesError) -> dict[str, str]:
    shown = refusal.as_dict()
    if isinstance(refusal, ServerRefused):
        shown.pop("why", None)
    return shown


def _nothing() -> None:
    """Nobody listens yet."""

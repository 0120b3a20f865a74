"""Live views: one socket for each page, informed of every durable change of the tables it watches.

A socket is opened with a ticket that is valid once, for a moment, and only for the session that asked for it, from a
page of this server; it is closed when that session ends. It is always sent whole views; views that come faster than the
client reads them are skipped, so that no queue grows.
"""

from __future__ import annotations

import asyncio
import logging

import msgspec
from fastapi import WebSocket, WebSocketDisconnect

from tablelaw.bounded_text import require_bounded_json
from tablelaw.errors import TablelawError
from tablelaw.server.context import ServerContext
from tablelaw.server.http.permissions import permit
from tablelaw.server.open_sockets import LOBBY, Connection
from tablelaw.server.order_admission import admitted
from tablelaw.server.received_orders import read_order
from tablelaw.server.refusal_responses import outside
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.tables.lobby import lobby
from tablelaw.server.users import Person

LOG = logging.getLogger("tablelaw.server")
MOST_WATCHED = 16
WATCH = "message watch"
"""The row of the permissions for watching; orders have their own rows."""
NOT_ADMITTED, NOT_TEXT = 4403, 1003


class SocketMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page may send: the tables it watches ("lobby" for an overview of all), an order, or a beat, which is
    answered so that the page knows that the connection has not stalled.
    """

    watch: tuple[str, ...] | None = None
    beat: bool = False
    order: msgspec.Raw = msgspec.Raw()


class LiveSockets:
    """Serves every socket: reads what a page sends, and sends it what changes."""

    def __init__(self, context: ServerContext) -> None:
        self._context, self._hub = context, context.hub
        self._one_view = asyncio.Lock()
        """Held while a view is built, so that between any two views orders are taken in and answered."""

    async def serve(self, socket: WebSocket) -> None:
        """Serves a socket from the handshake to its end; a client who is not admitted gets no socket."""
        try:
            person, key = self._hub.admitted(socket)
        except ServerRefused:
            await socket.close(NOT_ADMITTED)
            return
        await socket.accept()
        connection = Connection(socket, person, key)
        with self._hub.opened(connection):
            senders = [asyncio.create_task(send(connection)) for send in (self._send_replies, self._send_views)]
            try:
                await self._listen(connection)
            finally:
                for sender in senders:
                    sender.cancel()

    async def _listen(self, connection: Connection) -> None:
        while True:
            try:
                async with asyncio.timeout(self._context.settings.transfer_seconds):
                    await connection.has_room.wait()
                await asyncio.sleep(0)  # a busy socket gives others a turn between two messages
                text = await connection.socket.receive_text()
            except (WebSocketDisconnect, RuntimeError, TimeoutError):
                return
            except KeyError:  # a binary frame
                await connection.close(NOT_TEXT)
                return
            connection.is_idle.clear()
            try:
                self._context.order_rate.take(connection.person.name)
                await self._heed(connection, text.encode())
            except TablelawError as refusal:
                self._context.metrics.refusals[refusal.code] += 1
                await self._context.delay_refusal(refusal)
                connection.reply({"refused": outside(refusal)})
            except Exception:
                LOG.exception("a message of a socket failed")
                connection.reply({"refused": outside(ServerRefused("failed"))})
            finally:
                connection.is_idle.set()

    async def _heed(self, connection: Connection, text: bytes) -> None:
        require_bounded_json(text)
        try:
            message = msgspec.json.decode(text, type=SocketMessage)
        except (msgspec.DecodeError, ValueError, RecursionError):
            raise ServerRefused("not-readable") from None
        if message.watch is not None:
            self._watch(connection, message.watch)
        if message.beat:
            connection.reply({"beat": True})
        if bytes(message.order):
            await self._order(connection, bytes(message.order))

    def _watch(self, connection: Connection, names: tuple[str, ...]) -> None:
        permit(WATCH, connection.person.role)
        known = {*self._context.service.views.tables, LOBBY}
        if len(names) > MOST_WATCHED or not set(names) <= known:
            raise ServerRefused("not-found")
        connection.watched = frozenset(names)
        connection.mark(names)

    async def _order(self, connection: Connection, body: bytes) -> None:
        """Carries out an order; the answer repeats the order's id, so that a page knows which order it belongs to."""
        person = connection.person
        given = read_order(body, person.actor, is_demo=self._context.settings.is_demo)
        mine, client = given.order.id.partition("/")[2], connection.socket.client
        try:
            order = await admitted(self._context, given, client.host if client else "")
            answer = await self._context.carried_out(order)
        except TablelawError as refusal:
            self._context.metrics.refusals[refusal.code] += 1
            connection.reply({"order": mine, "refused": outside(refusal)})
        else:
            entry = answer.entry
            connection.reply({"order": mine, "seq": entry.seq, "number": entry.number, "again": answer.again})

    async def _send_replies(self, connection: Connection) -> None:
        """Sends replies as they come; they do not wait for views, which take longer to build."""
        try:
            while True:
                await connection.has_replies.wait()
                connection.has_replies.clear()
                while connection.replies:
                    await connection.socket.send_text(connection.replies[0].decode())
                    connection.replies.pop(0)
                    connection.has_room.set()
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _send_views(self, connection: Connection) -> None:
        try:
            while True:
                await connection.has_changes.wait()
                connection.has_changes.clear()
                for name in sorted(connection.changed):
                    await connection.socket.send_text(await self._built_view(connection, name))
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _built_view(self, connection: Connection, name: str) -> str:
        """The view as it is when this socket's turn comes, including every change marked by then.

        Many sockets learn of an entry at once; if all their views were built together, the next answers would wait.
        """
        await connection.is_idle.wait()
        async with self._one_view:
            await asyncio.sleep(0)
            connection.changed.discard(name)
            return self._view(connection.person, name).decode()

    def _view(self, person: Person, name: str) -> bytes:
        if name == LOBBY:
            return msgspec.json.encode({"lobby": lobby(self._context)})
        if name not in self._context.service.views.tables:
            return msgspec.json.encode({"gone": name})
        return msgspec.json.encode({"view": self._context.table_view(name, person)})

"""Connections as they are kept: so many in all and from one address, and none that sends or reads too slowly.

uvicorn ends a connection only while nothing is sent on it. These protocols add what it lacks: a request arrives whole
within some seconds, what is sent is taken within some seconds, and a socket's message has few parts.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket
import struct
from collections import Counter
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from houserules.server.security import HEADERS
from houserules.server.settings import Settings

MOST_PARTS = 64
"""Frames of one message of a socket."""
LARGEST_UNREAD = 256 * 1024
"""Bytes on their way to somebody who does not read them; one view more may lie above it."""
TOO_BIG = 1009
OTHER_FILES = 256
"""Files and sockets that the server itself needs open."""


class Connections:
    """Every open connection by its address; the protocols of one server share it."""

    def __init__(self, settings: Settings) -> None:
        open_files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.in_all = max(1, min(settings.connections_in_all, open_files - OTHER_FILES))
        self.for_each = settings.connections_per_address
        self.proxies = frozenset(settings.proxies)
        self.seconds = settings.transfer_seconds
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Counts a connection; whether there was room for it. A proxy speaks for many."""
        self._open[address] += 1
        within = self._open[address] <= self.for_each or address in self.proxies
        return within and self._open.total() <= self.in_all

    def leave(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class Deadline:
    """Ends a connection after some seconds, unless it is called off before."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def set(self, transport: asyncio.Transport) -> None:
        """Begins to count, unless it is counting."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, _end, transport)

    def call_off(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Unread:
    """Ends a connection whose other side takes nothing of what waits for it, also after it was closed here."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._size = seconds, 0
        self._timer: asyncio.TimerHandle | None = None

    def watch(self, transport: asyncio.Transport) -> None:
        """Begins when something waits to be taken; a line that takes some of it in time, however little, stays."""
        self._size = transport.get_write_buffer_size()
        self._timer = asyncio.get_running_loop().call_later(self._seconds, self._look, transport)

    def _look(self, transport: asyncio.Transport) -> None:
        if transport.get_write_buffer_size() < self._size:
            self.watch(transport)
        else:
            _end(transport)

    def call_off(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def protocols(settings: Settings) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocols of one server, for requests and for sockets."""
    shared = Connections(settings)

    class Requests(BoundedRequests):
        connections_open = shared

    class Sockets(BoundedSockets):
        connections_open = shared

    return Requests, Sockets


class BoundedRequests(H11Protocol):
    """HTTP: from its first byte to its last a request takes only so long, and so does the reading of an answer."""

    connections_open: Connections

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._arriving = Deadline(self.connections_open.seconds)
        self._unread = Unread(self.connections_open.seconds)
        self._address: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(0)  # told as soon as anything waits to be taken
        self._address = _address(transport)
        if self.connections_open.enter(self._address):
            self._arriving.set(transport)
        else:
            transport.write(_TOO_BUSY)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._let_go()
        super().connection_lost(exc)

    def _let_go(self) -> None:
        self._arriving.call_off()
        self._unread.call_off()
        if self._address is not None:
            self.connections_open.leave(self._address)
            self._address = None

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def _watch(self) -> None:
        """Counts while a request is on its way; between two requests uvicorn's own keep-alive time counts."""
        state, (left, _) = self.conn.their_state, self.conn.trailing_data
        is_arriving = state is h11.SEND_BODY or (state is h11.IDLE and bool(left))
        if self._address is not None and is_arriving and not self.transport.is_closing():
            self._arriving.set(self.transport)
        else:
            self._arriving.call_off()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._let_go()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:  # an answer is under way, and what follows the request is no HTTP
            _end(self.transport)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread.watch(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unread.call_off()


class BoundedSockets(WebSocketsSansIOProtocol):
    """A socket that does not take what it is sent, or sends a message in endless parts, is closed."""

    connections_open: Connections

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._unread = Unread(self.connections_open.seconds)
        self._arriving = Deadline(self.connections_open.seconds)
        self._address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(0)  # told as soon as anything waits to be taken
        self._address = _address(self.transport)
        self.connections_open.enter(self._address)

    def connection_lost(self, exc: Exception | None) -> None:
        self._unread.call_off()
        self._arriving.call_off()
        self.connections_open.leave(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.frames and not self.transport.is_closing():
            self._arriving.set(self.transport)
        else:
            self._arriving.call_off()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < MOST_PARTS:
            super().handle_cont(event)
            return
        self.conn.fail(TOO_BIG, "too many parts")
        self.handle_parser_exception()

    def handle_ping(self) -> None:
        super().handle_ping()
        if self.transport.get_write_buffer_size() > LARGEST_UNREAD:
            _end(self.transport)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread.watch(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unread.call_off()


def _end(transport: asyncio.Transport) -> None:
    """Ends a connection at once: the system too keeps nothing for who does not take it, and the other side is told."""
    held = transport.get_extra_info("socket")
    if held is not None:
        with contextlib.suppress(OSError):
            held.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


def _address(transport: asyncio.Transport) -> str:
    found = get_remote_addr(transport)
    return found[0] if found else ""


def _refusal() -> bytes:
    """An answer to a connection too many: nothing of it was read."""
    status = HTTPStatus.SERVICE_UNAVAILABLE
    told = {**HEADERS, "Content-Length": "0", "Connection": "close", "Retry-After": "1"}
    lines = [f"HTTP/1.1 {status.value} {status.phrase}", *(f"{name}: {value}" for name, value in told.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


_TOO_BUSY = _refusal()

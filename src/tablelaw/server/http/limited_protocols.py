"""The server's protocols for requests and for sockets.

uvicorn ends a connection only while nothing is being sent on it. These protocols add the missing limits: a request must
arrive completely within some seconds, a response must be read within some seconds, a socket's message may have only a
small number of parts, and no connection is parsed for long while others wait.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from tablelaw.server.http.connections import (
    LONG_AT_ONCE,
    PARSED_AT_ONCE,
    PIECES_AT_ONCE,
    READ_AT_ONCE,
    BoundedConnection,
    Connections,
    ReceivedBytes,
    end,
)
from tablelaw.server.http.rate_limits import Limit
from tablelaw.server.http.security import HEADERS
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.settings import Settings

LARGEST_HEAD = 16 * 1024
"""Limit in bytes for a request's first line and headers; it may be exceeded by at most one parsed part."""
MOST_HEADERS = 100
MOST_CHUNKS = 1_000
"""The most chunks in a request's body; one chunk may be as long as the whole body."""
ORDINARY_AT_ONCE = 4096
"""A complete request of up to this many bytes is parsed at once; a browser's head has about a thousand."""
SMALL_PIECE, MOST_PIECES, PIECE_SECONDS = 64, 16, 0.2
"""After `MOST_PIECES` pieces of fewer than `SMALL_PIECE` bytes, a request is read only every `PIECE_SECONDS`."""
MOST_PARTS = 64
"""The most frames in one message of a socket."""
LARGEST_UNREAD = 256 * 1024
"""Limit in bytes for data that a client has not read yet; it may be exceeded by at most one view."""
TOO_BIG = 1009
FEED = "/api/feed"
"""The address of the event feed, whose answer lasts until it is cut."""
CONTROLS_PER_SECOND, MOST_CONTROLS = 10.0, 50.0
"""How many pings and pongs one socket may send: per second, and in a burst."""


def protocols(settings: Settings) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocols of one server, for requests and for sockets."""
    shared = Connections(settings)

    class Requests(BoundedRequests):
        connections_open = shared

    class Sockets(BoundedSockets):
        connections_open = shared

    return Requests, Sockets


def is_ordinary(data: bytes) -> bool:
    """Whether a request is as short as a browser's, so that it may be parsed without waiting for others.

    A request in chunks or with very many lines does not qualify: it may take as long to parse as hundreds of ordinary
    ones.
    """
    return len(data) <= ORDINARY_AT_ONCE and data.count(b"\n") <= MOST_HEADERS and b"chunked" not in data.lower()


class BoundedHttp(h11.Connection):
    """The request parser; it rejects requests with very many headers or chunks."""

    chunks, is_chunked = 0, False

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self.chunks, self.is_chunked = 0, any(name == b"transfer-encoding" for name, _ in event.headers)
            if len(event.headers) > MOST_HEADERS:
                raise h11.RemoteProtocolError("too many headers")
        elif isinstance(event, h11.Data) and event.chunk_start:
            self.chunks += 1
            if self.chunks > MOST_CHUNKS:
                raise h11.RemoteProtocolError("too many chunks")
        return event


class BoundedRequests(BoundedConnection, H11Protocol):
    """HTTP with time limits for the arrival of a request and for reading the answer."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn: BoundedHttp = BoundedHttp(h11.SERVER, LARGEST_HEAD)
        self._pieces = 0
        self._received = ReceivedBytes(
            self.connections_open.parsing, self._parsed, lambda: True, lambda: not self.flow.read_paused
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        now = asyncio.get_running_loop().time()
        wait = self.connections_open.wait(self._address or "", now) if self._has_room else None
        if wait is None:
            self.transport.write(_TOO_BUSY)
            self.transport.close()
            return
        self._arriving.set(self.transport)
        if wait > 0:
            self._pause(wait)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._received.let_go()
        self.cycle = None  # type: ignore[assignment]  # it refers to this protocol, as the received bytes do

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.conn.their_state is h11.IDLE and is_ordinary(data):
            self._received.at_once = ORDINARY_AT_ONCE
        self._received.add(data, self.transport)

    def _parsed(self, data: bytes) -> None:
        super().data_received(data)
        state, (left, _) = self.conn.their_state, self.conn.trailing_data
        self._received.at_once = self._at_once()
        if state is h11.IDLE and left.count(b"\n") > MOST_HEADERS and not self.transport.is_closing():
            self.send_400_response("Invalid HTTP request received.")
        self._watch()
        self._slow_down(len(data), state is h11.SEND_BODY or (state is h11.IDLE and bool(left)))

    def _at_once(self) -> int:
        """How many of the next bytes are parsed in one turn."""
        if self.conn.their_state is not h11.SEND_BODY:
            return PARSED_AT_ONCE
        return PIECES_AT_ONCE if self.conn.is_chunked else READ_AT_ONCE

    def _slow_down(self, size: int, is_arriving: bool) -> None:
        """Reads a request that arrives in very many small pieces only a few times a second."""
        self._pieces = self._pieces + 1 if is_arriving and size < SMALL_PIECE else 0
        if self._pieces > MOST_PIECES:
            self._pause(PIECE_SECONDS)

    def _pause(self, seconds: float) -> None:
        """Stops reading for a moment; data that arrives meanwhile waits in the operating system."""
        if not self.transport.is_closing():
            self.flow.pause_reading()
            asyncio.get_running_loop().call_later(seconds, self._go_on)

    def _go_on(self) -> None:
        if self._address is not None and not self.transport.is_closing():
            self.flow.resume_reading()

    def shutdown(self) -> None:
        """Ends the connection after the answer under way; an event feed would not end by itself, so it is cut."""
        super().shutdown()
        if self.cycle is not None and not self.cycle.response_complete and self.scope["path"] == FEED:
            self.transport.close()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def _watch(self) -> None:
        """Limits the time in which a request arrives; between requests uvicorn's own keep-alive timeout applies."""
        state, (left, _) = self.conn.their_state, self.conn.trailing_data
        self._expect(state is h11.SEND_BODY or (state is h11.IDLE and bool(left)))

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._let_go()
        self._received.clear()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:  # an answer is under way, and what follows the request is not HTTP
            end(self.transport)


class BoundedSockets(BoundedConnection, WebSocketsSansIOProtocol):
    """Closes a socket that does not read what it is sent, or that sends a message in too many parts."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._received = ReceivedBytes(
            self.connections_open.parsing, self._parsed, self._is_heard, self._is_heard, PIECES_AT_ONCE
        )
        self._controls = Limit(CONTROLS_PER_SECOND, MOST_CONTROLS)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._received.let_go()

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated:
            self._received.add(data, self.transport)
        else:
            self._parsed(data)

    def _parsed(self, data: bytes) -> None:
        super().data_received(data)
        self._received.at_once = LONG_AT_ONCE if self._is_long() else PIECES_AT_ONCE
        self._expect(bool(self.frames))

    def _is_long(self) -> bool:
        """Whether a frame longer than one parsed part has begun; the rest of its bytes need no parsing."""
        return self.handshake_initiated and len(self.conn.reader.buffer) >= PIECES_AT_ONCE

    def _is_heard(self) -> bool:
        """Whether the application has taken the last message."""
        return not self.read_paused

    async def receive(self) -> Any:
        """Waits for the next message; only then is the data that arrived after it parsed."""
        message = await super().receive()
        if not self.transport.is_closing():
            self._received.go_on(self.transport)
        return message

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < MOST_PARTS:
            super().handle_cont(event)
            return
        self.conn.fail(TOO_BIG, "too many parts")
        self.handle_parser_exception()

    def handle_ping(self) -> None:
        super().handle_ping()
        self._count_control()
        if self.transport.get_write_buffer_size() > LARGEST_UNREAD:
            end(self.transport)

    def handle_pong(self, event: Frame) -> None:
        super().handle_pong(event)
        self._count_control()

    def _count_control(self) -> None:
        """Counts control frames, which the application's limits do not cover, and closes a socket that sends too
        many.
        """
        try:
            self._controls.take("")
        except ServerRefused:
            end(self.transport)


def _refusal() -> bytes:
    """The response to a connection above the limit, made without reading anything from it."""
    status = HTTPStatus.SERVICE_UNAVAILABLE
    headers = {**HEADERS, "Content-Length": "0", "Connection": "close", "Retry-After": "1"}
    lines = [f"HTTP/1.1 {status.value} {status.phrase}", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


_TOO_BUSY = _refusal()

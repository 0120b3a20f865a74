"""Limits on connections: how many there may be in all and from one address, and how slowly one may send or read."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from importlib import import_module
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.protocols.utils import get_remote_addr

from tablelaw.server.http.rate_limits import MOST_KEPT
from tablelaw.server.settings import Settings

PARSED_AT_ONCE = 512
"""How many bytes of a request's head are parsed before others have their turn."""
PIECES_AT_ONCE = 256
"""How many bytes of chunks and frames are parsed at a time; a chunk or frame of only six bytes may take as long to
parse as a header line.
"""
LONG_AT_ONCE = 4096
"""How many bytes are parsed at a time inside a long frame; short frames may follow in the same read."""
READ_AT_ONCE = 64 * 1024
"""How many bytes are taken at a time if they need no parsing, as in a body of known length."""
PARSING_APART_SECONDS = 0.0005
"""Pause between two parsed parts, in which the threads that carry out orders can use the interpreter."""
BURST_SECONDS = 1
"""The burst: an address may open as many connections at once as it is permitted in this many seconds."""
APART_SECONDS = 0.005
"""Pause between new connections, whatever their address, so that a burst is handled one by one."""
LARGEST_UNPARSED = 512 * 1024
"""The most bytes that may wait to be parsed; a connection with more is closed."""
OTHER_FILES = 256
"""How many files and sockets the server itself keeps open."""


def most_open_files() -> int:
    """How many files and sockets this process may open; Windows has no such limit."""
    try:
        resource = import_module("resource")
    except ImportError:
        return sys.maxsize
    return int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


class Connections:
    """Every open connection by address; the protocols of one server share it."""

    def __init__(self, settings: Settings) -> None:
        self.in_all = max(1, min(settings.connections_in_all, most_open_files() - OTHER_FILES))
        self.for_each = settings.connections_per_address
        self._proxies = tuple(ip_network(proxy) for proxy in settings.proxies)
        self.seconds = settings.transfer_seconds
        self.parsing = ParsingQueue()
        self._open: Counter[str] = Counter()
        self._each_takes = 1 / settings.connections_per_second
        self._patience = settings.answer_seconds
        self._next: OrderedDict[str, float] = OrderedDict()
        """For each address, when its next connection would be due if its connections came at even intervals."""
        self._free = 0.0
        """When the next new connection may be read, whatever its address."""

    def enter(self, address: str) -> bool:
        """Counts a connection and returns whether there was room for it; a proxy is exempt from the limit for each
        address.
        """
        self._open[address] += 1
        within = self._open[address] <= self.for_each or self._is_proxy(address)
        return within and self._open.total() <= self.in_all

    def wait(self, address: str, now: float) -> float | None:
        """How many seconds to wait before reading a new connection; None if that would be too long.

        If an address connects too fast, its connections are read one after the other. A proxy never waits, because it
        connects for many people.
        """
        if self._is_proxy(address):
            return 0.0
        due = max(self._next.pop(address, 0.0), now - BURST_SECONDS)
        is_late = due - now > self._patience
        self._next[address] = due if is_late else due + self._each_takes
        while len(self._next) > MOST_KEPT:
            self._next.popitem(last=False)
        if is_late or due > now:  # its own turn comes later and delays nobody else
            return None if is_late else due - now
        return self._wait_for_others(now)

    def _wait_for_others(self, now: float) -> float:
        """Seconds until earlier connections have been read, up to the longest permitted wait."""
        begins = min(max(self._free, now), now + self._patience)
        self._free = begins + APART_SECONDS
        return begins - now

    def _is_proxy(self, address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:  # not a network address
            return False
        return any(found in network for network in self._proxies)

    def leave(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class Timer:
    """Closes a connection after some seconds, unless it is cancelled first."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._handle: asyncio.TimerHandle | None = None

    def set(self, transport: asyncio.Transport) -> None:
        """Starts the timer, unless it is already running."""
        if self._handle is None:
            self._handle = asyncio.get_running_loop().call_later(self._seconds, self._over, transport)

    def _over(self, transport: asyncio.Transport) -> None:
        end(transport)

    def call_off(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class UnreadTimer(Timer):
    """Closes a connection whose client does not read the data waiting for it, even if the server has already closed its
    side.
    """

    def set(self, transport: asyncio.Transport) -> None:
        """Starts the timer when data waits to be sent; a client that reads some of it in time, however little, stays
        connected.
        """
        self._size = transport.get_write_buffer_size()
        super().set(transport)

    def _over(self, transport: asyncio.Transport) -> None:
        if transport.get_write_buffer_size() >= self._size:
            end(transport)
            return
        self._handle = None
        self.set(transport)


class ParsingQueue:
    """The parsing work of all connections, done in small parts, one connection after another."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()

    def later(self, work: Callable[[], None]) -> None:
        self._waiting.append(work)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        """Runs the first waiting piece of work; other tasks that are ready run before the next one."""
        work = self._waiting[0]
        try:
            work()
        finally:
            self._waiting.popleft()
            if self._waiting:
                asyncio.get_running_loop().call_later(PARSING_APART_SECONDS, self._next)


class ReceivedBytes:
    """Bytes that have arrived and are not parsed yet; they are parsed a little at a time, so that others get their
    turn.
    """

    def __init__(
        self,
        parsing: ParsingQueue,
        parse: Callable[[bytes], None],
        may_parse: Callable[[], bool],
        may_read: Callable[[], bool],
        at_once: int = PARSED_AT_ONCE,
    ) -> None:
        self._parsing, self._parse, self._may_parse, self._may_read = parsing, parse, may_parse, may_read
        self.at_once = at_once
        self._bytes = bytearray()
        self._is_waiting = False

    def add(self, data: bytes, transport: asyncio.Transport) -> None:
        """Parses short data at once; longer data waits, and nothing else is read meanwhile."""
        self._bytes += data
        if len(self._bytes) > LARGEST_UNPARSED:
            end(transport)
        elif len(self._bytes) <= self.at_once and not self._is_waiting:
            self.go_on(transport)
        else:
            self._wait(transport)

    def clear(self) -> None:
        self._bytes.clear()

    def let_go(self) -> None:
        """Forgets the protocol of a connection that is gone; otherwise the two would refer to each other and stay in
        memory until all objects are examined.
        """
        self.clear()
        self._parse, self._may_parse, self._may_read = _nothing, _never, _never

    def go_on(self, transport: asyncio.Transport) -> None:
        """Parses the next part if the protocol can take more."""
        if self._bytes and self._may_parse() and not transport.is_closing():
            part = bytes(self._bytes[: self.at_once])
            del self._bytes[: self.at_once]
            self._parse(part)
        if transport.is_closing():
            self._bytes.clear()
        elif not self._bytes:
            if self._may_read():
                transport.resume_reading()
        else:
            self._wait(transport)

    def _wait(self, transport: asyncio.Transport) -> None:
        """Stops reading and queues the remaining bytes until the protocol can take more."""
        transport.pause_reading()
        if self._may_parse() and not self._is_waiting:
            self._is_waiting = True
            self._parsing.later(lambda: self._in_turn(transport))

    def _in_turn(self, transport: asyncio.Transport) -> None:
        self._is_waiting = False
        self.go_on(transport)


class BoundedConnection(asyncio.Protocol):
    """What both protocols share: a connection counts for its address, and is closed if it sends or reads too slowly.

    It is mixed in before one of uvicorn's protocols, whose methods it calls.
    """

    connections_open: Connections
    transport: asyncio.Transport

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._arriving = Timer(self.connections_open.seconds)
        self._unread = UnreadTimer(self.connections_open.seconds)
        self._address: str | None = None
        self._has_room = True

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(0)  # called as soon as anything waits to be sent
        found = get_remote_addr(self.transport)
        self._address = found[0] if found else ""
        self._has_room = self.connections_open.enter(self._address)

    def connection_lost(self, exc: Exception | None) -> None:
        self._let_go()
        super().connection_lost(exc)

    def _let_go(self) -> None:
        self._arriving.call_off()
        self._unread.call_off()
        if self._address is not None:
            self.connections_open.leave(self._address)
            self._address = None

    def _expect(self, is_arriving: bool) -> None:
        """Starts the timer while a message has arrived only in part."""
        if is_arriving and self._address is not None and not self.transport.is_closing():
            self._arriving.set(self.transport)
        else:
            self._arriving.call_off()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread.set(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unread.call_off()


def _nothing(data: bytes) -> None:
    """Parses nothing, once a connection is gone."""


def _never() -> bool:
    return False


def end(transport: asyncio.Transport) -> None:
    """Closes a connection at once by resetting it, which drops unsent data and shows the client that it has ended."""
    held = transport.get_extra_info("socket")
    if held is not None:
        with contextlib.suppress(OSError):
            held.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()

"""Connections that send or read too slowly are closed, and no client can use all connections."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import resource
import socket
import time
import weakref
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest
from websockets.frames import Frame, Opcode

from tablelaw.server.http.connections import OTHER_FILES, PARSED_AT_ONCE, Connections
from tablelaw.server.http.limited_protocols import LARGEST_HEAD, MOST_CHUNKS, MOST_HEADERS, BoundedRequests
from tablelaw.server.settings import Settings
from tablelaw.server.socket_tickets import MOST_TICKETS
from tests.server.served import HOST, Served, listening, prepared, without_limits

SECONDS = 1.0
"""The most seconds a transfer may take in these tests."""
PATIENCE = 20.0
SETTINGS = without_limits(Settings(trusted_hosts=(HOST,), transfer_seconds=SECONDS, connections_per_address=20))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    door = listening()
    door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)  # otherwise the buffers hold megabytes
    with prepared(str(tmp_path_factory.mktemp("slow") / "floor.db"), SETTINGS, door=door) as found:
        found.open()
        yield found


def dial(served: Served) -> socket.socket:
    host, _, port = served.address.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)


def rest(line: socket.socket) -> bytes:
    """Everything that still arrives before the connection is closed."""
    read = bytearray()
    try:
        while chunk := line.recv(65536):
            read += chunk
    except ConnectionResetError:
        pass
    return bytes(read)


def head(served: Served, method: str, path: str, *more: str) -> bytes:
    host = served.address.removeprefix("http://")
    return "\r\n".join((f"{method} {path} HTTP/1.1", f"Host: {host}", *more)).encode()


def test_who_says_nothing_is_not_waited_for(served: Served) -> None:
    with closing(dial(served)) as line:
        assert rest(line) == b""


def test_who_sends_the_head_byte_by_byte_is_not_waited_for(served: Served) -> None:
    began = time.monotonic()
    with closing(dial(served)) as line, pytest.raises(OSError):
        line.sendall(head(served, "GET", "/api/lobby"))
        while time.monotonic() < began + PATIENCE:
            line.sendall(b"\r\nX-Slow: 1")
            time.sleep(SECONDS / 10)
    assert time.monotonic() - began < PATIENCE / 2


@pytest.mark.parametrize("path", ["/api/session", "/api/submission/check", "/api/orders", "/no/such/path"])
def test_a_body_that_does_not_come_is_refused_and_the_connection_ended(served: Served, path: str) -> None:
    with closing(dial(served)) as line:
        told = (f"Origin: {served.address}", "Content-Length: 1000")
        line.sendall(head(served, "POST", path, *told) + b'\r\n\r\n{"name"')
        began, answer = time.monotonic(), rest(line)
    assert answer.startswith((b"HTTP/1.1 408", b"HTTP/1.1 401", b"HTTP/1.1 404"))
    assert time.monotonic() - began < PATIENCE / 2


def test_a_body_that_comes_byte_by_byte_ends_too(served: Served) -> None:
    began = time.monotonic()
    with closing(dial(served)) as line, pytest.raises(OSError):
        line.sendall(head(served, "POST", "/api/orders", "Content-Length: 100000") + b"\r\n\r\n")
        while time.monotonic() < began + PATIENCE:
            line.sendall(b" ")
            time.sleep(SECONDS / 10)
    assert time.monotonic() - began < PATIENCE / 2


def test_a_body_too_large_ends_the_connection_at_once(served: Served) -> None:
    with closing(dial(served)) as line:
        told = (f"Origin: {served.address}", "Content-Length: 1000000")
        line.sendall(head(served, "POST", "/api/session", *told) + b"\r\n\r\n" + b"x" * 65_537)
        answer = rest(line)
    assert answer.startswith(b"HTTP/1.1 413") and b"connection: close" in answer.lower()


def answered(served: Served, *lines: bytes) -> bytes:
    """The first bytes of the response to a request."""
    with closing(dial(served)) as line:
        line.sendall(b"\r\n".join(lines))
        return line.recv(65536)[:12]


@pytest.mark.parametrize(("number", "status"), [(MOST_HEADERS - 1, b"200"), (MOST_HEADERS, b"400")])
def test_a_request_has_so_many_headers(served: Served, number: int, status: bytes) -> None:
    """The Host header counts as the first header."""
    found = answered(served, head(served, "GET", "/api/lobby"), *[b"a: b"] * number, b"", b"")
    assert found == b"HTTP/1.1 " + status


@pytest.mark.parametrize(("over", "status"), [(0, b"200"), (PARSED_AT_ONCE, b"200"), (PARSED_AT_ONCE + 1, b"400")])
def test_a_head_has_so_many_bytes(served: Served, over: int, status: bytes) -> None:
    first = head(served, "GET", "/api/lobby")
    filled = b"a: " + b"x" * (LARGEST_HEAD - len(first) - len(b"\r\na: \r\n\r\n") + over)
    assert answered(served, first, filled, b"", b"") == b"HTTP/1.1 " + status


@pytest.mark.parametrize(("number", "status"), [(MOST_CHUNKS, b"422"), (MOST_CHUNKS + 1, b"400")])
def test_a_body_has_so_many_chunks(served: Served, number: int, status: bytes) -> None:
    told = (f"Origin: {served.address}", "Transfer-Encoding: chunked")
    first = head(served, "POST", "/api/submission/check", *told)
    assert answered(served, first, b"", *[b"1", b" "] * number, b"0", b"", b"") == b"HTTP/1.1 " + status


def test_a_request_that_comes_byte_by_byte_is_read_a_few_times_in_a_second(served: Served) -> None:
    """The request still arrives in full."""
    text = head(served, "GET", "/api/lobby") + b"\r\n\r\n"
    with closing(dial(served)) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in text[:-1]:
            line.sendall(bytes([byte]))
            time.sleep(0.002)
        line.sendall(text[-1:])
        assert line.recv(65536).startswith(b"HTTP/1.1 200")


def test_an_address_that_makes_connections_too_fast_is_listened_to_later(tmp_path: Path) -> None:
    """Each connection is read a little later than the one before; one that would wait too long is refused."""
    settings = replace(SETTINGS, connections_per_second=4, answer_seconds=1.5, transfer_seconds=10)
    with prepared(str(tmp_path / "floor.db"), settings) as found:
        found.open()
        lines = [dial(found) for _ in range(40)]
        try:
            for line in lines:
                line.sendall(head(found, "GET", "/health", "Connection: close") + b"\r\n\r\n")
            began = time.monotonic()
            answers = [rest(line)[9:12] for line in lines]
            assert time.monotonic() - began >= 1
        finally:
            for line in lines:
                line.close()
    assert answers.count(b"200") >= 8 and answers.count(b"503") >= 8 and {*answers} <= {b"200", b"503", b""}


def test_who_asks_and_does_not_read_the_answers_is_let_go(served: Served) -> None:
    """Once the unread answers to pipelined requests fill the buffers, the server stops waiting."""
    asked = head(served, "GET", "/web/lobby.js") + b"\r\n\r\n"
    with closing(dial(served)) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        began = time.monotonic()
        with pytest.raises(OSError):
            while time.monotonic() < began + PATIENCE:
                line.sendall(asked * 100)
    assert time.monotonic() - began < PATIENCE


def test_after_the_slow_ones_are_gone_others_are_served_and_requests_may_follow_each_other(served: Served) -> None:
    with httpx2.Client(base_url=served.address) as client:
        for _ in range(3):
            assert client.get("/api/lobby").status_code == 200
            time.sleep(SECONDS * 0.7)


def test_one_address_has_so_many_connections_and_others_wait_until_one_is_free(served: Served) -> None:
    for _ in range(100):
        if not served.connections:
            break
        time.sleep(0.1)
    kept = [dial(served) for _ in range(SETTINGS.connections_per_address)]
    try:
        with closing(dial(served)) as one_more:
            assert one_more.recv(65536).startswith(b"HTTP/1.1 503")
        assert rest(kept[0]) == b"", "who says nothing makes room"
    finally:
        for line in kept:
            line.close()
    time.sleep(0.1)
    assert httpx2.get(f"{served.address}/api/lobby").status_code == 200


# --- Sockets ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", ["nothing", "half a head", "a request", "two requests"])
def test_a_connection_that_is_gone_leaves_no_memory_behind(
    served: Served, sent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is freed even if it was set aside while it was open: what was set aside and refers to itself is examined
    rarely.
    """
    made = list[weakref.ref[BoundedRequests]]()
    begin = BoundedRequests.connection_made

    def noted(self: BoundedRequests, transport: asyncio.BaseTransport) -> None:
        made.append(weakref.ref(self))
        begin(self, transport)

    monkeypatch.setattr(BoundedRequests, "connection_made", noted)
    whole = head(served, "GET", "/api/lobby") + b"\r\n\r\n"
    told = {"nothing": b"", "half a head": whole[:-4], "a request": whole, "two requests": whole * 2}[sent]
    try:
        with closing(dial(served)) as line:
            line.sendall(told)
            if told.endswith(b"\r\n\r\n"):
                line.recv(65536)
            while not made:
                time.sleep(0.01)
            gc.freeze()
        until = time.monotonic() + PATIENCE
        while made[0]() is not None:
            assert time.monotonic() < until, "it is still in memory"
            time.sleep(0.01)
    finally:
        gc.unfreeze()


def socket_of(served: Served, name: str) -> socket.socket:
    """A raw socket after the WebSocket handshake; a proper client would read what it is sent."""
    key, person = served.context.people.enter(name, "player")
    ticket = served.context.hub.ticket(person, key)
    told = (
        f"Origin: {served.address}", f"Cookie: {served.context.settings.cookie}={key}", "Upgrade: websocket",
        "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    )  # fmt: skip
    line = dial(served)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.sendall(head(served, "GET", f"/ws?ticket={ticket}", *told) + b"\r\n\r\n")
    assert line.recv(65536).startswith(b"HTTP/1.1 101")
    return line


def frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def memory() -> int:
    """The memory in bytes used by this process, which runs the server."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize(
    "said",
    [
        frame(Opcode.TEXT, json.dumps({"order": {"id": "1", "command": 1}}).encode()) * 200,
        frame(Opcode.PING, b"x" * 125) * 200,
        frame(Opcode.CONT, b"", fin=False) * 2000,
    ],
    ids=["orders", "pings", "parts"],
)
def test_a_socket_that_sends_and_does_not_read_is_ended_and_takes_no_memory(served: Served, said: bytes) -> None:
    before, began, sent = memory(), time.monotonic(), 0
    with closing(socket_of(served, "ann")) as line, pytest.raises(OSError):
        if said.startswith(frame(Opcode.CONT, b"", fin=False)[:1]):
            line.sendall(frame(Opcode.TEXT, b"", fin=False))
        while time.monotonic() < began + PATIENCE:
            line.sendall(said)
            sent += len(said)
    assert time.monotonic() - began < PATIENCE, f"{sent:,} bytes taken"
    assert memory() - before < 32 * 2**20


def test_views_that_are_not_read_take_no_memory_and_nobody_else_waits(served: Served) -> None:
    """A client who requests more than they read is disconnected."""
    before = memory()
    with closing(socket_of(served, "eve")) as line:
        for _ in range(20):
            with suppress(OSError):
                line.sendall(frame(Opcode.TEXT, b'{"watch":["lobby"]}') * 500)
            began = time.monotonic()
            assert httpx2.get(f"{served.address}/api/lobby", timeout=PATIENCE).status_code == 200
            assert time.monotonic() - began < 2
    assert memory() - before < 32 * 2**20


def test_a_socket_that_sends_pings_without_end_is_ended_also_while_it_reads(served: Served) -> None:
    with closing(socket_of(served, "pia")) as line, pytest.raises(OSError):
        for _ in range(200):
            line.sendall(frame(Opcode.PING, b"") * 100)
            if not line.recv(65536):
                raise ConnectionResetError


def test_messages_sent_all_at_once_are_answered_one_by_one_in_order(served: Served) -> None:
    said = [json.dumps({"order": {"id": str(n), "command": 1}}).encode() for n in range(100)]
    with closing(socket_of(served, "flo")) as line:
        line.sendall(b"".join(frame(Opcode.TEXT, text) for text in said))
        read = b""
        while read.count(b"refused") < len(said):
            read += line.recv(65536)


def test_a_message_whose_end_does_not_come_ends_the_socket(served: Served) -> None:
    with closing(socket_of(served, "bob")) as line:
        line.sendall(frame(Opcode.TEXT, b"{", fin=False))
        began = time.monotonic()
        rest(line)
        assert time.monotonic() - began < PATIENCE / 2


def test_a_quiet_socket_that_reads_stays(served: Served) -> None:
    with closing(socket_of(served, "cy")) as line:
        time.sleep(SECONDS * 2)
        line.sendall(frame(Opcode.TEXT, b'{"watch":["lobby"]}'))
        assert b"lobby" in line.recv(65536)


def test_a_session_has_so_many_tickets(served: Served) -> None:
    hub = served.context.hub
    key, person = served.context.people.enter("dan", "player")
    tickets = [hub.ticket(person, key) for _ in range(MOST_TICKETS + 1)]
    assert tickets[0] not in hub._tickets._valid and set(tickets[1:]) <= set(hub._tickets._valid)


def test_a_bound_on_connections_leaves_room_for_the_servers_own_files() -> None:
    open_files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert Connections(replace(SETTINGS, connections_in_all=10**9)).in_all == open_files - OTHER_FILES

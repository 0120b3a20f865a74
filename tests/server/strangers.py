"""Attackers in a separate process who send expensive requests: one kind of attack at a time, for a few seconds.

`python -m tests.server.strangers ADDRESS KEY CSRF` reads lines "KIND SECONDS SEED" and answers each with a line of
JSON: the number of requests, their statuses, the longest wait for an answer, and the errors. KEY and CSRF belong to a
signed-in administrator; every second attacker uses that session.
"""

from __future__ import annotations

import json
import os
import random
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import count

from websockets.frames import Frame, Opcode

from tests.server.hostile import Sent, bodies, every_request, heads, installs, queries, questions, submissions, tokens

HANDS = 12
ADDRESSES = tuple(f"127.0.0.{n}" for n in range(10, 14))
"""Local addresses for the attackers, because the server limits each address separately."""
COOKIE = "tablelaw"
LONGEST_SECONDS = 5.0
TRANSFER_SECONDS = 10.0
"""How long a server with default settings waits before it closes a connection that sends or reads too slowly."""


@dataclass
class Attack:
    """One attack: its target, its end time and its results."""

    address: str
    key: str
    csrf: str
    until: float
    chance: random.Random
    statuses: Counter[str] = field(default_factory=Counter)
    accidents: list[str] = field(default_factory=list)
    slowest: float = 0.0
    slowest_what: str = ""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.until

    def note(self, status: str, seconds: float, what: str = "") -> None:
        with self._lock:
            self.statuses[status] += 1
            if seconds > self.slowest:
                self.slowest, self.slowest_what = seconds, what
            if status in ("500", "none"):
                self.accidents.append(f"{status}: {what}"[:200])

    def dial(self, number: int) -> socket.socket:
        host, _, port = self.address.removeprefix("http://").partition(":")
        source = (ADDRESSES[number % len(ADDRESSES)], 0)
        return socket.create_connection((host, int(port)), LONGEST_SECONDS, source)

    def head(self, sent: Sent, is_signed_in: bool) -> bytes:
        own = {"Host": self.address.removeprefix("http://"), "Origin": self.address, "Content-Length": len(sent.body)}
        told = {name: str(value).encode() for name, value in own.items()}
        if is_signed_in:
            told |= {"Cookie": f"{COOKIE}={self.key}".encode(), "X-CSRF-Token": self.csrf.encode()}
        lines = [f"{sent.method} {sent.path} HTTP/1.1".encode()]
        lines += [name.encode() + b": " + value for name, value in {**sent.headers, **told}.items()]
        return b"\r\n".join(lines) + b"\r\n\r\n"

    def ask(self, number: int, data: bytes, what: str) -> None:
        """Sends bytes, waits for an answer and records its status, or "ended" if the server closes the connection."""
        began, status = time.monotonic(), "ended"
        try:
            with closing(self.dial(number)) as line:
                with suppress(OSError):  # refused before everything was sent
                    line.sendall(data)
                answer = line.recv(65536)
                status = answer[9:12].decode() if answer.startswith(b"HTTP/1.1 ") else "ended"
        except TimeoutError:
            status = "none"
        except OSError:
            pass
        self.note(status, time.monotonic() - began, what)

    def send(self, number: int, sent: Sent, is_signed_in: bool) -> None:
        self.ask(
            number, self.head(sent, is_signed_in) + sent.body, f"{sent.method} {sent.path[:60]} {sent.body[:60]!r}"
        )


Stranger = Callable[[Attack, int], None]


def requests_of(made: Callable[[random.Random], Sent], always_signed_in: bool | None = None) -> Stranger:
    """Makes an attacker that sends these requests one after another."""

    def stranger(attack: Attack, number: int) -> None:
        chance = random.Random(attack.chance.random())
        for n in count():
            if attack.is_over:
                return
            is_signed_in = n % 2 == 0 if always_signed_in is None else always_signed_in
            attack.send(number, made(chance), is_signed_in)

    return stranger


def any_request(chance: random.Random) -> Sent:
    [sent] = every_request(chance, 1)
    return sent


def broken_heads(attack: Attack, number: int) -> None:
    """Sends heads that are too long, have too many lines, contain NUL or are not HTTP, and bodies in one-byte
    chunks.
    """
    chance, made = random.Random(attack.chance.random()), heads(attack.address.removeprefix("http://"))
    while not attack.is_over:
        data = chance.choice(made)
        attack.ask(number, data, f"{len(data)} bytes, {data[:30]!r} ... {data[-30:]!r}")


def half_sent(attack: Attack, number: int) -> None:
    """Sends requests that never end. The server must close them by the transfer timeout at the latest."""
    sent = Sent("POST", "/api/session", {}, b'{"name": "ann"}' * 9)
    data = attack.head(sent, is_signed_in=False) + sent.body
    began, lines = time.monotonic(), []
    with suppress(OSError):
        for n in range(40):
            lines.append(attack.dial(number + n))
            lines[-1].sendall(data[: attack.chance.randrange(1, len(data))])
    while not attack.is_over:
        time.sleep(0.05)
        for line in lines:
            with suppress(OSError):
                line.send(b"x")
    past = time.monotonic() - began - TRANSFER_SECONDS
    is_open = any(map(_is_open, lines))
    for line in lines:
        line.close()
    attack.note("held", past if is_open and past > 0 else 0.0, "a request whose end does not come")


def _is_open(line: socket.socket) -> bool:
    """Whether the connection is still open on the server's side."""
    line.setblocking(False)
    try:
        while line.recv(65536):
            pass
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


def slow_readers(attack: Attack, number: int) -> None:
    """Sends pipelined requests without reading the answers."""
    asked = attack.head(Sent("GET", "/web/table.js", {}, b""), is_signed_in=False)
    while not attack.is_over:
        with suppress(OSError), closing(attack.dial(number)) as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.settimeout(0.2)
            for _ in range(5):
                line.sendall(asked * 20)
            while not attack.is_over:
                time.sleep(0.05)
                line.sendall(asked)
        attack.note("held", 0.0)


def sockets(attack: Attack, number: int) -> None:
    """Makes handshakes that are refused, and floods sockets with messages, pings and endless fragments."""
    said = [body[:60_000] for body in bodies()]
    while not attack.is_over:
        line = attack.dial(number)
        with suppress(OSError), closing(line):
            began = time.monotonic()
            line.sendall(_handshake(attack, number))
            status = line.recv(65536)[9:12].decode()
            attack.note(status or "ended", time.monotonic() - began, "a handshake")
            if status == "101":
                _flood(attack, line, said)


def _handshake(attack: Attack, number: int) -> bytes:
    ticket = "x" * 5_000
    if number % 2 == 0:
        with closing(attack.dial(number)) as line:
            line.sendall(attack.head(Sent("POST", "/api/ticket", {}, b"{}"), is_signed_in=True) + b"{}")
            ticket = line.recv(65536).partition(b'"ticket":"')[2].partition(b'"')[0].decode() or ticket
    told = {"Upgrade": b"websocket", "Connection": b"Upgrade", "Sec-WebSocket-Version": b"13"}
    told["Sec-WebSocket-Key"] = b"dGhlIHNhbXBsZSBub25jZQ=="
    return attack.head(Sent("GET", f"/ws?ticket={ticket}", told, b""), is_signed_in=True)


def _flood(attack: Attack, line: socket.socket, said: list[bytes]) -> None:
    """Sends messages that each get a reply, then pings and fragments until the socket is closed."""
    for _ in range(4):
        began = time.monotonic()
        line.sendall(Frame(Opcode.TEXT, attack.chance.choice(said)).serialize(mask=True))
        attack.note("reply" if line.recv(65536) else "ended", time.monotonic() - began, "a message of a socket")
    many = Frame(Opcode.PING, b"").serialize(mask=True) + Frame(Opcode.PONG, b"").serialize(mask=True)
    while not attack.is_over:
        line.sendall(many * 1_000)
        time.sleep(0.01)


KINDS: dict[str, Stranger] = {
    "bodies": requests_of(any_request),
    "heads": broken_heads,
    "queries": requests_of(lambda chance: chance.choice(queries())),
    "sockets": sockets,
    "half-sent": half_sent,
    "slow-readers": slow_readers,
    "tokens": requests_of(tokens, False),
    "sign-ins": requests_of(
        lambda chance: Sent("POST", "/api/session", {}, b'{"name": "ann", "password": "a wrong one"}'), False
    ),
    "drafts": requests_of(lambda chance: chance.choice(submissions()), False),
    "installs": requests_of(lambda chance: chance.choice(installs()), True),
    "workshop": requests_of(lambda chance: questions(chance.randrange(10**6)), True),
}


def attacked(kind: str, seconds: float, seed: int, address: str, key: str, csrf: str) -> dict[str, object]:
    attack = Attack(address, key, csrf, time.monotonic() + seconds, random.Random(seed))
    with ThreadPoolExecutor(HANDS) as hands:
        for done in [hands.submit(KINDS[kind], attack, number) for number in range(HANDS)]:
            done.result()
    return {
        "statuses": dict(sorted(attack.statuses.items())),
        "accidents": attack.accidents[:5],
        "slowest": attack.slowest,
        "slowest_what": attack.slowest_what,
    }


def stand_back() -> None:
    """Runs the attackers only when the machine is otherwise idle. Real attackers have their own machines, so the test
    should measure the server's work, not theirs.
    """
    if sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    else:
        os.nice(19)


def main() -> None:
    stand_back()
    for line in sys.stdin:
        kind, seconds, seed = line.split()
        print(json.dumps(attacked(kind, float(seconds), int(seed), *sys.argv[1:4])), flush=True)


if __name__ == "__main__":
    main()

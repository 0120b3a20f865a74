"""Requests that could exhaust a server's time or memory: bodies, paths, queries and headers for every route."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple
from urllib.parse import quote

import tablelaw.server.app  # noqa: F401  It declares every route.
from tablelaw.server.http.routing import ROUTES
from tests.floor.world import example

SIZE = 60_000
TOML = (
    "a." * (SIZE // 2) + "a = 1",
    "[" + "a." * (SIZE // 2) + "a]",
    "a = " + "[" * SIZE,
    "a = " + "{a=" * (SIZE // 3),
    "a = " + "9" * 50_000,
    'rulebook = "pa-653a"\n[wagers]\n' + "\n".join(f"key{n} = 1" for n in range(1_900)),
    'rulebook = "pa-653a"\n[options]\n' + "\n".join(f"[options.key{n}]" for n in range(1_900)),
    'rulebook = "' + "x" * SIZE + '"',
    "\0" * 1_000,
)
VALUES = (
    "\0",
    "a\0b",
    "x" * 200,
    "x" * 8_000,
    "9" * 5_000,
    "-1",
    "..",
    "../../x",
    "(a)" * 2_000,
    "%",
    "é",
    "\ud7ff",
    "'--",
)
DEEP = 30_000


class Sent(NamedTuple):
    method: str
    path: str
    headers: dict[str, bytes]
    body: bytes


@cache
def bodies() -> list[bytes]:
    """Bodies that are too deep, too long or not text, alone or inside a field that some route reads."""
    plain = [
        b"",
        b"{",
        b"[" * DEEP,
        b'{"a":' * DEEP,
        b"9" * 50_000,
        b'{"seat":' + b"9" * 50_000 + b"}",
        b"\xff" * 1_000,
    ]
    plain += [b'"' + b'\\"' * 30_000, b"[" + b"1," * 30_000 + b"1]", b'"' + b"x" * 70_000 + b'"', b"\0" * SIZE]
    fields: list[object] = [{"text": text} for text in TOML]
    fields += [{"ask": "sheet", "text": text} for text in TOML]
    fields += [{"rulebook": "pa-653a", "draft": {"rulebook": "pa-653a", "options": {"x": value}}} for value in VALUES]
    fields += [{"name": value, "password": value, "role": "player"} for value in VALUES]
    fields += [{"id": value, "command": {"type": "TakeSeat", "seat": 1}} for value in VALUES]
    install = [{"type": "InstallTable", "submission": text, "tray_cents": 100} for text in TOML]
    fields += [{"id": "1", "command": command} for command in install]
    return plain + [json.dumps(field).encode() for field in fields]


def every_request(chance: random.Random, count: int) -> Iterator[Sent]:
    """Generates requests to every route in turn, with oversized or invalid values in the path, query, headers
    or body.
    """
    made, routes = bodies(), [route for route in ROUTES if route.path != "/api/session"]
    for number in range(count):
        route = routes[number % len(routes)]
        path = re.sub(r"{[a-z]+(:path)?}", lambda _: quote(chance.choice(VALUES), safe=""), route.path)
        query = f"?{chance.choice(['table', 'player', 'size', 'round'])}={quote(chance.choice(VALUES))}"
        headers = {"X-CSRF-Token": chance.choice([b"\xff\xfe", b"x" * 9_000, b"1"]), "X-Other": b"y" * 4_000}
        body = b"" if route.method == "GET" else chance.choice(made)
        yield Sent(route.method, path + chance.choice(["", query]), headers, body)


@cache
def heads(host: str) -> list[bytes]:
    """Request heads that are too long, repeated, missing, contain NUL or have too many lines, and bodies in tiny
    chunks.
    """
    first = b"GET /api/lobby HTTP/1.1\r\nHost: " + host.encode() + b"\r\n"
    posted = first.replace(b"GET /api/lobby", b"POST /api/submission/check")
    chunked = posted + b"Origin: http://" + host.encode() + b"\r\nTransfer-Encoding: chunked\r\n\r\n"
    return [
        first + b"a: b\r\n" * 2_500 + b"\r\n",
        first + b"a: b\r\n" * 10_000 + b"\r\n",
        first + b"a: " + b"x" * 60_000 + b"\r\n\r\n",
        first + b"x" * 70_000,
        first + b"a: \0\r\n\r\n",
        first + b"Cookie: " + b"a=b; " * 3_000 + b"\r\n\r\n",
        first + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n",
        first + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n",
        b"GET /" + b"a/" * 6_000 + b" HTTP/1.1\r\nHost: " + host.encode() + b"\r\n\r\n",
        b"\0" * 60_000,
        b"\r\n" * 30_000 + b"x",
        chunked + b"1\r\n \r\n" * 9_000 + b"0\r\n\r\n",
        chunked + b"0" * 60_000 + b"\r\n",
        chunked + b"1;" + b"x" * 60_000 + b"\r\n \r\n0\r\n\r\n",
    ]


@cache
def queries() -> list[Sent]:
    """Query strings that are too long, have too many parameters, contain NUL or have numbers with thousands of
    digits.
    """
    names = ("table", "player", "size", "round", "from", "to", "")
    made = [f"{name}={quote(value)}" for name in names for value in VALUES]
    made += ["&".join(["a=b"] * 3_000), "&" * 12_000, "%" * 12_000, quote("\0" * 4_000)]
    paths = [re.sub(r"{[a-z]+(:path)?}", "T", route.path) for route in ROUTES if route.method == "GET"]
    return [Sent("GET", f"{path}?{query}", {}, b"") for path in (*paths, "/web/table.js") for query in made]


@cache
def submissions() -> list[Sent]:
    """Submissions that take a long time to parse, sent to be checked."""
    return [Sent("POST", "/api/submission/check", {}, json.dumps({"text": text}).encode()) for text in TOML]


@cache
def installs() -> list[Sent]:
    """The same submissions, sent to be installed."""
    commands = [{"type": "InstallTable", "submission": text, "tray_cents": 100} for text in TOML]
    given = [{"id": f"x{n}", "command": command} for n, command in enumerate(commands)]
    return [Sent("POST", "/api/orders", {}, json.dumps(body).encode()) for body in given]


@cache
def _text() -> str:
    return example("pa-653a", "T")


def tokens(chance: random.Random) -> Sent:
    """An order or question of a device with a token that is well formed, too long or broken, and never known."""
    token = "".join(chance.choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_", k=43))
    given = chance.choice((f"tablelaw_{token}", f"tablelaw_{token}", f"tablelaw_{token * 200}", "\0" * 43, ""))
    method, path = chance.choice((("GET", "/api/device"), ("GET", "/api/feed"), ("POST", "/api/tables/T/orders")))
    return Sent(method, path, {"Authorization": f"Bearer {given}".encode()}, b"{}" if method == "POST" else b"")


def questions(number: int) -> Sent:
    """A slow question for the analysis worker, different for each number."""
    wagers = [["ante", 1000], ["blind", 1000]]
    simulation = {"wagers": wagers, "ask": ["hold"], "rounds": 1_000_000, "seed": number}
    asked = {"ask": "simulate", "text": _text(), "simulation": simulation}
    return Sent("POST", "/api/workshop", {}, json.dumps(asked).encode())

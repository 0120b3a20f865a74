"""What a stranger may send to take a server's time or memory: bodies, paths, questions and headers, for every route."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote

from houserules.server.routing import ROUTES

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


def bodies() -> list[bytes]:
    """Bodies that are too deep, too long, no text, or hold such a text in a field that some route reads."""
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
    """So many requests over all routes in turn, each with something in it that nobody needs."""
    made, routes = bodies(), [route for route in ROUTES if route.path != "/api/session"]
    for number in range(count):
        route = routes[number % len(routes)]
        path = re.sub(r"{[a-z]+(:path)?}", lambda _: quote(chance.choice(VALUES), safe=""), route.path)
        query = f"?{chance.choice(['table', 'player', 'size', 'round'])}={quote(chance.choice(VALUES))}"
        headers = {"X-CSRF-Token": chance.choice([b"\xff\xfe", b"x" * 9_000, b"1"]), "X-Other": b"y" * 4_000}
        body = b"" if route.method == "GET" else chance.choice(made)
        yield Sent(route.method, path + chance.choice(["", query]), headers, body)

"""Calls the application in this process, without a network or extra threads, and records every byte it sends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import unquote

from fastapi import FastAPI

from tablelaw.persons import DEVICE_KINDS, DeviceKind
from tablelaw.server.devices import NewDevice
from tablelaw.server.http.permissions import ROLES
from tablelaw.server.open_sockets import Hub
from tablelaw.server.users import EVERY_TABLE, Person

ORIGIN = "http://testserver"
HOST = (b"host", b"testserver")
QUIET_TURNS = 5
"""After this many turns of the event loop, a socket whose task is not waiting for anything has sent everything."""


ROLE_OF_KIND: dict[str, DeviceKind] = {kind: kind for kind in DEVICE_KINDS}


class Answer(NamedTuple):
    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


def scope_of(kind: str, path: str, headers: Mapping[str, str], **more: Any) -> dict[str, Any]:
    path, _, query = path.partition("?")
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [HOST, *((name.lower().encode(), value.encode()) for name, value in headers.items())],
        "client": ("127.0.0.1", 5),
        "server": ("testserver", 80),
        **more,
    }


async def ask(app: FastAPI, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> Answer:
    """Sends one request and returns the complete response."""
    over, given, sent = asyncio.Event(), [body], list[dict[str, Any]]()

    async def receive() -> dict[str, Any]:
        if given:
            return {"type": "http.request", "body": given.pop(), "more_body": False}
        await over.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            over.set()

    scope = scope_of("http", path, headers, method=method, scheme="http")
    await app(scope, receive, send)  # type: ignore[arg-type]
    whole = b"".join(message.get("body", b"") for message in sent[1:])
    return Answer(sent[0]["status"], tuple((bytes(k), bytes(v)) for k, v in sent[0]["headers"]), whole)


class Line:
    """A WebSocket and everything the server has sent over it so far, including the handshake."""

    def __init__(self, app: FastAPI, path: str, headers: Mapping[str, str]) -> None:
        self.sent: list[dict[str, Any]] = []
        self.is_idle = False
        """Whether the server has processed everything sent to it and is waiting for more."""
        self._to_come: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._to_come.put_nowait({"type": "websocket.connect"})
        scope = scope_of("websocket", path, headers, scheme="ws", subprotocols=[])
        self._task = asyncio.ensure_future(app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        self.is_idle = self._to_come.empty()
        message = await self._to_come.get()
        self.is_idle = False
        return message

    async def _send(self, message: Any) -> None:
        self.sent.append(dict(message))

    def say(self, text: str | bytes) -> None:
        self.is_idle = False
        message = {"text": text} if isinstance(text, str) else {"bytes": text}
        self._to_come.put_nowait({"type": "websocket.receive", **message})

    @property
    def texts(self) -> list[str]:
        return [message["text"] for message in self.sent if message["type"] == "websocket.send"]

    @property
    def closed_with(self) -> int | None:
        codes = [int(message["code"]) for message in self.sent if message["type"] == "websocket.close"]
        return codes[0] if codes else None

    async def replies(self, count: int, seconds: float = 30) -> None:
        """Waits until the server has sent this many texts."""
        async with asyncio.timeout(seconds):
            while len(self.texts) < count and not self._task.done():
                await asyncio.sleep(0.0005)

    async def heeded(self, seconds: float) -> None:
        """Waits until the server has processed every message or closed the socket. Re-raises any server error."""
        async with asyncio.timeout(seconds):
            while not self.is_idle and self.closed_with is None and not self._task.done():
                await asyncio.sleep(0.0005)
        await quiet()
        if self._task.done():
            await self._task

    async def hang_up(self) -> None:
        self._to_come.put_nowait({"type": "websocket.disconnect", "code": 1000})
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.wait_for(self._task, 30)


async def quiet(hub: Hub | None = None) -> None:
    """Yields to the event loop until no socket has anything left to send."""
    for _ in range(QUIET_TURNS):
        await asyncio.sleep(0)
    while hub is not None and any(one.has_changes.is_set() or one.changed or one.replies for one in hub._open):
        await asyncio.sleep(0)


class Somebody:
    """A signed-in person, or a visitor without a session, who sends requests and opens sockets; or a device, whose role
    is its kind, with a token for every table.
    """

    def __init__(self, app: FastAPI, house: Any, name: str, role: str) -> None:
        self.app, self.context, self.name, self.role = app, house, name, role
        self.person: Person | None = None
        self.key = ""
        self.headers: dict[str, str] = {}
        if role in DEVICE_KINDS:
            token = house.devices.make(NewDevice(name, ROLE_OF_KIND[role], (EVERY_TABLE,)), "adm")
            self.headers = {"authorization": f"Bearer {token}"}
        elif role:
            assert role in ROLES
            self.key, self.person = house.people.enter(name, role)
            self.headers = {"cookie": f"{house.settings.cookie}={self.key}"}

    async def get(self, path: str) -> Answer:
        return await ask(self.app, "GET", path, self.headers)

    async def send(self, method: str, path: str, body: bytes = b"{}", **changed: str) -> Answer:
        token = self.person.csrf if self.person else ""
        page = {"origin": ORIGIN, "x-csrf-token": token} if "authorization" not in self.headers else {}
        given = {**self.headers, **page, **changed}
        return await ask(self.app, method, path, given, body)

    def line(self) -> Line:
        """Opens a socket with a new ticket."""
        assert self.person is not None
        ticket = self.context.hub.ticket(self.person, self.key)
        return Line(self.app, f"/ws?ticket={ticket}", {"origin": ORIGIN, **self.headers})

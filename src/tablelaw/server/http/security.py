"""The headers of every answer, and which sites may use the server."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from starlette.datastructures import MutableHeaders
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablelaw.server.refusal_responses import refused
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""The content security policy: nothing inline, and nothing from other hosts."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

BEARER = re.compile(rb"(?i:bearer) (tablelaw_[A-Za-z0-9_-]{43})")
"""The header of a request with a device's token; nothing longer is parsed."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
DENIAL = "websocket.http.response"
"""The ASGI extension for answering a refused handshake."""
STARTS = ("http.response.start", f"{DENIAL}.start")


class OnlyKnownHosts:
    """Wraps the application and refuses requests to a name that the server was not started with."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self._app = app
        self._check = TrustedHostMiddleware(_admit, allowed_hosts=hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer: list[Message] = []

        async def keep(message: Message) -> None:
            answer.append(message)

        await self._check(scope, receive, keep)
        if scope.pop(ADMITTED, False):
            await self._app(scope, receive, send)
        elif answer[0]["status"] == ServerRefused("wrong-host").status:
            await refused(ServerRefused("wrong-host"))(scope, receive, send)
        else:  # the way to the same name with "www."
            for message in answer:
                await send(message)


ADMITTED = "tablelaw.host_is_known"


async def _admit(scope: Scope, receive: Receive, send: Send) -> None:
    scope[ADMITTED] = True


class WithSecurityHeaders:
    """Wraps the application so that every answer carries the headers, including one to a refused handshake."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_open = DENIAL not in scope.get("extensions", {})

        async def headed(message: Message) -> None:
            nonlocal is_open
            if message["type"] == "websocket.close" and not is_open:
                await send(_with_headers({"type": f"{DENIAL}.start", "status": 403, "headers": []}, scope))
                message = {"type": f"{DENIAL}.body", "body": b""}
            is_open = is_open or message["type"] == "websocket.accept"
            await send(_with_headers(message, scope) if message["type"] in STARTS else message)

        await self._app(scope, receive, headed)


def cookie(scope: Scope, name: str) -> str | None:
    """One cookie of a request, or None; the others are not parsed, however many are sent."""
    wanted = re.compile(rb"(?:^|;)\s*" + re.escape(name.encode()) + rb"\s*=([^;]*)")
    found = [value for header, text in scope["headers"] if header == b"cookie" for value in wanted.findall(text)]
    return found[-1].strip().decode("latin-1") if found else None


def bearer(scope: Scope) -> str | None:
    """The device's token that a request carries; None if it carries none, empty if what it carries cannot be one.

    Other schemes are not looked at: a proxy in front of the server may use them for its own purposes.
    """
    given = [text for name, text in scope["headers"] if name == b"authorization" and text[:6].lower() == b"bearer"]
    if not given:
        return None
    found = BEARER.fullmatch(given[0]) if len(given) == 1 else None
    return found[1].decode() if found else ""


def asker_key(scope: Scope, settings: Settings) -> str:
    """What identifies the sender of a request: the device's token if it carries one, otherwise the session's key."""
    token = bearer(scope)
    return (cookie(scope, settings.cookie) or "") if token is None else token


LOOPBACK_ADDRESSES = ("127.0.0.1", "::1")
OWN_HOST = re.compile(rb"(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?")
FORWARDED = frozenset({b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip"})
"""Headers that a proxy adds; a request that has one does not come from this machine itself."""


def is_loopback(scope: Scope) -> bool:
    """Whether a request comes from this machine: from its own address, to its own name, and not through a proxy."""
    headers, client = dict(scope["headers"]), scope.get("client")
    named = OWN_HOST.fullmatch(headers.get(b"host", b""))
    return client is not None and client[0] in LOOPBACK_ADDRESSES and bool(named) and not FORWARDED & headers.keys()


def _with_headers(message: Message, scope: Scope) -> Message:
    headers = MutableHeaders(raw=list(message["headers"]))
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope["path"].startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")
    return {**message, "headers": headers.raw}


def origin_of(headers: Mapping[str, str], method: str, settings: Settings) -> None:
    """Requires requests that change something, sockets (method "SOCKET") and any request with an Origin header to come
    from a page of this server.
    """
    origin = headers.get("origin", "")
    if method in SAFE and not origin:
        return
    if origin not in settings.origins:
        raise ServerRefused("wrong-origin")

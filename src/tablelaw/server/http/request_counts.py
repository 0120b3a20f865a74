"""Counts every request for its session, device or address, including requests for pages, files and unknown URLs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablelaw.server.http.security import asker_key
from tablelaw.server.http.session_queues import OWN, Turn, aside
from tablelaw.server.refusal_responses import refused
from tablelaw.server.refusals import ServerRefused

if TYPE_CHECKING:
    from tablelaw.server.context import ServerContext

CLOSED = 1008
LONGEST_ADDRESS = 2_048
"""Limits in bytes on a path and on its query; the pages need at most a tenth of that."""
LONGEST_COOKIES = 4_096
"""Limit in bytes on all cookies together; the server's own need a tenth of that."""
BODY = (b"content-length", b"transfer-encoding")


class CountingRequests:
    """Wraps the application and refuses excess requests before anything is looked up for them."""

    def __init__(self, app: ASGIApp, context: ServerContext) -> None:
        self._app, self._context = app, context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if (unfit := _unfit(scope)) is not None:
            await self._refuse(unfit, scope, receive, send)
            return
        client, key = scope.get("client"), asker_key(scope, self._context.settings)
        try:
            session = self._context.requests.take(key, client[0] if client else "")
            if scope["type"] == "http":
                await self._in_turn(self._context.session_queues.turn(session), scope, receive, send)
                return
        except ServerRefused as refusal:
            await self._refuse(refusal, scope, receive, send)
            return
        await self._app(scope, receive, send)

    async def _in_turn(self, turn: Turn, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request when its turn comes; the turn ends when the answer is ready, before it is sent."""
        has_body = any(name in BODY for name, _ in scope["headers"])

        async def received() -> Message:
            if not has_body or not turn.is_held:
                return await receive()
            async with aside():
                return await receive()

        async def sent(message: Message) -> None:
            turn.end()
            await send(message)

        await turn.begin()
        own = OWN.set(turn)
        try:
            await self._app(scope, received, sent)
        finally:
            OWN.reset(own)
            turn.end()

    async def _refuse(self, refusal: ServerRefused, scope: Scope, receive: Receive, send: Send) -> None:
        self._context.metrics.refusals[refusal.code] += 1
        await self._context.delay_refusal(refusal)
        if scope["type"] == "http":
            await refused(refusal)(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": CLOSED})


def _unfit(scope: Scope) -> ServerRefused | None:
    """The refusal of a request whose address or cookies are too long to be parsed; None if they are not."""
    if max(len(scope.get("raw_path", b"")), len(scope["query_string"])) > LONGEST_ADDRESS:
        return ServerRefused("address-too-long")
    if sum(len(text) for name, text in scope["headers"] if name == b"cookie") > LONGEST_COOKIES:
        return ServerRefused("cookies-too-long")
    return None

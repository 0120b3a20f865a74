"""Every request counts for its session or its address, whatever it asks for: pages, files and what is nowhere too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houserules.server.http.lanes import OWN, Turn, aside
from houserules.server.http.security import cookie
from houserules.server.refusals import ServerRefused, refused

if TYPE_CHECKING:
    from houserules.server.context import House

CLOSED = 1008
LONGEST_ADDRESS = 2_048
"""Bytes of a path, and of the questions behind it: the longest of the pages has a tenth of that."""
LONGEST_COOKIES = 4_096
"""Bytes of all cookies: the server's own have a tenth of that."""
BODY = (b"content-length", b"transfer-encoding")


class Counted:
    """Around the application: whoever asks for too much is refused before anything is looked up for them."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app, self._house = app, house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if (unfit := _unfit(scope)) is not None:
            await self._refuse(unfit, scope, receive, send)
            return
        client, key = scope.get("client"), cookie(scope, self._house.settings.cookie) or ""
        try:
            lane = self._house.requests.take(key, client[0] if client else "")
            if scope["type"] == "http":
                await self._in_turn(self._house.lanes.turn(lane), scope, receive, send)
                return
        except ServerRefused as refusal:
            await self._refuse(refusal, scope, receive, send)
            return
        await self._app(scope, receive, send)

    async def _in_turn(self, turn: Turn, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request when it is its turn, which ends with the answer: to take it is the asker's own time."""
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
        await self._house.hold_up(refusal)
        if scope["type"] == "http":
            await refused(refusal)(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": CLOSED})


def _unfit(scope: Scope) -> ServerRefused | None:
    """Why a request is refused before its address and cookies are parsed."""
    if max(len(scope.get("raw_path", b"")), len(scope["query_string"])) > LONGEST_ADDRESS:
        return ServerRefused("address-too-long")
    if sum(len(text) for name, text in scope["headers"] if name == b"cookie") > LONGEST_COOKIES:
        return ServerRefused("cookies-too-long")
    return None

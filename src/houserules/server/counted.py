"""Every request counts for the address it comes from, whatever it asks for: pages, files and what is nowhere too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.types import ASGIApp, Receive, Scope, Send

from houserules.server.refusals import ServerRefused, refused

if TYPE_CHECKING:
    from houserules.server.house import House

COUNTED = ("http", "websocket")
CLOSED = 1008


class Counted:
    """Around the application: an address that asks for too much is refused before anything is looked up for it."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app, self._house = app, house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in COUNTED:
            await self._app(scope, receive, send)
            return
        client = scope.get("client")
        try:
            self._house.requests.take(client[0] if client else "")
        except ServerRefused as refusal:
            await self._house.hold_up(refusal)
            if scope["type"] == "http":
                await refused(refusal)(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": CLOSED})
            return
        await self._app(scope, receive, send)

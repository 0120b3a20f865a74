"""For whoever watches over a server: whether the process lives, and whether it takes orders. Nothing else is told."""

from __future__ import annotations

import msgspec
from fastapi import Response

from houserules.server.http.routing import Ask, route
from houserules.views.messages import Wire


class State(Wire, frozen=True):
    """One word: "alive", "ready" or "not ready"."""

    state: str


@route("GET /health", gives=State)
async def health(ask: Ask) -> State:
    """The process answers; a supervisor starts one again that does not."""
    return State(state="alive")


@route("GET /ready", gives=State)
async def ready(ask: Ask) -> Response:
    """Whether orders are taken: the floor is open, its database answers, its clock is right. 503 where they are not."""
    is_ready = await ask.house.readiness.is_ready()
    body = msgspec.json.encode(State(state="ready" if is_ready else "not ready"))
    return Response(body, status_code=200 if is_ready else 503, media_type="application/json")

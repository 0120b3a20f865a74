"""Routes for monitoring: whether the process is alive, and whether it takes orders. They show nothing else."""

from __future__ import annotations

import msgspec
from fastapi import Response

from tablelaw.server.http.routing import Ask, route
from tablelaw.views.messages import Wire


class State(Wire, frozen=True):
    """One word: "alive", "ready" or "not ready"."""

    state: str


@route("GET /health", gives=State)
async def health(ask: Ask) -> State:
    """Answers if the process is alive; a supervisor restarts one that does not answer."""
    return State(state="alive")


@route("GET /ready", gives=State)
async def ready(ask: Ask) -> Response:
    """Whether orders are taken: the floor is open, its database answers, its clock is right. Otherwise 503."""
    is_ready = await ask.context.readiness.is_ready()
    body = msgspec.json.encode(State(state="ready" if is_ready else "not ready"))
    return Response(body, status_code=200 if is_ready else 503, media_type="application/json")

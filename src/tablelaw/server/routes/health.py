"""Routes for monitoring: whether the process is alive, whether it takes orders, and what it has done."""

from __future__ import annotations

import msgspec
from fastapi import Response

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cage.meters.meters import MeterState
from tablelaw.server.http.routing import Ask, route
from tablelaw.server.metrics import CONTENT_TYPE, liability_lines
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


@route("GET /metrics")
async def metrics(ask: Ask) -> Response:
    """What this server has done since it started, as Prometheus reads it; a management system also sees the liability
    of the meters of its tables.
    """
    context, views = ask.context, ask.context.service.views
    gauges = {
        "tablelaw_log_entries": ("Entries in the log.", views.seq),
        "tablelaw_sockets_open": ("Open sockets.", context.hub.number),
        "tablelaw_feeds_open": ("Open event feeds.", context.feeds.number),
    }
    lines = [*context.metrics.lines(gauges), *(liability_lines(_liabilities(ask)) if ask.person else ())]
    return Response("".join(f"{line}\n" for line in lines), headers={"Content-Type": CONTENT_TYPE})


def _liabilities(ask: Ask) -> dict[str, int]:
    """What each meter of the device's tables holds for its winners, in cents: on display, in reserve and pending."""
    device, meters = ask.require_person(), ask.context.service.views.meters
    own = [meter for meter in meters.values() if any(ask.context.may_ask_about(device, one) for one in meter.tables)]
    return {meter.id: _held(meter) // METER_UNITS_PER_CENT for meter in own}


def _held(meter: MeterState) -> int:
    return meter.units + meter.reserve_units + meter.pending_units + meter.pending_reserve_units

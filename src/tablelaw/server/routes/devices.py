"""Routes about devices: an administrator makes and withdraws their tokens, and a device asks about itself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import cast

from fastapi import Response
from fastapi.responses import StreamingResponse
from sqlalchemy.exc import DBAPIError
from starlette.concurrency import run_in_threadpool

from tablelaw.persons import DeviceKind
from tablelaw.server.audit.route_helpers import whole_number
from tablelaw.server.devices import ListedDevice, NewDevice, require_fit, require_tables_on_the_floor
from tablelaw.server.http.routing import Ask, Number, encoded, route
from tablelaw.server.http.security import bearer
from tablelaw.server.open_feeds import start_message
from tablelaw.server.refusals import ServerRefused
from tablelaw.views.feed_entries import Scope, WireEntry, WireStart
from tablelaw.views.messages import Wire

EVENT_STREAM = "text/event-stream"


class DeviceNow(Wire, frozen=True):
    """A device as its token says, and those of its tables that are on the floor now."""

    name: str
    kind: DeviceKind
    tables: tuple[str, ...]
    seq: int
    """The last entry of the log."""


class MadeDevice(Wire, frozen=True):
    """A device and its token, which is not shown again."""

    name: str
    token: str


class ListedDevices(Wire, frozen=True):
    devices: tuple[ListedDevice, ...]


# --- An administrator --------------------------------------------------------------------------------


@route("GET /api/devices", gives=ListedDevices)
async def see_devices(ask: Ask) -> ListedDevices:
    """Every device that has a token, without the token."""
    listed = await ask.context.questions.run(ask.giver, ask.context.devices.listed)
    return ListedDevices(devices=tuple(listed))


@route("POST /api/devices", takes=NewDevice, gives=MadeDevice)
async def make_device(ask: Ask) -> MadeDevice:
    """Makes a token for a device; it is shown in this answer and never again."""
    wanted: NewDevice = ask.read(NewDevice)
    require_fit(wanted)
    require_tables_on_the_floor(wanted, filter(ask.context.is_public, ask.context.service.views.tables))
    token = await run_in_threadpool(ask.context.devices.make, wanted, ask.name)
    return MadeDevice(name=wanted.name, token=token)


@route("DELETE /api/devices/{name}")
async def withdraw_device(ask: Ask) -> Response:
    """Withdraws a device's token: it is refused from now on, by every server of the floor."""
    await run_in_threadpool(ask.context.devices.withdraw, ask.param("name"))
    return encoded({})


# --- A device ----------------------------------------------------------------------------------------


@route("GET /api/device", gives=DeviceNow)
async def see_itself(ask: Ask) -> DeviceNow:
    """The device that asks: its name, its kind, and its tables on the floor."""
    device, views = ask.require_person(), ask.context.service.views
    tables = tuple(sorted(table for table in views.tables if ask.context.may_ask_about(device, table)))
    return DeviceNow(name=device.name, kind=cast(DeviceKind, device.kind), tables=tables, seq=views.seq)


AFTER = "The number of the entry to resume after, 0 for the beginning of the log."
NUMBERS = (
    Number("after", f"{AFTER} Without one, the feed begins now, with a message `start`."),
    Number("wait", "How many seconds the feed stays open once everything has been told; 15 minutes without a number."),
    Number("Last-Event-ID", f"{AFTER} It takes precedence over `after`.", "header"),
)


@route("GET /api/feed", tells=WireEntry, numbers=NUMBERS, starts=WireStart)
async def feed(ask: Ask) -> Response:
    """The log entries that this device may be shown, as server-sent events; resumable by entry number.

    `after`, or the header Last-Event-ID, is the entry to resume after; without either, the feed begins now. `wait` is
    how many seconds the feed stays open once everything has been sent.
    """
    context, device = ask.context, ask.require_person()
    context.feeds.require_room(device.counted_as)
    after, seconds = _after(ask), _seconds(ask)
    if after is not None and after > context.service.views.seq:
        raise ServerRefused("not-in-the-log", where=str(after))
    headers = {"X-Accel-Buffering": "no"}
    return StreamingResponse(_messages(ask, after, seconds), media_type=EVENT_STREAM, headers=headers)


async def _messages(ask: Ask, after: int | None, seconds: float) -> AsyncIterator[bytes]:
    context, device = ask.context, ask.require_person()
    scope = Scope(cast(DeviceKind, device.kind), partial(context.may_ask_about, device))
    token = bearer(ask.request.scope) or ""

    async def read(first: int, last: int) -> bytes:
        return await context.feed_pages.run(ask.giver, context.feeds.page, first, last, scope)

    async def is_over() -> bool:
        try:
            return await run_in_threadpool(context.devices.is_over, token)
        except DBAPIError:  # nobody can say; the device opens the feed again
            return True

    if after is None:
        after, started = start_message(context.service, scope)
        yield started
    async for told in context.feeds.follow(device.counted_as, after, seconds, read, is_over):
        yield told


def _after(ask: Ask) -> int | None:
    """The entry to resume after; a reconnecting client names it in the header, which is more recent than its query."""
    in_header = ask.request.headers.get("last-event-id", "")
    given = in_header or ask.query("after")
    return whole_number(given, "Last-Event-ID" if in_header else "after") if given else None


def _seconds(ask: Ask) -> float:
    most, given = ask.context.settings.feed_seconds, ask.query("wait")
    return min(float(whole_number(given, "wait")), most) if given else most

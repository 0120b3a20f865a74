"""Starting a server: the floor is recovered and verified before the socket opens."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from socket import socket
from typing import Any

import uvicorn
from fastapi import FastAPI

from houserules import rulebooks
from houserules.floor.log.key_files import key_file_of
from houserules.floor.rules.governing import money_format_of
from houserules.floor.service import FloorService
from houserules.floor.store.api import Store, open_store, place_of
from houserules.floor.store.refusals import FloorExists, NoSuchFloor, NotAFloor
from houserules.floor.store.sql_engine import sql_engine
from houserules.printed_money import print_money_as
from houserules.proofs.keys import SigningKey, create_key, load_key
from houserules.server.app import create_app
from houserules.server.context import House
from houserules.server.demo import property as demo
from houserules.server.demo.pace import Pace, Tempo
from houserules.server.garbage import collect
from houserules.server.http.protocols import protocols
from houserules.server.routes.submission_form import form_of
from houserules.server.settings import Settings
from houserules.server.tables.coaching import make_ready
from houserules.server.users import People
from houserules.server.workers import log
from houserules.server.workers.client import Workshop
from houserules.server.workers.drafts import RefuseUnfit

ANYBODY_CAUSES = (
    "ASGI callable returned without completing handshake.",
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
)
ACCEPTED_AT_ONCE = 1
"""New connections between two moments at which others have their turn."""
MOST_WAITING = 2048
"""Connections that wait with the system to be accepted."""
SWITCH_SECONDS = 0.0005
"""How long a thread that works for one request may keep those waiting that answer others; Python has ten times that."""
NOT_OPENED = 3
"""The code a server ends with that could not open its doors; why stands in its log."""
STOPPED = 4
"""The code a server ends with whose floor has stopped: whoever watches over it starts it again, which recovers."""


@dataclass
class Running:
    """A house with its doors still closed: the application, and what it runs on."""

    app: FastAPI
    house: House
    store: Store

    def close(self) -> None:
        self.house.close()
        self.house.service.close()
        self.store.close()


def build(database: str, settings: Settings, tempo: Tempo | None = None) -> Running:
    """The house of a floor. The demo property is made where there is none yet."""
    store = _store(database, settings.is_demo)
    service = FloorService(store, clock_bound_seconds=settings.clock_bound_seconds)
    key = _key(database, settings.is_demo)
    if settings.is_demo:
        demo.build(service, key.public if key else "")
    print_money_as(money_format_of(service.views.jurisdiction))
    people = People(sql_engine(database), settings.session_seconds, settings.idle_seconds, settings.is_demo)
    archive, audits = (Workshop(log.__name__, {log.DATABASE: database}) for _ in range(2))
    house = House(service, people, settings, archive, audits, key=key)
    for rulebook in rulebooks.IDS:
        form_of(rulebook)  # read now: whoever asks first would keep others waiting
    if settings.is_demo:
        house.pace = Pace(service, tempo or Tempo())
        house.pace.guests = demo.seat_guests(service)
    app = create_app(house, _life(house, store))
    return Running(app, house, store)


def _key(database: str, is_demo: bool) -> SigningKey | None:
    """The property's key, where it lies beside its floor; a demo in a file makes its own."""
    path = key_file_of(database)
    if path.is_file():
        return load_key(path)
    return create_key(path) if is_demo and isinstance(place_of(database), Path) else None


def _store(database: str, is_demo: bool) -> Store:
    """The floor's database; a demo makes its own, also where an earlier start was cut off in making it."""
    try:
        return open_store(database)
    except (NoSuchFloor, NotAFloor) as found:
        if not is_demo:
            raise
        refusal = found
    try:
        return open_store(database, create=True)
    except FloorExists:
        raise refusal from None


def _life(house: House, store: Store) -> Callable[[FastAPI], contextlib.AbstractAsyncContextManager[None]]:
    """What runs while the doors are open: live views, the pace of the tables, the coach's preparations, and word
    from other servers."""

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        assert house.hub is not None
        await house.hub.start()
        await asyncio.wrap_future(house.drafts.ask(RefuseUnfit(()), by="").over)  # nobody waits for its start
        service = house.service
        # A store that fails while nobody gives orders is met by the writer too, which reconnects or stops the floor.
        listening = store.listen(lambda head: service.refresh() if head > service.views.seq else None, service.refresh)
        if house.pace is not None:
            house.pace.is_there = house.hub.has
            await house.pace.start()
        collecting = asyncio.create_task(collect())
        ready = asyncio.create_task(make_ready(house)) if house.settings.readies_coach else None
        try:
            yield
        finally:
            collecting.cancel()
            if ready is not None:
                ready.cancel()
            if house.pace is not None:
                await house.pace.stop()
            listening.close()
            await house.hub.stop()

    return life


def serve(running: Running, doors: list[socket]) -> None:
    """Serves until told to stop, or until the floor has stopped: nothing but a start recovers it.

    What is loaded by now stays: the collector need not go through it again and again.
    """
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(SWITCH_SECONDS)
    server = Server(uvicorn.Config(running.app, **manners(running.house.settings)))
    service = running.house.service
    service.when_stopped(lambda: setattr(server, "should_exit", True))
    with contextlib.suppress(KeyboardInterrupt), _told_to_stop():
        server.run(doors)
    if not server.started:
        raise SystemExit(NOT_OPENED)
    if service.failure is not None:
        raise SystemExit(STOPPED)


class Server(uvicorn.Server):
    """Accepts a few connections at a time, so that many at once keep nobody waiting; others wait with the system."""

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        for door in sockets or ():
            door.listen(MOST_WAITING)


@contextlib.contextmanager
def _told_to_stop() -> Iterator[None]:
    """SIGTERM ends a server as Ctrl-C does: uvicorn raises it anew at the end, and what is left to tidy up still is."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def manners(settings: Settings) -> dict[str, Any]:
    """How the doors are kept: messages are small and not compressed, and nobody is told what serves them."""
    logging.getLogger("uvicorn.error").addFilter(_is_worth_keeping)
    http, ws = protocols(settings)
    return {
        "http": http,
        "ws": ws,
        "log_level": "warning",
        "ws_max_size": settings.largest_message,
        "ws_per_message_deflate": False,
        "server_header": False,
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": list(settings.proxies),
        "timeout_graceful_shutdown": 3,
        "backlog": ACCEPTED_AT_ONCE,
        "lifespan": "on",
    }


def _is_worth_keeping(record: logging.LogRecord) -> bool:
    """What anybody could fill the log with: refused handshakes, told by uvicorn as unanswered, and no HTTP at all."""
    return record.msg not in ANYBODY_CAUSES

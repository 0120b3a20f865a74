"""Starts a server; the floor is recovered and verified before the socket opens."""

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

from tablelaw import rulebooks
from tablelaw.floor.log.signed_heads import key_file_of
from tablelaw.floor.rules.governing import money_format_of
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store, open_store, place_of
from tablelaw.floor.store.refusals import FloorExists, NoSuchFloor, NotAFloor
from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.printed_money import print_money_as
from tablelaw.proofs.keys import SigningKey, create_key, load_key
from tablelaw.server.app import create_app
from tablelaw.server.context import ServerContext
from tablelaw.server.demo import property as demo
from tablelaw.server.demo.house_dealer import HouseDealer
from tablelaw.server.demo.tempo import Tempo
from tablelaw.server.garbage_collection import collect
from tablelaw.server.http.limited_protocols import protocols
from tablelaw.server.open_sockets import Hub
from tablelaw.server.routes.submission_form import form_of
from tablelaw.server.settings import Settings
from tablelaw.server.tables.coaching import make_ready
from tablelaw.server.tables.seen_card_updates import keep_watching
from tablelaw.server.tables.theory_preparation import keep_prepared
from tablelaw.server.users import People
from tablelaw.server.workers import log_questions, theory
from tablelaw.server.workers.client import WorkerClient
from tablelaw.server.workers.drafts import RequireValid
from tablelaw.server.workers.process import DATABASE

ANYBODY_CAUSES = (
    "ASGI callable returned without completing handshake.",
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
)
ACCEPTED_AT_ONCE = 1
"""How many new connections are accepted before other work has its turn."""
MOST_WAITING = 2048
"""How many connections may wait in the operating system to be accepted."""
SWITCH_SECONDS = 0.0005
"""How long a thread may keep the interpreter while others wait; Python's default is ten times that."""
NOT_OPENED = 3
"""Exit code of a server that could not listen; its log says why."""
STOPPED = 4
"""Exit code of a server whose floor has stopped; its supervisor starts it again, which recovers the floor."""
PING_SECONDS, PONG_SECONDS = 5.0, 15.0
"""How often a browser is asked whether it is still there, and how long it may take to answer before its socket is
closed.
"""


@dataclass
class BuiltServer:
    """A server that is not yet listening: the application, and what it uses."""

    app: FastAPI
    context: ServerContext
    store: Store

    def close(self) -> None:
        self.context.close()
        self.context.service.close()
        self.store.close()


def build(database: str, settings: Settings, tempo: Tempo | None = None) -> BuiltServer:
    """Builds the server of a floor; makes the demo property if there is none yet."""
    for rulebook in rulebooks.known_ids():  # now, so that nobody waits for it later and a faulty folder is refused here
        form_of(rulebooks.get(rulebook).id)
    store = _store(database, settings.is_demo)
    service = FloorService(store, clock_bound_seconds=settings.clock_bound_seconds)
    key = _key(database, settings.is_demo)
    if settings.is_demo:
        demo.build(service, demo.property_of(settings.demo_law), key.public if key else "")
    print_money_as(money_format_of(service.views.jurisdiction))
    people = People(sql_engine(database), settings.session_seconds, settings.idle_seconds, settings.is_demo)
    given = {DATABASE: database}
    archive, audits, figures = (WorkerClient(log_questions.__name__, given) for _ in range(3))
    hub = Hub(service, people, settings)
    house_dealer = _house_dealer(service, settings, tempo, hub) if settings.is_demo else None
    theories = WorkerClient(theory.__name__, given)
    context = ServerContext(
        service, people, settings, archive, audits, hub, house_dealer, key, figures=figures, theory_worker=theories
    )
    app = create_app(context, _life(context, store))
    return BuiltServer(app, context, store)


def _house_dealer(service: FloorService, settings: Settings, tempo: Tempo | None, hub: Hub) -> HouseDealer:
    """Seats the guests and makes the house dealer of the demo's tables; a person who deals counts as present while one
    of their pages is open.
    """
    guests = demo.seat_guests(service, demo.property_of(settings.demo_law))
    return HouseDealer(service, tempo or Tempo(), guests=guests, is_there=hub.has)


def _key(database: str, is_demo: bool) -> SigningKey | None:
    """The property's key, if its default key file exists; a demo stored in a file makes its own key."""
    path = key_file_of(database)
    if path.is_file():
        return load_key(path)
    return create_key(path) if is_demo and isinstance(place_of(database), Path) else None


def _store(database: str, is_demo: bool) -> Store:
    """Opens the floor's database; a demo makes its own, even if an earlier start was interrupted while making it."""
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


def _life(context: ServerContext, store: Store) -> Callable[[FastAPI], contextlib.AbstractAsyncContextManager[None]]:
    """What runs while the server is open: live views, the house dealer, the coach's preparations, and updates from
    other servers.
    """

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await context.hub.start()
        await asyncio.wrap_future(
            context.draft_worker.ask(RequireValid(()), by="").over
        )  # so that nobody waits for its start
        service = context.service
        # If the store fails while nobody gives orders, the writer handles it too: it reconnects or stops the floor.
        listening = store.listen(lambda head: service.refresh() if head > service.views.seq else None, service.refresh)
        if context.house_dealer is not None:
            await context.house_dealer.start()
        collecting = asyncio.create_task(collect(lambda: service.views.seq))
        ready = (
            asyncio.create_task(make_ready(context))
            if context.settings.has_coach and context.settings.readies_coach
            else None
        )
        followed = (keep_prepared, keep_watching) if context.settings.prepares_theory else ()
        theories = [asyncio.create_task(follow(context)) for follow in followed]
        try:
            yield
        finally:
            collecting.cancel()
            for task in theories:
                task.cancel()
            if ready is not None:
                ready.cancel()
            if context.house_dealer is not None:
                await context.house_dealer.stop()
            listening.close()
            await context.hub.stop()

    return life


def serve(running: BuiltServer, sockets: list[socket]) -> None:
    """Serves until told to stop, or until the floor has stopped, which only a restart recovers.

    Objects loaded so far are exempted from garbage collection, so that they are not examined again and again.
    """
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(SWITCH_SECONDS)
    server = Server(uvicorn.Config(running.app, **manners(running.context.settings)))
    service = running.context.service
    service.when_stopped(lambda: setattr(server, "should_exit", True))
    with contextlib.suppress(KeyboardInterrupt), _told_to_stop():
        server.run(sockets)
    if not server.started:
        raise SystemExit(NOT_OPENED)
    if service.failure is not None:
        raise SystemExit(STOPPED)


class Server(uvicorn.Server):
    """Accepts a few connections at a time, so that a burst delays nobody; the others wait in the operating system."""

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        for bound in sockets or ():
            bound.listen(MOST_WAITING)


@contextlib.contextmanager
def _told_to_stop() -> Iterator[None]:
    """Makes SIGTERM end a server as Ctrl-C does: uvicorn raises it again at the end, and cleanup still happens."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def manners(settings: Settings) -> dict[str, Any]:
    """uvicorn's options: messages are small and uncompressed, and no header names the software."""
    logging.getLogger("uvicorn.error").addFilter(_is_worth_keeping)
    http, ws = protocols(settings)
    return {
        "http": http,
        "ws": ws,
        "log_level": "warning",
        "ws_max_size": settings.largest_message,
        "ws_per_message_deflate": False,
        "ws_ping_interval": PING_SECONDS,
        "ws_ping_timeout": PONG_SECONDS,
        "server_header": False,
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": list(settings.proxies),
        "timeout_graceful_shutdown": 3,
        "backlog": ACCEPTED_AT_ONCE,
        "lifespan": "on",
    }


def _is_worth_keeping(record: logging.LogRecord) -> bool:
    """Whether to keep a log record; without this filter, anyone could fill the log with refused handshakes and invalid
    HTTP.
    """
    return record.msg not in ANYBODY_CAUSES

"""Runs a server in a thread of this process, so a test can inspect it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

import uvicorn

from tablelaw.floor.store.api import open_store
from tablelaw.server.demo.tempo import Tempo
from tablelaw.server.run import BuiltServer, Server, build, manners
from tablelaw.server.settings import Settings

HOST = "127.0.0.1"


def without_limits(settings: Settings) -> Settings:
    """Settings for tests that send far more requests per second than people do."""
    return replace(
        settings,
        orders_per_second=1e9,
        drafts_per_second=1e9,
        practice_tables_per_minute=1e9,
        requests_per_second=1e9,
        strangers_per_second=1e9,
        strangers_in_all=1e9,
        connections_per_second=1e9,
        answer_seconds=60,
    )


START_SECONDS = 60


class Served:
    """A running server, with its `address` and its context as `house`."""

    def __init__(self, running: BuiltServer, listener: socket.socket) -> None:
        self.running, self.context = running, running.context
        self.address = address_of(listener)
        self._server = Server(uvicorn.Config(running.app, **manners(running.context.settings)))
        self._thread = threading.Thread(target=self._server.run, args=([listener],), name="served", daemon=True)

    def open(self) -> None:
        self._thread.start()
        until = time.monotonic() + START_SECONDS
        while not self._server.started:
            assert self._thread.is_alive() and time.monotonic() < until, "the server did not start"
            time.sleep(0.01)

    @property
    def connections(self) -> int:
        """The number of open connections."""
        return len(self._server.server_state.connections)

    def close(self) -> None:
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(START_SECONDS)
        self.running.close()


def listening() -> socket.socket:
    """Returns a socket bound to a free port."""
    listener = socket.socket(proto=socket.IPPROTO_TCP)
    listener.bind((HOST, 0))
    return listener


def address_of(listener: socket.socket) -> str:
    return f"http://{HOST}:{listener.getsockname()[1]}"


@contextmanager
def prepared(
    database: str, settings: Settings, tempo: Tempo | None = None, door: socket.socket | None = None
) -> Iterator[Served]:
    """Builds a server that is not listening yet, and closes it at the end."""
    with closing(door or listening()) as listener:
        open_store(database, create=True).close()
        served = Served(build(database, replace(settings, origins=(address_of(listener),)), tempo), listener)
        try:
            yield served
        finally:
            served.close()

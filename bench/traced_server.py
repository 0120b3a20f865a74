"""`python -m bench.traced_server FILE serve ...`: a server that records where the time of every order goes.

It is `tablelaw serve` with a clock around the steps of an order and around whatever may delay one. When the server
ends, everything recorded is written to FILE. The clock is the one that the players' program reads, so their times can
be compared.
"""

from __future__ import annotations

import functools
import gc
import inspect
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

GARBAGE, VIEW, SESSIONS, SNAPSHOT, CHECKPOINT, COMMIT = (
    "garbage collection",
    "views for listeners",
    "session checks",
    "snapshot",
    "checkpoint",
    "writing and syncing",
)
BATCH = "batch"


class Span(NamedTuple):
    """Something that took time, from one moment to another."""

    what: str
    began: float
    ended: float
    orders: tuple[str, ...] = ()


class Trace(msgspec.Struct):
    """What a server recorded: everything that took time, and the moments of each order by its id."""

    spans: list[Span] = []
    received: dict[str, float] = {}
    submitted: dict[str, float] = {}
    replied: dict[str, float] = {}


def recorded(file: Path) -> Trace:
    return msgspec.json.decode(file.read_bytes(), type=Trace)


class Recorder:
    """Puts a clock around functions of the server."""

    def __init__(self) -> None:
        self.trace = Trace()
        self._collecting = 0.0

    def time(self, owner: Any, name: str, what: str, orders: Callable[..., tuple[str, ...]] | None = None) -> None:
        """Records how long each call of a method takes; one that is awaited counts until it returns."""
        plain = getattr(owner, name)

        def noted(began: float, given: tuple[Any, ...]) -> None:
            ids = orders(*given) if orders is not None else ()
            self.trace.spans.append(Span(what, began, time.perf_counter(), ids))

        @functools.wraps(plain)
        def timed(*given: Any) -> Any:
            began = time.perf_counter()
            try:
                return plain(*given)
            finally:
                noted(began, given)

        @functools.wraps(plain)
        async def awaited(*given: Any) -> Any:
            began = time.perf_counter()
            try:
                return await plain(*given)
            finally:
                noted(began, given)

        setattr(owner, name, awaited if inspect.iscoroutinefunction(plain) else timed)

    def before(self, owner: Any, name: str, note: Callable[..., None]) -> None:
        """Notes something before each call of a method."""
        plain = getattr(owner, name)

        @functools.wraps(plain)
        def noting(*given: Any) -> Any:
            note(*given)
            return plain(*given)

        setattr(owner, name, noting)

    def collected(self, phase: str, told: dict[str, int]) -> None:
        """Records each collection of garbage; Python calls this before and after it."""
        if phase == "start":
            self._collecting = time.perf_counter()
        else:
            self.trace.spans.append(Span(GARBAGE, self._collecting, time.perf_counter()))


def record_server() -> Recorder:
    """Puts clocks around every step of an order, and around what may delay one."""
    from tablelaw.floor import service
    from tablelaw.floor.orders import Order
    from tablelaw.floor.store import postgres, sqlite
    from tablelaw.server import live_sockets, open_sockets
    from tablelaw.server.users import People

    recorder = Recorder()
    trace = recorder.trace
    gc.callbacks.append(recorder.collected)
    recorder.time(service.FloorService, "_attempt", BATCH, lambda _, batch: tuple(order.id for order, _ in batch))
    recorder.time(service, "snapshot_order", SNAPSHOT)
    for store in (sqlite.SqliteStore, postgres.PostgresStore):
        recorder.time(store, "write_durably", COMMIT)
    recorder.time(sqlite.SqliteStore, "_checkpoint", CHECKPOINT)
    recorder.time(live_sockets.LiveSockets, "_view", VIEW)
    recorder.time(People, "ended", SESSIONS)

    def received(_: object, connection: open_sockets.Connection, body: bytes) -> None:
        trace.received[f"{connection.person.name}/{msgspec.json.decode(body)['id']}"] = time.perf_counter()

    def submitted(_: object, order: Order) -> None:
        trace.submitted[order.id] = time.perf_counter()

    def replied(connection: open_sockets.Connection, message: dict[str, object]) -> None:
        if "order" in message:
            trace.replied[f"{connection.person.name}/{message['order']}"] = time.perf_counter()

    recorder.before(live_sockets.LiveSockets, "_order", received)
    recorder.before(service.FloorService, "submit", submitted)
    recorder.before(open_sockets.Connection, "reply", replied)
    return recorder


def main() -> None:
    file, *sys.argv[1:] = sys.argv[1:]
    recorder = record_server()
    from tablelaw.cli.main import main as command_line

    try:
        command_line()
    finally:
        Path(file).write_bytes(msgspec.json.encode(recorder.trace))


if __name__ == "__main__":
    main()

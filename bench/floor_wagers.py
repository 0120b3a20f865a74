"""Wagers through the floor service: each table waits for the acknowledgement of one order before it gives the next."""

from __future__ import annotations

import gc
import itertools
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future

from houserules.floor.orders import Order
from houserules.floor.service import Answer, FloorService
from houserules.floor.store import open_store
from houserules.table import commands
from tests.floor.world import World, example

SEATS = (1, 2, 3, 4, 5, 6)
WAGERS = {"ante": 500, "blind": 500, "trips": 500, "bad-beat": 500, "progressive": 100, "six-card": 500}
WITHDRAWN = ("ante", "blind")
"""With the Ante go the wagers that need it, so that all can be placed again."""


class Wagers:
    """Ultimate tables with every box taken, on a floor of their own."""

    def __init__(self, database: str, tables: int) -> None:
        self.store = open_store(database)
        self.service = FloorService(self.store)
        world = World(self.service, "bench")
        self.tables = world.open([example("pa-653a", f"UTH-{n}", link="hall") for n in range(tables)])
        for table in self.tables:
            world.seat(table, SEATS)
            world.run(table)
        self._ids = itertools.count(1)
        self._orders = {table: self._endless(table) for table in self.tables}
        self._lock = threading.Lock()
        self._failures: list[BaseException] = []
        gc.collect()
        gc.freeze()  # as the server does before it opens its doors

    def close(self) -> None:
        self.service.close()
        self.store.close()

    def rate(self, seconds: float) -> float:
        """Acknowledged wagers a second; the orders that take them back are given too, and not counted."""
        start = time.perf_counter()
        wagers = self._run(until=start + seconds)
        return wagers / (time.perf_counter() - start)

    def _run(self, until: float) -> int:
        """Every table at once; the wagers that were acknowledged."""
        left, wagers = [len(self.tables)], [0]
        over = threading.Event()

        def answered(table: str, order: Order, done: Future[Answer]) -> None:
            if (failure := done.exception()) is not None:
                self._failures.append(failure)
            wagers[0] += isinstance(order.command, commands.PlaceWager)
            if failure is None and time.perf_counter() < until:
                ask(table)
                return
            with self._lock:
                left[0] -= 1
                if not left[0]:
                    over.set()

        def ask(table: str) -> None:
            order = next(self._orders[table])
            self.service.submit(order).add_done_callback(lambda done: answered(table, order, done))

        for table in self.tables:
            ask(table)
        over.wait()
        if self._failures:
            raise self._failures[0]
        return wagers[0]

    def _endless(self, table: str) -> Iterator[Order]:
        placed = [commands.PlaceWager(seat, wager, cents) for seat in SEATS for wager, cents in WAGERS.items()]
        taken_back = [commands.WithdrawWager(seat, wager) for seat in SEATS for wager in WITHDRAWN]
        every: list[commands.PlaceWager | commands.WithdrawWager] = [*placed, *taken_back]
        for command in itertools.cycle(every):
            yield Order(id=f"w{next(self._ids)}", by=f"player:{table} {command.seat}", command=command, table=table)

"""Places wagers through the floor service; each table waits for the acknowledgement of one order before it gives the
next.
"""

from __future__ import annotations

import gc
import itertools
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future

from tablelaw.floor.orders import Order
from tablelaw.floor.service import Answer, FloorService
from tablelaw.floor.store.api import open_store
from tablelaw.table import commands
from tests.floor.world import World, example

SEATS = (1, 2, 3, 4, 5, 6)
WAGERS = {"ante": 500, "blind": 500, "trips": 500, "bad-beat": 500, "progressive": 100, "six-card": 500}
Given = commands.PlaceWager | commands.WithdrawWager
EMPTYING = ("ante", "blind")
"""The wagers that are taken back to empty a box: with the Ante, the wagers that need it are taken back too."""


class Wagers:
    """Ultimate tables with every box taken, on their own floor."""

    def __init__(
        self, database: str, tables: int, seats: Sequence[int] = SEATS, wagers: Sequence[str] = tuple(WAGERS)
    ) -> None:
        """Only these wagers are placed, and only at these seats."""
        self._placed = [commands.PlaceWager(seat, wager, WAGERS[wager]) for seat in seats for wager in wagers]
        self._taken_back = [commands.WithdrawWager(seat, wager) for seat in seats for wager in EMPTYING]
        self.store = open_store(database)
        self.service = FloorService(self.store)
        world = World(self.service, "bench")
        self.tables = world.open([example("pa-653a", f"UTH-{n}", link="hall") for n in range(tables)])
        for table in self.tables:
            world.seat(table, SEATS)
            world.run(table)
        self._ids = itertools.count(1)
        self._lock = threading.Lock()
        self._failures: list[BaseException] = []
        gc.collect()
        gc.freeze()  # as the server does before it opens

    def close(self) -> None:
        self.service.close()
        self.store.close()

    def rate(self, seconds: float) -> float:
        """Measures acknowledged wagers per second; full boxes are emptied while the clock is stopped."""
        wagers, spent = 0, 0.0
        while spent < seconds:
            start = time.perf_counter()
            wagers += self._give(self._placed)
            spent += time.perf_counter() - start
            self._give(self._taken_back)
        return wagers / spent

    def processor_microseconds(self, seconds: float) -> float:
        """Measures the processor time of an order, placed or taken back, in all threads together."""
        began, first = time.process_time(), self.service.views.seq
        self.rate(seconds)
        return (time.process_time() - began) / (self.service.views.seq - first) * 1e6

    def _give(self, given: Sequence[Given]) -> int:
        """Gives these orders at all tables at once, each after the previous one was acknowledged; returns how many
        there were.
        """
        left, over = [len(self.tables)], threading.Event()
        orders = {table: self._orders(table, given) for table in self.tables}

        def ask(table: str) -> None:
            if (order := next(orders[table], None)) is None or self._failures:
                with self._lock:
                    left[0] -= 1
                    if not left[0]:
                        over.set()
                return
            self.service.submit(order).add_done_callback(lambda done: answered(table, done))

        def answered(table: str, done: Future[Answer]) -> None:
            if (failure := done.exception()) is not None:
                self._failures.append(failure)
            ask(table)

        for table in self.tables:
            ask(table)
        over.wait()
        if self._failures:
            raise self._failures[0]
        return len(given) * len(self.tables)

    def _orders(self, table: str, given: Sequence[Given]) -> Iterator[Order]:
        for command in given:
            yield Order(id=f"w{next(self._ids)}", by=f"player:{table} {command.seat}", command=command, table=table)

"""Builds a floor with a long history: every rulebook played at many tables at once, gaming day after gaming day."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, date, datetime, time, timedelta

from tablelaw.floor import orders
from tablelaw.floor.house_staff import FLOORPERSON, next_step
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import open_store
from tests.floor.world import BOOKS, World, example

TABLES_OF_A_BOOK = 4
ENTRIES_OF_A_DAY = 50_000
FIRST_DAY = date(2026, 1, 1)


class HistoryClock:
    """A clock that stays at noon of the current gaming day until it is set to the next."""

    def __init__(self) -> None:
        self.day = FIRST_DAY

    def now(self) -> int:
        return int(datetime.combine(self.day, time(12), UTC).timestamp())


def write_history(database: str, entries: int, key: str = "") -> int:
    """Plays until the log has the given number of entries; returns how many gaming days that took.

    `key` is the public key of the property, without which its log cannot be signed.
    """
    days = math.ceil(entries / ENTRIES_OF_A_DAY)
    clock = HistoryClock()
    with closing(open_store(database)) as store, closing(FloorService(store, clock=clock)) as service:
        tables = _opened(service, key)
        for day in range(1, days + 1):
            _play(service, tables, f"day {day}", min(entries, day * ENTRIES_OF_A_DAY))
            if day < days:
                clock.day = FIRST_DAY + timedelta(days=day)
                _next_day(service, tables, clock)
    return days


def _opened(service: FloorService, key: str) -> list[str]:
    world = World(service, "history")
    texts = [example(book, f"{book}-{n}", link=book) for book in BOOKS for n in range(TABLES_OF_A_BOOK)]
    tables = world.open(texts, str(FIRST_DAY), key=key)
    for table in tables:
        world.seat(table)
    return tables


def _play(service: FloorService, tables: list[str], seed: str, until: int) -> None:
    """Plays each table in its own thread, so that their orders are committed together."""

    def play(table: str) -> None:
        world = World(service, f"{seed} {table}")
        while service.views.seq < until:
            world.play_round(table)

    with ThreadPoolExecutor(len(tables)) as pool:
        list(pool.map(play, tables))


def _next_day(service: FloorService, tables: list[str], clock: HistoryClock) -> None:
    """Begins the next gaming day, and changes the decks that have been in use since the day before."""
    world = World(service, f"night {clock.day}")
    world.do(FLOORPERSON, orders.EndDay())
    world.do(FLOORPERSON, orders.StartDay(str(clock.day)))
    for table in tables:
        while (step := next_step(world.view(table), world.chance, clock.now())) is not None:
            world.do(step[0], step[1], table)

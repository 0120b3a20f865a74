"""The lock-out is an event in the same sequence as the wagers, so no wager is accepted after it, however closely it
follows.
"""

from __future__ import annotations

import os
import threading
from concurrent.futures import Future, wait

import pytest

from tablelaw.errors import TablelawError
from tablelaw.floor.house_staff import DEALER
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.orders import Order
from tablelaw.floor.property import stream_of
from tablelaw.floor.service import Answer, FloorService
from tablelaw.floor.store.api import Store
from tablelaw.table import commands, events
from tests.floor.world import World, example

WAGERS = int(os.environ.get("TABLELAW_RACES", "1000"))
SEATS = (1, 2, 3, 4, 5, 6)
TABLE = "UTH-1"
OPTIONAL = ("progressive", "five-card-player", "six-card", "trips")


class Race:
    """Plays rounds in which optional wagers from six seats race against the dealer's "no more bets"."""

    def __init__(self, service: FloorService) -> None:
        self.world, self.service = World(service, "race"), service
        self.world.open([example("pa-653a", TABLE)])
        self.world.seat(TABLE, SEATS)
        self.rounds = self.accepted = self.refused = 0

    def run(self, wagers: int) -> None:
        while self.accepted + self.refused < wagers:
            self.round()

    def round(self) -> None:
        world = self.world
        world.ready(TABLE)
        for seat in SEATS:
            for wager in ("ante", "blind"):
                world.do(f"player:{TABLE} {seat}", commands.PlaceWager(seat, wager, 500), TABLE)
        self.rounds += 1
        self._settle_race(self._raced())
        while world.view(TABLE).state.round is not None:
            world.run(TABLE)
            world.decide(TABLE)

    def _raced(self) -> list[Future[Answer]]:
        """Has six threads submit wagers while the dealer closes the bets."""
        handed: list[Future[Answer]] = []
        threads = [threading.Thread(target=self._bets, args=(seat, handed)) for seat in SEATS]
        closing = threading.Thread(target=lambda: handed.append(self._close()))
        for thread in (*threads[:3], closing, *threads[3:]):
            thread.start()
        for thread in (*threads, closing):
            thread.join()
        wait(handed)
        return handed

    def _bets(self, seat: int, handed: list[Future[Answer]]) -> None:
        terms = self.world.view(TABLE).engine.submission.wagers
        for wager in OPTIONAL:
            command = commands.PlaceWager(seat, wager, terms[wager].minimum_cents)
            order_id = f"{self.rounds}/{seat}/{wager}"
            order = Order(id=order_id, by=f"player:{TABLE} {seat}", command=command, table=TABLE)
            handed.append(self.service.submit(order))

    def _close(self) -> Future[Answer]:
        order = Order(id=f"{self.rounds}/close", by=DEALER, command=commands.CloseBets(), table=TABLE)
        return self.service.submit(order)

    def _settle_race(self, handed: list[Future[Answer]]) -> None:
        for done in handed:
            refusal = done.exception()
            if refusal is None:
                self.accepted += isinstance(done.result().entry.events[0], events.WagerPlaced)
            else:
                assert isinstance(refusal, TablelawError) and refusal.code == "bets-closed", refusal
                self.refused += 1


def late_wagers(entries: list[Entry]) -> int:
    """The number of wagers in the log between a lock-out and the end of its round."""
    late, is_closed = 0, False
    for entry in entries:
        for event in entry.events:
            if isinstance(event, events.BetsClosed | events.RoundCleared):
                is_closed = isinstance(event, events.BetsClosed)
            late += is_closed and isinstance(event, events.WagerPlaced)
    return late


def log_of(service: FloorService) -> list[Entry]:
    rows = service.store.entries(0)
    return [entry for row in rows if (entry := decode(row.body)).stream == stream_of(TABLE)]


def test_no_wager_is_accepted_after_the_lock_out(store: Store) -> None:
    service = FloorService(store)
    race = Race(service)
    race.run(WAGERS)
    entries = log_of(service)
    print(f"\n{race.accepted} wagers in time, {race.refused} too late, {race.rounds} rounds")
    assert race.refused
    assert late_wagers(entries) == 0
    service.close()


def test_the_chips_counted_are_the_wagers_accepted(store: Store) -> None:
    service = FloorService(store)
    race = Race(service)
    race.run(60)
    placed, counted = 0, []
    for event in (event for entry in log_of(service) for event in entry.events):
        if isinstance(event, events.WagerPlaced) and event.wager == "progressive":
            placed += 1
        elif isinstance(event, events.ChipsCounted):
            counted.append((event.number, placed))
            placed = 0
    assert counted and all(number == accepted for number, accepted in counted)
    service.close()


def test_a_table_that_takes_late_wagers_is_found_out(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault is a table that does not check whether bets are closed."""
    from tablelaw.table.phases import wagering

    monkeypatch.setattr(wagering, "placed_at", lambda rules, state, seat: wagering.NOTHING)
    service = FloorService(store)
    world = World(service, "late")
    world.open([example("pa-653a", TABLE)])
    world.seat(TABLE, (1,))
    world.ready(TABLE)
    for wager in ("ante", "blind"):
        world.attempt(f"player:{TABLE} 1", commands.PlaceWager(1, wager, 500), TABLE)
    world.do(DEALER, commands.CloseBets(), TABLE)
    world.do(f"player:{TABLE} 1", commands.PlaceWager(1, "ante", 500), TABLE)
    assert late_wagers(log_of(service)) == 1
    service.close()

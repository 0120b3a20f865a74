"""Sixteen tables play concurrently on one linked meter: no increment is lost or counted twice, on either database."""

from __future__ import annotations

import os
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cage.meters.meters import contribution
from tablelaw.floor.house_staff import DEALER
from tablelaw.floor.log.entry import decode
from tablelaw.floor.recovery import recover
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store
from tablelaw.table import commands, events
from tests.floor.world import World, example

INCREMENTS = int(os.environ.get("TABLELAW_INCREMENTS", "1600"))
TABLES = int(os.environ.get("TABLELAW_TABLES", "16"))
SEATS = (1, 2, 3, 4, 5, 6)
METER = "hall/progressive"
STAKE_CENTS = 100


def linked(number: int) -> str:
    """A High Card Flush table whose machine shuffles and counts, so a round has only a few steps."""
    text = example("pa-678a", f"T{number}")
    text = re.sub(r"(?m)^# link = .*$", 'link = "hall"', text)
    return re.sub(r"(?m)^shuffler = .*$", 'shuffler = "counting"', text)


class Player:
    """A table played by its own thread; everyone there wagers on the progressive and folds."""

    def __init__(self, service: FloorService, table: str) -> None:
        self.world, self.table = World(service, table), table
        self.made = 0

    def play(self, increments: int) -> int:
        while self.made < increments:
            self.round(min(len(SEATS), increments - self.made))
        return self.made

    def round(self, seats: int) -> None:
        world, table = self.world, self.table
        world.run(table)
        for seat in SEATS[:seats]:
            player = f"player:{table} {seat}"
            world.do(player, commands.PlaceWager(seat, "ante", 500), table)
            world.do(player, commands.PlaceWager(seat, "progressive", STAKE_CENTS), table)
        world.do(DEALER, commands.CloseBets(), table)
        world.run(table)
        for seat in SEATS[:seats]:
            world.do(f"player:{table} {seat}", commands.Act(seat, "fold"), table)
        world.run(table)
        self.made += seats


def won_units(service: FloorService) -> int:
    """The units that winning hands took from the meter, according to the lines in the log."""
    taken, after = 0, 0
    while page := service.store.entries(after, 5_000):
        for row in page:
            lines = [line for e in decode(row.body).events if isinstance(e, events.Settled) for line in e.lines]
            taken += sum(line.meter_before - line.meter_after for line in lines if line.meter)
        after = page[-1].seq
    return taken


def play_all(service: FloorService, increments: int) -> int:
    world = World(service, "opening")
    tables = world.open([linked(number) for number in range(1, TABLES + 1)])
    for table in tables:
        world.seat(table, SEATS)
    share = [increments // TABLES + (n < increments % TABLES) for n in range(TABLES)]
    with ThreadPoolExecutor(TABLES) as pool:
        made = pool.map(lambda part: Player(service, part[0]).play(part[1]), zip(tables, share, strict=True))
        return sum(made)


def test_no_increment_of_a_linked_meter_is_lost(store: Store) -> None:
    service = FloorService(store)
    made = play_all(service, INCREMENTS)
    meter = service.views.meters[METER]
    submission = service.views.tables["T1"].engine.submission
    each = contribution(submission.meters[0], STAKE_CENTS)[0]
    seed = int(submission.meters[0].seed_cents * METER_UNITS_PER_CENT)
    taken = won_units(service)
    print(f"\n{made:,} increments at {TABLES} tables on {store.where.partition(':')[0]}, {taken} units won")
    assert made == INCREMENTS
    assert meter.units == seed + INCREMENTS * each - taken
    assert (meter.pending_units, meter.amount_in) == (0, INCREMENTS * STAKE_CENTS)
    assert service.views.balance(f"meter:{METER}").posted == meter.units // METER_UNITS_PER_CENT
    service.close()
    assert recover(store)[0].meters[METER] == meter


def test_a_floor_that_forgets_an_increment_is_found_out(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault is that every tenth wager adds nothing when its round is complete."""
    from tablelaw.floor.posting import meter_changes

    kind, seen = meter_changes._end_of_stake, [0]

    def forgetful(*args: object) -> str:
        seen[0] += 1
        return "withdrawn" if seen[0] % 10 == 0 else kind(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(meter_changes, "_end_of_stake", forgetful)
    service = FloorService(store)
    play_all(service, 60)
    assert service.views.meters[METER].amount_in == 54 * STAKE_CENTS
    service.close()

"""When the floor takes no wagers: between gaming days, and on a meter whose link is down."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from houserules.floor import orders
from houserules.floor.attendant import DEALER, FLOORPERSON
from houserules.floor.service import FloorService
from houserules.floor.store import Store
from houserules.table import commands
from tests.floor.world import World, example

TABLE = "T"
PLAYER = f"player:{TABLE} 1"


@pytest.fixture
def world(store: Store) -> Iterator[World]:
    """A linked table, its deck ready and two players seated, in a gaming day."""
    with closing(FloorService(store)) as service:
        world = World(service)
        world.open([example("pa-653a", TABLE, link="hall")])
        world.seat(TABLE)
        world.ready(TABLE)
        yield world


def bet(world: World, *wagers: str) -> None:
    for wager in wagers:
        cents = 100 if wager == "progressive" else 500
        world.do(PLAYER, commands.PlaceWager(1, wager, cents), TABLE)


# --- Gaming days -----------------------------------------------------------------------------------------------


def test_no_wager_is_taken_between_gaming_days(world: World) -> None:
    bet(world, "ante", "blind")
    world.do(FLOORPERSON, orders.EndDay())
    for by, command in ((PLAYER, commands.PlaceWager(1, "trips", 500)), (DEALER, commands.CloseBets())):
        refusal = world.attempt(by, command, TABLE)
        assert refusal is not None and refusal.code == "no-gaming-day" and refusal.accepted == "StartDay first"
    world.do(FLOORPERSON, orders.StartDay("2026-11-16"))
    world.do(DEALER, commands.CloseBets(), TABLE)


def test_wagers_that_lie_there_when_the_day_ends_can_be_taken_back(world: World) -> None:
    bet(world, "ante", "blind")
    world.do(FLOORPERSON, orders.EndDay())
    for wager in ("ante", "blind"):
        world.do(PLAYER, commands.WithdrawWager(1, wager), TABLE)
    assert world.view(TABLE).state.round is None

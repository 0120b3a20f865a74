"""The floor accepts no wagers between gaming days or on a meter whose link is down."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON, handed_back
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store
from tablelaw.table import commands
from tests.floor.databases import KINDS_FOR_LOGIC
from tests.floor.world import World, example

DATABASES = KINDS_FOR_LOGIC

TABLE = "T"
PLAYER = f"player:{TABLE} 1"


@pytest.fixture
def world(store: Store) -> Iterator[World]:
    """A floor during a gaming day, with a linked table whose deck is ready and two players seated."""
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
        assert refusal is not None and refusal.code == "no-gaming-day" and "`tablelaw floor open`" in refusal.accepted
    world.do(FLOORPERSON, orders.StartDay(world.date(later=1)))
    world.do(DEALER, commands.CloseBets(), TABLE)


def test_wagers_that_lie_there_when_the_day_ends_can_be_taken_back(world: World) -> None:
    bet(world, "ante", "blind")
    world.do(FLOORPERSON, orders.EndDay())
    for wager in ("ante", "blind"):
        world.do(PLAYER, commands.WithdrawWager(1, wager), TABLE)
    assert world.view(TABLE).state.round is None


# --- Links -----------------------------------------------------------------------------------------------------


def test_a_wager_that_lies_there_when_its_link_goes_down_is_not_locked_in(world: World) -> None:
    bet(world, "ante", "blind", "progressive")
    world.do("system", orders.CutLink("hall-progressive"))
    refusal = world.attempt(DEALER, commands.CloseBets(), TABLE)
    assert refusal is not None and refusal.code == "link-down"
    assert "of seat 1: link hall-progressive" in refusal.sentence()
    assert "withdraw(SEAT,WAGER)" in refusal.accepted and "`tablelaw floor restore-link LINK`" in refusal.accepted
    view, service = world.view(TABLE), world.service
    assert isinstance(service, FloorService)
    back = handed_back(view, view.state.now, service.views.links_down)
    assert back == commands.WithdrawWager(1, "progressive")
    world.do(DEALER, back, TABLE)
    entry = world.do(DEALER, commands.CloseBets(), TABLE).entry
    assert entry.meters == ()


def test_a_wager_stays_where_its_link_is_restored(world: World) -> None:
    bet(world, "ante", "blind", "progressive")
    world.do("system", orders.CutLink("hall-progressive"))
    world.do("system", orders.RestoreLink("hall-progressive"))
    entry = world.do(DEALER, commands.CloseBets(), TABLE).entry
    assert [change.kind for change in entry.meters] == ["staked"]


def test_another_link_that_is_down_stops_no_round(world: World) -> None:
    bet(world, "ante", "blind", "progressive")
    world.do("system", orders.CutLink("hall-five-card-player"))
    world.do(DEALER, commands.CloseBets(), TABLE)

"""A floorperson can ask for an automatic table to be closed; it closes as soon as no round is in progress."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.audit.reexecution import reexecute
from tablelaw.floor.house_staff import DEALER, next_step
from tablelaw.floor.recovery import recover
from tablelaw.floor.service import FloorService
from tablelaw.server.demo.house_dealer import HouseDealer
from tablelaw.server.demo.tempo import Tempo
from tablelaw.table import commands
from tests.floor.played import UTH, Hours, bet, new_floor, opened, sit
from tests.floor.world import World, example
from tests.server.conftest import SETTINGS, Doors

FAST = Tempo(step=0.01, card=0.01, betting=0.05, guest=0.01, settled=0.01, deciding=0.05, validating=0.05, absent=30.0)
TABLE = "pa-653a"
SECONDS = 20.0


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(SECONDS):
        while not is_so():
            await asyncio.sleep(0.01)


def is_closed(world: World) -> bool:
    return not world.view(UTH).state.decks


def later() -> Hours:
    """The clock of a server that is restarted later."""
    clock = Hours()
    clock.time += 10_000_000
    return clock


def code(refusal: TablelawError | None) -> str:
    return refusal.code if refusal is not None else ""


async def played_out(service: FloorService, world: World) -> None:
    """Lets the automatic dealer play until the table is closed."""
    house_dealer = HouseDealer(service, FAST)
    await house_dealer.start()
    try:
        await until(lambda: is_closed(world))
        assert not world.view(UTH).closing
        await asyncio.sleep(0.2)
        assert is_closed(world), "and it stays closed"
    finally:
        await house_dealer.stop()


@pytest.mark.parametrize("is_restarted", [False, True])
@pytest.mark.parametrize("has_wagers", [False, True])
def test_a_table_closes_when_its_round_is_over(tmp_path: Path, has_wagers: bool, is_restarted: bool) -> None:
    """This holds even if the server restarts between the request and the end of the round."""
    store = new_floor(tmp_path)
    with opened(store) as world:
        sit(world)
        world.run(UTH)
        if has_wagers:
            bet(world, ante=500, blind=500)
        world.do("floor:fay", orders.AskClosing(UTH))
        assert isinstance(world.service, FloorService)
        if not is_restarted:
            asyncio.run(played_out(world.service, world))
    if is_restarted:
        with closing(FloorService(store, clock=later())) as service:
            assert service.views.tables[UTH].closing == "fay"
            asyncio.run(played_out(service, World(service)))
    assert reexecute(store).rounds == int(has_wagers), "what lay on the table was played out"
    last = store.entries(store.head() - 1)[0]
    assert b'"type":"CloseTable"' in last.body and b'"by":"floor:fay"' in last.body


@pytest.mark.parametrize("snapshot_every", [1, 10_000])
def test_a_request_is_kept_by_snapshots_and_by_the_log_alike(tmp_path: Path, snapshot_every: int) -> None:
    store = new_floor(tmp_path)
    with opened(store, snapshot_every=snapshot_every) as world:
        world.run(UTH)
        world.do("floor:fay", orders.AskClosing(UTH))
        world.do("floor:fay", orders.FillTray(UTH, 100))
    assert recover(store)[0].tables[UTH].closing == "fay"
    with closing(FloorService(store, clock=later())) as service:
        world = World(service, "again")
        world.do("floor:gus", orders.AskClosing(UTH, is_taken_back=True))
        assert not world.view(UTH).closing
        assert code(world.attempt("floor:gus", orders.AskClosing(UTH, is_taken_back=True))) == "closing-not-asked"
        world.do("floor:gus", orders.AskClosing(UTH))
        world.do("floor:gus", commands.CloseTable(), UTH)
        assert not world.view(UTH).closing
        assert code(world.attempt("floor:gus", orders.AskClosing(UTH))) == "table-not-open"
        assert code(world.attempt("dealer:dan", orders.AskClosing(UTH))) == "wrong-role"
        assert code(world.attempt("floor:gus", orders.AskClosing("none"))) == "no-such-table"
    assert reexecute(store).entries == store.head()


@pytest.fixture
def doors(open_doors: Callable[..., Doors]) -> Doors:
    return open_doors(books=(TABLE,), settings=SETTINGS)


def test_closing_is_asked_for_shown_and_taken_back(doors: Doors) -> None:
    doors.context.house_dealer = HouseDealer(doors.context.service, FAST, dealers={TABLE: "dan"})
    fay = doors.somebody("fay", "floor")
    path = f"/api/tables/{TABLE}/closing"
    assert fay.send("POST", path).json()["refused"]["code"] == "table-not-open"
    doors.somebody("dan", "dealer").order({"type": "ReceiveDecks", "backs": ["red", "blue"]}, TABLE)
    rows = fay.send("POST", path).json()["tables"]
    assert [row["closing"] for row in rows if row["table"] == TABLE] == ["fay"]
    assert doors.context.service.views.tables[TABLE].closing == "fay"
    assert [row["closing"] for row in fay.send("DELETE", path).json()["tables"]] == [""]
    assert fay.send("DELETE", path).json()["refused"]["code"] == "closing-not-asked"
    assert doors.somebody("dan", "dealer").send("POST", path).status_code == 403
    doors.context.house_dealer = None


def test_where_only_people_deal_the_server_closes_the_table_after_its_round(open_doors: Callable[..., Doors]) -> None:
    """No new round can begin there, and the closing is recorded under the name of the person who asked for it."""
    doors = open_doors(books=(), settings=SETTINGS)
    world, fay = doors.world, doors.somebody("fay", "floor")
    world.open([example(TABLE, TABLE), example("pa-677a", "other")])
    sit(world, TABLE)
    bet(world, TABLE, ante=500, blind=500)
    assert fay.send("POST", f"/api/tables/{TABLE}/closing").status_code == 200
    world.do(DEALER, commands.CloseBets(), TABLE)
    while world.view(TABLE).state.round is not None:  # afterwards a dealer would bring new decks to the closed table
        if (step := next_step(world.view(TABLE), world.chance, 0)) is not None:
            world.do(*step, TABLE)
        else:
            world.do(f"player:{world.view(TABLE).state.players[1]}", commands.Act(1, "bet", 2000), TABLE)
    world.service.do(world.order("floor:fay", orders.FillTray("other", 100)))
    end = time.monotonic() + 20
    while world.view(TABLE).state.decks and time.monotonic() < end:  # the server closes it shortly afterwards
        time.sleep(0.02)
    assert not world.view(TABLE).state.decks and not world.view(TABLE).closing
    last = [kept for kept in doors.context.service.store.entries(0) if b'"type":"CloseTable"' in kept.body]
    assert len(last) == 1 and b'"by":"floor:fay"' in last[0].body


def test_no_round_begins_at_a_table_that_is_to_be_closed(tmp_path: Path) -> None:
    with opened(new_floor(tmp_path)) as world:
        sit(world)
        world.run(UTH)
        world.do("floor:fay", orders.AskClosing(UTH))
        assert code(world.attempt("player:ann", commands.PlaceWager(1, "ante", 500), UTH)) == "table-closing"
        world.do("floor:fay", orders.AskClosing(UTH, is_taken_back=True))
        bet(world, ante=500)
        world.do("floor:fay", orders.AskClosing(UTH))
        world.do("player:ann", commands.PlaceWager(1, "blind", 500), UTH)

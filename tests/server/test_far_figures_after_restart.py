"""An alert about a past day outlives its server: another process over the same database still shows it."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2

from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import open_store
from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.server.users import People
from tablelaw.table import commands
from tests.floor.played import bet, royal, sit
from tests.floor.stacked_decks import StackedDecks
from tests.floor.world import World, example
from tests.server.processes import ANSWER_SECONDS, COOKIE, PASSWORD, Process, Visitor, signed_in

TABLE, PREPARED_SECONDS = "UTH-1", 180


def get(visitor: Visitor, path: str) -> Any:
    cookie = {"Cookie": f"{COOKIE}={visitor.key}"}
    return httpx2.get(f"{visitor.address}{path}", headers=cookie, timeout=ANSWER_SECONDS).json()


def far_alerts(visitor: Visitor) -> list[dict[str, Any]]:
    return [one for one in get(visitor, "/api/floor")["alerts"] if one["kind"] == "theory" and one["table"] == TABLE]


def play_a_royal_flush(database: str) -> str:
    """Plays one round that pays 500 to 1, which no day of one round is expected to pay, and returns its day."""
    engine = sql_engine(database)
    people = People(engine)
    people.add("kim", "administrator", PASSWORD)
    people.add("flo", "floor", PASSWORD)
    engine.dispose()
    with closing(open_store(database)) as store, closing(FloorService(store)) as service:
        world = World(service, "restart")
        decks = service.chance = StackedDecks("restart")
        world.open([example("pa-653a", TABLE)])
        decks.stack(royal())
        sit(world, TABLE, cents=1_000_00)
        bet(world, TABLE, ante=25_00, blind=25_00)
        world.do(DEALER, commands.CloseBets(), TABLE)
        world.run(TABLE)
        world.do("player:ann", commands.Act(1, "bet", 100_00), TABLE)
        world.run(TABLE)
        return world.date()


def begin_the_next_day(database: str) -> None:
    """Ends the day without its list of open matters, as the command line may, and begins the next."""
    with closing(open_store(database)) as store, closing(FloorService(store)) as service:
        world = World(service, "next day")
        world.do(FLOORPERSON, orders.EndDay())
        world.do(FLOORPERSON, orders.StartDay(world.date(1)))


def test_an_alert_of_a_past_day_is_still_there_after_a_restart(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.db")
    open_store(database, create=True).close()
    day = play_a_royal_flush(database)
    first = Process(database, tmp_path / "first.txt", "--no-quick")  # which prepares the theory
    try:
        first.wait()
        flo = signed_in(first, "flo")
        until = time.monotonic() + PREPARED_SECONDS
        while not (before := far_alerts(flo)):
            assert time.monotonic() < until, "no alert before the restart"
            get(flo, "/api/floor/figures")
            time.sleep(0.5)
    finally:
        first.kill()
    begin_the_next_day(database)
    second = Process(database, tmp_path / "second.txt")
    try:
        second.wait()
        flo = flo.at(second)
        [alert] = far_alerts(flo)
        assert f"On gaming day {day} the win is below" in alert["says"] and not alert["is_standing"]
        assert (alert["id"], alert["at"]) == (before[0]["id"], before[0]["at"])
        told = flo.order("seen", "", type="AcknowledgeAlert", alert=alert["id"], note="A royal flush.")
        assert "refused" not in told, told
        assert get(flo, "/api/floor/figures")["day"] != day
        assert not [one for one in far_alerts(flo) if not one["acknowledged_by"]]
    finally:
        second.close()

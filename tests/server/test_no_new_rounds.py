"""Pages and the automatic dealer at a table whose current rules differ from the rules it was installed under."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.service import FloorService, property_of
from tablelaw.server.demo.guests import Guest
from tablelaw.server.demo.house_dealer import HouseDealer
from tablelaw.server.tables.dealer_steps import steps_of
from tablelaw.server.users import Person
from tablelaw.table import commands
from tests.server.conftest import SETTINGS, Doors
from tests.server.test_closing import FAST

TABLE = "pa-653a"
CELL = "trips, flush: 7 to 1 in the log, 8 to 1 now"
DAN, FLO = Person("dan", "dealer"), Person("flo", "floor")


@pytest.fixture
def doors(open_doors: Callable[..., Doors]) -> Doors:
    """A server with Ann seated at a table whose deck is ready."""
    doors = open_doors(SETTINGS, (TABLE,))
    doors.world.do(DEALER, orders.BuyIn("ann", TABLE, 100_00))
    doors.world.do("player:ann", commands.TakeSeat(1), TABLE)
    doors.world.run(TABLE)
    return doors


def wager(doors: Doors) -> None:
    for name in ("ante", "blind"):
        doors.world.do("player:ann", commands.PlaceWager(1, name, 500), TABLE)


def freeze(doors: Doors, *undecided: str) -> None:
    """Changes a table as if the floor had been opened by another version of the program."""
    service = doors.context.service
    assert isinstance(service, FloorService)
    table = property_of(service).tables[TABLE]
    table.differences, table.undecided = (CELL,), frozenset(undecided)
    doors.world.do(FLOORPERSON, orders.FillTray(TABLE, 100))


def shown(doors: Doors) -> dict[str, Any]:
    found = doors.somebody("ann", "player").get(f"/api/tables/{TABLE}/view").json()
    assert isinstance(found, dict)
    return found


def says(doors: Doors, person: Person) -> list[str]:
    return [step.says for step in steps_of(doors.context, TABLE, person).steps]


def test_pages_say_why_no_round_opens_and_what_is_left(doors: Doors) -> None:
    assert shown(doors)["phase"] == "betting"
    freeze(doors)
    view = shown(doors)
    assert view["phase"] == "ending" and CELL in view["next"]["says"]
    assert "It can be closed" in view["next"]["says"] and view["next"]["who"] == "floor"
    (row,) = doors.somebody("ann", "player").get("/api/lobby").json()["tables"]
    assert row["phase"] == "ending"
    (alert,) = [a for a in doors.somebody("flo", "floor").get("/api/floor").json()["alerts"] if a["kind"] == "rules"]
    assert CELL in alert["says"] and "It can be closed" in alert["says"]


def test_no_button_readies_cards_or_takes_wagers(doors: Doors) -> None:
    freeze(doors)
    assert not [words for words in says(doors, DAN) if "has no device" not in words and "Mark" not in words]
    (close,) = [step for step in steps_of(doors.context, TABLE, FLO).steps if step.is_next]
    assert close.says == "Close the table"
    doors.world.do("floor:flo", commands.CloseTable(), TABLE)
    assert "Bring the decks" not in says(doors, DAN)
    (row,) = doors.somebody("flo", "floor").get("/api/floor").json()["tables"]
    assert row["why_open"] == "It is closed already."


def test_lying_wagers_are_handed_back_by_button(doors: Doors) -> None:
    wager(doors)
    freeze(doors)
    (back,) = [step for step in steps_of(doors.context, TABLE, DAN).steps if step.is_next]
    assert back.says == "Hand back the Ante of seat 1"
    (row,) = doors.somebody("flo", "floor").get("/api/floor").json()["tables"]
    assert "which will not open. Hand them back; then close." in row["why_open"]


@pytest.mark.parametrize("has_wagers", [False, True])
def test_the_automatic_dealer_hands_back_and_readies_nothing(doors: Doors, has_wagers: bool) -> None:
    service = doors.context.service
    assert isinstance(service, FloorService)
    if has_wagers:
        wager(doors)
    freeze(doors)
    before = service.views.tables[TABLE].number
    house_dealer = HouseDealer(service, FAST, guests={TABLE: {2: Guest("gil")}})

    async def run() -> None:
        await house_dealer.start()
        await asyncio.sleep(0.6)
        await house_dealer.stop()

    asyncio.run(run())
    table = service.views.tables[TABLE]
    assert table.state.round is None
    assert table.number - before == (2 if has_wagers else 0), "both wagers went back, and nothing else happened"


def test_a_round_that_cannot_be_settled_waits_for_a_floorperson(doors: Doors) -> None:
    wager(doors)
    doors.world.do(DEALER, commands.CloseBets(), TABLE)
    freeze(doors, "ante")
    view = shown(doors)
    assert view["phase"] == "dealing" and view["next"]["who"] == "floor"
    assert "Round 1 cannot be settled under the current rules (Ante)" in view["next"]["says"]
    assert "Deal" not in says(doors, DAN)

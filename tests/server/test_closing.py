"""A table the house deals is closed when a floorperson asks for it, at the first moment that no round is under way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from houserules.floor.service import FloorService
from houserules.server.pace import Pace, Tempo
from tests.floor.played import UTH, bet, new_floor, opened, sit
from tests.floor.world import World
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


async def played_out(service: FloorService, world: World, asked: str) -> None:
    """The house deals from the bets on; the closing is asked for at once."""
    pace = Pace(service, FAST)
    pace.closing[UTH] = asked
    await pace.start()
    try:
        await until(lambda: is_closed(world))
        assert UTH not in pace.closing
        await asyncio.sleep(0.2)
        assert is_closed(world), "and it stays closed"
    finally:
        await pace.stop()


@pytest.mark.parametrize("has_wagers", [False, True])
def test_a_table_closes_when_its_round_is_over(tmp_path: Path, has_wagers: bool) -> None:
    store = new_floor(tmp_path)
    with opened(store) as world:
        sit(world)
        world.run(UTH)
        if has_wagers:
            bet(world, ante=500, blind=500)
        assert isinstance(world.service, FloorService)
        asyncio.run(played_out(world.service, world, "fay"))
        assert world.view(UTH).state.rounds == int(has_wagers), "what lay on the table was played out"
        last = store.entries(store.head() - 1)[0]
        assert b'"type":"CloseTable"' in last.body and b'"by":"floor:fay"' in last.body


@pytest.fixture
def doors(open_doors: Callable[..., Doors]) -> Doors:
    return open_doors(books=(TABLE,), settings=SETTINGS)


def test_closing_is_asked_for_shown_and_taken_back(doors: Doors) -> None:
    doors.house.pace = Pace(doors.house.service, FAST, dealers={TABLE: "dan"})
    fay = doors.somebody("fay", "floor")
    path = f"/api/tables/{TABLE}/closing"
    assert fay.send("POST", path).json()["refused"]["code"] == "not-now", "a closed table"
    doors.somebody("dan", "dealer").order({"type": "ReceiveDecks", "backs": ["red", "blue"]}, TABLE)
    rows = fay.send("POST", path).json()["tables"]
    assert [row["closing"] for row in rows if row["table"] == TABLE] == ["fay"]
    assert doors.house.pace.closing == {TABLE: "fay"}
    assert [row["closing"] for row in fay.send("DELETE", path).json()["tables"]] == [""]
    assert fay.send("DELETE", path).json()["refused"]["code"] == "not-now"
    assert doors.somebody("dan", "dealer").send("POST", path).status_code == 403
    doors.house.pace = None


def test_where_only_people_deal_a_floorperson_closes_the_table_between_rounds(doors: Doors) -> None:
    answer = doors.somebody("fay", "floor").send("POST", f"/api/tables/{TABLE}/closing")
    assert answer.json()["refused"]["code"] == "not-now"

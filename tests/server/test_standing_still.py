"""Alerts for idle tables: a round that no one continues, and automatic dealing that has stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER
from tablelaw.server.demo.house_dealer import HouseDealer
from tablelaw.server.demo.tempo import Tempo
from tablelaw.server.tables.alerts import STILL_SECONDS, STILL_SECONDS_DEALT_BY_THE_HOUSE
from tablelaw.table import commands
from tests.server.conftest import SETTINGS, Doors

TABLE = "pa-653a"


@pytest.fixture
def doors(open_doors: Callable[..., Doors]) -> Doors:
    """A server where Ann has wagered and nothing has happened since."""
    doors = open_doors(SETTINGS, (TABLE,))
    world = doors.world
    world.do(DEALER, orders.BuyIn("ann", TABLE, 100_00))
    world.do("player:ann", commands.TakeSeat(1), TABLE)
    world.run(TABLE)
    world.do("player:ann", commands.PlaceWager(1, "ante", 500), TABLE)
    return doors


class Later:
    """The floor's clock, set to some seconds after the last order."""

    def __init__(self, doors: Doors, seconds: int) -> None:
        self._now = doors.context.service.views.tables[TABLE].state.now + seconds

    def now(self) -> int:
        return self._now


def still(doors: Doors) -> list[str]:
    told = doors.somebody("flo", "floor").get("/api/floor").json()["alerts"]
    return [alert["says"] for alert in told if alert["kind"] == "still" and alert["table"] == TABLE and alert["cite"]]


@pytest.mark.parametrize(("is_automatic", "most"), [(False, STILL_SECONDS), (True, STILL_SECONDS_DEALT_BY_THE_HOUSE)])
def test_a_round_that_nobody_goes_on_with(
    doors: Doors, monkeypatch: pytest.MonkeyPatch, is_automatic: bool, most: int
) -> None:
    house = doors.context
    house.house_dealer = HouseDealer(house.service) if is_automatic else None
    for seconds in (0, most - 1, most):
        monkeypatch.setattr(house.service, "clock", Later(doors, seconds))
        assert bool(still(doors)) == (seconds >= most)
    assert still(doors)[0].startswith(f"Nothing has happened for {most // 60} minutes in round 1.")
    if house.house_dealer is not None:
        house.house_dealer.dealers[TABLE] = "dan"
        assert not still(doors), "a person deals, and has as long as people have"
    house.house_dealer = None


def test_without_a_round_nothing_stands_still(
    open_doors: Callable[..., Doors], monkeypatch: pytest.MonkeyPatch
) -> None:
    doors = open_doors(SETTINGS, (TABLE,))
    doors.world.run(TABLE)
    monkeypatch.setattr(doors.context.service, "clock", Later(doors, 100 * STILL_SECONDS))
    assert not still(doors)


def test_dealing_that_ends_by_an_accident(
    doors: Doors, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The alert is shown until something happens at the table again. The server's log has the reason."""
    house = doors.context
    house.house_dealer = house_dealer = HouseDealer(house.service, Tempo(step=0.01, betting=60))
    assert not house_dealer.is_stopped(TABLE)

    async def run() -> None:
        async def broken(name: str) -> bool:
            raise ValueError("no such card")

        monkeypatch.setattr(house_dealer, "_deal", broken)
        await house_dealer.start()
        async with asyncio.timeout(30):
            while not house_dealer.is_stopped(TABLE):
                await asyncio.sleep(0.01)
        await house_dealer.stop()

    asyncio.run(run())
    assert still(doors) == [
        "The automatic dealing has stopped. Have a dealer take over the table; the server's log says why."
    ]
    assert "the automatic dealing of pa-653a failed" in caplog.text and "no such card" in caplog.text
    doors.world.do("player:ann", commands.WithdrawWager(1, "ante"), TABLE)
    assert not still(doors)
    house.house_dealer = None

"""Over HTTP too, only a floorperson may repeat a wrong stub count, and is not shown the system's number."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tablelaw.floor.house_staff import DEALER
from tablelaw.server.tables.dealer_steps import steps_of
from tablelaw.server.users import Person
from tablelaw.table import commands
from tablelaw.table.state import Round
from tests.floor.played import bet, sit
from tests.floor.world import example
from tests.server.conftest import Doors

TABLE = "UTH-1"


@pytest.fixture
def counted_wrong(open_doors: Callable[..., Doors]) -> Doors:
    """A round whose dealer has counted one card too few in the stub."""
    doors = open_doors(books=())
    doors.world.open([example("pa-653a", TABLE)])
    world = doors.world
    sit(world, TABLE)
    bet(world, TABLE, ante=500, blind=500)
    world.do(DEALER, commands.CloseBets(), TABLE)
    world.run(TABLE)
    for action in ("check", "check"):
        world.do("player:ann", commands.Act(1, action), TABLE)
        world.run(TABLE)
    world.do("player:ann", commands.Act(1, "bet", 500), TABLE)
    world.do(DEALER, commands.CountStub(stub(doors) - 1), TABLE)
    return doors


def round_of(doors: Doors) -> Round:
    found = doors.world.view(TABLE).state.round
    assert found is not None
    return found


def stub(doors: Doors) -> int:
    return doors.world.view(TABLE).engine.rules.deck_size - round_of(doors).dealt


def offered(doors: Doors, role: str) -> list[str]:
    return [step.says for step in steps_of(doors.context, TABLE, Person("flo", role)).steps]


def test_a_floorperson_counts_again_over_http(counted_wrong: Doors) -> None:
    flo = counted_wrong.somebody("flo", "floor")
    (alert,) = [alert for alert in flo.get("/api/floor").json()["alerts"] if alert["kind"] == "stub"]
    assert alert["table"] == TABLE and alert["cite"] and "counts it again" in alert["says"]
    answer = flo.order({"type": "CountStub", "cards": stub(counted_wrong)}, TABLE)
    assert answer.status_code == 200, answer.text
    assert round_of(counted_wrong).stub == "right"
    assert not [alert for alert in flo.get("/api/floor").json()["alerts"] if alert["kind"] == "stub"]


def test_a_dealer_does_not_count_again(counted_wrong: Doors) -> None:
    answer = counted_wrong.somebody("dan", "dealer").order({"type": "CountStub", "cards": stub(counted_wrong)}, TABLE)
    assert answer.status_code != 200
    assert round_of(counted_wrong).stub == "wrong"


def test_whoever_counts_is_not_told_a_number(counted_wrong: Doors) -> None:
    alerts = counted_wrong.somebody("flo", "floor").get("/api/floor").json()["alerts"]
    told = json.dumps([{name: said for name, said in alert.items() if name != "at"} for alert in alerts])
    assert str(stub(counted_wrong)) not in told and str(stub(counted_wrong) - 1) not in told


def test_the_recount_is_offered_to_the_floorperson_alone(counted_wrong: Doors) -> None:
    assert "Count the stub" in offered(counted_wrong, "floor")
    assert "Count the stub" not in offered(counted_wrong, "dealer")


def test_a_stub_that_was_counted_again_is_offered_to_nobody(counted_wrong: Doors) -> None:
    flo = counted_wrong.somebody("flo", "floor")
    assert flo.order({"type": "CountStub", "cards": stub(counted_wrong)}, TABLE).status_code == 200
    assert not [says for role in ("floor", "dealer") for says in offered(counted_wrong, role) if "stub" in says]

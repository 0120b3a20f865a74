"""A mistyped card can be taken back over HTTP by the table's dealer or a floorperson, and the records show it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablelaw.floor import orders
from tablelaw.server.audit.player_history import own_rounds
from tablelaw.server.tables.dealer_steps import steps_of
from tablelaw.server.users import Person
from tablelaw.table import commands
from tests.floor.played import bet, sit
from tests.floor.world import ADMINISTRATOR, example
from tests.server.conftest import Doors
from tests.server.test_devices import machine
from tests.table.game import arranged

TABLE = "UTH-REAL"
CARDS = arranged("pa-653a", "manual-shoe", (1,), {1: "As Ad"}, dealer="2c 7d", board="Ah Kd Qc 9s 4h")
WRONG = CARDS[-1]
TAKE_BACK: dict[str, object] = {"type": "TakeBackCard"}


@pytest.fixture
def dealt(open_doors: Callable[..., Doors]) -> Doors:
    """A table with real cards dealt by Dan, after its first card was mistyped."""
    doors = open_doors(books=())
    doors.world.open([])
    doors.world.do(ADMINISTRATOR, orders.InstallTable(example("pa-653a", TABLE), 100_000_00, physical=True))
    sit(doors.world, TABLE)
    bet(doors.world, TABLE, ante=500, blind=500)
    doors.world.do("floor:flo", orders.AssignDealer(TABLE, "dan"))
    doors.world.do("dealer:dan", commands.CloseBets(), TABLE)
    doors.world.do("dealer:dan", commands.EnterCard(WRONG), TABLE)
    return doors


def test_the_dealer_or_a_floorperson_takes_it_back_and_nobody_else(dealt: Doors) -> None:
    refused = [dealt.somebody(*who).order(TAKE_BACK, TABLE) for who in (("eve", "dealer"), ("ann", "player"))]
    assert [answer.json()["refused"]["code"] for answer in refused] == ["not-your-table", "not-permitted"]
    assert dealt.somebody("dan", "dealer").order(TAKE_BACK, TABLE).status_code == 200
    dealt.world.do("dealer:dan", commands.EnterCard(WRONG), TABLE)
    assert dealt.somebody("flo", "floor").order(TAKE_BACK, TABLE).status_code == 200
    again = dealt.somebody("dan", "dealer").order(TAKE_BACK, TABLE, "2").json()["refused"]
    assert (again["code"], again["cite"]) == ("no-card-to-take-back", "653a.8")


def test_it_is_offered_to_both_until_the_next_card(dealt: Doors) -> None:
    def offered(role: str) -> bool:
        name = {"dealer": "dan", "floor": "flo"}[role]
        steps = steps_of(dealt.context, TABLE, Person(name, role)).steps
        return any(b"TakeBackCard" in bytes(step.command) for step in steps)

    assert offered("dealer") and offered("floor")
    dealt.world.do("dealer:dan", commands.TakeBackCard(), TABLE)
    assert not offered("dealer") and not offered("floor")


def test_report_history_and_replay_tell_what_happened(dealt: Doors) -> None:
    world = dealt.world
    world.do("dealer:dan", commands.TakeBackCard(), TABLE)
    number = 0
    while (round_ := world.view(TABLE).state.round) is not None:
        number += 1
        assert number < 60
        if round_.phase == "deciding":
            world.do("player:ann", commands.Act(1, "bet", 2000), TABLE)
        elif round_.phase == "dealing":
            world.do("dealer:dan", commands.EnterCard(CARDS[round_.dealt]), TABLE)
        else:
            world.run(TABLE)
    [own] = own_rounds(dealt.context, TABLE, "ann")
    assert own.cards == ("As", "Ad")
    flo, una = dealt.somebody("flo", "floor"), dealt.somebody("una", "auditor")
    exceptions = flo.get(f"/api/reports/{dealt.context.service.views.day}").json()["exceptions"]
    assert [row["kind"] for row in exceptions] == ["card taken back"] and str(WRONG) not in exceptions[0]["what"]
    replay = una.send("POST", f"/api/audit/rounds/{TABLE}/1", {}).json()
    assert [card["card"] for card in replay["cards"]] == [str(card) for card in CARDS[: len(replay["cards"])]]
    assert any("mistyped" in step["what"] for step in replay["steps"])


def test_a_shoe_sees_where_the_next_card_goes_exactly_when_one_is_due(dealt: Doors) -> None:
    shoe, world, places = machine(dealt, "shoe", "places", (TABLE,)), dealt.world, set()
    path = f"/api/tables/{TABLE}/view"
    world.do("dealer:dan", commands.TakeBackCard(), TABLE)
    while (round_ := world.view(TABLE).state.round) is not None:
        seen, of_anyone = shoe.get(path).json(), dealt.nobody().get(path).json()
        assert seen["next"]["place"] == (round_.queue[0].place if round_.phase == "dealing" else "")
        assert of_anyone["next"]["place"] == "" and {**seen, "next": None} == {**of_anyone, "next": None}
        places.add(seen["next"]["place"])
        if round_.phase == "deciding":
            world.do("player:ann", commands.Act(1, "bet", 2000), TABLE)
        elif round_.phase == "dealing":
            given: dict[str, object] = {"type": "EnterCard", "card": str(CARDS[round_.dealt])}
            assert shoe.order(given, TABLE, str(round_.dealt)).status_code == 200
        else:
            world.run(TABLE)
    assert places == {"", "seat 1", "dealer", "burn", "community"}

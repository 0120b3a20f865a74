"""Over HTTP and sockets, a refusal reveals cards only to the player who holds them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.table import commands
from tests.server.conftest import ORIGIN, Doors, Someone

COLORADO, FLUSH = "ma-colorado", "pa-678a"
SEAT, PLAYER, CENTS = 1, "walt", 10_00
ACT = {"type": "Act", "seat": SEAT, "action": "bet"}
PROBES: dict[str, dict[str, Any]] = {
    COLORADO: {**ACT, "cents": CENTS},
    FLUSH: {**ACT, "cents": 99 * CENTS},
}
"""Orders whose refusal could reveal cards: a bet without the required discard, and a raise above any hand's limit."""


@pytest.fixture(scope="module")
def floor(open_doors: Callable[..., Doors]) -> Doors:
    """A floor with two tables where Walt must decide. Dan deals both and acts for Walt, so only the law can stop him;
    Eve deals a third.
    """
    doors = open_doors(books=(COLORADO, FLUSH, "pa-653a"))
    world = doors.world
    world.do(FLOORPERSON, orders.AssignDealer("pa-653a", "eve"))
    for table in (COLORADO, FLUSH):
        world.do(DEALER, orders.BuyIn(PLAYER, table, 10_000_00))
        world.do(f"player:{PLAYER}", commands.TakeSeat(SEAT), table)
        world.ready(table)
        world.do(f"player:{PLAYER}", commands.PlaceWager(SEAT, "ante", CENTS), table)
        world.do(DEALER, commands.CloseBets(), table)
        world.run(table)
        world.do(FLOORPERSON, orders.AssignDealer(table, "dan"))
        world.do(FLOORPERSON, orders.ServeSeat(table, SEAT, PLAYER))
    return doors


def held(floor: Doors, table: str) -> list[str]:
    round_ = floor.world.view(table).state.round
    assert round_ is not None and round_.phase == "deciding"
    return [str(card) for card in round_.seats[SEAT].cards]


def told(someone: Someone, table: str) -> dict[str, str]:
    answer = someone.order(PROBES[table], table, f"probe {table}")
    assert answer.status_code >= 400, answer.text
    refused: dict[str, str] = answer.json()["refused"]
    return refused


def by_socket(someone: Someone, table: str) -> dict[str, str]:
    """Sends the same order over a socket."""
    ticket = someone.send("POST", "/api/ticket").json()["ticket"]
    with someone.client.websocket_connect(f"/ws?ticket={ticket}", headers={"origin": ORIGIN}) as line:
        line.send_text(json.dumps({"order": {"id": "s", "table": table, "command": PROBES[table]}}))
        refused: dict[str, str] = line.receive_json()["refused"]
        return refused


@pytest.mark.parametrize("table", PROBES)
def test_the_dealer_of_the_table_is_told_nothing_of_the_hand(floor: Doors, table: str) -> None:
    dan = floor.somebody("dan", "dealer")
    for refused in (told(dan, table), by_socket(dan, table)):
        assert refused["code"] in ("wrong-discard", "raise-not-permitted")
        assert not any(card in json.dumps(refused) for card in held(floor, table))
    expected = {COLORADO: "1 of the player's own cards", FLUSH: "$10 or $10 to $20 or $10 to $30"}[table]
    assert told(dan, table)["accepted"].startswith(expected)


@pytest.mark.parametrize("table", PROBES)
def test_a_dealer_of_another_table_is_not_told_even_whose_turn_it_is(floor: Doors, table: str) -> None:
    eve = floor.somebody("eve", "dealer")
    assert told(eve, table)["code"] == by_socket(eve, table)["code"] == "not-your-table"


@pytest.mark.parametrize("table", PROBES)
@pytest.mark.parametrize(("name", "role"), [("flo", "floor"), ("cy", "player"), ("aud", "auditor")])
def test_nobody_else_gets_as_far_as_the_hand(floor: Doors, table: str, name: str, role: str) -> None:
    assert told(floor.somebody(name, role), table)["code"] in ("not-permitted", "not-your-seat")


def test_players_are_told_what_their_own_hand_permits(floor: Doors) -> None:
    walt = floor.somebody(PLAYER, "player")
    accepted = told(walt, COLORADO)["accepted"]
    assert all(card in accepted for card in held(floor, COLORADO))
    assert "as the hand" not in told(walt, FLUSH)["accepted"]


# --- Acting for a player over HTTP -----------------------------------------------------------------------------------


def test_a_dealer_begins_to_act_only_for_who_is_not_signed_in(open_doors: Callable[..., Doors]) -> None:
    doors, table = open_doors(books=(FLUSH,)), FLUSH
    dan, flo, ann = doors.somebody("dan", "dealer"), doors.somebody("flo", "floor"), doors.somebody("ann", "player")
    assert dan.send("POST", f"/api/tables/{table}/dealer").status_code == 200
    assert ann.order({"type": "TakeSeat", "seat": 1}, table).status_code == 200
    mark = {"type": "ServeSeat", "table": table, "seat": 1, "player": "ann"}
    assert dan.order(mark).json()["refused"]["code"] == "player-signed-in"
    seat = {"type": "TakeSeat", "seat": 2, "player": "ann"}
    assert dan.order(seat, table, "sit").json()["refused"]["code"] == "player-signed-in"
    assert flo.order(mark).status_code == 200
    walt = {"type": "TakeSeat", "seat": 3, "player": PLAYER}
    assert dan.order(walt, table, "walt").status_code == 200
    assert dan.order({**mark, "seat": 3, "player": PLAYER}, order_id="mark").status_code == 200
    eve = doors.somebody("eve", "dealer")
    assert eve.send("POST", f"/api/tables/{table}/dealer").json()["refused"]["code"] == "not-your-table"
    assert eve.send("DELETE", f"/api/tables/{table}/dealer").json()["refused"]["code"] == "not-now"
    assert dan.send("DELETE", f"/api/tables/{table}/dealer").status_code == 200
    assert eve.send("POST", f"/api/tables/{table}/dealer").json()["dealer"] == "eve"


@pytest.mark.parametrize(("name", "role"), [("on duty", "dealer"), ("in charge", "floor"), ("visitor", "player")])
def test_nobody_has_the_rights_of_the_house_by_its_name(doors: Doors, name: str, role: str) -> None:
    command: dict[str, object] = {"type": {"dealer": "Deal", "floor": "CloseTable", "player": "ShowCards"}[role]}
    answer = doors.somebody(name, role).order(command, FLUSH, f"as {name}")
    assert answer.json()["refused"]["code"] == "not-permitted"


# --- Names that look like events -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["RoundCleared", "Settled", "TableClosed"])
def test_a_players_name_opens_no_card_of_a_round_under_way(open_doors: Callable[..., Doors], name: str) -> None:
    doors = open_doors(books=(FLUSH,))
    world, auditor = doors.world, doors.somebody("aud", "auditor")
    world.do(DEALER, orders.BuyIn(name, FLUSH, 10_000_00))
    world.do(f"player:{name}", commands.TakeSeat(SEAT), FLUSH)
    world.ready(FLUSH)
    first = doors.context.service.views.seq + 1
    world.do(f"player:{name}", commands.PlaceWager(SEAT, "ante", CENTS), FLUSH)
    world.do(DEALER, commands.CloseBets(), FLUSH)
    world.run(FLUSH)
    last = doors.context.service.views.seq
    assert last > first
    for seq in range(first, last + 1):
        answer = auditor.get(f"/api/audit/entries/{seq}")
        assert answer.status_code == 409, answer.text
        assert not any(card in answer.text for card in held(doors, FLUSH))
    assert auditor.send("POST", f"/api/audit/rounds/{FLUSH}/1", {}).status_code == 409
    assert auditor.get("/api/audit/rounds").json()["rounds"] == []

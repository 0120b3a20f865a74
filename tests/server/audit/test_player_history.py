"""A player's history lists the rounds that the player wagered in at their own seat, with the cards they saw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest

from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.log.entry import decode
from tablelaw.floor.property import stream_of
from tablelaw.table import commands, events
from tests.floor.world import ADMINISTRATOR, BOOKS, TRAY_CENTS, example
from tests.server.conftest import Doors

TABLE = "pa-653a"
CENTS = 10_00


def arrive(doors: Doors, table: str, seat: int, player: str) -> None:
    doors.world.do(DEALER, orders.BuyIn(player, table, 10_000_00))
    doors.world.do(f"player:{player}", commands.TakeSeat(seat), table)


def wager(doors: Doors, table: str, seat: int, player: str) -> None:
    rules = doors.world.view(table).engine.rules
    for opening in rules.opening:
        doors.world.do(f"player:{player}", commands.PlaceWager(seat, opening.id, CENTS), table)


def withdraw(doors: Doors, table: str, seat: int, player: str) -> None:
    round_ = doors.world.view(table).state.round
    assert round_ is not None
    while round_ is not None and seat in round_.seats:
        first = next(iter(round_.seats[seat].wagers))
        doors.world.do(f"player:{player}", commands.WithdrawWager(seat, first), table)
        round_ = doors.world.view(table).state.round


def play_on(doors: Doors, table: str) -> None:
    """Closes the bets and plays the round to the end."""
    world = doors.world
    world.do(DEALER, commands.CloseBets(), table)
    while world.view(table).state.round is not None:
        world.run(table)
        if not world.decide(table) and world.view(table).state.round is not None:
            world.mend(table)


def rounds_of(doors: Doors, player: str, table: str = TABLE) -> list[dict[str, Any]]:
    answer = doors.somebody(player, "player").get(f"/api/me/rounds?table={table}")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["rounds"]
    return found


def dealt(doors: Doors, table: str, number: int, place: str) -> list[str]:
    """Every card dealt to a place in the rounds that have this number."""
    kept = doors.context.service.store.round_entries(stream_of(table), number)
    happened = [event for row in kept for event in decode(row.body).events if isinstance(event, events.Dealt)]
    return [str(card) for event in happened for where, card, _ in event.cards if where == place]


# --- Whose round it was -------------------------------------------------------------------------------------------


def test_a_seat_left_after_wagering_shows_its_next_holders_round_to_nobody_else(
    open_doors: Callable[..., Doors],
) -> None:
    doors = open_doors(books=(TABLE,))
    for seat, player in {1: "ann", 2: "bob"}.items():
        arrive(doors, TABLE, seat, player)
    doors.world.ready(TABLE)
    for seat, player in {1: "ann", 2: "bob"}.items():
        wager(doors, TABLE, seat, player)
    withdraw(doors, TABLE, 2, "bob")
    doors.world.do("player:bob", commands.LeaveSeat(2), TABLE)
    arrive(doors, TABLE, 2, "cal")
    wager(doors, TABLE, 2, "cal")
    play_on(doors, TABLE)
    assert rounds_of(doors, "bob") == []
    [of_cal], [of_ann] = rounds_of(doors, "cal"), rounds_of(doors, "ann")
    assert of_cal["cards"] == dealt(doors, TABLE, 1, "seat 2")
    assert of_ann["cards"] == dealt(doors, TABLE, 1, "seat 1")
    found = doors.somebody("aud", "auditor").get("/api/audit/rounds").json()["rounds"]
    assert [one["players"] for one in found] == [["ann", "cal"]]
    assert doors.somebody("aud", "auditor").get("/api/audit/rounds?player=bob").json()["rounds"] == []


def test_who_takes_the_wagers_back_and_stays_had_no_part_in_the_round(open_doors: Callable[..., Doors]) -> None:
    doors = open_doors(books=(TABLE,))
    for seat, player in {1: "ann", 2: "bob"}.items():
        arrive(doors, TABLE, seat, player)
    doors.world.ready(TABLE)
    for seat, player in {1: "ann", 2: "bob"}.items():
        wager(doors, TABLE, seat, player)
    withdraw(doors, TABLE, 2, "bob")
    play_on(doors, TABLE)
    assert rounds_of(doors, "bob") == [] and len(rounds_of(doors, "ann")) == 1


# --- A table that left the floor and came back ----------------------------------------------------------------------


def come_back(doors: Doors, book: str) -> None:
    """Removes the table and installs it again, possibly with another game."""
    leave_the_floor(doors)
    doors.world.do(ADMINISTRATOR, orders.InstallTable(example(book, TABLE), TRAY_CENTS))


def leave_the_floor(doors: Doors) -> None:
    world = doors.world
    for seat, player in dict(world.view(TABLE).state.players).items():
        world.do(f"player:{player}", commands.LeaveSeat(seat), TABLE)
    world.do(FLOORPERSON, commands.CloseTable(), TABLE)
    world.do(ADMINISTRATOR, orders.RemoveTable(TABLE))


def one_round(doors: Doors, player: str) -> None:
    doors.world.ready(TABLE)
    wager(doors, TABLE, 1, player)
    play_on(doors, TABLE)


@pytest.mark.parametrize("book", [TABLE, "pa-677a"])
def test_rounds_of_one_number_are_not_merged(open_doors: Callable[..., Doors], book: str) -> None:
    doors = open_doors(books=(TABLE,))
    arrive(doors, TABLE, 1, "ann")
    one_round(doors, "ann")
    doors.world.ready(TABLE)
    wager(doors, TABLE, 1, "ann")
    withdraw(doors, TABLE, 1, "ann")
    come_back(doors, book)
    arrive(doors, TABLE, 1, "dot")
    for _ in range(2):
        one_round(doors, "dot")
    assert rounds_of(doors, "ann") == []
    of_dot = rounds_of(doors, "dot")
    assert [one["round"] for one in of_dot] == [2, 1]
    assert of_dot[1]["cards"] == dealt(doors, TABLE, 1, "seat 1")[2:] and len(of_dot[1]["community"]) <= 5
    auditor = doors.somebody("aud", "auditor")
    first, second = (auditor.get(f"/api/audit/rounds?round={n}").json()["rounds"] for n in (1, 2))
    assert [one["players"] for one in first] == [["dot"], ["ann"]]
    assert [one["players"] for one in second] == [["dot"]]
    answer = auditor.send("POST", f"/api/audit/rounds/{TABLE}/2", {})
    assert answer.status_code == 200, answer.text
    assert {step["by"] for step in answer.json()["steps"] if step["by"].startswith("player:")} == {"player:dot"}


def test_wagers_that_were_all_taken_back_are_no_round(open_doors: Callable[..., Doors]) -> None:
    doors = open_doors(books=(TABLE,))
    arrive(doors, TABLE, 1, "ann")
    doors.world.ready(TABLE)
    wager(doors, TABLE, 1, "ann")
    withdraw(doors, TABLE, 1, "ann")
    answer = doors.somebody("aud", "auditor").send("POST", f"/api/audit/rounds/{TABLE}/1", {})
    assert answer.status_code == 409
    assert doors.somebody("aud", "auditor").get("/api/audit/rounds?round=1").json()["rounds"] == []


# --- Cards that stayed face down --------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_a_board_that_was_never_turned_up_is_the_auditors_alone(open_doors: Callable[..., Doors], book: str) -> None:
    """If a round is voided while the board is face down, the player sees only the cards that were turned up."""
    doors = open_doors(books=(book,))
    arrive(doors, book, 1, "ann")
    world = doors.world
    world.ready(book)
    wager(doors, book, 1, "ann")
    world.do(DEALER, commands.CloseBets(), book)
    world.run(book)
    irregularities = [row for row in world.view(book).engine.rules.book.irregularities if row.hands == "void"]
    assert any(world.attempt(FLOORPERSON, commands.ReportIrregularity(row.id), book) is None for row in irregularities)
    while world.view(book).state.round is not None:
        world.run(book)
        if world.view(book).state.round is not None:
            world.mend(book)
    [own] = rounds_of(doors, "ann", book)
    told = doors.somebody("aud", "auditor").send("POST", f"/api/audit/rounds/{book}/1", {}).json()
    board = [card for card in told["cards"] if card["place"] == "community"]
    assert own["community"] == [card["card"] for card in board if card["was_open"]]
    assert [card["card"] for card in told["cards"] if card["place"] == "burn" and card["was_open"]] == []
    lies_face_down = (
        world.view(book).engine.rules.dealing.methods[world.view(book).state.method].community == "revealed"
    )
    assert any(not card["was_open"] for card in board) is lies_face_down


def found_rounds(doors: Doors, **asked: object) -> list[Any]:
    """The rounds in the auditor's list, newest first."""
    answer = doors.somebody("aud", "auditor").get("/api/audit/rounds?" + urlencode(asked))
    rounds: list[Any] = answer.json()["rounds"]
    return rounds


def listed(doors: Doors, **asked: object) -> list[tuple[str, int]]:
    return [(one["players"][0], one["round"]) for one in found_rounds(doors, **asked)]


OF_BOTH = [("dot", 1), ("ann", 3), ("ann", 2), ("ann", 1)]


@pytest.mark.parametrize("book", [TABLE, "pa-677a"])
def test_the_auditors_list_goes_back_before_the_table_left_the_floor(
    open_doors: Callable[..., Doors], book: str
) -> None:
    doors = open_doors(books=(TABLE,))
    arrive(doors, TABLE, 1, "ann")
    for _ in range(3):
        one_round(doors, "ann")
    come_back(doors, book)
    arrive(doors, TABLE, 1, "dot")
    one_round(doors, "dot")
    assert listed(doors, table=TABLE) == listed(doors) == OF_BOTH
    assert listed(doors, player="ann") == OF_BOTH[1:]


def test_the_auditors_list_by_time_covers_every_installation(open_doors: Callable[..., Doors]) -> None:
    doors = open_doors(books=(TABLE,))
    arrive(doors, TABLE, 1, "ann")
    for _ in range(3):
        one_round(doors, "ann")
    come_back(doors, TABLE)
    arrive(doors, TABLE, 1, "dot")
    one_round(doors, "dot")
    every = found_rounds(doors)
    assert len(every) == len(OF_BOTH)
    for time in {
        moment for one in every for moment in (one["began"] - 1, one["began"], one["ended"], one["ended"] + 1)
    }:
        assert found_rounds(doors, table=TABLE, until=time) == [one for one in every if one["began"] <= time]
        assert found_rounds(doors, table=TABLE, since=time) == [one for one in every if one["ended"] >= time]


def test_the_auditors_list_has_the_rounds_of_a_table_that_is_gone(open_doors: Callable[..., Doors]) -> None:
    doors = open_doors(books=(TABLE,))
    arrive(doors, TABLE, 1, "ann")
    one_round(doors, "ann")
    leave_the_floor(doors)
    assert listed(doors) == listed(doors, table=TABLE) == [("ann", 1)]

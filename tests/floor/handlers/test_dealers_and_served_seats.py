"""A dealer acts only at their own table, and acts for a player only if the player is recorded as having no device."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.log.entry import decode
from tablelaw.floor.service import FloorService, property_of
from tablelaw.floor.snapshots import snapshot_order
from tablelaw.floor.store.api import Store, open_store
from tablelaw.table import commands
from tests.floor.databases import Databases
from tests.floor.world import World, example

TABLE, OTHER = "pa-653a", "pa-678a"
BOB, EVE = "dealer:bob", "dealer:eve"
SEAT, PLAYER = 1, "walt"
UNNAMED = "no-such-name"


@pytest.fixture
def store(databases: Databases) -> Iterator[Store]:
    with closing(open_store(databases.fresh("sqlite"))) as opened:
        yield opened


@pytest.fixture
def world(store: Store) -> Iterator[World]:
    """A floor with two tables, one of them dealt by Bob. Walt sits there with chips and no device."""
    with closing(FloorService(store)) as service:
        world = World(service)
        world.open([example(book, book) for book in (TABLE, OTHER)])
        world.do(FLOORPERSON, orders.AssignDealer(TABLE, "bob"))
        world.do(BOB, orders.BuyIn(PLAYER, TABLE, 10_000_00))
        world.do(BOB, commands.TakeSeat(SEAT, PLAYER), TABLE)
        world.ready(TABLE)
        yield world


def code(refusal: TablelawError | None) -> str:
    return refusal.code if refusal is not None else ""


def ante(world: World, by: str) -> str:
    return code(world.attempt(by, commands.PlaceWager(SEAT, "ante", 10_00), TABLE))


def serve(world: World) -> None:
    world.do(FLOORPERSON, orders.ServeSeat(TABLE, SEAT, PLAYER))


# --- Acting for a player --------------------------------------------------------------------------------------------


def test_a_dealer_does_not_wager_for_a_player_who_has_a_device(world: World) -> None:
    assert ante(world, BOB) == "player-has-device"
    assert world.view(TABLE).state.round is None


def test_the_tables_dealer_acts_for_a_player_without_a_device_and_the_log_says_who(world: World, store: Store) -> None:
    world.do(BOB, orders.ServeSeat(TABLE, SEAT, PLAYER))
    assert ante(world, BOB) == ""
    last = store.entry(store.head())
    assert last is not None
    entry = decode(last.body)
    assert entry.by == BOB and [t.debit for t in entry.transfers] == [f"chips:{PLAYER}"]
    assert code(world.attempt(BOB, commands.WithdrawWager(SEAT, "ante"), TABLE)) == ""
    assert code(world.attempt(BOB, commands.LeaveSeat(SEAT), TABLE)) == ""


@pytest.mark.parametrize("by", [EVE, "dealer:BOB", "dealer:bob ", "dealer"])
def test_no_other_dealer_acts_for_the_player(world: World, by: str) -> None:
    serve(world)
    assert ante(world, by) == "not-your-table"


def test_at_a_table_without_a_dealer_nobody_acts_for_players(world: World) -> None:
    """Dealers may deal at such a table, but may not spend a player's chips there."""
    world.do("player:ann", commands.TakeSeat(SEAT), OTHER)
    world.do(FLOORPERSON, orders.ServeSeat(OTHER, SEAT, "ann"))
    for by in (EVE, "dealer", "dealer:"):
        assert code(world.attempt(by, commands.PlaceWager(SEAT, "ante", 10_00), OTHER)) in ("not-your-table", UNNAMED)
        refusal = world.attempt(by, orders.ServeSeat(OTHER, SEAT, "ann"))
        assert code(refusal) in ("not-your-table", UNNAMED)
    backs = world.view(OTHER).engine.submission.back_colours
    assert code(world.attempt(EVE, commands.ReceiveDecks(backs), OTHER)) != "not-your-table"


FOR_PLAYERS = {
    "sits down": commands.TakeSeat(3, "walt"),
    "leaves": commands.LeaveSeat(SEAT),
    "wagers": commands.PlaceWager(SEAT, "ante", 10_00),
    "takes back": commands.WithdrawWager(SEAT, "ante"),
    "folds": commands.Act(SEAT, "fold"),
    "bets": commands.Act(SEAT, "bet", 40_00),
    "closes": commands.CloseBets(),
    "deals": commands.Deal(),
    "enters": commands.SettleSeat(),
}


@pytest.mark.parametrize("what", FOR_PLAYERS)
def test_another_tables_dealer_is_refused_before_the_table_is_asked(world: World, what: str) -> None:
    """A table's refusals must not reveal anything to other tables' dealers."""
    serve(world)
    assert code(world.attempt(EVE, FOR_PLAYERS[what], TABLE)) == "not-your-table"


# --- When the record ends -------------------------------------------------------------------------------------------


def test_an_order_of_the_players_own_ends_the_record(world: World) -> None:
    serve(world)
    world.do(f"player:{PLAYER}", commands.PlaceWager(SEAT, "ante", 10_00), TABLE)
    assert code(world.attempt(BOB, commands.PlaceWager(SEAT, "blind", 10_00), TABLE)) == "player-has-device"


def test_the_record_ends_when_the_player_leaves_the_seat(world: World) -> None:
    serve(world)
    world.do(f"player:{PLAYER}", commands.LeaveSeat(SEAT), TABLE)
    world.do(f"player:{PLAYER}", commands.TakeSeat(SEAT), TABLE)
    assert ante(world, BOB) == "player-has-device"
    world.do(f"player:{PLAYER}", commands.LeaveSeat(SEAT), TABLE)
    world.do("player:zoe", commands.TakeSeat(SEAT), TABLE)
    assert ante(world, BOB) == "player-has-device"


@pytest.mark.parametrize(("seat", "player"), [(SEAT, "Walt"), (2, PLAYER), (SEAT, ""), (0, ""), (99, PLAYER)])
def test_only_who_sits_there_is_recorded(world: World, seat: int, player: str) -> None:
    assert code(world.attempt(FLOORPERSON, orders.ServeSeat(TABLE, seat, player))) == "not-seated-there"
    assert not property_of(world.service).tables[TABLE].served  # type: ignore[arg-type]


def test_only_the_tables_own_dealer_or_a_floorperson_records_it(world: World) -> None:
    assert code(world.attempt(EVE, orders.ServeSeat(TABLE, SEAT, PLAYER))) == "not-your-table"
    assert code(world.attempt(f"player:{PLAYER}", orders.ServeSeat(TABLE, SEAT, PLAYER))) == "wrong-role"


# --- Who deals ------------------------------------------------------------------------------------------------------


def test_a_dealer_takes_a_free_table_and_gives_up_their_own_alone(world: World) -> None:
    assert code(world.attempt(EVE, orders.AssignDealer(TABLE, "eve"))) == "not-your-table"
    assert code(world.attempt(EVE, orders.AssignDealer(TABLE, ""))) == "not-your-table"
    assert code(world.attempt(EVE, orders.AssignDealer(OTHER, "bob"))) == "not-your-table"
    assert code(world.attempt(EVE, orders.AssignDealer(OTHER, "eve"))) == ""
    assert code(world.attempt(BOB, orders.AssignDealer(TABLE, ""))) == ""
    assert code(world.attempt(EVE, orders.AssignDealer(TABLE, "eve"))) == ""
    assert code(world.attempt(FLOORPERSON, orders.AssignDealer(TABLE, "a:b"))) == "no-such-name"
    assert code(world.attempt(FLOORPERSON, orders.AssignDealer("none", "bob"))) == "no-such-table"


def test_a_closed_table_has_no_dealer(world: World) -> None:
    world.do(FLOORPERSON, commands.CloseTable(), TABLE)
    assert world.view(TABLE).dealer == ""


def test_a_table_that_was_closed_remembers_nobody_without_a_device(world: World) -> None:
    serve(world)
    world.do(FLOORPERSON, commands.CloseTable(), TABLE)
    assert not world.view(TABLE).served
    if SEAT not in world.view(TABLE).state.players:
        world.do(f"player:{PLAYER}", commands.TakeSeat(SEAT), TABLE)
    world.do(FLOORPERSON, orders.AssignDealer(TABLE, "bob"))
    assert ante(world, BOB) == "player-has-device"


# --- Cash -----------------------------------------------------------------------------------------------------------


def test_cash_and_accounts_are_the_business_of_the_players_own_table(world: World) -> None:
    assert code(world.attempt(EVE, orders.BuyIn(PLAYER, TABLE, 100_00))) == "not-your-table"
    assert code(world.attempt(EVE, orders.LoadAccount(PLAYER, 5_00))) == "not-your-table"
    assert code(world.attempt(BOB, orders.LoadAccount(PLAYER, 5_00))) == ""
    assert code(world.attempt(EVE, orders.CloseAccount(PLAYER))) == "not-your-table"
    assert code(world.attempt(BOB, orders.CloseAccount(PLAYER))) == ""


# --- The automatic dealer -------------------------------------------------------------------------------------------


def test_the_automatic_dealer_checks_or_folds_for_who_does_not_answer_and_no_more(world: World) -> None:
    assert ante(world, DEALER) == "player-has-device"
    for wager in ("ante", "blind"):
        world.do(f"player:{PLAYER}", commands.PlaceWager(SEAT, wager, 10_00), TABLE)
    world.do(DEALER, commands.CloseBets(), TABLE)
    world.run(TABLE)
    assert code(world.attempt(DEALER, commands.Act(SEAT, "bet", 40_00), TABLE)) == "player-has-device"
    assert code(world.attempt(BOB, commands.Act(SEAT, "check"), TABLE)) == "player-has-device"
    assert code(world.attempt(DEALER, commands.Act(SEAT, "check"), TABLE)) == ""


# --- The log --------------------------------------------------------------------------------------------------------


def test_the_records_are_in_the_log_and_survive_a_start_and_a_snapshot(world: World, store: Store) -> None:
    serve(world)
    service = world.service
    assert isinstance(service, FloorService)
    before = property_of(service).tables[TABLE]
    kept = (before.dealer, before.served)
    digest = snapshot_order(property_of(service))[2]
    with closing(FloorService(store)) as again:
        after = property_of(again).tables[TABLE]
        assert (after.dealer, after.served) == kept == ("bob", {SEAT: PLAYER})
        assert snapshot_order(property_of(again))[2] == digest
    with closing(FloorService(store, snapshot_every=1)) as snapping:
        World(snapping, "more").do(FLOORPERSON, orders.FillTray(TABLE, 100))
    with closing(FloorService(store)) as third:
        restored = property_of(third).tables[TABLE]
        assert (restored.dealer, restored.served) == kept

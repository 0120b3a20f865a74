"""Jackpots are paid by hand in log order, validated by another person, and documented before the cards are removed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cage.refusals import MeterRefused
from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.handlers import to_a_table
from tablelaw.floor.house_staff import DEALER, FLOORPERSON, next_step
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store
from tablelaw.table import commands
from tablelaw.table.events import Line, Settled, ShareFixed
from tablelaw.table.round.flow import next_seat
from tablelaw.table.state import Round
from tests.floor.crash_client import Client, Process
from tests.floor.played import KEY
from tests.floor.replayed import StillClock
from tests.floor.stacked_decks import WINNERS, StackedDecks, winning
from tests.floor.world import World, example

TABLES = ("UTH-1", "UTH-2")
METER = "hall-progressive/progressive-a"
RESEED_CENTS = 10_000_00
BETS = {"ante": 500, "blind": 500, "progressive": 100, "six-card": 500}
MOST_ROUNDS = 40


class Hall(World):
    """Two linked tables, and every log entry in order."""

    def __init__(self, store: Store) -> None:
        self.decks = StackedDecks("hall")
        self.decks.always(winning(WINNERS[0]))
        self.floor = FloorService(store, clock=StillClock(), chance=self.decks)
        super().__init__(self.floor, "hall")
        self.entries: list[Entry] = []
        self.floor.subscribe(self.entries.extend)
        self.open([example("pa-653a", table, link="hall") for table in TABLES], key=KEY.public)
        for table in TABLES:
            self.seat(table)

    @property
    def shown(self) -> int:
        return self.floor.views.meters[METER].units

    def round(self, table: str) -> Round:
        found = self.view(table).state.round
        assert found is not None
        return found

    def bets_closed(self, table: str) -> None:
        self.ready(table)
        for seat, player in self.view(table).state.players.items():
            for wager, cents in BETS.items():
                self.do(f"player:{player}", commands.PlaceWager(seat, wager, cents), table)
        self.do(DEALER, commands.CloseBets(), table)

    def to_the_turn(self, table: str) -> None:
        """Plays until the dealer reaches seat 1, which has a royal flush."""
        self.bets_closed(table)
        while self.round(table).phase != "settling" or next_seat(self.round(table)) != 1:
            step = next_step(self.view(table), self.chance, 0, validates=False)
            if step is None:
                assert self.decide(table)
            else:
                self.do(step[0], step[1], table)

    def to_the_win(self, table: str) -> None:
        """Plays until the share of a royal flush at seat 1 awaits validation."""
        self.to_the_turn(table)
        self.do(DEALER, commands.SettleSeat(), table)
        assert self.round(table).waiting == ((1, "progressive"),)

    def to_the_end(self, table: str) -> None:
        while self.view(table).state.round is not None:
            self.run(table)

    def shares(self) -> list[Line]:
        """The fixed shares of the meter, in log order."""
        return [event.line for entry in self.entries for event in entry.events if isinstance(event, ShareFixed)]

    def shares_by_table(self) -> list[str]:
        """The tables at which shares were fixed, in log order."""
        fixed = [entry for entry in self.entries if any(isinstance(event, ShareFixed) for event in entry.events)]
        return [entry.stream.removeprefix("table ") for entry in fixed]

    def wins(self) -> list[Line]:
        """The settled shares of the meter, in log order."""
        settled = [event for entry in self.entries for event in entry.events if isinstance(event, Settled)]
        return [line for event in settled for line in event.lines if line.hand_pay]


@pytest.fixture
def hall(store: Store) -> Iterator[Hall]:
    made = Hall(store)
    yield made
    made.floor.close()


def settle_at_once(hall: Hall) -> list[BaseException]:
    """Has both dealers settle their winner at the same moment."""
    failures: list[BaseException] = []
    start = threading.Barrier(len(TABLES))

    def settle(table: str) -> None:
        start.wait()
        try:
            hall.do(DEALER, commands.SettleSeat(), table)
        except TablelawError as refusal:
            failures.append(refusal)

    threads = [threading.Thread(target=settle, args=(table,)) for table in TABLES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failures


def check_both_are_paid(hall: Hall) -> None:
    """Checks that the first winner in the log gets the displayed amount, and the second the amount the meter restarted
    from.
    """
    hall.do(FLOORPERSON, orders.AdjustMeter(METER, 123_456_789, "moved from another floor", ("eve", "fay")))
    for table in TABLES:
        hall.to_the_turn(table)
    shown = hall.shown
    failures = settle_at_once(hall)
    assert not failures, failures[0]
    due = [line.paid for line in hall.shares()]
    assert due == [shown // METER_UNITS_PER_CENT, RESEED_CENTS]
    for share in reversed(hall.shares_by_table()):
        hall.do(FLOORPERSON, commands.Validate(1, "progressive"), share)
    assert [line.paid for line in hall.wins()] == due[::-1], "validated the other way round, paid the same"
    assert hall.shown == RESEED_CENTS * METER_UNITS_PER_CENT + shown % METER_UNITS_PER_CENT


def check_display(hall: Hall) -> None:
    """Checks that the display falls only with a win. The wagers of both rounds are added when the rounds are
    cleared.
    """
    before = 0
    for entry in hall.entries:
        for change in entry.meters:
            if change.meter == METER and change.kind in ("opened", "adjusted", "counted", "reseeded"):
                before += change.units
            elif change.meter == METER and change.kind == "won":
                before -= change.units
    assert before == hall.shown


def test_simultaneous_wins_are_paid_in_the_order_of_the_log(hall: Hall) -> None:
    check_both_are_paid(hall)
    for table in TABLES:
        hall.to_the_end(table)
    stakes = len(TABLES) * 2 * BETS["progressive"]
    assert hall.floor.views.meters[METER].amount_in == stakes
    assert hall.floor.views.balance("handpay:UTH-1").posted == 0
    kinds = {change.kind for entry in hall.entries for change in entry.meters if change.meter == METER}
    assert kinds == {"opened", "adjusted", "staked", "won", "reseeded", "paid", "counted"}


def test_display_falls_with_a_win_only(hall: Hall) -> None:
    check_both_are_paid(hall)
    for table in TABLES:
        hall.to_the_end(table)
    check_display(hall)


def test_planted_stale_reading_is_found(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault is a table that settles with its own figure instead of the meter's display."""
    monkeypatch.setattr(to_a_table, "meters_read", lambda *_: None)
    with pytest.raises((AssertionError, MeterRefused)):
        check_both_are_paid(hall)


def refused_validation(hall: Hall, by: str) -> str:
    refusal = hall.attempt(by, commands.Validate(1, "progressive"), "UTH-1")
    return refusal.code if refusal else "accepted"


def test_validation_is_by_another_person_than_the_dealer(hall: Hall) -> None:
    hall.to_the_win("UTH-1")
    dealer = DEALER.partition(":")[2]
    assert refused_validation(hall, DEALER) == "wrong-role"
    assert refused_validation(hall, f"floor:{dealer}") == "same-person"
    assert refused_validation(hall, FLOORPERSON) == "accepted"


def test_validation_is_by_another_person_than_the_player_paid(hall: Hall) -> None:
    hall.to_the_win("UTH-1")
    for name in ("UTH-1 1", " uth-1 1"):
        assert refused_validation(hall, f"floor:{name}") == "same-person"
    assert refused_validation(hall, "floor:UTH-1 2") == "accepted", "the player beside has no part in this payout"


@pytest.mark.parametrize("act", [commands.Deal, commands.SettleSeat])
def test_validation_is_by_another_person_than_a_relief_who_dealt_or_settled(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, act: type[commands.Command]
) -> None:
    as_given = hall.order
    monkeypatch.setattr(
        hall, "order", lambda by, given, table: as_given("dealer:rae" if isinstance(given, act) else by, given, table)
    )
    hall.to_the_win("UTH-1")
    monkeypatch.undo()
    assert refused_validation(hall, "floor:Rae") == "same-person"
    assert refused_validation(hall, f"floor:{DEALER.partition(':')[2]}") == "same-person"
    assert refused_validation(hall, "floor:ray") == "accepted"


def test_a_floorperson_validates_one_payout_of_a_seat_after_the_other(hall: Hall) -> None:
    """Validating settles the rest of the seat, but does not make the validator a dealer."""
    hall.to_the_win("UTH-1")
    assert refused_validation(hall, FLOORPERSON) == "accepted"
    assert hall.round("UTH-1").dealers == (DEALER,)


def test_cards_stay_until_the_documents_are_complete(hall: Hall) -> None:
    hall.to_the_win("UTH-1")
    hall.do(FLOORPERSON, commands.Validate(1, "progressive"), "UTH-1")
    hall.run("UTH-1", validates=False)
    due = hall.wins()[0].paid
    assert hall.floor.views.balance("handpay:UTH-1").posted == due == RESEED_CENTS
    refusal = hall.attempt(DEALER, commands.ClearRound(), "UTH-1")
    assert refusal is not None and refusal.code == "documents-due"
    assert not hall.round("UTH-1").seats[1].racked
    hall.do(FLOORPERSON, commands.CompleteDocuments(1), "UTH-1")
    assert hall.floor.views.balance("handpay:UTH-1").posted == 0
    assert hall.floor.views.meters[METER].paid == due
    assert hall.attempt(DEALER, commands.ClearRound(), "UTH-1") is None


def void_of(hall: Hall, table: str) -> TablelawError | None:
    """Voids the whole round because of a wrong number of cards."""
    return hall.attempt(FLOORPERSON, commands.ReportIrregularity("wrong-number-of-cards"), table)


def test_a_void_after_the_attendant_has_paid_is_refused(hall: Hall) -> None:
    hall.to_the_win("UTH-1")
    hall.do(FLOORPERSON, commands.Validate(1, "progressive"), "UTH-1")
    hall.run("UTH-1", validates=False)
    hall.do(FLOORPERSON, commands.CompleteDocuments(1), "UTH-1")
    before, shown = hall.floor.views.balances(), hall.shown
    refusal = void_of(hall, "UTH-1")
    assert refusal is not None and refusal.code == "already-paid"
    assert (hall.floor.views.balances(), hall.shown) == (before, shown)


def test_a_void_before_that_gives_the_share_back_to_the_meter(hall: Hall) -> None:
    hall.to_the_turn("UTH-1")
    shown = hall.shown
    hall.do(DEALER, commands.SettleSeat(), "UTH-1")
    hall.do(FLOORPERSON, commands.Validate(1, "progressive"), "UTH-1")
    hall.run("UTH-1", validates=False)
    assert void_of(hall, "UTH-1") is None
    assert hall.shown == shown and hall.floor.views.balance("handpay:UTH-1").posted == 0


def test_share_is_credited_neither_to_chips_nor_to_an_account(hall: Hall) -> None:
    hall.to_the_win("UTH-1")
    before = hall.floor.views.balances()
    hall.do(FLOORPERSON, commands.Validate(1, "progressive"), "UTH-1")
    after, won = hall.floor.views.balances(), hall.wins()[0].paid
    for account in ("chips:UTH-1 1", "game:UTH-1 1", "tray:UTH-1"):
        assert abs(after[account].posted - before[account].posted) < won


def test_wager_cannot_be_placed_while_its_link_is_down(hall: Hall) -> None:
    hall.do("system", orders.CutLink("hall-progressive"))
    for table in TABLES:
        hall.ready(table)
        player = f"player:{table} 1"
        for wager in ("ante", "blind"):
            hall.do(player, commands.PlaceWager(1, wager, 500), table)
        refusal = hall.attempt(player, commands.PlaceWager(1, "progressive", 100), table)
        assert refusal is not None and refusal.code == "link-down"
        assert "hall-progressive" in refusal.sentence()
    hall.do("system", orders.RestoreLink("hall-progressive"))
    hall.do("player:UTH-1 1", commands.PlaceWager(1, "progressive", 100), "UTH-1")


def test_hand_pay_survives_a_kill(database: str, tmp_path: Path) -> None:
    text = example("pa-653a", "UTH-1")
    process = Process(database, "sound", "lucky")
    with closing(Client(tmp_path / "acknowledged")) as client:
        client.serve_by(process)
        world = World(client, "lucky")
        world.open([text])
        client.know("UTH-1", text)
        world.seat("UTH-1")
        due = play_to_a_hand_pay(world, "UTH-1")
        before = client.look()
        process.kill()
        process = Process(database, "sound", "later")
        client.serve_by(process)
        assert client.look() == before
        assert before.balances["handpay:UTH-1"].posted == due > 0
        world.run("UTH-1")
        assert client.look().balances["handpay:UTH-1"].posted == 0
        process.kill()


def play_to_a_hand_pay(world: World, table: str) -> int:
    """Plays rounds until one has a hand-pay with incomplete documents, and returns the share."""
    for _ in range(MOST_ROUNDS):
        world.ready(table)
        world.bet(table)
        world.do(DEALER, commands.CloseBets(), table)
        while (round_ := world.view(table).state.round) is not None:
            if round_.phase == "done" and round_.hand_pays:
                return sum(line.paid for line in round_.lines if line.hand_pay)
            world.run(table, validates=False)
            waiting = round_.waiting
            if waiting:
                world.do(FLOORPERSON, commands.Validate(*waiting[0]), table)
            world.decide(table)
    raise AssertionError("no meter was won")

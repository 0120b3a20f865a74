"""The books of play, compared with the rounds found one by one and with the day report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tablelaw.analysis.par.theory import MAIN
from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.reports.day import day_report
from tablelaw.floor.reports.play_books import SHIFTS, Place, PlayBooks, _earlier, shift_of, spans_of
from tablelaw.floor.reports.play_tally import PlayTally, total_of
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store, open_store
from tablelaw.server.audit.round_search import FoundRound, rounds_of
from tablelaw.table import commands
from tests.floor.played import bet, new_floor, opened, play_on, sit
from tests.floor.world import World, example

TABLES = {"T": "md-thb", "U": "pa-653a"}
ROUNDS = 12
UTH = "UTH-1"
NEXT = "2026-11-16"
TWO = ("floor:eve", "floor:fay")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Two tables after some rounds dealt by the automatic dealer, with irregularities."""
    store = open_store(str(tmp_path_factory.mktemp("books") / "floor.db"), create=True)
    with closing(store), closing(FloorService(store)) as service:
        world = World(service, "books")
        world.open([example(book, table) for table, book in TABLES.items()])
        for table in TABLES:
            world.seat(table, (1, 2, 4))
            for number in range(ROUNDS):
                world.play_round(table, irregularities=4 if number % 3 == 2 else 0)
        yield store


def books_of(store: Store) -> PlayBooks:
    books = PlayBooks()
    books.catch_up(store)
    return books


def found(store: Store, table: str) -> list[FoundRound]:
    return [one for number in range(1, ROUNDS + 1) for one in rounds_of(store, table, number) if not one.voided_by]


def whole(books: PlayBooks, table: str, is_blind: bool = False) -> PlayTally:
    return total_of(played.tally for place, played in books.day.book.places(is_blind) if place.table == table)


@pytest.mark.parametrize("table", TABLES)
def test_sums_are_those_of_the_rounds_found_one_by_one(played: Store, table: str) -> None:
    books, rounds = books_of(played), found(played, table)
    tally = whole(books, table)
    assert (tally.rounds, tally.win_cents) == (len(rounds), sum(one.house for one in rounds))
    assert tally.handle_cents <= sum(one.staked for one in rounds)
    numbers = [n for first, last in spans_of(books.day.book.places(False))[table] for n in range(first, last + 1)]
    assert numbers == [one.round for one in rounds]
    voids = sum(last - first + 1 for first, last in books.day.voids[table])
    assert len(rounds) + voids == ROUNDS


def test_the_win_is_that_of_the_report_where_no_meter_takes_part(played: Store) -> None:
    books = books_of(played)
    reported = {day.table: day for day in day_report(played).tables}
    assert whole(books, "T").win_cents == reported["T"].win_cents
    for table, day in reported.items():
        money = books.money.of(table)
        assert (money.win, money.drop) == (day.win_cents, day.drop_cents)


def test_players_add_up_to_their_tables(played: Store) -> None:
    books = books_of(played)
    stakes: Counter[str] = Counter()
    for player, day in books.day.players.items():
        assert day.hands and day.base_cents <= day.handle_cents
        stakes[player.partition(" ")[0]] += day.handle_cents
    assert stakes == {table: whole(books, table).handle_cents for table in TABLES}


def test_following_the_log_step_by_step_gives_the_same_as_reading_it_at_once(played: Store) -> None:
    class Part:
        """A store that ends at a given entry."""

        def __init__(self, last: int) -> None:
            self.last = last

        def entries(self, after: int, limit: int) -> object:
            return [kept for kept in played.entries(after, limit) if kept.seq <= self.last]

        def __getattr__(self, name: str) -> object:
            return getattr(played, name)

    books = PlayBooks()
    for last in range(0, played.head() + 50, 50):
        books.catch_up(Part(last))  # type: ignore[arg-type]
    once = books_of(played)
    assert books.seq == once.seq == played.head()
    assert dict(books.months.places(False)) == dict(once.months.places(False))
    assert books.day.players == once.day.players


def test_a_meter_is_read_when_bets_are_closed_and_riders_count_by_their_carrier(played: Store) -> None:
    tally = whole(books_of(played), "U")
    made = {part for _, part, _ in tally.stakes}
    assert {MAIN, "progressive", "envy"} <= made and not made & {"ante", "blind", "play"}
    progressive = [stakes for (_, part, _), stakes in tally.stakes.items() if part == "progressive"]
    assert all(stakes.readings["meter"] > stakes.count * 10_000_000 for stakes in progressive), "more than $10 each"


# --- Visibility, and days ----------------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_floor(tmp_path)


def a_lost_round(world: World, table: str = UTH) -> None:
    """Plays a round in which Ann folds and loses $10."""
    bet(world, table, ante=500, blind=500)
    play_on(world, table, (1, "check", 0), (1, "check", 0), (1, "fold", 0))


def test_rounds_are_held_apart_from_those_who_count_until_the_box_is_counted(store: Store) -> None:
    with opened(store) as world:
        sit(world)
        a_lost_round(world)
        books = books_of(store)
        assert whole(books, UTH).win_cents == 10_00 and not whole(books, UTH, is_blind=True).rounds
        world.do(FLOORPERSON, orders.CountDrop(UTH, 500_00))
        a_lost_round(world)
        books.catch_up(store)
        assert whole(books, UTH, is_blind=True).win_cents == 20_00, "the box is empty"
        world.do(DEALER, orders.BuyIn("ann", UTH, 100_00))
        a_lost_round(world)
        books.catch_up(store)
        assert (whole(books, UTH, is_blind=True).rounds, whole(books, UTH).rounds) == (2, 3)


def test_a_new_day_begins_its_own_sums_and_a_day_taken_back_gives_the_old_ones(store: Store) -> None:
    with opened(store) as world:
        sit(world)
        a_lost_round(world)
        world.do(FLOORPERSON, commands.CloseTable(), UTH)
        world.do(FLOORPERSON, orders.EndDay())
        books = books_of(store)
        first = books.money.of(UTH)
        world.do(FLOORPERSON, orders.StartDay(NEXT))
        books.catch_up(store)
        assert not whole(books, UTH).rounds and not books.day.players and not books.money.of(UTH).win
        world.do(FLOORPERSON, orders.TakeBackDay(NEXT, "too early", TWO))
        books.catch_up(store)
        assert whole(books, UTH).win_cents == 10_00 and list(books.day.players) == ["ann"]
        assert books.money.of(UTH) == first
        world.do(FLOORPERSON, orders.StartDay(NEXT))
        world.do(FLOORPERSON, orders.CountDrop(UTH, 500_00))
        books.catch_up(store)
        assert [place.month for place, _ in books.months.places(is_blind=True)] == ["2026-11"]
        assert books.money.of(UTH).drop == 0


def test_a_correction_counts_for_the_dealer_who_settled(store: Store) -> None:
    with opened(store) as world:
        sit(world)
        a_lost_round(world)
        kept = next(row for row in reversed(store.transfers_of(f"tray:{UTH}")) if row.code == "collected")
        world.do(FLOORPERSON, orders.CorrectTransfer(kept.id, 2_00, "a chip too many", TWO))
        [(place, made)] = books_of(store).day.book.places(is_blind=False)
    assert place.dealer == "on duty" and (made.tally.win_cents, made.tally.corrected_cents) == (8_00, -2_00)


def test_a_removed_table_keeps_its_rounds(store: Store) -> None:
    with opened(store) as world:
        sit(world)
        a_lost_round(world)
        world.do("player:ann", commands.LeaveSeat(1), UTH)
        world.do(FLOORPERSON, commands.CloseTable(), UTH)
        world.do(FLOORPERSON, orders.EndDay())
        world.do(FLOORPERSON, orders.CountDrop(UTH, 500_00))
        world.do("administrator:kim", orders.RemoveTable(UTH))
        books = books_of(store)
    assert UTH not in books.tables and whole(books, UTH).rounds == 1
    assert set(books.texts) == whole(books, UTH).keys


def test_shifts_are_of_eight_hours_by_the_propertys_own_clock() -> None:
    midnight = 1_794_787_200  # 2026-11-16 00:00 UTC, 7 p.m. in New York
    assert [shift_of(midnight + 8 * 3600 * n, "") for n in range(3)] == list(SHIFTS)
    assert shift_of(midnight - 1, "") == SHIFTS[2] and shift_of(midnight, "America/New_York") == SHIFTS[2]


def test_only_the_last_months_are_kept() -> None:
    books = PlayBooks()
    for month in ("2025-10", "2025-11", "2026-11"):
        books.months.at(Place(month, "T", "g", "d", SHIFTS[0]), is_held=month == "2025-10")
    books.months.forget(_earlier("2026-11", 12))
    assert [place.month for place, _ in books.months.places(False)] == ["2025-11", "2026-11"]
    assert (_earlier("2026-01", 1), _earlier("2026-12", 12)) == ("2025-12", "2025-12")


def test_rounds_an_hour_are_those_of_the_last_hour(store: Store) -> None:
    with opened(store) as world:
        sit(world)
        a_lost_round(world)
        books = books_of(store)
    assert books.rounds_in_the_last_hour(UTH, books.now) == 1
    assert books.rounds_in_the_last_hour(UTH, books.now + 3600) == 0

"""The times of entries: a server with a wrong clock does not affect other times, and its orders are refused."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing

import pytest

from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER
from tablelaw.floor.log.entry_time import BOUND_SECONDS, LEAST_BOUND, MOST_BOUND, EntryTime
from tablelaw.floor.orders import Order
from tablelaw.floor.refusals import FloorRefused
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store, open_store
from tests.floor.world import World, example

START = 1_700_000_000
MONTH = 30 * 86_400
REFUSED = "clock-disagrees"


class Hands:
    """A wall clock, elapsed time and the database server's clock, all set by the test."""

    def __init__(self) -> None:
        self.wall, self.passed, self.other = START, 5_000.0, START

    def now(self) -> int:
        return self.wall

    def wait(self, seconds: int) -> None:
        self.wall += seconds
        self.other += seconds
        self.passed += seconds

    def time(self, has_other: bool = False) -> EntryTime:
        return EntryTime(self, lambda: self.other if has_other else None, steady=lambda: self.passed)


def next_or_refused(time: EntryTime, log_now: int) -> int | str:
    time.compare()
    try:
        return time.next(log_now)
    except FloorRefused as refusal:
        return refusal.code


# --- The limit ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("off", [0, BOUND_SECONDS - 1, BOUND_SECONDS, BOUND_SECONDS + 1, MONTH])
@pytest.mark.parametrize("way", [1, -1], ids=["ahead", "behind"])
@pytest.mark.parametrize("has_other", [True, False], ids=["database's clock", "time passed"])
def test_a_clock_that_was_set_wrong(off: int, way: int, has_other: bool) -> None:
    hands = Hands()
    time = hands.time(has_other)
    hands.wait(100)
    hands.wall += off * way
    taken = next_or_refused(time, START)
    assert taken == (hands.wall if off <= BOUND_SECONDS else REFUSED)


@pytest.mark.parametrize("bound", [LEAST_BOUND, 5, BOUND_SECONDS, MOST_BOUND])
@pytest.mark.parametrize("beyond", [-1, 0, 1])
@pytest.mark.parametrize("way", [1, -1], ids=["ahead", "behind"])
def test_the_bound_is_a_setting(bound: int, beyond: int, way: int) -> None:
    hands = Hands()
    time = EntryTime(hands, lambda: hands.other, bound_seconds=bound, steady=lambda: hands.passed)
    hands.wait(100)
    hands.wall += (bound + beyond) * way
    assert next_or_refused(time, START - 2 * MOST_BOUND) == (hands.wall if beyond <= 0 else REFUSED)


def test_a_floor_is_told_its_bound(database: str) -> None:
    with closing(open_store(database)) as store:
        with closing(FloorService(store)) as service:
            assert service.entry_time.bound_seconds == BOUND_SECONDS == 60
        with closing(FloorService(store, clock_bound_seconds=5)) as service:
            assert service.entry_time.bound_seconds == 5


@pytest.mark.parametrize("off", [BOUND_SECONDS - 1, BOUND_SECONDS, BOUND_SECONDS + 1, MONTH])
def test_a_clock_behind_the_log(off: int) -> None:
    """Within the limit, an entry gets the previous entry's time, never an earlier one."""
    hands = Hands()
    taken = next_or_refused(hands.time(), START + off)
    assert taken == (START + off if off <= BOUND_SECONDS else REFUSED)


@pytest.mark.parametrize("off", [BOUND_SECONDS, BOUND_SECONDS + 1, -BOUND_SECONDS - 1])
def test_a_server_started_with_a_wrong_clock_is_found_by_the_databases(off: int) -> None:
    hands = Hands()
    hands.wall += off
    taken = next_or_refused(hands.time(has_other=True), 0)
    assert taken == (hands.wall if abs(off) <= BOUND_SECONDS else REFUSED)


def test_a_floor_that_was_closed_for_long_opens() -> None:
    assert next_or_refused(Hands().time(), START - 400 * 86_400) == START


def test_orders_are_taken_again_once_the_clock_is_right(caplog: pytest.LogCaptureFixture) -> None:
    hands = Hands()
    time = hands.time()
    with caplog.at_level(logging.WARNING, "tablelaw.floor.log.entry_time"):
        hands.wall += MONTH
        assert [next_or_refused(time, START) for _ in range(3)] == [REFUSED] * 3
        assert f"{MONTH} s ahead" in time.fault
        hands.wall -= MONTH
        assert next_or_refused(time, START) == START and not time.fault
    assert [record.levelname for record in caplog.records] == ["CRITICAL", "WARNING"]


def test_the_databases_clock_is_asked_once_a_second_at_most() -> None:
    hands, asked = Hands(), list[float]()

    def other() -> int:
        asked.append(hands.passed)
        return hands.other

    time = EntryTime(hands, other, steady=lambda: hands.passed)
    for _ in range(100):
        time.compare()
        hands.passed += 0.05
    assert 5 <= len(asked) <= 7


def test_a_simulated_clock_is_its_own_master() -> None:
    hands = Hands()
    time = EntryTime(hands)
    hands.wall += MONTH
    assert next_or_refused(time, START) == START + MONTH
    assert next_or_refused(time, START + 2 * MONTH) == START + 2 * MONTH


# --- A floor --------------------------------------------------------------------------------------------------


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def world(store: Store, hands: Hands) -> Iterator[World]:
    with closing(FloorService(store, entry_time=hands.time())) as service:
        world = World(service)
        world.open([example("md-thb", "T")], day="2023-11-14")
        yield world


def test_a_wrong_clock_moves_no_time_of_the_log(world: World, store: Store, database: str, hands: Hands) -> None:
    """One of two servers is 30 days ahead: its orders are refused, and the other's times stay right."""
    wrong = Hands()
    wrong.wall += MONTH
    time = EntryTime(wrong, lambda: wrong.other, steady=lambda: wrong.passed)
    with closing(open_store(database)) as beside, closing(FloorService(beside, entry_time=time)) as ahead:
        before = store.head()
        with pytest.raises(FloorRefused) as refusal:
            ahead.do(Order(id="ahead", by=DEALER, command=orders.BuyIn("ann", "T", 100_00)))
        assert refusal.value.code == REFUSED and refusal.value.accepted
        assert store.head() == before
        hands.wait(10)
        assert world.do(DEALER, orders.BuyIn("ann", "T", 100_00)).entry.at == START + 10
        # Earlier orders are still answered, and entries from other servers are still read.
        again = ahead.do(Order(id="1/4", by=DEALER, command=orders.BuyIn("ann", "T", 100_00)))
        assert again.again and ahead.views.seq == store.head()


def test_a_wrong_clock_dates_no_snapshot(store: Store, hands: Hands) -> None:
    with closing(FloorService(store, entry_time=hands.time(), snapshot_every=5)) as service:
        World(service).open([example("md-thb", "T")], day="2023-11-14")
        hands.wall += MONTH
        for n in range(5):
            with pytest.raises(FloorRefused):
                service.do(Order(id=f"late {n}", by=DEALER, command=orders.BuyIn("ann", "T", 100_00)))
        assert service.views.now == START and not service.is_stopped


def test_a_server_of_its_own_asks_the_database(store: Store, kind: str) -> None:
    told = store.time()
    with closing(FloorService(store)) as service:
        assert (told is None) == (kind == "sqlite")
        assert told is None or abs(told - service.clock.now()) <= BOUND_SECONDS
        assert World(service).do("system", orders.OpenProperty("Here")).entry.at

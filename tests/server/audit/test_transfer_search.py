"""The search finds the transfers that can be corrected, by player, table, day and sum, and no others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.log.gaming_days import NoSuchDay
from tablelaw.server.audit.transfer_search import FoundTransfer, WantedTransfers, search_transfers
from tablelaw.table import commands
from tests.floor.world import example
from tests.server.conftest import Doors

TABLES = {"UTH-1": "pa-653a", "HUH-1": "pa-677a"}


@pytest.fixture(scope="module")
def doors(open_doors: Callable[..., Doors]) -> Doors:
    """A server where Ann and Bob have bought chips at two tables on two days, and Ann has placed and withdrawn
    a wager.
    """
    doors = open_doors(books=())
    do = doors.world.do
    doors.world.open([example(book, table) for table, book in TABLES.items()])
    do("dealer:dan", orders.BuyIn("ann", "UTH-1", 50_000))
    do(DEALER, orders.BuyIn("bob", "HUH-1", 70_000))
    do(DEALER, orders.LoadAccount("ann", 1_000))
    do("player:ann", commands.TakeSeat(1), "UTH-1")
    do(FLOORPERSON, orders.EndDay())
    do(FLOORPERSON, orders.StartDay(doors.world.date(later=1)))
    do(FLOORPERSON, orders.FillTray("UTH-1", 9_900))
    return doors


def found(doors: Doors, **wanted: object) -> list[FoundTransfer]:
    return search_transfers(doors.context.service.store, WantedTransfers(**wanted))  # type: ignore[arg-type]


def codes(doors: Doors, **wanted: object) -> list[str]:
    return [one.code for one in found(doors, **wanted)]


def test_the_newest_come_first_and_nothing_of_a_meter_is_among_them(doors: Doors) -> None:
    told = found(doors)
    assert [one.entry for one in told] == sorted((one.entry for one in told), reverse=True)
    assert {"seed"}.isdisjoint(one.code for one in told)
    assert codes(doors)[:2] == ["fill", "load"]


def test_a_player_a_table_a_day_and_a_sum_narrow_the_search(doors: Doors) -> None:
    assert codes(doors, player="ann") == ["load", "buy-in"]
    assert codes(doors, player="nobody") == []
    assert codes(doors, table="HUH-1", player="bob") == ["buy-in"]
    assert codes(doors, table="UTH-1", player="bob") == []
    assert codes(doors, table="UTH-1", day=doors.context.service.views.day) == ["fill"]
    assert codes(doors, cents=70_000) == ["buy-in", "buy-in"]
    with pytest.raises(NoSuchDay):
        found(doors, day="1999-01-01")


def test_what_is_found_says_who_gave_it_and_where(doors: Doors) -> None:
    [bought] = found(doors, player="ann", cents=50_000)
    assert (bought.by, bought.table, bought.debit, bought.credit) == ("dealer:dan", "UTH-1", "tray:UTH-1", "chips:ann")


def test_what_went_back_is_shown_and_a_correction_is_not_offered_again(doors: Doors) -> None:
    [fill] = found(doors, cents=9_900)
    correct = orders.CorrectTransfer(fill.id, 900, "a stack too many", ("cho", "dee"))
    doors.world.do("administrator:cho", correct)
    [again] = found(doors, cents=9_900)
    assert again.corrected == 900
    assert "correction" not in codes(doors, table="UTH-1")


def test_rounds_tell_their_own(doors: Doors) -> None:
    assert codes(doors, table="UTH-1", round=7) == []

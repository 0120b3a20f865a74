"""A wager or bet that no chips add up to is refused where orders are admitted.

The table itself takes every cent, so that rounds from earlier logs are carried out again unchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER
from tablelaw.server.whole_chips import smallest_chip
from tablelaw.table import commands
from tests.floor.played import bet, sit
from tests.floor.world import World, example
from tests.server.conftest import Doors, Someone

UTH, HEADS_UP, SMALL = "pa-653a", "pa-677a", "SMALL-1"
LOW = example(UTH, SMALL).replace('minimum = "$5"', 'minimum = "$2.50"')
REFUSED = "not-whole-chips"


@pytest.fixture(scope="module")
def house(open_doors: Callable[..., Doors]) -> Doors:
    doors = open_doors(books=())
    doors.world.open([example(UTH, UTH), example(HEADS_UP, HEADS_UP), LOW])
    for table in (UTH, HEADS_UP, SMALL):
        sit(doors.world, table, 1, "ann")
        doors.world.run(table)
    doors.somebody("ann", "player")
    return doors


@pytest.fixture(scope="module")
def ann(house: Doors) -> Someone:
    return house.somebody("ann", "player")


def code(answer: Any) -> str:
    told = answer.json()
    return str(told["refused"]["code"]) if "refused" in told else ""


def places(someone: Someone, table: str, cents: int, wager: str = "ante") -> Any:
    order = {"type": "PlaceWager", "seat": 1, "wager": wager, "cents": cents}
    return someone.order(order, table, f"{table} {wager} {cents}")


def takes_back(world: World, table: str) -> None:
    if world.view(table).state.round is not None:
        world.do("player:ann", commands.WithdrawWager(1, "ante"), table)


@pytest.mark.parametrize(
    ("cents", "accepted"),
    [
        (499, "$5"),
        (501, "$5 or $6"),
        (1199, "$11 or $12"),
        (1201, "$12 or $13"),
        (1234, "$12 or $13"),
        (49_999, "$499 or $500"),
        (50_001, "$500"),
        (99, "$5"),
    ],
)
def test_a_cent_beside_whole_chips_is_refused_and_names_the_sums_beside_it(
    house: Doors, ann: Someone, cents: int, accepted: str
) -> None:
    before = house.context.service.store.head()
    answer = places(ann, UTH, cents)
    assert (answer.status_code, code(answer), answer.json()["refused"]["accepted"]) == (409, REFUSED, accepted)
    assert house.context.service.store.head() == before


@pytest.mark.parametrize("cents", [500, 1200, 50_000])
def test_whole_chips_are_accepted(house: Doors, ann: Someone, cents: int) -> None:
    assert places(ann, UTH, cents).status_code == 200
    takes_back(house.world, UTH)


@pytest.mark.parametrize("cents", [0, -1, -1234, 10**30])
def test_what_is_no_sum_at_all_is_left_to_the_other_checks(ann: Someone, cents: int) -> None:
    assert code(places(ann, UTH, cents)) not in ("", REFUSED)


def test_a_dealer_who_enters_a_wager_is_refused_alike(house: Doors) -> None:
    dan = house.somebody("dan", "dealer")
    house.world.do("floor:flo", orders.AssignDealer(UTH, "dan"))
    assert code(places(dan, UTH, 1234)) == REFUSED


def test_a_table_with_a_smaller_minimum_has_smaller_chips(house: Doors, ann: Someone) -> None:
    views = house.context.service.views.tables
    assert [smallest_chip(views[table].engine.submission) for table in (UTH, SMALL)] == [100, 50]
    for cents, refused in ((250, ""), (349, REFUSED), (350, ""), (351, REFUSED)):
        assert code(places(ann, SMALL, cents)) == refused
        takes_back(house.world, SMALL)


def test_fixed_sums_are_judged_by_the_table(ann: Someone) -> None:
    answer = places(ann, UTH, 234, "five-card-hand-player")
    assert code(answer) not in ("", REFUSED)


def test_677a_11_b_a_raise_of_any_amount_is_in_whole_chips(house: Doors, ann: Someone) -> None:
    world = house.world
    bet(world, HEADS_UP, ante=500, odds=500)
    world.do(DEALER, commands.CloseBets(), HEADS_UP)
    world.run(HEADS_UP)
    for cents, refused in ((1234, REFUSED), (1301, REFUSED), (1300, "")):
        order: dict[str, object] = {"type": "Act", "seat": 1, "action": "bet", "cents": cents}
        assert code(ann.order(order, HEADS_UP, f"raise {cents}")) == refused


def test_an_order_that_an_earlier_log_may_hold_is_still_carried_out(house: Doors) -> None:
    """Only new orders are checked: the floor takes such a wager, as it did when the log was written."""
    takes_back(house.world, UTH)
    house.world.do("player:ann", commands.PlaceWager(1, "ante", 1234), UTH)
    round_ = house.world.view(UTH).state.round
    assert round_ is not None and round_.seats[1].wagers["ante"] == 1234
    takes_back(house.world, UTH)

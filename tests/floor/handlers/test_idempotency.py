"""A repeated order is carried out once; a different order with the same id is refused."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing

import pytest

from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.orders import FloorCommand, Order
from tablelaw.floor.service import Answer, FloorService
from tablelaw.floor.store.api import Store
from tablelaw.table import commands
from tablelaw.table.commands import Command
from tablelaw.table.state import change
from tests.floor.world import World, example

ANN = "player:ann"
REFUSED = "id-used-for-another-order"


@pytest.fixture
def service(store: Store) -> Iterator[FloorService]:
    """A floor with two tables, where Ann has chips."""
    with closing(FloorService(store)) as service:
        world = World(service)
        world.open([example("pa-653a", "T"), example("pa-653a", "U")])
        world.do(DEALER, orders.BuyIn("ann", "T", 100_000))
        world.run("T")
        yield service


def given(by: str, command: Command | FloorCommand, table: str = "") -> Order:
    return Order(id="once", by=by, command=command, table=table)


def refusal_of(answer: Future[Answer]) -> TablelawError:
    refusal = answer.exception()
    assert isinstance(refusal, TablelawError)
    return refusal


FIRST = given(FLOORPERSON, orders.FillTray("T", 100))
SEAT = given(ANN, commands.TakeSeat(1), "T")
OTHERS = {
    "another sum": (FIRST, change(FIRST, command=orders.FillTray("T", 900)), "command"),
    "another giver": (FIRST, change(FIRST, by="floor:eve"), "giver"),
    "another kind": (FIRST, change(FIRST, command=orders.CreditTray("T", 100)), "command"),
    "a table's": (FIRST, SEAT, "giver and another table and another command"),
    "another seat": (SEAT, change(SEAT, command=commands.TakeSeat(2)), "command"),
    "another table": (SEAT, change(SEAT, table="U"), "table"),
    "another player": (SEAT, change(SEAT, by="player:bea"), "giver and another command"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_another_order_under_a_known_id_is_refused(service: FloorService, name: str) -> None:
    first, other, part = OTHERS[name]
    done = service.do(first).entry
    refusal = refusal_of(service.submit(other))
    assert refusal.code == REFUSED and f"entry {done.seq} has another {part}" in refusal.sentence()
    assert "a new id" in refusal.accepted
    assert service.views.seq == done.seq


def test_the_same_order_has_its_earlier_answer_later_and_after_a_restart(service: FloorService) -> None:
    """This holds even if the floor fills in parts of the order (a seat's player, a shuffle's cards) or the seat has
    changed hands.
    """
    world = World(service, "later")
    done = service.do(SEAT).entry
    world.do(ANN, commands.LeaveSeat(1), "T")
    world.do("player:bea", commands.TakeSeat(1), "T")
    assert service.do(change(SEAT, expect=0, at=7)) == Answer(done, again=True)
    service.close()
    with closing(FloorService(service.store)) as restarted:
        assert restarted.do(SEAT) == Answer(done, again=True)
        assert refusal_of(restarted.submit(change(SEAT, table="U"))).code == REFUSED


def test_every_order_of_a_round_given_again_is_the_same(service: FloorService) -> None:
    seen: list[Order] = []
    do, world = service.do, World(service, "round")
    world.seat("T")

    def remembering(order: Order) -> Answer:
        seen.append(order)
        return do(order)

    service.do = remembering  # type: ignore[method-assign]
    world.play_round("T")
    world.ready("T")
    kinds = {type(order.command) for order in seen}
    assert {commands.Shuffle, commands.PlaceWager, commands.CloseBets, commands.Act} <= kinds
    known = service.store.known([order.id for order in seen])
    assert all(do(order).again for order in seen if order.id in known) and len(known) > 20


def test_two_orders_under_one_id_in_one_batch(service: FloorService) -> None:
    asked = [FIRST, FIRST, change(FIRST, command=orders.FillTray("T", 900))]
    answers = [service.submit(order) for order in asked]
    assert [answers[0].result().again, answers[1].result().again] == [False, True]
    assert refusal_of(answers[2]).code == REFUSED

"""Who made a transfer does not approve its correction: just now, long ago, and after a restart."""

from __future__ import annotations

from contextlib import closing

import pytest

from houserules.errors import HouserulesError
from houserules.floor import orders
from houserules.floor.attendant import FLOORPERSON
from houserules.floor.orders import Order
from houserules.floor.past import Past
from houserules.floor.retracing import retrace
from houserules.floor.service import FloorService, property_of
from houserules.floor.store import Store
from tests.floor.world import World, example

EVE = "floor:eve"


def opened(store: Store) -> tuple[FloorService, str]:
    """A floor, and the id of a fill that eve made."""
    service = FloorService(store, snapshot_every=8)
    world = World(service)
    world.open([example("md-thb", "T")])
    return service, world.do(EVE, orders.FillTray("T", 5_000)).entry.transfers[0].id


def correction(transfer: str, number: int, *approvers: str) -> Order:
    command = orders.CorrectTransfer(transfer, 100, "counted twice", approvers)
    return Order(id=f"correction {number}", by=FLOORPERSON, command=command)


def check(service: FloorService, transfer: str, number: int) -> None:
    before = service.views.seq
    refusal = service.submit(correction(transfer, number, "floor:Eve", "fay")).exception()
    assert isinstance(refusal, HouserulesError) and refusal.code == "approver-made-it", refusal
    assert "two other persons" in refusal.accepted and service.views.seq == before
    service.do(correction(transfer, number, "fay", "gus"))


def test_the_maker_does_not_approve_a_correction(store: Store) -> None:
    service, transfer = opened(store)
    check(service, transfer, 1)
    for _ in range(10):
        property_of(service).lately.clear()
        service.do(Order(id=f"fill {service.views.seq}", by=EVE, command=orders.FillTray("T", 100)))
    property_of(service).lately.clear()
    check(service, transfer, 2)
    service.close()
    with closing(FloorService(store)) as restarted:
        check(restarted, transfer, 3)
    assert retrace(store).entries == store.head()


def test_the_maker_is_known_before_the_transfer_is_in_the_store(store: Store) -> None:
    """A correction in one batch with the transfer it sets right."""
    service, _ = opened(store)
    number = property_of(service).number + 1
    made = service.submit(Order(id="fill", by=EVE, command=orders.FillTray("T", 100)))
    refused = service.submit(correction(f"floor:{number}/0", 1, EVE, "fay"))
    taken = service.submit(correction(f"floor:{number}/0", 2, "gus", "fay"))
    assert made.result().entry.transfers[0].id == f"floor:{number}/0"
    assert getattr(refused.exception(), "code", "") == "approver-made-it"
    assert taken.exception() is None
    service.close()


def test_a_floor_that_knows_no_makers_is_found_out(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault."""
    monkeypatch.setattr(Past, "made_by", lambda self, transfer: "")
    service, transfer = opened(store)
    with pytest.raises(AssertionError):
        check(service, transfer, 1)
    service.close()

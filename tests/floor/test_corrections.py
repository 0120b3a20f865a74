"""The person who made a transfer may not approve its correction, and transfers made together are corrected together."""

from __future__ import annotations

from contextlib import closing

import pytest

from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor import service as service_module
from tablelaw.floor.audit.reexecution import reexecute
from tablelaw.floor.house_staff import FLOORPERSON
from tablelaw.floor.log.transfer_lookup import PastTransfers
from tablelaw.floor.orders import Order
from tablelaw.floor.service import FloorService, property_of
from tablelaw.floor.store.api import Store
from tests.floor.databases import KINDS_FOR_LOGIC
from tests.floor.world import World, example

DATABASES = KINDS_FOR_LOGIC

EVE = "floor:eve"


def opened(store: Store) -> tuple[FloorService, str]:
    """A floor, and the id of a fill made by Eve."""
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
    assert isinstance(refusal, TablelawError) and refusal.code == "approver-made-it", refusal
    assert "two other people" in refusal.accepted and service.views.seq == before
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
    assert reexecute(store).entries == store.head()


def test_the_maker_is_known_before_the_transfer_is_in_the_store(store: Store) -> None:
    """A correction can be in the same batch as the transfer it corrects."""
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
    """The planted fault is a floor that does not know who made a transfer."""
    monkeypatch.setattr(PastTransfers, "made_by", lambda self, transfer: "")
    service, transfer = opened(store)
    with pytest.raises(AssertionError):
        check(service, transfer, 1)
    service.close()


# --- Transfers made together are corrected together -------------------------------------------------------


def bought(service: FloorService) -> list[str]:
    """Makes a $50 buy-in and returns its two transfers: cash into the box, chips from the tray."""
    order = Order(id="buy-in", by=EVE, command=orders.BuyIn("ann", "T", 5_000))
    return [transfer.id for transfer in service.do(order).entry.transfers]


def of_buy_in(transfer: str, cents: int, *, together: bool) -> Order:
    command = orders.CorrectTransfer(transfer, cents, "typed twice", ("fay", "gus"), together=together)
    return Order(id=f"{transfer} {cents} {together}", by=FLOORPERSON, command=command)


def stands(service: FloorService) -> list[int]:
    return [service.views.balance(name).posted for name in ("drop:T", "chips:ann")]


@pytest.mark.parametrize("leg", [0, 1])
def test_one_leg_of_a_buy_in_is_not_corrected_alone(store: Store, leg: int) -> None:
    service, _ = opened(store)
    legs = bought(service)
    refusal = service.submit(of_buy_in(legs[leg], 100, together=False)).exception()
    assert isinstance(refusal, TablelawError) and refusal.code == "linked-transfers"
    assert all(name in str(refusal) for name in legs) and stands(service) == [5_000, 5_000]
    answer = service.do(of_buy_in(legs[leg], 100, together=True))
    assert [(back.corrects, back.cents) for back in answer.entry.transfers] == [(name, 100) for name in legs]
    assert stands(service) == [4_900, 4_900]
    assert service.do(of_buy_in(legs[leg], 100, together=True)).again
    service.close()
    assert reexecute(store).entries == store.head()


def test_no_more_of_a_buy_in_goes_back_than_was_moved(store: Store) -> None:
    service, _ = opened(store)
    legs = bought(service)
    refusal = service.submit(of_buy_in(legs[0], 5_001, together=True)).exception()
    assert getattr(refusal, "code", "") == "corrects-more-than-moved" and stands(service) == [5_000, 5_000]
    service.do(of_buy_in(legs[0], 5_000, together=True))
    assert stands(service) == [0, 0]
    service.close()


def test_a_transfer_made_alone_is_corrected_alone_either_way(store: Store) -> None:
    service, fill = opened(store)
    for together in (False, True):
        answer = service.do(of_buy_in(fill, 100, together=together))
        assert [back.corrects for back in answer.entry.transfers] == [fill]
    service.close()


def test_a_log_with_a_leg_corrected_alone_is_still_retraced(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier programs accepted such orders; their entries are neither refused nor changed."""
    monkeypatch.setattr(service_module, "require_all_legs", lambda *_: None)
    service, _ = opened(store)
    service.do(of_buy_in(bought(service)[1], 100, together=False))
    assert stands(service) == [5_000, 4_900]
    service.close()
    monkeypatch.undo()
    assert reexecute(store).entries == store.head()
    body = store.entries(store.head() - 1)[0].body
    assert b"together" not in body

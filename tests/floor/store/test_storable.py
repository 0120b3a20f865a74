"""Bad data never reaches a database driver: it is refused with a code, and the store and floor carry on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablelaw.errors import TablelawError
from tablelaw.floor import fold, orders
from tablelaw.floor import service as service_module
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.orders import Order
from tablelaw.floor.recovery import recover
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import AccountRow, Store
from tablelaw.floor.store.refusals import NotStorable
from tablelaw.floor.store.storable import LARGEST, SMALLEST, is_storable
from tablelaw.table import commands
from tests.floor.samples import add, append, entry, transfer
from tests.floor.test_fail_stop import TABLE, fill, opened

BAD_TEXT = ("\0", "a\0b", "\ud800", "a\udfffb")
BAD_NUMBERS = (LARGEST + 1, SMALLEST - 1, 10**40)
GOOD = ("", "a", "Zoë ♠", "\U0010ffff", "\x01", LARGEST, SMALLEST, 0, True, b"\0", None)

READS: dict[str, Callable[[Store, Any], object]] = {
    "by_id": lambda store, value: store.by_id(value),
    "known one": lambda store, value: store.known([value]),
    "known some": lambda store, value: store.known(["order-1", value, "order-2"]),
    "round_entries": lambda store, value: store.round_entries(value, 1),
    "stream_entries": lambda store, value: store.stream_entries(value, 0, 5),
    "transfers_of": lambda store, value: store.transfers_of(value),
    "transfer": lambda store, value: store.transfer(value),
    "property": lambda store, value: store.property(value),
}
NUMBERED: dict[str, Callable[[Store, Any], object]] = {
    "entry": lambda store, value: store.entry(value),
    "round_entries": lambda store, value: store.round_entries("floor", value),
    "deck": lambda store, value: store.deck(value),
    "last_snapshot": lambda store, value: store.last_snapshot(value),
    "leaves": lambda store, value: store.leaves(1, value),
}


def test_what_is_storable() -> None:
    assert all(is_storable(value) for value in GOOD)
    assert not any(is_storable(value) for value in (*BAD_TEXT, *BAD_NUMBERS))


@pytest.mark.parametrize(
    ("read", "value"),
    [(READS[name], value) for name in READS for value in BAD_TEXT]
    + [(NUMBERED[name], value) for name in NUMBERED for value in BAD_NUMBERS],
)
def test_read_with_bad_data_is_refused_and_the_store_goes_on(
    store: Store, read: Callable[[Store, Any], object], value: object
) -> None:
    append(store, 2)
    with pytest.raises(NotStorable):
        read(store, value)
    with store.begin() as batch:
        with pytest.raises(NotStorable):
            read(batch, value)  # type: ignore[arg-type]
        add(batch)
        batch.commit()
    with store.view() as view, pytest.raises(NotStorable):
        read(view, value)  # type: ignore[arg-type]
    assert append(store) == 4


@pytest.mark.parametrize("bad", BAD_TEXT)
def test_batch_with_bad_data_is_refused_whole_and_the_store_goes_on(store: Store, bad: str) -> None:
    append(store)
    writes: list[Callable[[Any], None]] = [
        lambda batch: batch.append([entry(2, id=bad)]),
        lambda batch: batch.append([entry(2, stream=bad)]),
        lambda batch: batch.write_transfers([transfer(1, 1, debit=bad)]),
        lambda batch: batch.write_accounts([AccountRow(bad, 0, 0, 0, 0)]),
        lambda batch: batch.write_accounts([AccountRow("cage", LARGEST + 1, 0, 0, 0)]),
        lambda batch: batch.set_property("name", bad),
    ]
    for write in writes:
        with pytest.raises(NotStorable), store.begin() as batch:
            write(batch)
            batch.commit()
    assert (store.head(), len(store.transfers(0)), append(store)) == (1, 1, 2)


# --- Orders ----------------------------------------------------------------------------------------------------


def bad_orders(bad: str) -> list[Order]:
    """One order for each text field, with bad text in that field."""
    fill_tray = orders.FillTray(TABLE, 100)
    return [
        Order(id=bad, by=FLOORPERSON, command=fill_tray),
        Order(id=f"x{bad}", by=f"floor:{bad}", command=fill_tray),
        Order(id="bad table", by=FLOORPERSON, command=fill_tray, table=bad),
        Order(id="bad tray", by=FLOORPERSON, command=orders.FillTray(bad, 100)),
        Order(id="bad player", by=DEALER, command=orders.BuyIn(bad, TABLE, 100)),
        Order(id="bad seat", by=f"player:{bad}", command=commands.TakeSeat(1), table=TABLE),
        Order(id="bad stream", by=DEALER, command=commands.CloseBets(), table=bad),
        Order(id="bad submission", by="administrator:kim", command=orders.InstallTable(bad, 100)),
        Order(id="bad transfer", by=FLOORPERSON, command=orders.CorrectTransfer(bad, 1, "slip", ("a", "b"))),
    ]


@pytest.mark.parametrize("bad", [*BAD_TEXT, "x" * 100_000])
def test_bad_orders_harm_nobody(store: Store, bad: str) -> None:
    """The bad orders are submitted together with good ones, so they share a transaction."""
    service = FloorService(store)
    opened(service)
    with store.begin():
        given = bad_orders(bad)
        waiting = [service.submit(order) for number, one in enumerate(given) for order in (one, fill(number))]
    for refused, done in zip(waiting[::2], waiting[1::2], strict=True):
        assert isinstance(refused.exception(60), TablelawError)
        assert done.result(60).entry.seq
    assert not service.is_stopped
    service.close()


@pytest.mark.parametrize("bad", BAD_TEXT)
def test_a_hole_in_the_first_check_is_found_by_the_second(
    store: Store, bad: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With validation removed as a planted fault, the bad order is undone and the orders around it are carried out."""
    service = FloorService(store)
    opened(service)
    monkeypatch.setattr(service_module, "unkeepable", lambda order: None)
    monkeypatch.setattr(service_module, "require_names", lambda order: None)
    before = service.views.balances()["cage"]
    with store.begin():
        spoilt = service.submit(Order(id="spoilt", by=DEALER, command=orders.BuyIn(bad, TABLE, 100)))
        waiting = [service.submit(fill(number)) for number in range(3)]
    refusal = spoilt.exception(60)
    assert isinstance(refusal, TablelawError) and refusal.code in ("not-kept", "order-failed")
    assert len({done.result(60).entry.seq for done in waiting}) == 3
    assert service.views.balances()["cage"].posted - before.posted in (300, -300), "the spoilt order moved nothing"
    service.close()


def test_an_accident_in_the_middle_of_an_order_costs_its_giver_alone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = FloorService(store)
    opened(service)

    def stumbling(floor: Any, prepared: fold.Prepared) -> None:
        fold.take(floor, prepared)
        if prepared.entry.id == "fill 1":
            raise RuntimeError("planted")

    monkeypatch.setattr(service_module, "take", stumbling)
    with store.begin():
        waiting = [service.submit(fill(number)) for number in range(3)]
    refusal = waiting[1].exception(60)
    assert isinstance(refusal, TablelawError) and refusal.code == "order-failed"
    assert waiting[2].result(60).entry.seq == waiting[0].result(60).entry.seq + 1
    assert not service.is_stopped
    service.close()
    assert recover(store)[0].seq == service.views.seq

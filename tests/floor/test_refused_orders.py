"""A refused order leaves everything as it was: memory, views, meters, and every row of the store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

import tablelaw.floor.fold as fold_module
import tablelaw.floor.service as service_module
from tablelaw.cage.ledger import Ledger
from tablelaw.cage.meters.meters import Meters
from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.audit.property_audit import AuditInput, audit_floor
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.orders import FloorCommand
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store, open_store
from tablelaw.table import commands
from tablelaw.table.commands import Command
from tests.floor.replayed import StillClock
from tests.floor.whole_property import dump_service, first_difference
from tests.floor.world import ADMINISTRATOR, World, example

UTH, LINKED, FLUSH = example("pa-653a", "U"), example("pa-653a", "V", link="hall"), example("pa-678a", "T")
LARGEST_TRAY = 100_000_000_000_00
TWO_PEOPLE = ("floor:eve", "floor:fay")


@pytest.fixture
def world(store: Store) -> Iterator[World]:
    with closing(FloorService(store, clock=StillClock())) as service:
        world = World(service)
        world.open([UTH])
        world.seat("U")
        yield world


def refused(world: World, by: str, command: Command | FloorCommand, table: str = "") -> TablelawError:
    """Gives an order that must be refused without changing anything, and returns the refusal."""
    service: Any = world.service
    before = dump_service(service)
    refusal = world.attempt(by, command, table)
    after = dump_service(service)
    assert refusal is not None, f"{command} was carried out"
    assert before == after, f"{refusal.code}: {first_difference(before, after)}"
    return refusal


# --- A tray beyond the ledger's limit -------------------------------------------------------------------------


@pytest.mark.parametrize("text", [LINKED, FLUSH], ids=["linked", "own"])
def test_refused_installation_connects_no_meter(world: World, store: Store, database: str, text: str) -> None:
    refusal = refused(world, ADMINISTRATOR, orders.InstallTable(text, LARGEST_TRAY + 1))
    assert refusal.code == "amount-too-large"
    world.do(DEALER, orders.BuyIn("ann", "U", 100_00))
    assert {row.id.partition("/")[0] for row in store.meters()} == {"U"}
    with closing(open_store(database)) as again, closing(FloorService(again)) as restarted:
        assert set(restarted.views.tables) == {"U"}
    assert all(check.is_run or check.name in ("heads", "verifier") for check in audit_floor(store, AuditInput()))


@pytest.mark.parametrize("beyond", [-1, 0, 1])
def test_largest_tray_below_at_and_above(world: World, beyond: int) -> None:
    command = orders.InstallTable(FLUSH, LARGEST_TRAY + beyond)
    if beyond > 0:
        assert refused(world, ADMINISTRATOR, command).code == "amount-too-large"
        command = orders.InstallTable(FLUSH, LARGEST_TRAY)
    world.do(ADMINISTRATOR, command)
    assert "T" in world.service.views.tables


# --- Every order, refused -------------------------------------------------------------------------------------

HUGE = 10**14
REFUSED: dict[str, tuple[str, Command | FloorCommand, str]] = {
    "OpenProperty": ("system", orders.OpenProperty("Another"), ""),
    "AdoptJurisdiction": (ADMINISTRATOR, orders.AdoptJurisdiction("nv"), ""),
    "InstallTable": (ADMINISTRATOR, orders.InstallTable(FLUSH, HUGE), ""),
    "InstallTable twice": (ADMINISTRATOR, orders.InstallTable(UTH, 1), ""),
    "RemoveTable": (ADMINISTRATOR, orders.RemoveTable("none"), ""),
    "StartDay": (FLOORPERSON, orders.StartDay("2026-11-16"), ""),
    "EndDay": ("player:ann", orders.EndDay(), ""),
    "EndDay without a reason": (FLOORPERSON, orders.EndDay(" ", ("U is open.",)), ""),
    "TakeBackDay": (FLOORPERSON, orders.TakeBackDay("2026-11-16", "a slip", ("eve", "fay")), ""),
    "BuyIn": (DEALER, orders.BuyIn("ann", "U", HUGE), ""),
    "CashOut": (DEALER, orders.CashOut("nobody"), ""),
    "LoadAccount": (DEALER, orders.LoadAccount("U 1", HUGE), ""),
    "CloseAccount": (DEALER, orders.CloseAccount("nobody"), ""),
    "FillTray": (FLOORPERSON, orders.FillTray("U", HUGE), ""),
    "CreditTray": (FLOORPERSON, orders.CreditTray("U", HUGE), ""),
    "CountDrop": (FLOORPERSON, orders.CountDrop("U", HUGE), ""),
    "CutLink": (FLOORPERSON, orders.CutLink("none"), ""),
    "RestoreLink": (FLOORPERSON, orders.RestoreLink("none"), ""),
    "CorrectTransfer": (FLOORPERSON, orders.CorrectTransfer("floor:4/0", HUGE, "why", TWO_PEOPLE, True), ""),
    "AdjustMeter": (FLOORPERSON, orders.AdjustMeter("U/progressive-a", 10**15 + 1, "why", TWO_PEOPLE), ""),
    "AdjustMeter down": (FLOORPERSON, orders.AdjustMeter("U/progressive-a", -(10**15), "why", TWO_PEOPLE), ""),
    "AssignDealer": (FLOORPERSON, orders.AssignDealer("none", "bob"), ""),
    "ServeSeat": (FLOORPERSON, orders.ServeSeat("U", 5, "nobody"), ""),
    "AskClosing": (FLOORPERSON, orders.AskClosing("U", is_taken_back=True), ""),
    "AcknowledgeAlert": (FLOORPERSON, orders.AcknowledgeAlert("entry 1", " "), ""),
    "ChangePerson": (ADMINISTRATOR, orders.ChangePerson("dan", "added", "dealer", ("eve",)), ""),
    "ChangePerson otherwise": (ADMINISTRATOR, orders.ChangePerson("dan", "promoted", "dealer", ("eve", "fay")), ""),
    "InspectRound": ("auditor:ada", orders.InspectRound("none", 1), ""),
    "ExportLog": (DEALER, orders.ExportLog(1), ""),
    "PlaceWager": ("player:U 1", commands.PlaceWager(1, "ante", HUGE), "U"),
    "CloseBets": (DEALER, commands.CloseBets(), "U"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_order_changes_nothing(world: World, name: str) -> None:
    refused(world, *REFUSED[name])


def test_every_order_to_the_property_is_tried() -> None:
    kinds = {type(command) for _, command, _ in REFUSED.values() if isinstance(command, FloorCommand)}
    assert kinds == {*orders.AnyFloorCommand.__args__, orders.ChangePerson}


# --- Errors in the middle of an order -------------------------------------------------------------------------


class Accident(Exception):
    pass


def fails(*_: Any, **__: Any) -> Any:
    raise Accident("planted")


ACCIDENTS: dict[str, tuple[object, str]] = {
    "the handler": (service_module, "handle_property"),
    "the meters' transfers": (fold_module, "change_transfers"),
    "the encoding": (fold_module, "encode"),
    "the leaf": (fold_module, "leaf_hash"),
    "the table": (fold_module, "installed_table"),
    "the meters": (Meters, "after_each"),
    "a transfer's accounts": (Ledger, "_checked"),
    "a transfer's effect": (Ledger, "_effect"),
}


@pytest.mark.parametrize("name", ACCIDENTS)
def test_accident_changes_nothing(world: World, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    place, function = ACCIDENTS[name]
    with monkeypatch.context() as patch:
        patch.setattr(place, function, fails)
        refusal = refused(world, ADMINISTRATOR, orders.InstallTable(LINKED, 1_000_00))
    assert refusal.code == "order-failed"
    world.do(ADMINISTRATOR, orders.InstallTable(LINKED, 1_000_00))


def test_accident_at_a_later_transfer_takes_the_earlier_ones_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A buy-in has two legs; if the second fails, the first is undone."""
    move, moved = Ledger._checked, iter([False, True])

    def second(self: Ledger, transfer: Any) -> Any:
        return fails() if next(moved, False) else move(self, transfer)

    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "_checked", second)
        assert refused(world, DEALER, orders.BuyIn("ann", "U", 100_00)).code == "order-failed"


def test_orders_beside_a_refused_one_are_carried_out(world: World, store: Store) -> None:
    """A refused order leaves no trace in what the rest of its batch writes."""
    service: Any = world.service
    asked = [
        world.order(DEALER, orders.BuyIn("ann", "U", 100_00)),
        world.order(ADMINISTRATOR, orders.InstallTable(LINKED, LARGEST_TRAY + 1)),
        world.order(DEALER, orders.BuyIn("bob", "U", 100_00)),
    ]
    done = [service.submit(order) for order in asked]
    assert [type(one.exception()).__name__ for one in done] == ["NoneType", "LedgerRefused", "NoneType"]
    assert {row.id.partition("/")[0] for row in store.meters()} == {"U"}


# --- Names ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["lobby", "a/b", "..", " U", "a:b", "x" * 41, "x" * 5_000, "T\\u001b[31m", "T\\u0000"])
def test_unfit_table_name_is_refused(world: World, name: str) -> None:
    text = example("pa-678a", "NAME").replace("NAME", name)
    refusal = refused(world, ADMINISTRATOR, orders.InstallTable(text, 1_000_00))
    assert refusal.code == "unfit-name" and refusal.accepted
    assert "\x1b" not in refusal.sentence() and len(refusal.sentence()) < 500


def test_unfit_link_name_is_refused(world: World) -> None:
    assert refused(world, ADMINISTRATOR, orders.InstallTable(example("pa-653a", "V", link="a/b"), 1)).code

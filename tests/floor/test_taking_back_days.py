"""Two people may take back a gaming day that was begun or ended by mistake, if nothing has happened since."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from tablelaw.floor import orders
from tablelaw.floor.audit.reexecution import reexecute
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.log.gaming_days import gaming_days
from tablelaw.floor.orders import FloorCommand
from tablelaw.floor.recovery import recover
from tablelaw.floor.reports.day import day_report
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store
from tablelaw.table import commands
from tests.floor.databases import KINDS_FOR_LOGIC
from tests.floor.played import UTH, Hours, opened
from tests.floor.whole_property import dump_service
from tests.floor.world import World

DATABASES = KINDS_FOR_LOGIC

FIRST, SECOND = "2026-11-15", "2026-11-16"
TWO = ("eve", "fay")


def take_back(day: str, approvers: tuple[str, ...] = TWO, reason: str = "a slip") -> FloorCommand:
    return orders.TakeBackDay(day, reason, approvers)


@pytest.fixture
def world(store: Store) -> Iterator[World]:
    """A floor on its first day, before anything has happened."""
    with opened(store, day=FIRST) as made:
        yield made


def service_of(world: World) -> FloorService:
    assert isinstance(world.service, FloorService)
    return world.service


def days(world: World) -> list[tuple[str, bool]]:
    return [(day.day, bool(day.ended)) for day in gaming_days(service_of(world).store)]


def test_an_empty_day_is_taken_back_and_another_begun(world: World, store: Store) -> None:
    world.do(FLOORPERSON, take_back(FIRST))
    assert (service_of(world).views.day, days(world)) == ("", [])
    world.do(FLOORPERSON, orders.StartDay(FIRST))
    assert days(world) == [(FIRST, False)]
    assert reexecute(store).entries == store.head()
    assert recover(store)[0].day == FIRST


def test_a_day_ended_by_mistake_goes_on(world: World, store: Store) -> None:
    world.do(DEALER, orders.BuyIn("ann", UTH, 100_00))
    world.do(FLOORPERSON, orders.EndDay())
    world.do(FLOORPERSON, take_back(FIRST))
    assert days(world) == [(FIRST, False)]
    world.do(DEALER, orders.BuyIn("ann", UTH, 100_00))
    world.do(FLOORPERSON, orders.EndDay())
    assert days(world) == [(FIRST, True)]
    assert reexecute(store).entries == store.head()
    (found,) = [one for one in day_report(store).exceptions if one.kind == "day goes on"]
    assert (found.what, tuple(found.approvers)) == (f"{FIRST}: a slip", TWO)


def test_an_empty_day_that_was_ended_is_resumed_and_taken_back(world: World) -> None:
    """Together the two orders undo a day that should not have existed, so the day before it is the last again."""
    world.do(DEALER, orders.BuyIn("ann", UTH, 100_00))
    world.do(FLOORPERSON, orders.EndDay())
    world.do(FLOORPERSON, orders.StartDay(SECOND))
    world.do(FLOORPERSON, orders.EndDay())
    world.do(FLOORPERSON, take_back(SECOND))
    world.do(FLOORPERSON, take_back(SECOND))
    assert days(world) == [(FIRST, True)]
    world.do(FLOORPERSON, orders.StartDay(SECOND))
    assert days(world) == [(FIRST, True), (SECOND, False)]


def test_a_day_begun_too_early_gives_the_one_before_back(world: World) -> None:
    world.do(DEALER, orders.BuyIn("ann", UTH, 100_00))
    world.do(FLOORPERSON, orders.EndDay())
    world.do(FLOORPERSON, orders.StartDay(SECOND))
    world.do(FLOORPERSON, take_back(SECOND))
    world.do(FLOORPERSON, take_back(FIRST))
    assert days(world) == [(FIRST, False)]


HAPPENED: dict[str, Callable[[World], object]] = {
    "chips are bought": lambda world: world.do(DEALER, orders.BuyIn("ann", UTH, 100_00)),
    "decks arrive": lambda world: world.run(UTH),
    "a tray is filled": lambda world: world.do(FLOORPERSON, orders.FillTray(UTH, 100_00)),
}


@pytest.mark.parametrize("happened", HAPPENED)
@pytest.mark.parametrize("ended", [False, True])
def test_once_something_has_happened_the_day_stands(world: World, happened: str, ended: bool) -> None:
    if ended:
        world.do(FLOORPERSON, orders.EndDay())
        if happened == "chips are bought":
            world.do(FLOORPERSON, orders.CreditTray(UTH, 1_00))
    if not (ended and happened == "chips are bought"):
        HAPPENED[happened](world)
    before = dump_service(service_of(world))
    refused = world.attempt(FLOORPERSON, take_back(FIRST))
    assert refused is not None and refused.code == "day-stands" and refused.cite
    assert dump_service(service_of(world)) == before


LOOKS: dict[str, tuple[str, FloorCommand]] = {
    "an export": ("auditor:ada", orders.ExportLog(1)),
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_look_leaves_the_day_empty(world: World, look: str) -> None:
    world.do(*LOOKS[look])
    world.do(FLOORPERSON, take_back(FIRST))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (take_back("2026-11-14"), "day-stands"),
        (take_back("not a day"), "day-stands"),
        (take_back(FIRST, ("eve",)), "two-approvers"),
        (take_back(FIRST, ("eve", "eve")), "two-approvers"),
        (take_back(FIRST, reason=" "), "two-approvers"),
    ],
)
def test_refused(world: World, command: FloorCommand, code: str) -> None:
    before = dump_service(service_of(world))
    refused = world.attempt(FLOORPERSON, command)
    assert refused is not None and refused.code == code
    assert dump_service(service_of(world)) == before


@pytest.mark.parametrize("by", ["player:ann", "dealer:bob", "cashier:cal", "auditor:ada", "system"])
def test_others_may_not(world: World, by: str) -> None:
    refused = world.attempt(by, take_back(FIRST))
    assert refused is not None and refused.code == "wrong-role"


def test_a_snapshot_and_a_restart_forget_nothing(store: Store) -> None:
    with opened(store, day=FIRST, snapshot_every=3):
        pass
    clock = Hours()
    clock.time += 10_000
    with closing(FloorService(store, clock=clock)) as service:
        assert service.views.day_to_take_back == FIRST
        World(service, "later").do(FLOORPERSON, take_back(FIRST))
    assert reexecute(store).entries == store.head()


def test_a_round_is_no_day_to_take_back(world: World) -> None:
    world.do("player:ann", commands.TakeSeat(1), UTH)
    assert service_of(world).views.day_to_take_back == ""


APPROVED: dict[str, Callable[[tuple[str, ...]], FloorCommand]] = {
    "a day taken back": lambda approvers: orders.TakeBackDay(FIRST, "a slip", approvers),
    "a meter adjusted": lambda approvers: orders.AdjustMeter(f"{UTH}/progressive-a", 100, "a slip", approvers),
}


@pytest.mark.parametrize("order", APPROVED)
@pytest.mark.parametrize("unfit", ["player:ann", "dealer:bob", " player :ann", "system:x", ":x"])
def test_only_floorpersons_and_administrators_approve(world: World, order: str, unfit: str) -> None:
    for approvers in ((unfit, "fay"), ("eve", unfit)):
        before = dump_service(service_of(world))
        refusal = world.attempt(FLOORPERSON, APPROVED[order](approvers))
        assert refusal is not None and refusal.code == "two-approvers" and "may not approve" in str(refusal)
        assert dump_service(service_of(world)) == before


@pytest.mark.parametrize("fit", ["floor:eve", "administrator:eve", "eve"])
def test_an_approver_is_a_name_with_or_without_a_role_that_may(world: World, fit: str) -> None:
    world.do(FLOORPERSON, take_back(FIRST, (fit, "fay")))

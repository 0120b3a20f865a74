"""Refusals about gaming days and approvals fit the order that causes them, under every jurisdiction."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablelaw import jurisdictions
from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.orders import FloorCommand
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store
from tests.floor.databases import KINDS_FOR_LOGIC
from tests.floor.played import TRAY_CENTS, UTH, Hours
from tests.floor.world import ADMINISTRATOR, PROPERTY, World, example

DATABASES = KINDS_FOR_LOGIC

FIRST, SECOND, THIRD = "2026-11-15", "2026-11-16", "2026-11-17"
TODAY = FIRST
"""Today's date on these floors' clocks."""


@pytest.fixture(params=[law.id for law in jurisdictions.all_jurisdictions() if law.time_zone == "America/New_York"])
def world(request: pytest.FixtureRequest, store: Store) -> Iterator[World]:
    """A floor under each jurisdiction with the same time zone, without a gaming day."""
    service = FloorService(store, clock=Hours())
    world = World(service, "words")
    world.do("system", orders.OpenProperty(PROPERTY, "", request.param))
    world.do(ADMINISTRATOR, orders.InstallTable(example("pa-653a"), TRAY_CENTS))
    yield world
    service.close()


def refused(world: World, command: FloorCommand, by: str = FLOORPERSON) -> TablelawError:
    refusal = world.attempt(by, command)
    assert refusal is not None
    return refusal


def take_back(day: str) -> FloorCommand:
    return orders.TakeBackDay(day, "a slip", ("eve", "fay"))


def test_no_refusal_about_days_leaves_them_to_the_operator(world: World) -> None:
    """In Maryland the Commission determines the gaming day, not the operator."""
    found = [refused(world, orders.StartDay("2099-01-01")), refused(world, orders.StartDay("soon"))]
    found.append(refused(world, orders.EndDay()))
    world.do(FLOORPERSON, orders.StartDay(FIRST))
    found.append(refused(world, orders.StartDay(SECOND)))
    world.do(FLOORPERSON, orders.EndDay())
    found.append(refused(world, orders.StartDay(FIRST)))
    codes = ["far-day", "not-a-date", "no-gaming-day", "day-not-ended", "day-not-later"]
    assert [refusal.code for refusal in found] == codes
    assert not [refusal for refusal in found if "internal controls" in refusal.law]


def test_a_far_day_says_today_and_its_zone_and_accepts_only_later_days(world: World) -> None:
    far = refused(world, orders.StartDay("2099-01-01"))
    assert far.why == f"2099-01-01, but today is {TODAY} where the property is (America/New_York)"
    assert far.accepted == "2026-11-14, 2026-11-15 or 2026-11-16"
    world.do(FLOORPERSON, orders.StartDay("2026-11-14"))
    world.do(FLOORPERSON, orders.EndDay())
    assert refused(world, orders.StartDay("2099-01-01")).accepted == "2026-11-15 or 2026-11-16"
    world.do(FLOORPERSON, orders.StartDay(FIRST))
    world.do(FLOORPERSON, orders.EndDay())
    assert refused(world, orders.StartDay("2099-01-01")).accepted == SECOND
    world.do(FLOORPERSON, orders.StartDay(SECOND))
    world.do(FLOORPERSON, orders.EndDay())
    assert refused(world, orders.StartDay("2099-01-01")).accepted == f"a day after {SECOND}, once that date is near"


def test_a_day_that_stands_says_why(world: World) -> None:
    assert refused(world, take_back(FIRST)).why == "no gaming day has begun yet"
    world.do(FLOORPERSON, orders.StartDay(FIRST))
    other = refused(world, take_back(THIRD))
    assert other.why == f"{THIRD} is not the day under way, {FIRST}"
    assert other.accepted == f"{FIRST}, the only day that may be taken back"
    world.do(DEALER, orders.BuyIn("ann", UTH, 100_00))
    played = refused(world, take_back(FIRST))
    assert played.why == f"something has happened in {FIRST}"
    assert played.accepted == "nothing: a day in which something has happened cannot be taken back"
    world.do(FLOORPERSON, orders.EndDay())
    world.do(FLOORPERSON, orders.FillTray(UTH, 100))
    assert refused(world, take_back(FIRST)).why == f"something has happened since {FIRST} ended"
    assert refused(world, take_back(THIRD)).why == f"{THIRD} is not the last day, {FIRST}"
    world.do(FLOORPERSON, orders.StartDay(SECOND))
    assert refused(world, take_back(FIRST)).why == f"{SECOND} has begun since {FIRST} ended"


TWO_PERSONS: dict[str, FloorCommand] = {
    "a transfer": orders.CorrectTransfer("floor:2/0", 1, "a slip", ("eve",)),
    "a meter": orders.AdjustMeter(f"{UTH}/progressive", 1, "a slip", ("eve",)),
    "a day": orders.TakeBackDay(FIRST, "a slip", ("eve",)),
}


@pytest.mark.parametrize("what", TWO_PERSONS)
def test_two_approvers_are_asked_for_in_words_that_fit_every_order(world: World, what: str) -> None:
    refusal = refused(world, TWO_PERSONS[what])
    assert refusal.sentence() == (
        "the order needs a reason and two approvers; approved by eve; "
        "accepted: a reason, and two different people; the person who gives the order may be one of them"
    )
    assert refusal.cite


@pytest.mark.parametrize("spelling", ["Eve", " eve ", "floor:eve"])
def test_one_person_under_two_spellings_does_not_take_a_day_back(world: World, spelling: str) -> None:
    """The verifier would object to such an entry, so it must not be written."""
    world.do(FLOORPERSON, orders.StartDay(FIRST))
    assert refused(world, orders.TakeBackDay(FIRST, "a slip", ("eve", spelling))).code == "two-approvers"
    assert refused(world, orders.TakeBackDay(FIRST, "", ("eve", "fay"))).why == "no reason is given"

"""Whose law a property cites: the table's for what concerns one table, its own for the rest, none told as before."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from houserules import jurisdictions, rulebooks
from houserules.floor import orders
from houserules.floor.attendant import DEALER, FLOORPERSON
from houserules.floor.entry import Entry
from houserules.floor.governing import governing
from houserules.floor.happenings import PropertyOpened
from houserules.floor.orders import FloorCommand
from houserules.floor.past import Past
from houserules.floor.recovery import recover
from houserules.floor.refusals import FloorRefused
from houserules.floor.retracing import retrace
from houserules.floor.service import FloorService
from houserules.floor.snapshots import restored, snapshot_order
from houserules.floor.store import Store
from houserules.jurisdictions.model import Matter
from houserules.submission.template import new_submission
from tests.floor.world import ADMINISTRATOR, PROPERTY, World

BOOKS = {"pa": "pa-653a", "md": "md-thb", "ma": "ma-colorado"}
"""A rulebook of each jurisdiction; its table is named after it."""
OF_TABLES: dict[Matter, Any] = {
    Matter.CHIPS_BOUGHT: lambda table: (DEALER, orders.BuyIn("ann", table, 100_00)),
    Matter.FILLS: lambda table: (FLOORPERSON, orders.FillTray(table, 5_00)),
    Matter.CREDITS: lambda table: (FLOORPERSON, orders.CreditTray(table, 5_00)),
    Matter.DROP: lambda table: (FLOORPERSON, orders.CountDrop(table, 100_00)),
    Matter.DEALERS: lambda table: (FLOORPERSON, orders.AssignDealer(table, "bob")),
}
OF_THE_PROPERTY: dict[Matter, tuple[str, FloorCommand]] = {
    Matter.ACCOUNTS_LOADED: (DEALER, orders.LoadAccount("ann", 5_00)),
    Matter.ACCOUNTS_CLOSED: (DEALER, orders.CloseAccount("ann")),
    Matter.CHIPS_CASHED: (FLOORPERSON, orders.CashOut("ann")),
    Matter.EXPORTS: ("auditor:ada", orders.ExportLog(1)),
    Matter.GAMING_DAY: (FLOORPERSON, orders.EndDay()),
}


class Place(World):
    """A property on a floor of its own."""

    service: FloorService


def opened(store: Store, jurisdiction: str = "", time_zone: str = "") -> Place:
    """A property with a table of each jurisdiction."""
    world = Place(FloorService(store), "law")
    world.do("system", orders.OpenProperty(PROPERTY, "", jurisdiction or msgspec.UNSET, time_zone or msgspec.UNSET))
    for table, book in BOOKS.items():
        text = new_submission(rulebooks.get(book), casino=PROPERTY, table=table)
        world.do(ADMINISTRATOR, orders.InstallTable(text, 100_000_00))
    world.do(FLOORPERSON, orders.StartDay(world.date()))
    return world


def cites(entry: Entry) -> set[str]:
    return {part.cite for part in (*entry.events, *entry.transfers)}


@pytest.mark.parametrize("told", ["", *jurisdictions.IDS])
def test_each_matter_cites_the_table_or_the_property(store: Store, told: str) -> None:
    world = opened(store, told)
    for table in BOOKS:
        law = jurisdictions.get(table if told else jurisdictions.FORMAT_1)
        for matter, order in OF_TABLES.items():
            assert cites(world.do(*order(table)).entry) == {law.cite(matter)}, (table, matter)
    law = jurisdictions.get(told or jurisdictions.FORMAT_1)
    for matter, (by, command) in OF_THE_PROPERTY.items():
        assert cites(world.do(by, command).entry) == {law.cite(matter)}, matter
    world.service.close()
    assert retrace(store).entries == store.head()


def test_the_bytes_of_a_property_without_jurisdiction_are_those_of_the_first_logs(store: Store) -> None:
    world = Place(FloorService(store), "law")
    entry = world.do("system", orders.OpenProperty(PROPERTY)).entry
    assert entry.command == msgspec.Raw(f'{{"type":"OpenProperty","name":"{PROPERTY}","public_key":""}}'.encode())
    event = msgspec.json.encode(entry.events[0]).decode()
    assert event == f'{{"type":"PropertyOpened","name":"{PROPERTY}","public_key":"","cite":"601a.2"}}'
    assert msgspec.json.decode(event, type=PropertyOpened) == entry.events[0]
    body = snapshot_order(world.service._floor)[1]
    assert not {"jurisdiction", "time_zone"} & set(msgspec.msgpack.decode(body))
    world.service.close()


@pytest.mark.parametrize("told", jurisdictions.IDS)
def test_a_snapshot_and_a_new_start_keep_jurisdiction_and_zone(store: Store, told: str) -> None:
    world = opened(store, told, "America/Chicago")
    floor = world.service._floor
    kept = restored(snapshot_order(floor)[1], Past(store))
    world.service.close()
    for found in (kept, recover(store)[0]):
        assert (found.jurisdiction, found.time_zone) == (told, "America/Chicago")
        assert governing(found, Matter.LINKS) == jurisdictions.get(told).cite(Matter.LINKS)


# --- Adopting one ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("zone", ["", "America/Chicago"])
def test_a_property_of_the_first_logs_adopts_a_jurisdiction(store: Store, zone: str) -> None:
    world = opened(store)
    before = world.do(*OF_TABLES[Matter.CHIPS_BOUGHT]("md")).entry
    adopted = world.do(FLOORPERSON, orders.AdoptJurisdiction("md", zone)).entry
    after = world.do(*OF_TABLES[Matter.CHIPS_BOUGHT]("md")).entry
    assert cites(before) == {"465a.2"} and cites(after) == {"COMAR 36.05.03.06C"}
    assert cites(adopted) == {jurisdictions.get("md").cite(Matter.PROPERTY_LOG)}
    views = world.service.views
    assert (views.jurisdiction, views.time_zone) == ("md", zone or "America/New_York")
    world.service.close()
    assert retrace(store).entries == store.head()


def refused(world: Place, by: str, command: FloorCommand) -> FloorRefused:
    refusal, head = world.attempt(by, command), world.service.store.head()
    assert isinstance(refusal, FloorRefused) and refusal.law and refusal.accepted
    assert world.service.store.head() == head
    return refusal


def test_what_cannot_be_adopted_is_refused_by_name(store: Store) -> None:
    world = opened(store)
    for name in ("", "nv", "PA", "format-1"):
        refusal = refused(world, ADMINISTRATOR, orders.AdoptJurisdiction(name))
        assert (refusal.code, refusal.accepted) == ("no-such-jurisdiction", jurisdictions.accepted_ids())
    for zone in ("America/Baltimore", "new york", " "):
        assert refused(world, ADMINISTRATOR, orders.AdoptJurisdiction("md", zone)).code == "no-such-time-zone"
    assert refused(world, DEALER, orders.AdoptJurisdiction("md")).code == "wrong-role"
    world.do(ADMINISTRATOR, orders.AdoptJurisdiction("md"))
    for name in ("md", "pa"):
        assert refused(world, ADMINISTRATOR, orders.AdoptJurisdiction(name)).code == "jurisdiction-known"
    world.service.close()


@pytest.mark.parametrize(
    ("jurisdiction", "zone", "code"),
    [("nv", "", "no-such-jurisdiction"), ("", "UTC", "no-such-jurisdiction"), ("md", "EST5", "no-such-time-zone")],
)
def test_a_property_is_not_opened_under_a_law_nobody_knows(
    store: Store, jurisdiction: str, zone: str, code: str
) -> None:
    world = Place(FloorService(store), "law")
    assert refused(world, "system", orders.OpenProperty(PROPERTY, "", jurisdiction, zone)).code == code
    world.service.close()

"""Which law a property cites: a table's own law for matters of that table, otherwise the property's. A property that
names no law cites what the first logs cited.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tablelaw_verifier as verifier
from tablelaw import jurisdictions, rulebooks
from tablelaw.floor import orders, service
from tablelaw.floor.audit.log_audit import sign_log
from tablelaw.floor.audit.reexecution import reexecute
from tablelaw.floor.events import JurisdictionAdopted, PropertyOpened
from tablelaw.floor.handlers.jurisdiction import what_adopting_changes
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.log.export import export_log
from tablelaw.floor.log.transfer_lookup import PastTransfers
from tablelaw.floor.orders import FloorCommand
from tablelaw.floor.recovery import recover
from tablelaw.floor.refusals import FloorRefused
from tablelaw.floor.reports.day import day_report
from tablelaw.floor.rules.governing import governing
from tablelaw.floor.service import FloorService
from tablelaw.floor.snapshots import restored, snapshot_order
from tablelaw.floor.store.api import Store
from tablelaw.jurisdictions.model import Matter
from tablelaw.submission.template import new_submission
from tests.floor.databases import KINDS_FOR_LOGIC
from tests.floor.played import KEY
from tests.floor.world import ADMINISTRATOR, PROPERTY, World

DATABASES = KINDS_FOR_LOGIC

BOOKS = {"pa": "pa-653a", "md": "md-thb", "ma": "ma-colorado"}
"""A rulebook for each jurisdiction that uses dollars; the table is named after the jurisdiction."""
IN_EUROS = {"fr": "fr-ultimate"}
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
    """A property on its own floor."""

    service: FloorService


def opened(store: Store, jurisdiction: str = "", time_zone: str = "") -> Place:
    """A property with a table for each jurisdiction that uses its currency."""
    world = Place(FloorService(store), "law")
    world.do(
        "system", orders.OpenProperty(PROPERTY, KEY.public, jurisdiction or msgspec.UNSET, time_zone or msgspec.UNSET)
    )
    for table, book in books_at(jurisdiction).items():
        text = new_submission(rulebooks.get(book), casino=PROPERTY, table=table)
        world.do(ADMINISTRATOR, orders.InstallTable(text, 100_000_00))
    world.do(FLOORPERSON, orders.StartDay(world.date()))
    return world


def books_at(jurisdiction: str) -> dict[str, str]:
    return IN_EUROS if jurisdiction in IN_EUROS else BOOKS


def differences(store: Store, export: Path) -> list[verifier.Different]:
    """The differences the stand-alone verifier finds in the whole log."""
    sign_log(store, KEY, 2_000_000_000)
    export_log(store, export)
    return verifier.verify(export).differences


def cites(entry: Entry) -> set[str]:
    return {part.cite for part in (*entry.events, *entry.transfers)}


@pytest.mark.parametrize("told", ["", *jurisdictions.IDS])
def test_each_matter_cites_the_table_or_the_property(store: Store, told: str) -> None:
    world = opened(store, told)
    for table in books_at(told):
        law = jurisdictions.get(table if told else jurisdictions.FORMAT_1)
        for matter, order in OF_TABLES.items():
            assert cites(world.do(*order(table)).entry) == {law.cite(matter)}, (table, matter)
    law = jurisdictions.get(told or jurisdictions.FORMAT_1)
    for matter, (by, command) in OF_THE_PROPERTY.items():
        assert cites(world.do(by, command).entry) == {law.cite(matter)}, matter
    world.service.close()
    assert reexecute(store).entries == store.head()


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
    kept = restored(snapshot_order(floor)[1], PastTransfers(store))
    world.service.close()
    for found in (kept, recover(store)[0]):
        assert (found.jurisdiction, found.time_zone) == (told, "America/Chicago")
        assert governing(found, Matter.LINKS) == jurisdictions.get(told).cite(Matter.LINKS)


# --- Adopting a jurisdiction -------------------------------------------------------------------------------------

TWO = ("eve", "fay")


def adopting(jurisdiction: str, zone: str = "", reason: str = "our licence", by: tuple[str, ...] = TWO) -> FloorCommand:
    return orders.AdoptJurisdiction(jurisdiction, zone, reason, by)


@pytest.mark.parametrize(
    ("reason", "approvers"),
    [("", TWO), (" ", TWO), ("licence", ()), ("licence", ("eve",)), ("licence", ("eve", "Eve ")), ("x", ("", "eve"))],
)
def test_a_jurisdiction_is_not_adopted_by_one_person(store: Store, reason: str, approvers: tuple[str, ...]) -> None:
    world = opened(store)
    refusal = refused(world, FLOORPERSON, adopting("md", "", reason, approvers))
    assert refusal.code == "two-approvers" and "correction" not in refusal.sentence()
    assert refusal.cite == jurisdictions.get("md").cite(Matter.PROPERTY_LOG)
    assert not world.service.views.jurisdiction
    world.service.close()


def test_the_entry_and_the_day_report_name_both_persons(store: Store, tmp_path: Path) -> None:
    world = opened(store)
    (event,) = world.do(FLOORPERSON, adopting("md")).entry.events
    assert isinstance(event, JurisdictionAdopted)
    assert (event.reason, event.approvers) == ("our licence", TWO)
    (found,) = [one for one in day_report(store).exceptions if one.kind == "jurisdiction adopted"]
    assert (found.what, found.approvers) == ("Maryland, time zone America/New_York: our licence", TWO)
    world.service.close()
    assert not differences(store, tmp_path / "log.jsonl")
    text = (tmp_path / "log.jsonl").read_text("utf-8")
    assert text.count('"approvers":["eve","fay"]') == 2, "of the order and of what happened"


def test_an_adoption_by_one_person_in_an_earlier_log_is_read_and_carried_out_again(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = opened(store)
    with monkeypatch.context() as earlier:
        earlier.setattr(service, "require_approved_adoption", lambda happened: None)
        kept = store.entry(world.do(FLOORPERSON, orders.AdoptJurisdiction("md", "")).entry.seq)
    assert kept is not None and b"approvers" not in kept.body and b"reason" not in kept.body
    world.service.close()
    assert recover(store)[0].jurisdiction == "md"
    assert reexecute(store).entries == store.head()
    assert not differences(store, tmp_path / "log.jsonl")


@pytest.mark.parametrize("approvers", [("eve",), ("eve", "Eve")])
def test_the_verifier_finds_an_adoption_approved_by_one(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, approvers: tuple[str, ...]
) -> None:
    world = opened(store)
    monkeypatch.setattr(service, "require_approved_adoption", lambda happened: None)
    world.do(FLOORPERSON, adopting("md", by=approvers))
    world.service.close()
    (found,) = differences(store, tmp_path / "log.jsonl")
    assert found.what == "an adopted jurisdiction"


def test_what_adopting_changes_is_reported_with_the_tables_of_other_jurisdictions(store: Store) -> None:
    world = opened(store)
    told = what_adopting_changes(world.service.views, "md", "America/Chicago")
    assert "under the law of Maryland" in told[0] and "America/Chicago" in told[1]
    assert [line for line in told if line.startswith("Warning: ")] == [
        f"Warning: {table} is played under {book}, a rulebook of {state}, and its own entries will cite that law."
        for table, book, state in (("pa", "pa-653a", "Pennsylvania"), ("ma", "ma-colorado", "Massachusetts"))
    ]
    assert told[-1].startswith("It cannot be undone")
    world.service.close()


@pytest.mark.parametrize("zone", ["", "America/Chicago"])
def test_a_property_of_the_first_logs_adopts_a_jurisdiction(store: Store, zone: str) -> None:
    world = opened(store)
    before = world.do(*OF_TABLES[Matter.CHIPS_BOUGHT]("md")).entry
    adopted = world.do(FLOORPERSON, adopting("md", zone)).entry
    after = world.do(*OF_TABLES[Matter.CHIPS_BOUGHT]("md")).entry
    assert cites(before) == {"465a.2"} and cites(after) == {"COMAR 36.05.03.06C"}
    assert cites(adopted) == {jurisdictions.get("md").cite(Matter.PROPERTY_LOG)}
    views = world.service.views
    assert (views.jurisdiction, views.time_zone) == ("md", zone or "America/New_York")
    world.service.close()
    assert reexecute(store).entries == store.head()


def refused(world: Place, by: str, command: FloorCommand) -> FloorRefused:
    refusal, head = world.attempt(by, command), world.service.store.head()
    assert isinstance(refusal, FloorRefused) and refusal.law and refusal.accepted
    assert world.service.store.head() == head
    return refusal


def test_what_cannot_be_adopted_is_refused_by_name(store: Store) -> None:
    world = opened(store)
    for name in ("", "nv", "PA", "format-1"):
        refusal = refused(world, ADMINISTRATOR, adopting(name))
        assert (refusal.code, refusal.accepted) == ("no-such-jurisdiction", jurisdictions.accepted_ids())
    for zone in ("America/Baltimore", "new york", " "):
        assert refused(world, ADMINISTRATOR, adopting("md", zone)).code == "no-such-time-zone"
    assert refused(world, DEALER, adopting("md")).code == "wrong-role"
    world.do(ADMINISTRATOR, adopting("md"))
    for name in ("md", "pa"):
        assert refused(world, ADMINISTRATOR, adopting(name)).code == "jurisdiction-known"
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


# --- Currencies --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("told", "book"), [("pa", "fr-ultimate"), ("", "fr-ultimate"), ("fr", "pa-653a")])
def test_a_table_of_another_currency_is_refused_and_changes_nothing(store: Store, told: str, book: str) -> None:
    world = opened(store, told)
    before = world.service.views.seq
    text = new_submission(rulebooks.get(book), casino=PROPERTY, table="T-9")
    refusal = world.attempt(ADMINISTRATOR, orders.InstallTable(text, 100_000_00))
    assert refusal is not None and refusal.code == "another-currency"
    own, other = ("EUR", "USD") if told == "fr" else ("USD", "EUR")
    assert refusal.why == f"{book} is played in {other}, and the property keeps its money in {own}"
    assert refusal.accepted == f"a table in {own}, or a property in {other}"
    state = jurisdictions.find_named(rulebooks.get(book).jurisdiction)
    assert state is not None and refusal.law == state.cite(Matter.RULES_SUBMISSIONS)
    assert world.service.views.seq == before and "T-9" not in world.service.views.tables
    world.service.close()


def test_a_property_with_tables_in_dollars_does_not_adopt_a_law_in_euros(store: Store) -> None:
    world = opened(store)
    before = world.service.views.seq
    refusal = world.attempt(ADMINISTRATOR, adopting("fr"))
    assert refusal is not None and refusal.code == "another-currency"
    assert world.service.views.seq == before and not world.service.views.jurisdiction
    world.do(ADMINISTRATOR, adopting("md"))
    world.service.close()


@pytest.mark.parametrize("told", ["pa", "fr"])
def test_house_rules_go_with_any_currency_unless_they_name_one(store: Store, told: str, tmp_path: Path) -> None:
    world = opened(store, told)
    folder = Path(__file__).parents[2] / "examples" / "rulebooks" / "casino-holdem"
    for named, is_accepted in (("", True), ("EUR", told == "fr"), ("USD", told == "pa")):
        place = tmp_path / f"house-{named or 'any'}"
        shutil.copytree(folder, place)
        told_file = (place / "rulebook.toml").read_text("utf-8")
        book_id = f"house-{(named or 'any').lower()}-{told}"
        changed = told_file.replace(
            'id = "casino-holdem"', f'id = "{book_id}"' + (f'\ncurrency = "{named}"' if named else "")
        )
        (place / "rulebook.toml").write_text(changed, "utf-8")
        (place / "scenarios.toml").unlink()
        text = new_submission(rulebooks.load(place), casino=PROPERTY, table=book_id.upper())
        refusal = world.attempt(ADMINISTRATOR, orders.InstallTable(text, 100_000_00))
        assert (refusal is None) == is_accepted, (named, refusal)
        assert refusal is None or refusal.code == "another-currency"
    world.service.close()

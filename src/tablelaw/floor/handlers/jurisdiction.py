"""Opening a property under a jurisdiction, or adopting one later if the log does not name one."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tablelaw import jurisdictions
from tablelaw.floor import events as property_events
from tablelaw.floor import orders
from tablelaw.floor.handlers.installation import require_same_currency
from tablelaw.floor.handlers.registry import Answer, OrderContext, handles, require_two_approvers
from tablelaw.floor.property import Property
from tablelaw.floor.read_model import Views
from tablelaw.floor.refusals import FloorRefused
from tablelaw.jurisdictions.model import Jurisdiction, Matter
from tablelaw.jurisdictions.time_zones import TIME_ZONES_ACCEPTED, is_time_zone


@handles(orders.OpenProperty)
def open_property(context: OrderContext, command: orders.OpenProperty) -> Answer:
    """Writes the log's first entry. A property without a jurisdiction cites what the first logs cited."""
    if context.floor.name:
        raise FloorRefused("property-open", why=context.floor.name, accepted="a separate log for each property")
    told, zone = _set(command.jurisdiction), _set(command.time_zone)
    zone = known_time_zone(told, zone) if told or zone else ""
    cite = jurisdictions.get(told or jurisdictions.FORMAT_1).cite(Matter.PROPERTY_LOG)
    return property_events.PropertyOpened(command.name, command.public_key, told, zone, cite=cite), (), ()


@handles(orders.AdoptJurisdiction)
def adopt(context: OrderContext, command: orders.AdoptJurisdiction) -> Answer:
    """Puts the property under its own law from the next entry on. Existing entries are unchanged."""
    if context.floor.jurisdiction:
        accepted = f"none: the property stays under {context.floor.jurisdiction}"
        raise FloorRefused("jurisdiction-known", why=command.jurisdiction, accepted=accepted)
    zone = known_time_zone(command.jurisdiction, command.time_zone)
    law = jurisdictions.get(command.jurisdiction)
    for table in context.floor.tables.values():
        require_same_currency(law, table)
    cite = law.cite(Matter.PROPERTY_LOG)
    approved = command.reason, command.approvers
    return property_events.JurisdictionAdopted(command.jurisdiction, zone, *approved, cite=cite), (), ()


def require_approved_adoption(happened: Iterable[object]) -> None:
    """Requires two approvers for an adoption. Only new orders are checked, since earlier logs name only the giver."""
    for event in happened:
        if isinstance(event, property_events.JurisdictionAdopted):
            require_two_approvers(event.reason, event.approvers, event.cite)


def what_adopting_changes(floor: Property | Views, jurisdiction: str, time_zone: str = "") -> list[str]:
    """Describes what adopting a jurisdiction changes, one sentence per change, for the person about to do it."""
    zone, law = known_time_zone(jurisdiction, time_zone), jurisdictions.get(jurisdiction)
    return [
        f"{floor.name} comes under the law of {law.name} ({law.regulator}).",
        f"Gaming days, reports and pages follow the clock of {zone}; until now they have followed UTC.",
        "Entries from then on cite that law. Those already written stay as they are.",
        *(f"Warning: {warned}" for warned in tables_elsewhere(floor, law)),
        "It cannot be undone: a jurisdiction, once named, is never changed.",
    ]


def tables_elsewhere(floor: Property | Views, law: Jurisdiction) -> list[str]:
    """Names the tables whose rulebook belongs to another jurisdiction, one sentence per table."""
    books = {name: table.engine.submission.book for name, table in floor.tables.items()}
    return [
        f"{name} is played under {book.id}, a rulebook of {book.jurisdiction}, and its own entries will cite that law."
        for name, book in books.items()
        if book.jurisdiction != law.name
    ]


def _set(value: str | msgspec.UnsetType) -> str:
    return "" if value is msgspec.UNSET else value


def known_time_zone(jurisdiction: str, time_zone: str) -> str:
    """Returns the given time zone, or the jurisdiction's if none is given; refuses an unknown jurisdiction or zone."""
    if jurisdiction not in jurisdictions.IDS:
        accepted = jurisdictions.accepted_ids()
        raise FloorRefused("no-such-jurisdiction", where="jurisdiction", why=repr(jurisdiction), accepted=accepted)
    zone = time_zone or jurisdictions.get(jurisdiction).time_zone
    if not is_time_zone(zone):
        raise FloorRefused("no-such-time-zone", where="time_zone", why=repr(zone), accepted=TIME_ZONES_ACCEPTED)
    return zone

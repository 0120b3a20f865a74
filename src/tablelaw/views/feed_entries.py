"""Entries of the log as an event feed sends them to a device: what anyone standing at the table could have seen.

A card is named only if, according to the entry, it lay face up before the dealer or on the board. A player's cards are
never named, nor is anything that a view does not show: cuts, counts, reserves, discards, who gave an order. Every field
of every event is listed here, as shown or as withheld; a test finds one that is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from tablelaw.cards import Card
from tablelaw.floor import events as property_events
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.property import FLOOR, stream_of
from tablelaw.floor.read_model import Views
from tablelaw.persons import DeviceKind
from tablelaw.table import events
from tablelaw.table.registry import tag_of
from tablelaw.views.messages import HIDDEN, ShownOutcome, Wire, WireMeter
from tablelaw.views.table_view import meters_of

FACE_UP_PLACES = frozenset({"dealer", "community"})
"""Where a card dealt face up is seen by everyone."""
NOT_SHOWN_YET = frozenset({"staked", "withdrawn", "paid"})
"""Changes of a meter that leave the amount on display as it is."""


class WireDealt(Wire, frozen=True):
    """A card that was dealt: where it went, and which card it is if it lies face up for everyone; otherwise "??"."""

    place: str
    card: str


class WireSettled(Wire, frozen=True):
    """One settled wager; sums in cents. The stake is `returned` plus `kept`; `paid` comes on top."""

    wager: str
    stake: int
    outcome: ShownOutcome
    odds: str
    paid: int
    returned: int
    kept: int
    cite: str


class WireEvent(Wire, frozen=True, omit_defaults=True):
    """What happened. `type` is its name in the log; the other fields are there if they belong to it."""

    type: str
    cite: str = ""
    table: str = ""
    """The table that was installed or removed."""
    seat: int = 0
    player: str = ""
    wager: str = ""
    cents: int = 0
    stage: str = ""
    action: str = ""
    number: int = 0
    """The number of the round."""
    seats: tuple[int, ...] = ()
    dealt: tuple[WireDealt, ...] = ()
    cards: tuple[str, ...] = ()
    positions: tuple[int, ...] = ()
    lines: tuple[WireSettled, ...] = ()
    done: bool = False
    status: str = ""
    how: str = ""
    backs: tuple[str, ...] = ()
    device: str = ""
    dealing: str = ""
    irregularity: str = ""
    voids: bool = False
    right: bool | None = None
    """Whether the count of the stub was right."""
    link: str = ""
    day: str = ""


class WireEntry(Wire, frozen=True):
    """An entry of the log. `meters` are the meters it changed, with what they show when this is sent."""

    seq: int
    at: int
    table: str
    """Empty if the entry is about the property."""
    round: int
    events: tuple[WireEvent, ...]
    meters: tuple[WireMeter, ...]


class WireStart(Wire, frozen=True):
    """The beginning of a feed that was opened without a number: the last entry so far, and what each meter shows."""

    seq: int
    tables: tuple[str, ...]
    meters: tuple[WireMeter, ...]


class Scope(msgspec.Struct, frozen=True):
    """What a device may be shown depends on its kind and on `includes`: whether a table is among its tables."""

    kind: DeviceKind
    includes: Callable[[str], bool]


def start_of_feed(views: Views, scope: Scope) -> WireStart:
    tables = tuple(sorted(filter(scope.includes, views.tables)))
    return WireStart(seq=views.seq, tables=tables, meters=tuple(_meters(views, scope).values()))


def feed_entry(entry: Entry, views: Views, scope: Scope) -> WireEntry | None:
    """An entry in the form that is sent to a device; None if it is not sent."""
    table = "" if entry.stream == FLOOR else entry.stream.removeprefix(stream_of(""))
    if table and not scope.includes(table):
        return _meters_alone(entry, views, scope)
    told = tuple(_told_events(entry, views, scope))
    meters = tuple(_changed_meters(entry, views, scope))
    if not told and not meters:
        return None
    return WireEntry(seq=entry.seq, at=entry.at, table=table, round=entry.round, events=told, meters=meters)


def _meters_alone(entry: Entry, views: Views, scope: Scope) -> WireEntry | None:
    """The linked meters that were changed at a table other than the device's; nothing else about that table is sent."""
    meters = tuple(_changed_meters(entry, views, scope))
    return WireEntry(seq=entry.seq, at=entry.at, table="", round=0, events=(), meters=meters) if meters else None


# --- Meters ----------------------------------------------------------------------------------------------------------


def _meters(views: Views, scope: Scope) -> dict[str, WireMeter]:
    """The meters of the device's tables, as the tables show them now. Shoes and shufflers are sent none."""
    if scope.kind in ("shoe", "shuffler"):
        return {}
    shown = {name: meter.units for name, meter in views.meters.items()}
    tables = [table for name, table in sorted(views.tables.items()) if scope.includes(name)]
    known = [table for table in tables if shown.keys() >= set(table.meters.values())]  # one may be installed meanwhile
    return {meter.id: meter for table in known for meter in meters_of(table, shown, views.links_down)}


def _changed_meters(entry: Entry, views: Views, scope: Scope) -> Iterator[WireMeter]:
    links = {event.link for event in entry.events if isinstance(event, LINKS)}
    changed = {change.meter for change in entry.meters if change.kind not in NOT_SHOWN_YET}
    if not changed and not links:
        return
    for name, meter in _meters(views, scope).items():
        state = views.meters.get(name)
        if name in changed or (state is not None and state.link in links):
            yield meter


LINKS = (property_events.LinkCut, property_events.LinkRestored)


# --- Events ----------------------------------------------------------------------------------------------------------


def _told_events(entry: Entry, views: Views, scope: Scope) -> Iterator[WireEvent]:
    if scope.kind == "display":
        return
    for event in entry.events:
        if isinstance(event, events.Event) or _is_told(event, views, scope):
            yield told_event(event)


def _is_told(event: property_events.PropertyEvent, views: Views, scope: Scope) -> bool:
    """Whether an event of the property is sent to a device: those of its tables and, for a management system, those of
    the day and of the links of its meters.
    """
    if isinstance(event, TABLES):
        return scope.includes(event.table)
    if scope.kind != "management":
        return False
    if isinstance(event, LINKS):
        own = _meters(views, scope)
        return any(meter.link == event.link for name, meter in views.meters.items() if name in own)
    return isinstance(event, DAYS)


def told_event(event: events.Event | property_events.PropertyEvent) -> WireEvent:
    """An event with the fields that are shown to everyone."""
    kind = type(event)
    shown = {name: getattr(event, name) for name in SHOWN[kind]}
    if (made := MADE.get(kind)) is not None:
        shown |= made(event)
    return WireEvent(type=tag_of(kind), cite=event.cite, **shown)


def _dealt(event: events.Dealt) -> dict[str, Any]:
    rows = tuple(WireDealt(place=place, card=_seen(place, card, face)) for place, card, face in event.cards)
    return {"dealt": rows}


def _taken_back(event: events.CardTakenBack) -> dict[str, Any]:
    return {"dealt": (WireDealt(place=event.place, card=HIDDEN),)}


def _seen(place: str, card: Card, face: str) -> str:
    return str(card) if face == "up" and place in FACE_UP_PLACES else HIDDEN


def _cards(event: events.Revealed | events.DealerTurnedUp | events.BonusDrawn) -> dict[str, Any]:
    return {"cards": tuple(map(str, event.cards))}


def _settled(event: events.Settled) -> dict[str, Any]:
    return {"lines": tuple(settled_lines(event.lines))}


def settled_lines(lines: Sequence[events.Line]) -> Iterator[WireSettled]:
    for line in lines:
        yield WireSettled(
            wager=line.wager,
            stake=line.stake,
            outcome=line.outcome,
            odds=line.odds,
            paid=line.paid,
            returned=line.returned,
            kept=line.kept,
            cite=line.cite,
        )


TABLES = (property_events.TableInstalled, property_events.TableRemoved)
DAYS = (
    property_events.DayStarted,
    property_events.DayEnded,
    property_events.DayTakenBack,
    property_events.DayResumed,
)
MADE: dict[type, Callable[[Any], dict[str, Any]]] = {
    events.Dealt: _dealt,
    events.CardTakenBack: _taken_back,
    events.Revealed: _cards,
    events.DealerTurnedUp: _cards,
    events.BonusDrawn: _cards,
    events.Settled: _settled,
}
"""How fields that may name a card, or that need a different form, are sent."""
SHOWN: dict[type, tuple[str, ...]] = {
    events.DecksReceived: ("backs",),
    events.DecksReadied: ("status",),
    events.Shuffled: ("how", "status"),
    events.DeckCut: (),
    events.RecutOrdered: (),
    events.DeviceMarked: ("device", "how"),
    events.MethodChanged: ("dealing",),
    events.TableClosed: (),
    events.SeatTaken: ("seat", "player"),
    events.SeatLeft: ("seat",),
    events.WagerPlaced: ("seat", "wager", "cents"),
    events.WagerWithdrawn: ("seat", "wager"),
    events.BetsClosed: ("number", "seats"),
    events.ChipsCounted: (),
    events.Dealt: (),
    events.CardTakenBack: (),
    events.Revealed: (),
    events.Decided: ("seat", "stage", "action", "wager", "cents"),
    events.DealerTurnedUp: (),
    events.MetersRead: (),
    events.BonusDrawn: ("positions",),
    events.Settled: ("seat", "done"),
    events.ShareFixed: (),
    events.ValidationAsked: ("seat", "wager"),
    events.Validated: ("seat", "wager"),
    events.DocumentsCompleted: ("seat",),
    events.StubCounted: ("right",),
    events.IrregularityFound: ("irregularity", "voids"),
    events.CardSetAside: (),
    events.DeckRemoved: (),
    events.RoundCleared: ("number", "status"),
    property_events.TableInstalled: ("table",),
    property_events.TableRemoved: ("table",),
    property_events.DayStarted: ("day",),
    property_events.DayEnded: ("day",),
    property_events.DayTakenBack: ("day",),
    property_events.DayResumed: ("day",),
    property_events.LinkCut: ("link",),
    property_events.LinkRestored: ("link",),
}
"""The fields of each event that are sent unchanged; an event of the property that is not listed is not sent."""
WITHHELD: dict[type, tuple[str, ...]] = {
    events.DecksReceived: ("preshuffled",),
    events.Shuffled: ("cards",),
    events.DeckCut: ("depth",),
    events.ChipsCounted: ("number",),
    events.CardTakenBack: ("card", "face"),
    events.Decided: ("discard", "racked"),
    events.MetersRead: ("readings",),
    events.ShareFixed: ("line",),
    events.StubCounted: ("cards",),
    events.IrregularityFound: ("seat", "board", "reopened"),
    events.CardSetAside: ("card",),
    property_events.TableInstalled: ("submission", "physical", "terms", "rules"),
    property_events.DayEnded: ("reason", "open_matters"),
    property_events.DayTakenBack: ("reason",),
    property_events.DayResumed: ("reason",),
}
"""The fields of each event that are not sent."""

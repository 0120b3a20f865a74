"""Turns the outcome of an order into an entry, and applies entries to the property."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from tablelaw.cage.meters.meters import Meters
from tablelaw.cage.meters.meters import Step as MeterStep
from tablelaw.cage.meters.transfers import change_transfers
from tablelaw.cage.transfers import Transfer
from tablelaw.floor import events as property_events
from tablelaw.floor.handlers import taking_back_days
from tablelaw.floor.handlers.dealers_and_served_seats import after_entry
from tablelaw.floor.handlers.installation import meter_cite
from tablelaw.floor.handlers.outcome import Outcome
from tablelaw.floor.log import formats
from tablelaw.floor.log.entry import Entry, encode
from tablelaw.floor.orders import Order
from tablelaw.floor.posting.deck_seals import sealed_cards
from tablelaw.floor.posting.meter_changes import hand_pays
from tablelaw.floor.posting.transfers import holdings
from tablelaw.floor.property import FLOOR, LATELY, FloorTable, Property, stream_of
from tablelaw.floor.rules.in_force import installed_table
from tablelaw.proofs.merkle import leaf_hash
from tablelaw.table import events
from tablelaw.table.commands import Command
from tablelaw.table.phases.decks import deck_to_shuffle
from tablelaw.table.state import Table, change

Step = tuple[Table, events.Event, Table]


class Prepared(NamedTuple):
    """An entry with everything it will change in the property. Nothing has changed yet."""

    entry: Entry
    body: bytes
    leaf: bytes
    secret: bytes
    steps: list[Step]
    meters: Meters
    """The property's meters, including the meters of a new table."""
    meter_steps: list[MeterStep]
    installed: tuple[FloorTable, ...]
    held: dict[tuple[int, str], str]


def write(floor: Property, order: Order, outcome: Outcome, format: int) -> tuple[Entry, bytes, bytes]:
    """Builds the entry for an outcome, applies it, and returns it with its bytes and leaf.

    A refusal leaves the property unchanged.
    """
    prepared = prepare(floor, order, outcome, format)
    pay(floor, prepared)
    take(floor, prepared)
    return prepared.entry, prepared.body, prepared.leaf


def prepare(floor: Property, order: Order, outcome: Outcome, format: int = 0) -> Prepared:
    """Prepares the entry for an outcome and makes every check except the ledger's, without touching the property.

    The entry has this program's format unless another is given.
    """
    installed = tuple(_installed_by(outcome.events))
    meters = _connected(floor.meters, installed)
    meter_steps = meters.after_each(outcome.meters)
    table = floor.tables.get(order.table) if isinstance(order.command, Command) else None
    stream, number = (stream_of(order.table), table.number + 1) if table else (FLOOR, floor.number + 1)
    entry = Entry(
        seq=floor.seq + 1,
        id=order.id,
        stream=stream,
        number=number,
        by=order.by,
        at=order.at,
        command=outcome.command,
        events=outcome.events,  # type: ignore[arg-type]
        transfers=(*outcome.transfers, *_meter_transfers(meter_steps, f"{stream}:{number}/meter")),
        meters=outcome.meters,
        round=outcome.round,
        sealed=outcome.sealed,
        openings=outcome.openings,
        format=format or formats.ENTRY,
    )
    body = encode(entry)
    held = holdings(table.held, entry.transfers) if table else {}
    return Prepared(entry, body, leaf_hash(body), outcome.secret, outcome.steps, meters, meter_steps, installed, held)


def _meter_transfers(steps: Iterable[MeterStep], stem: str) -> Iterator[Transfer]:
    """The ledger transfers that go with the meter changes."""
    for n, (before, changed, after) in enumerate(steps):
        yield from change_transfers(before, changed, after, f"{stem}{n}")


def fold(floor: Property, entry: Entry, leaf: bytes, secret: bytes = b"") -> None:
    """Applies an entry that was written earlier, here or elsewhere, to the property."""
    installed = tuple(_installed_by(entry.events))
    meters = _connected(floor.meters, installed)
    meter_steps = meters.after_each(entry.meters)
    table = floor.tables.get(entry.stream.removeprefix(stream_of(""))) if entry.stream != FLOOR else None
    steps = _replayed(table, entry, secret) if table else []
    held = holdings(table.held, entry.transfers) if table else {}
    prepared = Prepared(entry, b"", leaf, secret, steps, meters, meter_steps, installed, held)
    pay(floor, prepared)
    take(floor, prepared)


def _replayed(table: FloorTable, entry: Entry, secret: bytes) -> list[Step]:
    steps: list[Step] = []
    state = table.state
    for event in entry.events:
        assert isinstance(event, events.Event)
        shuffled = isinstance(event, events.Shuffled) and secret
        whole = change(event, cards=sealed_cards(secret)) if shuffled else event
        after = table.engine.evolve(state, whole)
        steps.append((state, whole, after))
        state = after
    return steps


def pay(floor: Property, prepared: Prepared) -> None:
    """Moves all of the entry's money or none of it. This is the last step that may be refused."""
    if prepared.entry.transfers:
        floor.ledger.post(prepared.entry.transfers)


def take(floor: Property, prepared: Prepared) -> None:
    """Applies everything that was prepared to the property once the money has moved. Nothing here can be refused."""
    entry = prepared.entry
    floor.meters = prepared.meters
    floor.meters.keep(prepared.meter_steps)
    floor.seq, floor.now = entry.seq, entry.at
    floor.frontier.append(prepared.leaf)
    _remember_giver(floor, entry)
    if entry.stream != FLOOR:
        floor.calendar = taking_back_days.after(floor.calendar, entry.events, floor.last_day)
        _take_table(floor.tables[entry.stream.removeprefix(stream_of(""))], prepared)
        return
    floor.number, last_day = entry.number, floor.last_day
    for table in prepared.installed:
        table.number, table.installed = floor.former.pop(table.name, 0), entry.number
        floor.tables[table.name] = table
    for happened in entry.events:
        if effect := EFFECTS.get(type(happened)):
            effect(floor, happened)
    floor.calendar = taking_back_days.after(floor.calendar, entry.events, last_day)


def _remember_giver(floor: Property, entry: Entry) -> None:
    floor.lately[f"{entry.stream}:{entry.number}"] = entry.by
    if len(floor.lately) > LATELY:
        del floor.lately[next(iter(floor.lately))]


def _take_table(table: FloorTable, prepared: Prepared) -> None:
    table.number, table.held = prepared.entry.number, prepared.held
    after_entry(table, prepared.entry)
    for before, event, after in prepared.steps:
        table.state = after
        if isinstance(event, events.Shuffled) and prepared.secret:
            table.secrets[deck_to_shuffle(before)] = prepared.secret
        elif isinstance(event, events.DocumentsCompleted) and before.round is not None:
            table.documented = {**table.documented, event.seat: len(hand_pays(before.round, event.seat))}
        elif isinstance(event, events.RoundCleared):
            table.documented = {}


# --- New tables ------------------------------------------------------------------------------------------


def _installed_by(happened: Iterable[object]) -> Iterator[FloorTable]:
    for event in happened:
        if isinstance(event, property_events.TableInstalled):
            yield installed_table(event)


def _connected(meters: Meters, installed: Iterable[FloorTable]) -> Meters:
    """The meters with newly installed tables connected, as a copy; the same object if there are no new tables."""
    connected = meters
    for table in installed:
        connected = connected.copy() if connected is meters else connected
        submission = table.engine.submission
        for meter in submission.meters:
            connected.connect(table.name, meter, meter_cite(submission, meter))
    return connected


# --- Effects of the property's own events ----------------------------------------------------------------


def _opened(floor: Property, happened: property_events.PropertyOpened) -> None:
    floor.name, floor.public_key = happened.name, happened.public_key
    floor.jurisdiction, floor.time_zone = happened.jurisdiction, happened.time_zone


def _adopted(floor: Property, happened: property_events.JurisdictionAdopted) -> None:
    floor.jurisdiction, floor.time_zone = happened.jurisdiction, happened.time_zone


def _removed(floor: Property, happened: property_events.TableRemoved) -> None:
    floor.meters.disconnect(happened.table)
    floor.former[happened.table] = floor.tables.pop(happened.table).number


def _day_started(floor: Property, happened: property_events.DayStarted) -> None:
    floor.day = happened.day


def _day_ended(floor: Property, happened: property_events.DayEnded) -> None:
    floor.day, floor.last_day = "", happened.day


def _day_taken_back(floor: Property, happened: property_events.DayTakenBack) -> None:
    floor.day = ""


def _day_resumed(floor: Property, happened: property_events.DayResumed) -> None:
    floor.day, floor.last_day = happened.day, floor.calendar.before_last


def _link_cut(floor: Property, happened: property_events.LinkCut) -> None:
    floor.links_down.add(happened.link)


def _link_restored(floor: Property, happened: property_events.LinkRestored) -> None:
    floor.links_down.discard(happened.link)


def _dealer_assigned(floor: Property, happened: property_events.DealerAssigned) -> None:
    floor.tables[happened.table].dealer = happened.dealer


def _seat_served(floor: Property, happened: property_events.SeatServed) -> None:
    table = floor.tables[happened.table]
    table.served = {**table.served, happened.seat: happened.player}


def _closing_asked(floor: Property, happened: property_events.ClosingAsked) -> None:
    floor.tables[happened.table].closing = happened.floorperson


EFFECTS: dict[type, Callable[[Property, Any], None]] = {
    property_events.PropertyOpened: _opened,
    property_events.JurisdictionAdopted: _adopted,
    property_events.TableRemoved: _removed,
    property_events.DayStarted: _day_started,
    property_events.DayEnded: _day_ended,
    property_events.DayTakenBack: _day_taken_back,
    property_events.DayResumed: _day_resumed,
    property_events.LinkCut: _link_cut,
    property_events.LinkRestored: _link_restored,
    property_events.DealerAssigned: _dealer_assigned,
    property_events.SeatServed: _seat_served,
    property_events.ClosingAsked: _closing_asked,
}

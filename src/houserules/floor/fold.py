"""Entries and the property: an order's outcome becomes an entry, and every entry makes the property anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from houserules.cage.meter_ledger import change_transfers
from houserules.cage.transfers import Transfer
from houserules.floor import happenings
from houserules.floor.decks import sealed_cards
from houserules.floor.entry import Entry, encode
from houserules.floor.install import floor_table, meter_cite
from houserules.floor.money import holdings
from houserules.floor.orders import Order
from houserules.floor.outcome import Outcome
from houserules.floor.progressive import hand_pays
from houserules.floor.state import FLOOR, LATELY, FloorTable, Property, stream_of
from houserules.proofs.merkle import leaf_hash
from houserules.table import events
from houserules.table.commands import Command
from houserules.table.opening import deck_to_shuffle
from houserules.table.registry import change
from houserules.table.state import Table

Step = tuple[Table, events.Event, Table]


def write(floor: Property, order: Order, outcome: Outcome) -> tuple[Entry, bytes, bytes]:
    """The entry of an outcome, its bytes and its leaf; the property is as it leaves it. A ledger may still refuse."""
    _connect(floor, outcome.events)
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
        transfers=(*outcome.transfers, *_meter_transfers(floor, outcome, f"{stream}:{number}/meter")),
        meters=outcome.meters,
        round=outcome.round,
        sealed=outcome.sealed,
        openings=outcome.openings,
    )
    body = encode(entry)
    leaf = leaf_hash(body)
    _take(floor, entry, leaf, outcome.secret, outcome.steps)
    return entry, body, leaf


def _meter_transfers(floor: Property, outcome: Outcome, stem: str) -> Iterator[Transfer]:
    """The ledger's side of the meter changes."""
    if outcome.meters:
        for n, (before, changed, after) in enumerate(floor.meters.after_each(outcome.meters)):
            yield from change_transfers(before, changed, after, f"{stem}{n}")


def fold(floor: Property, entry: Entry, leaf: bytes, secret: bytes = b"") -> None:
    """The property after an entry that was written before, here or elsewhere."""
    _connect(floor, entry.events)
    table = floor.tables.get(entry.stream.removeprefix(stream_of(""))) if entry.stream != FLOOR else None
    steps = _replayed(table, entry, secret) if table else []
    _take(floor, entry, leaf, secret, steps)


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


def _take(floor: Property, entry: Entry, leaf: bytes, secret: bytes, steps: list[Step]) -> None:
    """The one place where a property changes. The ledger comes first: it may refuse, and then nothing has."""
    if entry.transfers:
        floor.ledger.post(entry.transfers)
    if entry.meters:
        floor.meters.keep(floor.meters.after_each(entry.meters))
    floor.seq, floor.now = entry.seq, entry.at
    floor.frontier.append(leaf)
    _remember_giver(floor, entry)
    if entry.stream == FLOOR:
        floor.number = entry.number
        for happened in entry.events:
            if effect := EFFECTS.get(type(happened)):
                effect(floor, happened)
    else:
        _take_table(floor.tables[entry.stream.removeprefix(stream_of(""))], entry, secret, steps)


def _remember_giver(floor: Property, entry: Entry) -> None:
    floor.lately[f"{entry.stream}:{entry.number}"] = entry.by
    if len(floor.lately) > LATELY:
        del floor.lately[next(iter(floor.lately))]


def _take_table(table: FloorTable, entry: Entry, secret: bytes, steps: list[Step]) -> None:
    table.number = entry.number
    if entry.transfers:
        table.held = holdings(table.held, entry.transfers)
    for before, event, after in steps:
        table.state = after
        if isinstance(event, events.Shuffled) and secret:
            table.secrets[deck_to_shuffle(before)] = secret
        elif isinstance(event, events.DocumentsCompleted) and before.round is not None:
            table.documented = {**table.documented, event.seat: len(hand_pays(before.round, event.seat))}
        elif isinstance(event, events.RoundCleared):
            table.documented = {}


# --- What the property's own happenings do ---------------------------------------------------------------


def _opened(floor: Property, happened: happenings.PropertyOpened) -> None:
    floor.name, floor.public_key = happened.name, happened.public_key


def _installed(floor: Property, happened: happenings.TableInstalled) -> None:
    table = floor_table(happened.submission, happened.physical)
    table.number = floor.former.pop(happened.table, 0)
    floor.tables[happened.table] = table


def _connect(floor: Property, happened: Iterable[object]) -> None:
    """A new table feeds its meters: its own, or those it shares."""
    for event in happened:
        if isinstance(event, happenings.TableInstalled):
            submission = floor_table(event.submission, event.physical).engine.submission
            for meter in submission.meters:
                floor.meters.connect(event.table, meter, meter_cite(submission, meter))


def _removed(floor: Property, happened: happenings.TableRemoved) -> None:
    floor.meters.disconnect(happened.table)
    floor.former[happened.table] = floor.tables.pop(happened.table).number


def _day_started(floor: Property, happened: happenings.DayStarted) -> None:
    floor.day = happened.day


def _day_ended(floor: Property, happened: happenings.DayEnded) -> None:
    floor.day, floor.last_day = "", happened.day


def _link_cut(floor: Property, happened: happenings.LinkCut) -> None:
    floor.links_down.add(happened.link)


def _link_restored(floor: Property, happened: happenings.LinkRestored) -> None:
    floor.links_down.discard(happened.link)


EFFECTS: dict[type, Callable[[Property, Any], None]] = {
    happenings.PropertyOpened: _opened,
    happenings.TableInstalled: _installed,
    happenings.TableRemoved: _removed,
    happenings.DayStarted: _day_started,
    happenings.DayEnded: _day_ended,
    happenings.LinkCut: _link_cut,
    happenings.LinkRestored: _link_restored,
}

"""Snapshots: the whole property after an entry, so that starting it replays only later entries.

A snapshot is trusted because the entry after it records its digest, and the log vouches for that entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec

from tablelaw.cage.ledger import Ledger, LedgerSnapshot
from tablelaw.cage.meters.meters import Meters, MeterState
from tablelaw.cards import Card
from tablelaw.floor import events as property_events
from tablelaw.floor.handlers.installation import floor_table
from tablelaw.floor.handlers.taking_back_days import UNKNOWN, Calendar
from tablelaw.floor.log import formats
from tablelaw.floor.log.entry import decode
from tablelaw.floor.log.transfer_lookup import PastTransfers
from tablelaw.floor.orders import FloorCommand, Order
from tablelaw.floor.property import FLOOR, FloorTable, Property
from tablelaw.floor.rules.in_force import installed_table
from tablelaw.floor.store.api import Reads
from tablelaw.proofs.merkle import Frontier
from tablelaw.table.state import Table

SNAPSHOT = "snapshot "
"""Prefix of the ids of the floor's own snapshot orders."""


class TableSnapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table in a snapshot. Fields added later are omitted while they have their defaults, as in earlier snapshots."""

    text: str
    physical: bool
    state: Table
    number: int
    held: list[tuple[int, str, str]]
    documented: dict[int, int]
    secrets: dict[int, bytes]
    dealer: str = ""
    served: dict[int, str] = {}
    closing: str = ""
    installed: int = 0


class PropertySnapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A property in a snapshot.

    Fields added later are omitted while they have their defaults, as in earlier snapshots.
    """

    name: str
    public_key: str
    day: str
    last_day: str
    seq: int
    number: int
    now: int
    tables: dict[str, TableSnapshot]
    former: dict[str, int]
    links_down: list[str]
    ledger: LedgerSnapshot
    meters: list[MeterState]
    frontier: bytes
    jurisdiction: str = ""
    time_zone: str = ""
    calendar: Calendar = UNKNOWN
    format: int = 1
    """Absent in the first format."""


class TakeSnapshot(FloorCommand, frozen=True, kw_only=False, tag="TakeSnapshot"):
    """The floor's own order to record a snapshot."""

    seq: int
    digest: str


def snapshot_order(floor: Property) -> tuple[Order, bytes, str]:
    """Builds the order that records a snapshot of the property as it is now, with the snapshot and its digest."""
    body = _ENCODER.encode(_taken(floor))
    digest = sha256(body).hexdigest()
    command = TakeSnapshot(floor.seq, digest)
    return Order(id=f"{SNAPSHOT}{floor.seq}", by="system", command=command, at=floor.now), body, digest


def snapshot_digests(floor: Property, format: int) -> Iterator[str]:
    """The digests that a snapshot of this property can have when an entry of that format records it."""
    if format > 1:
        yield snapshot_order(floor)[2]
        yield sha256(_ENCODER.encode(formats.without_corrections(_plain(floor)))).hexdigest()
        return
    plain = _plain(floor)
    for form in formats.earlier_snapshots(plain):
        yield sha256(_ENCODER.encode(form)).hexdigest()


def _plain(floor: Property) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(_taken(floor), enc_hook=str, builtin_types=(bytes,))
    return plain


def taken(command: TakeSnapshot, cite: str) -> property_events.SnapshotTaken:
    return property_events.SnapshotTaken(command.seq, command.digest, cite=cite)


def _taken(floor: Property) -> PropertySnapshot:
    return PropertySnapshot(
        floor.name,
        floor.public_key,
        floor.day,
        floor.last_day,
        floor.seq,
        floor.number,
        floor.now,
        {name: _table_taken(table) for name, table in floor.tables.items()},
        floor.former,
        sorted(floor.links_down),
        floor.ledger.snapshot(),
        list(floor.meters.values()),
        floor.frontier.to_bytes(),
        floor.jurisdiction,
        floor.time_zone,
        floor.calendar,
        formats.SNAPSHOT,
    )


def _table_taken(table: FloorTable) -> TableSnapshot:
    held = [(seat, wager, transfer) for (seat, wager), transfer in table.held.items()]
    physical = table.engine.physical
    return TableSnapshot(
        *(table.text, physical, table.state, table.number, held, table.documented, table.secrets),
        dealer=table.dealer,
        served=table.served,
        closing=table.closing,
        installed=table.installed,
    )


def restored(body: bytes, past: PastTransfers) -> Property:
    """Rebuilds the property from a snapshot."""
    formats.require_known_snapshot_format(body)
    kept = _DECODER.decode(body)
    return Property(
        name=kept.name,
        public_key=kept.public_key,
        day=kept.day,
        last_day=kept.last_day,
        seq=kept.seq,
        number=kept.number,
        now=kept.now,
        tables={name: _table_restored(name, table, kept.number, past) for name, table in kept.tables.items()},
        former=kept.former,
        links_down=set(kept.links_down),
        ledger=Ledger.restored(kept.ledger, past, past.made_by),
        meters=Meters(kept.meters),
        frontier=Frontier.from_bytes(kept.frontier),
        jurisdiction=kept.jurisdiction,
        time_zone=kept.time_zone,
        calendar=kept.calendar,
    )


def _table_restored(name: str, kept: TableSnapshot, last: int, past: PastTransfers) -> FloorTable:
    number, event = _installation(name, kept.installed, last, past.kept)
    table = installed_table(event) if event else floor_table(kept.text, kept.physical)
    table.state, table.number, table.installed = kept.state, kept.number, number
    table.held = {(seat, wager): transfer for seat, wager, transfer in kept.held}
    table.documented, table.secrets = kept.documented, kept.secrets
    table.dealer, table.served, table.closing = kept.dealer, kept.served, kept.closing
    return table


def _installation(name: str, number: int, last: int, kept: Reads) -> tuple[int, property_events.TableInstalled | None]:
    """Finds the entry that installed a table. Earlier snapshots do not record its number, so it is searched for."""
    first = number or 1
    for row in reversed(kept.stream_entries(FLOOR, first - 1, number or last)):
        entry = decode(row.body)
        for event in entry.events:
            if isinstance(event, property_events.TableInstalled) and event.table == name:
                return entry.number, event
    return 0, None


def _decode_card(kind: type, value: object) -> Card:
    return Card.parse(str(value))


_ENCODER = msgspec.msgpack.Encoder(enc_hook=str)
_DECODER: msgspec.msgpack.Decoder[PropertySnapshot] = msgspec.msgpack.Decoder(PropertySnapshot, dec_hook=_decode_card)

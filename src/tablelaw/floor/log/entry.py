"""One line of the property's log: a command and everything that resulted from it."""

from __future__ import annotations

import msgspec

from tablelaw.cage.meters.changes import MeterChange
from tablelaw.cage.transfers import Transfer
from tablelaw.cards import Card
from tablelaw.floor.events import AnyPropertyEvent
from tablelaw.floor.log import formats
from tablelaw.persons import Actor
from tablelaw.table.events import AnyEvent


class Sealed(msgspec.Struct, frozen=True, gc=False):
    """The commitment to a shuffled deck: its root, and one leaf for each card from the top down."""

    root: str
    leaves: tuple[str, ...]


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One entry of the log.

    `seq` counts all entries of the property from 1, and `number` counts the entries of its stream ("floor", "table
    T-1").
    """

    seq: int
    id: str
    stream: str
    number: int
    by: str
    at: int
    command: msgspec.Raw
    events: tuple[AnyEvent | AnyPropertyEvent, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    meters: tuple[MeterChange, ...] = ()
    round: int = 0
    """The round it belongs to; 0 outside a round."""
    sealed: Sealed | None = None
    """The commitment made by a shuffle. The order of the cards is kept outside the log."""
    openings: tuple[str, ...] = ()
    """The salt of each card dealt, in the order they left the deck."""
    format: int = 1
    """The format it is written in. Entries of the first format do not name it."""

    @property
    def actor(self) -> Actor:
        return Actor.parse(self.by)


def encode(entry: Entry) -> bytes:
    """The bytes of an entry. Their hash is the entry's leaf in the log's tree."""
    return _ENCODER.encode(entry)


def decode(body: bytes) -> Entry:
    """Decodes an entry as it was written. An entry in a newer format is refused as such."""
    try:
        entry = _DECODER.decode(body)
    except msgspec.ValidationError:
        formats.require_known_entry_format(body)
        raise
    if entry.format > formats.ENTRY:
        formats.require_known_entry_format(body)
    return entry


def _decode_card(kind: type, value: object) -> Card:
    return Card.parse(str(value))


_ENCODER = msgspec.json.Encoder(enc_hook=str)
_DECODER: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry, dec_hook=_decode_card)

"""A line of the property's log: one command, and everything that came of it."""

from __future__ import annotations

import msgspec

from houserules.cage.meters.changes import MeterChange
from houserules.cage.transfers import Transfer
from houserules.cards import Card
from houserules.floor.events import AnyHappening
from houserules.floor.log import formats
from houserules.table.events import AnyEvent


class Sealed(msgspec.Struct, frozen=True, gc=False):
    """The commitment to a shuffled deck: the root, and one leaf for each card from the top down."""

    root: str
    leaves: tuple[str, ...]


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """`seq` counts the property's entries from 1, `number` those of its stream ("floor", "table UTH-1")."""

    seq: int
    id: str
    stream: str
    number: int
    by: str
    at: int
    command: msgspec.Raw
    events: tuple[AnyEvent | AnyHappening, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    meters: tuple[MeterChange, ...] = ()
    round: int = 0
    """The round of play it belongs to; 0 outside of one."""
    sealed: Sealed | None = None
    """A shuffle's commitment; the order of the cards is kept elsewhere and not in the log."""
    openings: tuple[str, ...] = ()
    """The salt of each card dealt, in the order they left the deck."""
    format: int = 1
    """The format it is written in; the first one did not say so."""


def encode(entry: Entry) -> bytes:
    """The bytes of an entry, which its leaf of the audit log is the hash of."""
    return _ENCODER.encode(entry)


def decode(body: bytes) -> Entry:
    """The entry as it was written; refused by name where a later program wrote it in a format of its own."""
    try:
        entry = _DECODER.decode(body)
    except msgspec.ValidationError:
        formats.refuse_newer_entry(body)
        raise
    if entry.format > formats.ENTRY:
        formats.refuse_newer_entry(body)
    return entry


def _decode_card(kind: type, value: object) -> Card:
    return Card.parse(str(value))


_ENCODER = msgspec.json.Encoder(enc_hook=str)
_DECODER: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry, dec_hook=_decode_card)

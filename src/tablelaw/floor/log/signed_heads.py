"""The signed heads of a floor's log as its store keeps them, and the file of the key that signs them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec

from tablelaw.errors import TablelawError
from tablelaw.floor.events import JurisdictionAdopted, PropertyOpened
from tablelaw.floor.log.entry import decode
from tablelaw.floor.log.entry_outline import has_event
from tablelaw.floor.property import FLOOR
from tablelaw.floor.store.api import HeadRow, Reads, place_of
from tablelaw.proofs.heads import Head, SignedHead

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Errors that reading untrusted bytes may raise."""


class NoProperty(TablelawError):
    """The log does not begin with the opening of a property."""


class NoSuchHead(TablelawError):
    """No head was signed over that many entries."""


class Identity(NamedTuple):
    """The property and the public key that signs its heads (empty if there is none), as named in the first entry."""

    property: str
    key: str


def identity(body: bytes, where: str = "") -> Identity:
    """Reads the property's name and public key from the first entry of a log."""
    try:
        opened = [event for event in decode(body).events if isinstance(event, PropertyOpened)]
    except UNREADABLE:
        opened = []
    if not opened:
        accepted = "a log whose first entry opens a property"
        raise NoProperty("the log belongs to no property", where=where, accepted=accepted)
    return Identity(opened[0].name, opened[0].public_key)


def identity_of(store: Reads) -> Identity:
    first = store.entry(1)
    return identity(first.body if first else b"", "entry 1")


class Governed(NamedTuple):
    """The jurisdiction and time zone of a property; both are empty if the log does not name them."""

    jurisdiction: str = ""
    time_zone: str = ""


def governed(store: Reads) -> Governed:
    """Finds the jurisdiction and time zone that the first entry names or that the property adopted later."""
    first = store.entry(1)
    for event in decode(first.body).events if first else ():
        if isinstance(event, PropertyOpened) and event.time_zone:
            return Governed(event.jurisdiction, event.time_zone)
    for kept in store.round_entries(FLOOR, 0):
        if has_event(kept.body, JurisdictionAdopted):
            found = next(e for e in decode(kept.body).events if isinstance(e, JurisdictionAdopted))
            return Governed(found.jurisdiction, found.time_zone)
    return Governed()


def time_zone_of(store: Reads) -> str:
    return governed(store).time_zone


def stored_heads(store: Reads) -> list[SignedHead]:
    """The heads in the store, in order of size."""
    name, key = identity_of(store)
    return [
        SignedHead(Head(name, row.size, row.root.hex(), row.at), row.signature.hex(), key, row.format)
        for row in sorted(store.heads())
    ]


def stored_head(store: Reads, size: int | None = None) -> SignedHead:
    """The head over `size` entries, or the last head if no size is given."""
    known = stored_heads(store)
    fitting = known if size is None else [signed for signed in known if signed.head.size == size]
    if fitting:
        return fitting[-1]
    sizes = ", ".join(str(signed.head.size) for signed in known[-5:])
    what = "no head has been signed" if size is None else f"no head was signed over {size} entries"
    first = f"the last heads are over {sizes} entries, or sign one" if sizes else "sign one first"
    raise NoSuchHead(what, accepted=first, typed="`tablelaw audit head export`")


def head_row(signed: SignedHead) -> HeadRow:
    head = signed.head
    return HeadRow(head.size, bytes.fromhex(head.root), bytes.fromhex(signed.signature), head.at, signed.format)


def key_file_of(database: str) -> Path:
    """The default key file.

    For SQLite, it is next to the database file and has the same name. For PostgreSQL, it is in the current folder and
    is named after the database.
    """
    place = place_of(database)
    return place.with_suffix(".key") if isinstance(place, Path) else Path(f"{place.database or 'floor'}.key")

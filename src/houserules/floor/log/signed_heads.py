"""The signed heads of a floor's log, as its store keeps them."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from houserules.errors import HouserulesError
from houserules.floor.events import JurisdictionAdopted, PropertyOpened
from houserules.floor.log.entry import decode
from houserules.floor.log.entry_outline import has_event
from houserules.floor.property import FLOOR
from houserules.floor.store.api import HeadRow, Reads
from houserules.proofs.heads import Head, SignedHead

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading bytes of an unknown hand may raise."""


class NoProperty(HouserulesError):
    """The log does not begin with the opening of a property."""


class NoSuchHead(HouserulesError):
    """No head was signed over that many entries."""


class Identity(NamedTuple):
    """Whose log it is, and the public key its heads are signed with (empty if it has none), as its first entry says."""

    property: str
    key: str


def identity(body: bytes, where: str = "") -> Identity:
    """What the first entry of a log says."""
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
    """The jurisdiction of a property and its time zone; both empty where the log names none."""

    jurisdiction: str = ""
    time_zone: str = ""


def governed(store: Reads) -> Governed:
    """What a property's first entry names, or what it adopted later."""
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
    """Heads the store keeps, the shortest log first."""
    name, key = identity_of(store)
    return [
        SignedHead(Head(name, row.size, row.root.hex(), row.at), row.signature.hex(), key)
        for row in sorted(store.heads())
    ]


def stored_head(store: Reads, size: int | None = None) -> SignedHead:
    """The head over `size` entries; the last one if not told."""
    known = stored_heads(store)
    fitting = known if size is None else [signed for signed in known if signed.head.size == size]
    if fitting:
        return fitting[-1]
    sizes = ", ".join(str(signed.head.size) for signed in known[-5:])
    what = "no head has been signed" if size is None else f"no head was signed over {size} entries"
    first = f"the last heads are over {sizes} entries, or sign one" if sizes else "sign one first"
    raise NoSuchHead(what, accepted=f"{first}: `houserules audit head export`")


def head_row(signed: SignedHead) -> HeadRow:
    head = signed.head
    return HeadRow(head.size, bytes.fromhex(head.root), bytes.fromhex(signed.signature), head.at)

"""A partial decoding of log entries: only their place, the money they moved and the meters they changed."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tablelaw.cage.meters.changes import MeterChange
from tablelaw.cage.transfers import Transfer
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.store.api import Reads

AT_ONCE = 5_000
MOVING = ("posted", "post")
"""Kinds of transfer that move money immediately. The others set it aside or release it."""


class _Outline(msgspec.Struct, frozen=True, gc=False):
    seq: int
    stream: str
    at: int
    by: str = ""
    round: int = 0
    transfers: tuple[Transfer, ...] = ()
    meters: tuple[MeterChange, ...] = ()


class _Tag(msgspec.Struct, frozen=True, gc=False):
    type: str


class _Tags(msgspec.Struct, frozen=True, gc=False):
    events: tuple[_Tag, ...] = ()


def has_event(body: bytes, *kinds: type[msgspec.Struct]) -> bool:
    """Whether an entry has an event of one of these kinds.

    Only the events' tags count, not other text in the entry.
    """
    tags = {kind.__struct_config__.tag for kind in kinds}
    return any(event.type in tags for event in _TAGS.decode(body).events)


class EntryOutline:
    """The outline of an entry. The property `entry` decodes all of it."""

    __slots__ = ("_body", "at", "by", "meters", "round", "seq", "stream", "transfers")

    def __init__(self, body: bytes) -> None:
        seen = _OUTLINES.decode(body)
        self.seq, self.stream, self.at, self.by, self.round = seen.seq, seen.stream, seen.at, seen.by, seen.round
        self.transfers, self.meters = seen.transfers, seen.meters
        self._body = body

    @property
    def moved(self) -> Iterator[Transfer]:
        return (transfer for transfer in self.transfers if transfer.kind in MOVING)

    @property
    def entry(self) -> Entry:
        return decode(self._body)


def entry_outlines(store: Reads, after: int = 0, last: int | None = None) -> Iterator[EntryOutline]:
    """The outlines of the entries after `after`, in order, up to entry `last` if given."""
    while page := store.entries(after, AT_ONCE if last is None else min(AT_ONCE, last - after)):
        for kept in page:
            yield EntryOutline(kept.body)
        after = page[-1].seq


_OUTLINES = msgspec.json.Decoder(_Outline)
_TAGS = msgspec.json.Decoder(_Tags)

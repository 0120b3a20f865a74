"""Everything in a property as bytes: the memory of its service and the rows of its store.

Two dumps are equal only if all of it is equal: orders, sums, meters, decks, names and pending writes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Set
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

import msgspec

from tablelaw.cards import Card
from tablelaw.floor.log.transfer_lookup import PastTransfers
from tablelaw.floor.property import Property
from tablelaw.floor.service import FloorService, property_of
from tablelaw.floor.store.api import Reads
from tablelaw.submission.draft import Draft
from tablelaw.table.engine import Engine

FIXED = (Engine, Draft, PastTransfers)
"""Values that never change once made, or that only refer to other values."""
UNORDERED = {"_open", "_moved_back"}
"""Parts of the ledger whose order does not matter, because they are only looked up by name."""


def dump_property(floor: Property) -> bytes:
    """Dumps a property in memory, with its parts in order of creation."""
    return json.dumps(_plain(floor)).encode()


def dump_store(store: Reads, after: int = 0) -> bytes:
    """Dumps the rows of a store. The log, transfers and decks are dumped only after entry `after`."""
    snapshot = store.last_snapshot()
    kept = {
        "log": store.log_rows(after),
        "transfers": store.transfers(after),
        "decks": store.decks(after),
        "accounts": sorted(store.accounts()),
        "meters": sorted(store.meters()),
        "heads": sorted(store.heads()),
        "snapshot": (snapshot.seq, snapshot.digest) if snapshot else None,
    }
    return json.dumps(_plain(kept)).encode()


def dump_service(service: FloorService, after: int = 0) -> bytes:
    """Dumps a running property: its memory, its views, and its store."""
    views = service.views
    shown = {
        "tables": {name: (view.state, view.number, view.meters) for name, view in views.tables.items()},
        "meters": dict(views.meters),
        "balances": views.balances(),
        "rest": (views.name, views.day, views.seq, views.now, sorted(views.links_down)),
    }
    parts = dump_property(property_of(service)), json.dumps(_plain(shown)).encode(), dump_store(service.store, after)
    return b"\n".join(parts)


def first_difference(before: bytes, after: bytes) -> str:
    """Shows where two dumps diverge, for a failed test's message."""
    place = next((n for n, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), len(before))
    return f"{before[max(0, place - 200) : place + 80]!r} became {after[max(0, place - 200) : place + 80]!r}"


def _plain(value: Any) -> Any:
    if type(value) in LEAVES or isinstance(value, str | int):
        return value
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, FIXED) or callable(value):
        return type(value).__name__
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, Mapping) and type(value).__module__.split(".")[0] != "tablelaw":
        return [[_plain(key), part if type(part) in LEAVES else _plain(part)] for key, part in value.items()]
    if isinstance(value, Set):
        return sorted(_plain(part) for part in value)
    if isinstance(value, list | tuple):
        return [part if type(part) in LEAVES else _plain(part) for part in value]
    return {name: part if type(part) in LEAVES else _plain(part) for name, part in _attributes(value)}


LEAVES = frozenset((str, int, bool, type(None)))
"""Types dumped unchanged; most values have one of these types."""


@cache
def _named_by(kind: type) -> tuple[str, ...]:
    """The names of the attributes that every value of a type has."""
    if issubclass(kind, msgspec.Struct):
        return kind.__struct_fields__
    if is_dataclass(kind):
        return tuple(field.name for field in fields(kind))
    return tuple(name for base in kind.__mro__ for name in getattr(base, "__slots__", ()))


def _attributes(value: Any) -> Iterator[tuple[str, Any]]:
    kind: type = type(value)
    names = _named_by(kind)
    if not isinstance(value, msgspec.Struct) and not is_dataclass(value):
        names += tuple(getattr(value, "__dict__", ()))
    assert names, f"a {type(value).__name__} cannot be compared"
    for name in names:
        part = getattr(value, name)
        yield name, dict(sorted(part.items())) if name in UNORDERED else part

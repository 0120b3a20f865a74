"""Creates a new floor: its database, its signing key and the first entry of its log, in that order.

Each step is done completely or not at all, and the next attempt continues from there. A floor is new until its log has
an entry; after that it is never created again.
"""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET

from tablelaw.floor.handlers.jurisdiction import known_time_zone
from tablelaw.floor.orders import OpenProperty, Order
from tablelaw.floor.service import Answer, FloorService
from tablelaw.floor.store.api import Store, open_store
from tablelaw.floor.store.refusals import FloorExists, FloorMoved, NoSuchFloor, NotAFloor, WrongSchema
from tablelaw.proofs.keys import SigningKey, create_key, load_key


class NewFloor(NamedTuple):
    """The property's key, and the answer to the order that opened it."""

    key: SigningKey
    answer: Answer


def make_floor(database: str, casino: str, key_file: Path, jurisdiction: str = "", time_zone: str = "") -> NewFloor:
    """Creates a floor with that name, using the key in that file, which is created if it does not exist.

    An unknown jurisdiction or time zone is refused before anything is created. A key is never removed or replaced: a
    failed attempt leaves it for the next one.
    """
    if jurisdiction or time_zone:
        known_time_zone(jurisdiction, time_zone)
    key = load_key(key_file) if os.path.lexists(key_file) else None
    with closing(open_new_store(database)) as store, closing(FloorService(store)) as service:
        key = key or create_key(key_file)
        opened = OpenProperty(casino, key.public, jurisdiction or UNSET, time_zone or UNSET)
        return NewFloor(key, service.do(Order(id="init", by="system", command=opened)))


def open_new_store(database: str) -> Store:
    """Opens a new database, or one that an earlier attempt left with this version's schema and an empty log."""
    try:
        return open_store(database, create=True)
    except FloorExists as found:
        refusal = found
    try:
        store = open_store(database)
    except (FloorMoved, NoSuchFloor, NotAFloor, WrongSchema):
        raise refusal from None
    if store.head():
        store.close()
        raise refusal
    return store

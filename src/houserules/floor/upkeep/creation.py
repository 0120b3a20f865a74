"""A new floor: its database, its signing key and the first entry of its log, in that order.

Each step is whole or not done at all, and the next attempt goes on from what is there. A floor is new until its log
has an entry; from then on it is never made again.
"""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET

from houserules.floor.handlers.jurisdiction import known_time_zone
from houserules.floor.orders import OpenProperty, Order
from houserules.floor.service import Answer, FloorService
from houserules.floor.store.api import Store, open_store
from houserules.floor.store.refusals import FloorExists, FloorMoved, NoSuchFloor, NotAFloor, WrongSchema
from houserules.proofs.keys import SigningKey, create_key, load_key


class NewFloor(NamedTuple):
    """The property's key, and what its log answered to the first order."""

    key: SigningKey
    answer: Answer


def make_floor(database: str, casino: str, key_file: Path, jurisdiction: str = "", time_zone: str = "") -> NewFloor:
    """A floor of that name with the key of that file; the key is made where there is no such file.

    An unknown jurisdiction or time zone is refused before anything is made.

    A key is never removed or replaced: an attempt that fails after making it leaves it for the next one.
    """
    if jurisdiction or time_zone:
        known_time_zone(jurisdiction, time_zone)
    key = load_key(key_file) if os.path.lexists(key_file) else None
    with closing(open_new_store(database)) as store, closing(FloorService(store)) as service:
        key = key or create_key(key_file)
        opened = OpenProperty(casino, key.public, jurisdiction or UNSET, time_zone or UNSET)
        return NewFloor(key, service.do(Order(id="init", by="system", command=opened)))


def open_new_store(database: str) -> Store:
    """A new database, or one that an attempt left unfinished: it has this version's schema, and no entry in its log."""
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

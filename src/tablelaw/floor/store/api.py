"""Where a property's log is stored, and the operations on it.

    with store.begin() as batch:          # the property's write lock is held
        batch.append(rows)                # entries continue from the end of the log
        batch.write_transfers(moved)
        batch.commit()                    # durable when it returns; without it, nothing happened

A `StoreFailed` is final: what reached the disk is known only after a restart, so the store refuses everything from then
on. A `StoreLost` is not final: the connection to a server was cut, and the next use of the store opens another. Any
transaction in progress at the time was either written or not, and the log shows which.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from tablelaw.floor.store.refusals import BadStoreName, FloorMoved
from tablelaw.floor.store.rows import (
    EVERYTHING,
    AccountRow,
    DeckRow,
    HeadRow,
    Kept,
    LogRow,
    MeterRow,
    SnapshotRow,
    TransferRow,
)
from tablelaw.floor.store.sql_batch import Batch
from tablelaw.floor.store.sql_reads import Reads
from tablelaw.floor.store.sql_store import Store

__all__ = [
    "EVERYTHING",
    "MOVED",
    "AccountRow",
    "Batch",
    "DeckRow",
    "HeadRow",
    "Kept",
    "LogRow",
    "MeterRow",
    "Reads",
    "SnapshotRow",
    "Store",
    "TransferRow",
    "open_store",
    "place_of",
]

MOVED = "moved to"
"""The key under which the old database of a moved floor records its new location."""

ACCEPTED_NAMES = 'a file ("floor.db", "sqlite:///floor.db") or a PostgreSQL database ("postgresql://user@host/floor")'


def place_of(name: str) -> Path | URL:
    """Parses a floor's name: the path of a SQLite file, or the URL of a PostgreSQL database."""
    try:
        url = make_url(name) if "://" in name else None
    except (ArgumentError, ValueError) as error:
        raise _bad_name(name, str(error)) from error
    if url is None or url.get_backend_name() == "sqlite":
        file = name if url is None else url.database
        if not file or file == ":memory:":
            raise _bad_name(name, "a floor must be kept on disk")
        return Path(file)
    if url.drivername not in ("postgresql", "postgres", "postgresql+psycopg"):
        raise _bad_name(url.render_as_string(hide_password=True), "this kind of database is not supported")
    return url.set(drivername="postgresql")


def _bad_name(name: str, why: str) -> BadStoreName:
    return BadStoreName(f"{name!r} does not name a floor's database", why=why, accepted=ACCEPTED_NAMES)


def open_store(name: str, *, create: bool = False, only_read: bool = False) -> Store:
    """Opens the floor with that name for safe writing, creating it first if `create` is set.

    `only_read` also opens a file that cannot be written to. Nothing may then be written.
    """
    store = _opened(place_of(name), create, only_read)
    if (where := store.property(MOVED)) is not None:
        store.close()
        why, accepted = f"it was moved to {where}, and play continues there", f"--db {where}"
        raise FloorMoved("the floor is no longer here", where=store.where, why=why, accepted=accepted)
    return store


def _opened(place: Path | URL, create: bool, only_read: bool) -> Store:
    if isinstance(place, Path):
        from tablelaw.floor.store.sqlite import open_sqlite

        return open_sqlite(place, create=create, only_read=only_read)
    # The PostgreSQL client library is imported only when it is needed.
    from tablelaw.floor.store.postgres import open_postgres

    return open_postgres(place, create=create)

"""Copies of a floor: a backup in a file, and the move from one kind of database to another.

A copy is opened and verified before it is accepted: its log must have the same root, and its accounts and meters must
match that log. Nothing is written to the original, except that a moved floor records where it went, since two floors
must not continue one log.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import insert, select
from sqlalchemy.exc import DBAPIError

from tablelaw.errors import TablelawError
from tablelaw.files import OWNER_ONLY, unfinished
from tablelaw.floor.audit.log_audit import LogAudit, audit_store
from tablelaw.floor.recovery import recover
from tablelaw.floor.store.api import MOVED, Reads, Store, open_store, place_of
from tablelaw.floor.store.refusals import FloorExists, StoreUnreachable
from tablelaw.floor.store.schema import devices, properties, users
from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.floor.store.sqlite import connect, prepared, require_no_remains
from tablelaw.floor.upkeep.rebuild import each_snapshot
from tablelaw.proofs.merkle import root_of

AT_ONCE = 2_000


class CopyDiffers(TablelawError):
    """The copy does not match the floor it was made from."""

    no_paragraph = "the record is at fault; no rule of play is involved"


class Copied(NamedTuple):
    entries: int
    root: str
    where: str


def back_up(database: str, file: Path) -> Copied:
    """Copies a floor into a new file; the floor may be running."""
    source = place_of(database)
    if not isinstance(source, Path):
        return _copied_to_file(database, file)
    open_store(database).close()
    with _appearing(file) as new:
        with closing(connect(source)) as ours, closing(connect(new)) as theirs:
            ours.backup(theirs)
            prepared(theirs, new)
        copy = _verified(str(new))
        with closing(open_store(database)) as store:
            return _compared(root_of(store.leaves(1, copy.size)).hex(), copy, str(file))


@contextmanager
def _appearing(file: Path) -> Iterator[Path]:
    """A temporary file for the copy. It gets its final name once the copy is verified, and is removed if that fails."""
    _require_new_file(file)
    # Only the owner may read it, like the floor's own file, since it contains the order of cards still to be dealt.
    with unfinished(file, is_new=True, mode=OWNER_ONLY) as new:
        try:
            yield new
            require_no_remains(new)
        except BaseException as error:
            for ending in ("-wal", "-shm", "-journal"):
                new.with_name(new.name + ending).unlink(missing_ok=True)
            if isinstance(error, sqlite3.Error | DBAPIError):
                raise StoreUnreachable("the copy cannot be written", where=str(file), why=_why(error)) from error
            raise


def _why(error: BaseException) -> str:
    """The database's own message, without SQLAlchemy's additions."""
    return str(error.orig if isinstance(error, DBAPIError) else error)


def _require_new_file(file: Path) -> None:
    if file.exists():
        raise FloorExists("a copy never overwrites an existing file", where=str(file), accepted="a new file name")
    require_no_remains(file)


def move(database: str, target: str) -> Copied:
    """Copies the whole floor into a new database of either kind.

    Marks the old database as moved, so it is not opened again.
    """
    place = place_of(target)
    copied = _copied_to_file(database, place) if isinstance(place, Path) else _copied(database, target)
    with closing(open_store(database)) as source, source.begin() as batch:
        _require_same_size(source, copied.entries)
        batch.set_property(MOVED, copied.where)
        batch.commit()
    return copied


def _copied_to_file(database: str, file: Path) -> Copied:
    with _appearing(file) as new:
        return _copied(database, str(new))._replace(where=str(file))


def _copied(database: str, target: str) -> Copied:
    """Copies and verifies a floor; refuses if it was written to in the meantime."""
    with closing(open_store(database)) as source, closing(open_store(target, create=True)) as new:
        with source.view() as moment:
            _copy(moment, new)
            audit = audit_store(moment)
        _require_same_size(source, audit.size)
        where = new.where
    _copy_people(database, target)
    return _compared(audit.root, _verified(target), where)


def _require_same_size(source: Store, size: int) -> None:
    if source.head() != size:
        what, why = (
            "the floor was written to while it was being copied",
            f"it now has {source.head()} entries, the copy {size}",
        )
        raise CopyDiffers(
            what, where=source.where, why=why, accepted="stop whatever serves the floor; then use another new database"
        )


def _copy(source: Reads, target: Store) -> None:
    """Copies the log, transfers and decks first. An interrupted copy therefore has no accounts and does not open."""
    decks = {row.seq: row.sealed for row in source.decks()}
    after = 0
    while rows := source.log_rows(after, AT_ONCE):
        with target.begin() as batch:
            batch.append(rows)
            batch.write_transfers(source.transfers(after, AT_ONCE))
            for row in rows:
                if row.seq in decks:
                    batch.write_deck(row.seq, decks[row.seq])
            batch.commit()
        after = rows[-1].seq
    with target.begin() as batch:
        batch.write_accounts(source.accounts())
        batch.write_meters(source.meters())
        for head in source.heads():
            batch.save_head(head)
        batch.commit()
    for snapshot in each_snapshot(source):
        target.save_snapshot(snapshot)


def _copy_people(database: str, target: str) -> None:
    """Copies the people who may sign in, the tokens of devices, and what else is kept beside the log. Sessions end with
    the move.
    """
    ours, theirs = sql_engine(database), sql_engine(target)
    beside_the_log = select(properties).where(properties.c.name != MOVED)
    try:
        for table, wanted in ((users, select(users)), (devices, select(devices)), (properties, beside_the_log)):
            with ours.connect() as connection:
                rows = [dict(row) for row in connection.execute(wanted).mappings()]
            if rows:
                with theirs.begin() as connection:
                    connection.execute(insert(table), rows)
    finally:
        ours.dispose()
        theirs.dispose()


# --- Verifying a copy --------------------------------------------------------------------------------------


def _verified(database: str) -> LogAudit:
    """Opens the copy as a floor: replays it, compares accounts and meters, and checks every leaf and head."""
    with closing(open_store(database)) as store:
        recover(store)
        return audit_store(store)


def _compared(root: str, copy: LogAudit, where: str) -> Copied:
    if copy.root != root:
        raise CopyDiffers("the copy differs", where=where, why=f"it has root {copy.root}", accepted=root)
    return Copied(copy.size, copy.root, where)

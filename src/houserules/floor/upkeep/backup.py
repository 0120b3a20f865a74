"""Copies of a floor: a backup in a file, and the move from one kind of database to another.

A copy is opened and verified before it counts: its log has the same root, and its accounts and meters are what that
log makes them. Nothing is written to the floor it is made of, but after a move where it went: two floors must not go on
from one log.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import insert, select
from sqlalchemy.exc import DBAPIError

from houserules.errors import HouserulesError
from houserules.files import OWNER_ONLY, unfinished
from houserules.floor.audit.log_audit import LogAudit, audit_store
from houserules.floor.recovery import recover
from houserules.floor.store.api import MOVED, Reads, Store, open_store, place_of
from houserules.floor.store.refusals import FloorExists, StoreUnreachable
from houserules.floor.store.schema import users
from houserules.floor.store.sql_engine import sql_engine
from houserules.floor.store.sqlite import connect, prepared, refuse_remains
from houserules.floor.upkeep.rebuild import each_snapshot
from houserules.proofs.merkle import root_of

AT_ONCE = 2_000


class CopyDiffers(HouserulesError):
    """The copy is not the floor it was made of."""

    no_paragraph = "the record is at fault, no rule of play"


class Copied(NamedTuple):
    entries: int
    root: str
    where: str


def back_up(database: str, file: Path) -> Copied:
    """A copy of a floor in a new file, made while the floor may be running."""
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
    """A file for the copy, which has its name once the copy is verified; where that fails, nothing is left of it."""
    _refuse_existing(file)
    # Only its owner may read it, as the floor's own: the order of cards still to be dealt lies in it.
    with unfinished(file, is_new=True, mode=OWNER_ONLY) as new:
        try:
            yield new
            refuse_remains(new)
        except BaseException as error:
            for ending in ("-wal", "-shm", "-journal"):
                new.with_name(new.name + ending).unlink(missing_ok=True)
            if isinstance(error, sqlite3.Error | DBAPIError):
                raise StoreUnreachable("the copy cannot be written", where=str(file), why=_why(error)) from error
            raise


def _why(error: BaseException) -> str:
    """In the words of the database, without those of the layer between."""
    return str(error.orig if isinstance(error, DBAPIError) else error)


def _refuse_existing(file: Path) -> None:
    if file.exists():
        raise FloorExists("a copy is not made over a file that is there", where=str(file), accepted="a new file name")
    refuse_remains(file)


def move(database: str, target: str) -> Copied:
    """The whole floor, copied into a new database of either kind; the old one is not opened again."""
    place = place_of(target)
    copied = _copied_to_file(database, place) if isinstance(place, Path) else _copied(database, target)
    with closing(open_store(database)) as source, source.begin() as batch:
        _refuse_grown(source, copied.entries)
        batch.set_property(MOVED, copied.where)
        batch.commit()
    return copied


def _copied_to_file(database: str, file: Path) -> Copied:
    with _appearing(file) as new:
        return _copied(database, str(new))._replace(where=str(file))


def _copied(database: str, target: str) -> Copied:
    """Refused where the floor was written to meanwhile."""
    with closing(open_store(database)) as source, closing(open_store(target, create=True)) as new:
        with source.view() as moment:
            _copy(moment, new)
            audit = audit_store(moment)
        _refuse_grown(source, audit.size)
        where = new.where
    _copy_people(database, target)
    return _compared(audit.root, _verified(target), where)


def _refuse_grown(source: Store, size: int) -> None:
    if source.head() != size:
        what, why = "the floor went on while it was copied", f"it has {source.head()} entries now, the copy {size}"
        raise CopyDiffers(what, where=source.where, why=why, accepted="nobody serving it; then another new database")


def _copy(source: Reads, target: Store) -> None:
    """Log, transfers and decks go first; a copy cut short has no accounts, and does not open."""
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
    """Who may sign in; sessions end with the move."""
    ours, theirs = sql_engine(database), sql_engine(target)
    try:
        with ours.connect() as connection:
            people = [dict(row) for row in connection.execute(select(users)).mappings()]
        if people:
            with theirs.begin() as connection:
                connection.execute(insert(users), people)
    finally:
        ours.dispose()
        theirs.dispose()


# --- What a copy must show ----------------------------------------------------------------------------------


def _verified(database: str) -> LogAudit:
    """The copy, opened as a floor is: replayed, its accounts and meters compared, every leaf and head checked."""
    with closing(open_store(database)) as store:
        recover(store)
        return audit_store(store)


def _compared(root: str, copy: LogAudit, where: str) -> Copied:
    if copy.root != root:
        raise CopyDiffers("the copy differs", where=where, why=f"it has root {copy.root}", accepted=root)
    return Copied(copy.size, copy.root, where)

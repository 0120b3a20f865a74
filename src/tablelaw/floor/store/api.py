"""Where a property's log is kept, and what may be asked of it.

    with store.begin() as batch:          # the property's write lock is held
        batch.append(rows)                # entries go on where the log ends
        batch.write_transfers(moved)
        batch.commit()                    # durable when it returns; without it, nothing happened

A `StoreFailed` is final: what reached the disk is known only after a restart, so the store refuses everything from
then on. A `StoreLost` is not: the connection to a server was cut, and the next use of the store makes another one. What
was under way then is in the log or is not, and the log says which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple, Protocol, Self

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from tablelaw.floor.store.refusals import BadStoreName, FloorMoved

EVERYTHING = 2**62
"""More entries than any log holds."""

MOVED = "moved to"
"""What the old database of a moved floor says about itself."""

ACCEPTED_NAMES = 'a file ("floor.db", "sqlite:///floor.db") or a PostgreSQL database ("postgresql://user@host/floor")'


class LogRow(NamedTuple):
    """An entry of the log: `body` is the encoded `Entry`, `leaf` its hash in the audit log."""

    seq: int
    id: str
    stream: str
    number: int
    round: int
    at: int
    body: bytes
    leaf: bytes


class Kept(NamedTuple):
    """The stored fields that a reader needs of an entry; its body has the rest."""

    seq: int
    body: bytes
    leaf: bytes


class TransferRow(NamedTuple):
    """A transfer of entry `seq`; `place` is its place among that entry's transfers."""

    seq: int
    place: int
    id: str
    debit: str
    credit: str
    cents: int
    kind: str
    pending: str
    code: str
    cite: str
    at: int


class AccountRow(NamedTuple):
    id: str
    debits: int
    credits: int
    debits_pending: int
    credits_pending: int


class MeterRow(NamedTuple):
    id: str
    body: bytes


class DeckRow(NamedTuple):
    """The secret order and key of the deck shuffled in entry `seq`; never exported."""

    seq: int
    sealed: bytes


class SnapshotRow(NamedTuple):
    seq: int
    digest: str
    body: bytes


class HeadRow(NamedTuple):
    """A signed head of the audit log at `size` entries."""

    size: int
    root: bytes
    signature: bytes
    at: int
    format: int = 1


class End(NamedTuple):
    """The number and leaf of the log's last entry; 0 and empty before the first."""

    seq: int
    leaf: bytes


class Reads(Protocol):
    """What may be read: from the store at any time, from a view at one moment, from a batch under the write lock.

    A batch does not see what it is about to write.
    """

    def head(self) -> int:
        """The number of the last entry; 0 before the first."""
        ...

    def entries(self, after: int, limit: int = EVERYTHING) -> list[Kept]: ...

    def log_rows(self, after: int, limit: int = EVERYTHING) -> list[LogRow]:
        """Entries with the columns they are found by, for checks that these match the body."""
        ...

    def entry(self, seq: int) -> Kept | None: ...

    def by_id(self, id: str) -> Kept | None: ...

    def known(self, ids: Iterable[str]) -> dict[str, int]:
        """The given order ids that are in the log, each with the number of its entry."""
        ...

    def round_entries(self, stream: str, round: int) -> list[Kept]: ...

    def stream_entries(self, stream: str, after: int, upto: int) -> list[Kept]:
        """Entries of a stream, by their numbers in it, in order."""
        ...

    def stream_end(self, stream: str) -> int:
        """The number of a stream's last entry; 0 before the first."""
        ...

    def leaves(self, first: int, last: int) -> list[bytes]:
        """Leaves of entries `first` to `last`, both included."""
        ...

    def transfers(self, after: int, limit: int = EVERYTHING) -> list[TransferRow]:
        """Transfers of the next `limit` entries, in the order of the log."""
        ...

    def transfers_of(self, account: str, after: int = 0) -> list[TransferRow]: ...

    def transfer(self, id: str) -> TransferRow | None: ...

    def accounts(self) -> list[AccountRow]: ...

    def meters(self) -> list[MeterRow]: ...

    def deck(self, seq: int) -> bytes | None: ...

    def decks(self, after: int = 0) -> list[DeckRow]: ...

    def last_snapshot(self, upto: int = EVERYTHING) -> SnapshotRow | None:
        """The last snapshot taken at or before entry `upto`."""
        ...

    def heads(self) -> list[HeadRow]: ...

    def misfiled(self) -> int | None:
        """The first entry filed under an id, stream or number that its body does not begin with."""
        ...

    def property(self, name: str) -> str | None: ...


class Batch(Reads, Protocol):
    """One durable transaction, all or nothing."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *exc: object) -> None: ...

    def end(self) -> End:
        """Where the log ended when the write lock was taken."""
        ...

    def append(self, rows: Sequence[LogRow]) -> None: ...

    def write_transfers(self, rows: Iterable[TransferRow]) -> None: ...

    def write_accounts(self, rows: Iterable[AccountRow]) -> None: ...

    def write_meters(self, rows: Iterable[MeterRow]) -> None: ...

    def write_deck(self, seq: int, sealed: bytes) -> None: ...

    def save_snapshot(self, snapshot: SnapshotRow) -> None: ...

    def save_head(self, head: HeadRow) -> None: ...

    def set_property(self, name: str, value: str) -> None: ...

    def commit(self) -> None: ...


class Listening(Protocol):
    def close(self) -> None: ...


class Store(Reads, Protocol):
    where: str
    """The database's name in a form that may be shown: never with a password."""

    def begin(self) -> Batch: ...

    def view(self) -> AbstractContextManager[Reads]:
        """Several reads at the same moment."""
        ...

    def time(self) -> int | None:
        """Seconds since 1970 by the database server's clock; None if the database has no clock of its own."""
        ...

    def save_snapshot(self, snapshot: SnapshotRow) -> None: ...

    def save_head(self, head: HeadRow) -> None: ...

    def set_property(self, name: str, value: str) -> None: ...

    def listen(self, callback: Callable[[int], None], on_failure: Callable[[], None] | None = None) -> Listening:
        """Calls back, on a thread of its own, with the head whenever any process has appended.

        `on_failure` is called when the store fails or its server cannot be reached.
        """
        ...

    def close(self) -> None: ...


def place_of(name: str) -> Path | URL:
    """A SQLite file, or the address of a PostgreSQL database."""
    try:
        url = make_url(name) if "://" in name else None
    except (ArgumentError, ValueError) as error:
        raise _bad_name(name, str(error)) from error
    if url is None or url.get_backend_name() == "sqlite":
        file = name if url is None else url.database
        if not file or file == ":memory:":
            raise _bad_name(name, "a floor is kept on disk")
        return Path(file)
    if url.drivername not in ("postgresql", "postgres", "postgresql+psycopg"):
        raise _bad_name(url.render_as_string(hide_password=True), "this kind of database is not supported")
    return url.set(drivername="postgresql")


def _bad_name(name: str, why: str) -> BadStoreName:
    return BadStoreName(f"{name!r} does not name a floor's database", why=why, accepted=ACCEPTED_NAMES)


def open_store(name: str, *, create: bool = False, only_read: bool = False) -> Store:
    """Opens the floor of that name, ready for safe writing; with `create`, makes a new one.

    `only_read` also opens a file that cannot be written to; nothing may then be written.
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
    # The PostgreSQL client library is loaded only when it is needed.
    from tablelaw.floor.store.postgres import open_postgres

    return open_postgres(place, create=create)

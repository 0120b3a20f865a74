"""A floor in one SQLite file, with a write-ahead log. Every commit is synced before it is acknowledged."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from urllib.parse import quote

from sqlalchemy.dialects import sqlite

from tablelaw.floor.store import schema
from tablelaw.floor.store.file_identity import SameFile
from tablelaw.floor.store.listener import Listener
from tablelaw.floor.store.refusals import FloorExists, NoSuchFloor, NotAFloor, StoreUnreachable, UnsafeStore
from tablelaw.floor.store.rows import End
from tablelaw.floor.store.sql_batch import Write
from tablelaw.floor.store.sql_reads import END, HEAD
from tablelaw.floor.store.sql_statements import Statements
from tablelaw.floor.store.sql_store import BUSY_SECONDS, Store, closed_on_failure
from tablelaw.floor.store.versions import build, check_version

OLDEST_SQLITE = (3, 37, 0)
CHECKPOINT_PAGES = 8_000
"""How many 4 KiB pages the write-ahead log may hold before they are moved into the file."""

PAGES_OF_A_COMMIT = 10
"""The approximate number of pages that a commit of one wager changes. Each further row changes about one."""

CACHE_KIB = 64 * 1024
"""A cache large enough for the pages that a commit changes, since the ids of entries and transfers are scattered over
their trees.
"""

PRAGMAS: dict[str, str | int] = {
    "journal_mode": "wal",
    "synchronous": 2,
    "fullfsync": 1,
    "foreign_keys": 1,
    "wal_autocheckpoint": 0,
}
"""Settings of every connection, read back after they are set.

Synchronous 2 is FULL; fullfsync flushes the disk's own cache on macOS. The store checkpoints the write-ahead log itself
(`SqliteStore._checkpoint`).
"""

Connect = Callable[[Path], sqlite3.Connection]


def connect(
    path: Path, *, layer: str = "", sealed: bool = False, factory: type[sqlite3.Connection] = sqlite3.Connection
) -> sqlite3.Connection:
    """Opens a connection that never begins a transaction automatically and does not create a file.

    `layer` names a VFS other than SQLite's default.
    """
    mode = "ro&immutable=1" if sealed else "rw"
    return sqlite3.connect(
        f"file:{quote(str(path.absolute()))}?mode={mode}" + (f"&vfs={quote(layer)}" if layer else ""),
        uri=True,
        factory=factory,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )


def connect_sealed(path: Path) -> sqlite3.Connection:
    return connect(path, sealed=True)


def is_sealed(path: Path) -> bool:
    """Whether a copy is read-only: neither the file nor its folder can be written to, and there is no write-ahead log.

    SQLite creates files next to a database, so it can read a read-only copy only if told that it never changes.
    """
    places = path, path.absolute().parent
    return path.is_file() and not any(os.access(place, os.W_OK) for place in places) and not _wal(path).exists()


def open_sqlite(
    path: Path, *, create: bool = False, only_read: bool = False, connect: Connect = connect
) -> SqliteStore:
    """Opens a floor. Every connection is made by `connect`, so a test can intercept what SQLite writes to disk."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise UnsafeStore(
            f"SQLite {sqlite3.sqlite_version} is too old",
            where=str(path),
            why="it does not enforce column types",
            accepted=f"a Python with SQLite {'.'.join(map(str, OLDEST_SQLITE))} or later",
        )
    try:
        if create:
            create_floor(path, connect)
        if only_read and is_sealed(path):
            check_floor(path, connect_sealed)
            return SqliteStore(path, connect_sealed, pragmas={})
        check_floor(path, connect)
        return SqliteStore(path, connect)
    except sqlite3.OperationalError as error:
        raise StoreUnreachable("the file cannot be used", where=str(path), why=str(error)) from error
    except OSError as error:
        raise StoreUnreachable("the file cannot be used", where=str(path), why=error.strerror or str(error)) from error


def require_no_remains(path: Path) -> None:
    """Refuses a leftover write-ahead log of an earlier file, because SQLite would write it into the new file."""
    remains = _wal(path)
    if remains.exists() and remains.stat().st_size:
        accepted = f"move {remains.name} away with the file it belongs to"
        raise FloorExists("another database's write-ahead log is there", where=str(remains), accepted=accepted)


def _wal(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def create_floor(path: Path, connect: Connect) -> None:
    """Creates a floor in a new file, or in a file without tables, such as an interrupted attempt leaves behind."""
    if path.exists() and path.stat().st_size and not _is_without_tables(path, connect):
        raise FloorExists("a floor never overwrites an existing file", where=str(path), accepted="a new file name")
    if not path.exists():
        require_no_remains(path)
        # Only the owner may read the file, since it contains the order of the cards still to be dealt.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    with closing(prepared(connect(path), path)) as connection:
        build("sqlite", connection)


def _is_without_tables(path: Path, connect: Connect) -> bool:
    if not path.is_file():
        return False
    try:
        with closing(connect(path)) as connection:
            return not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        return False


def check_floor(path: Path, connect: Connect) -> None:
    """Refuses a file that is not a floor of this version before anything in it is touched."""
    check_file(path)
    with closing(connect(path)) as connection:
        check_version(deployed_version(connection, path), str(path))


def check_file(path: Path) -> None:
    if not path.exists():
        raise NoSuchFloor("there is no such file", where=str(path), accepted="`tablelaw floor init` creates one")
    if not path.is_file():
        raise NotAFloor("it is not a file", where=str(path))


def deployed_version(connection: sqlite3.Connection, path: Path) -> str | None:
    """The schema version recorded in a database; None if there is none."""
    try:
        named = connection.execute("SELECT name FROM sqlite_master WHERE name = ?", (schema.VERSION_TABLE,)).fetchall()
        found = connection.execute(f"SELECT version_num FROM {schema.VERSION_TABLE}").fetchall() if named else []
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        raise NotAFloor("the file cannot be read as a database", where=str(path), why=str(error)) from error
    return str(found[0][0]) if found else None


def prepared(
    connection: sqlite3.Connection, path: Path, pragmas: Mapping[str, str | int] = PRAGMAS
) -> sqlite3.Connection:
    """Sets the pragmas that durability depends on, and checks that they took effect."""
    for name, value in pragmas.items():
        connection.execute(f"PRAGMA {name} = {value}").fetchall()
        found = connection.execute(f"PRAGMA {name}").fetchall()
        if found != [(value,)]:
            connection.close()
            raise UnsafeStore(
                f"{name} is not in force",
                where=str(path),
                why=f"the database answers {found[0][0] if found else 'nothing'!r}",
                accepted=f"{name} = {value}, on a local disk",
            )
    return connection


@cache
def statements() -> Statements:
    return Statements(sqlite.dialect(paramstyle="qmark"))


class SqliteStore(Store):
    errors = (sqlite3.Error,)

    def __init__(self, path: Path, connect: Connect = connect, pragmas: Mapping[str, str | int] = PRAGMAS) -> None:
        self._path = path
        self._connect = connect
        self._pragmas = pragmas
        self._unmoved = 0
        self._file = SameFile(path)
        super().__init__(str(path), statements())

    def connect_writer(self) -> sqlite3.Connection:
        with closed_on_failure(self._connect(self._path)) as connection:
            prepared(connection, self._path, self._pragmas)
            connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
            connection.execute(self.sql.text(HEAD)).fetchall()
            self._file.require_same_files()
            return connection

    def connect_reader(self) -> sqlite3.Connection:
        self._file.require_same_files()
        connection = prepared(self._connect(self._path), self._path, self._pragmas)
        connection.execute("PRAGMA query_only = 1")
        return connection

    def lock(self, cursor: sqlite3.Cursor) -> End:
        self._take_lock(cursor)
        if self._unmoved >= CHECKPOINT_PAGES:
            self._checkpoint()
            # The write-ahead log starts over only with a transaction begun after all of it has been moved.
            cursor.execute("ROLLBACK")
            self._take_lock(cursor)
        self._file.require_same_files()
        return End._make(cursor.execute(self.sql.text(END)).fetchone() or (0, b""))

    def _take_lock(self, cursor: sqlite3.Cursor) -> None:
        try:
            cursor.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname.startswith("SQLITE_BUSY"):
                raise self.busy() from error
            raise

    def _checkpoint(self) -> None:
        """Moves the write-ahead log into the file, on another connection while this one holds the write lock.

        The lock prevents concurrent commits and checkpoints, during which SQLite before 3.51.3 could lose part of the
        log.
        """
        with closing(prepared(self._connect(self._path), self._path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        self._unmoved = 0

    def write_durably(self, cursor: sqlite3.Cursor, writes: Sequence[Write], head: int) -> None:
        self._unmoved += PAGES_OF_A_COMMIT
        for statement, rows in writes:
            cursor.executemany(statement, rows)
            self._unmoved += len(rows)
        self._file.require_same_files()
        cursor.execute("COMMIT")
        self._file.require_same_files()  # If the file was replaced in between, the commit is not acknowledged.

    def begin_view(self, cursor: sqlite3.Cursor) -> None:
        cursor.execute("BEGIN")
        cursor.execute(self.sql.text(HEAD)).fetchall()  # The first read fixes the moment of the view.

    def listen(self, callback: Callable[[int], None], on_failure: Callable[[], None] | None = None) -> Listener:
        return Listener(self, self._watch, callback, on_failure)

    def _watch(self) -> _Watch:
        return _Watch(self.connect_reader(), self.sql.text(HEAD), self._file)


class _Watch:
    """Polls SQLite every few milliseconds, because it does not report commits. A poll costs next to nothing."""

    pause_seconds = 0.02

    def __init__(self, connection: sqlite3.Connection, head: str, file: SameFile) -> None:
        self._connection = connection
        self._head = head
        self._file = file
        self._version: object = None

    def wait(self) -> int | None:
        self._file.require_same_files()
        version = self._connection.execute("PRAGMA data_version").fetchone()
        if version == self._version:
            return None
        self._version = version
        return int(self._connection.execute(self._head).fetchone()[0])

    def close(self) -> None:
        self._connection.close()

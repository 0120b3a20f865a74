"""A floor on a PostgreSQL server, for several server processes at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import cache
from typing import Any, cast

import msgspec
import psycopg
from sqlalchemy import Dialect
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.engine import URL

from houserules.floor import schema
from houserules.floor.listening import Listener
from houserules.floor.sql_store import BUSY_SECONDS, SqlStore, Write
from houserules.floor.statements import Statements
from houserules.floor.store_refusals import FloorExists, NoSuchFloor, StoreUnreachable, UnsafeStore
from houserules.floor.versions import build, check_version

CHANNEL = "houserules_floor"
LOCK_KEY = int.from_bytes(b"houserul", "big")
"""The property's write lock. Locks and channels are a database's own, and a database holds one floor."""

SETTINGS = {
    "fsync": ("on",),
    "synchronous_commit": ("on", "local", "remote_write", "remote_apply"),
    "full_page_writes": ("on",),
    "server_encoding": ("UTF8",),
}
"""What must be in force, and the values that are safe; the encoding, so that an entry comes back byte for byte."""

Connection = psycopg.Connection[tuple[Any, ...]]


def connect(url: URL, *, autocommit: bool = True) -> Connection:
    try:
        told: dict[str, Any] = {**url.translate_connect_args(username="user", database="dbname"), **url.query}
        connection = psycopg.connect(**{"application_name": "houserules floor", **told}, autocommit=autocommit)
        connection.execute(_query(f"SET lock_timeout = '{BUSY_SECONDS}s'"))
        return connection
    except psycopg.OperationalError as error:
        raise _unreachable(url, error) from error


def shown(url: URL) -> str:
    return url.render_as_string(hide_password=True)


def _unreachable(url: URL, error: psycopg.Error) -> NoSuchFloor | StoreUnreachable:
    if f'database "{url.database}" does not exist' in str(error):
        return NoSuchFloor(
            f"the server has no database {url.database}",
            where=shown(url),
            accepted="a database made by `createdb`, then `houserules floor init`",
        )
    return StoreUnreachable("the server cannot be reached", where=shown(url), why=" ".join(str(error).split()))


def open_postgres(url: URL, *, create: bool = False) -> PostgresStore:
    with closing(connect(url, autocommit=False)) as connection:
        check_settings(connection, url)
        if create:
            create_floor(connection, url)
        version = deployed_version(connection)
        if version is None and not has_tables(connection):
            raise NoSuchFloor("the database is empty", where=shown(url), accepted="`houserules floor init` makes one")
        check_version(version, shown(url))
    return PostgresStore(url)


def create_floor(connection: Connection, url: URL) -> None:
    if has_tables(connection):
        raise FloorExists("a floor is made in an empty database", where=shown(url), accepted="a new database")
    build("postgresql", connection)


def has_tables(connection: Connection) -> bool:
    return bool(connection.execute("SELECT 1 FROM pg_tables WHERE schemaname = current_schema() LIMIT 1").fetchall())


def deployed_version(connection: Connection) -> str | None:
    """The version a database says it has; None where it keeps none."""
    if connection.execute("SELECT to_regclass(%s)", (schema.VERSION_TABLE,)).fetchone() == (None,):
        return None
    found = connection.execute(_query(f"SELECT version_num FROM {schema.VERSION_TABLE}")).fetchone()
    return str(found[0]) if found else None


def check_settings(connection: Connection, url: URL) -> None:
    """Asks the server whether it keeps what it acknowledges."""
    for name, safe in SETTINGS.items():
        found = connection.execute("SELECT current_setting(%s)", (name,)).fetchone()
        if found is None or found[0] not in safe:
            raise UnsafeStore(
                f"{name} is not in force",
                where=shown(url),
                why=f"the server answers {found[0] if found else 'nothing'!r}",
                accepted=f"{name} = {' or '.join(safe)}",
            )


def _query(statement: str) -> Any:
    """The driver's types take literals only; the store's statements are compiled, never put together from input."""
    return cast(Any, statement)


@cache
def statements() -> Statements:
    dialect: Dialect = cast(Any, PGDialect_psycopg)(paramstyle="format")
    return Statements(dialect)


class PostgresStore(SqlStore):
    errors = (psycopg.Error,)

    def __init__(self, url: URL) -> None:
        self._url = url
        super().__init__(shown(url), statements(), connect(url))

    def connect_reader(self) -> Connection:
        return connect(self._url)

    def lock(self, cursor: psycopg.Cursor[tuple[Any, ...]]) -> int:
        try:
            # Three statements in one trip; the last sees whatever was committed while the second waited.
            cursor.execute(_query(f"BEGIN; SELECT pg_advisory_xact_lock({LOCK_KEY}); {self.sql.head}"))
        except psycopg.errors.LockNotAvailable as error:
            cursor.execute("ROLLBACK")
            raise self.busy() from error
        while cursor.nextset():
            pass
        found = cursor.fetchone()
        assert found is not None
        return int(found[0])

    def write_durably(self, cursor: psycopg.Cursor[tuple[Any, ...]], writes: Sequence[Write], head: int) -> None:
        """All tables in one statement, and the commit in the same trip: if the one fails, so does the other."""
        with cursor.connection.pipeline():
            if writes:
                parts = ", ".join(f"written_{n} AS ({statement})" for n, (statement, _) in enumerate(writes))
                brought = [msgspec.json.encode(rows).decode() for _, rows in writes]
                cursor.execute(_query(f"WITH {parts} SELECT pg_notify(%b, %b)"), [*brought, CHANNEL, str(head)])
            cursor.execute("COMMIT")
        if cursor.statusmessage != "COMMIT":
            raise psycopg.OperationalError(f"the server answered {cursor.statusmessage!r} to a commit")

    def time(self) -> int | None:
        return int(self.rows("SELECT floor(extract(epoch FROM clock_timestamp()))")[0][0])

    def begin_view(self, cursor: psycopg.Cursor[tuple[Any, ...]]) -> None:
        cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def listen(self, callback: Callable[[int], None]) -> Listener:
        connection = connect(self._url)
        connection.execute(_query(f"LISTEN {CHANNEL}"))
        return Listener(self, _Notified(connection, self.sql.head), callback)


class _Notified:
    """The server tells of a commit at once; the wait is short only so that a listener closes quickly."""

    pause_seconds = 0.0
    _WAIT_SECONDS = 0.2

    def __init__(self, connection: Connection, head: str) -> None:
        self._connection = connection
        self._head: str | None = head

    def wait(self) -> int | None:
        if self._head:
            # Entries from before the first wait are told of too.
            found = self._connection.execute(_query(self._head)).fetchone()
            self._head = None
            return int(found[0]) if found else None
        heads = [int(note.payload) for note in self._connection.notifies(timeout=self._WAIT_SECONDS, stop_after=1)]
        return max(heads, default=None)

    def close(self) -> None:
        self._connection.close()

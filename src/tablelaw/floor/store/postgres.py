"""A floor on a PostgreSQL server, for several concurrent server processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from functools import cache
from typing import Any, cast

import msgspec
import psycopg
from sqlalchemy import Dialect
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.engine import URL

from tablelaw.floor.store import schema
from tablelaw.floor.store.listener import Listener
from tablelaw.floor.store.refusals import FloorExists, NoSuchFloor, StoreUnreachable, UnsafeStore
from tablelaw.floor.store.rows import End
from tablelaw.floor.store.sql_batch import Write
from tablelaw.floor.store.sql_reads import END, HEAD
from tablelaw.floor.store.sql_statements import Statements
from tablelaw.floor.store.sql_store import BUSY_SECONDS, Store, closed_on_failure
from tablelaw.floor.store.versions import build, check_version

CHANNEL = "tablelaw_floor"
LOCK_KEY = int.from_bytes(b"tablelaw", "big")
"""The key of the property's write lock. Locks and channels belong to a database, and a database holds one floor."""

SAFE_COMMITS = ("on", "local", "remote_write", "remote_apply")
SETTINGS = {
    "fsync": ("on",),
    "synchronous_commit": SAFE_COMMITS,
    "full_page_writes": ("on",),
    "server_encoding": ("UTF8",),
}
"""Settings that must be in force, with their safe values. The encoding is included so that an entry is read back byte
for byte.
"""

ASKED = ("fsync", "synchronous_commit", "full_page_writes")
"""Settings that an administrator may change while a floor is running, so every writing transaction queries them."""

ASK = ", ".join(f"current_setting('{name}')" for name in ASKED)
MAKE_SAFE = (
    "SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit') "
    "WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)"
)
"""Makes this connection safe regardless of the server's configuration. A stronger setting is kept."""

TRANSACTION_SECONDS = 5
"""How long a writing transaction may be idle before the server ends it so that others can write."""

WHOLE_SECONDS = 10
"""How long a writing transaction may take in total once it has the lock."""

HAS_TRANSACTION_TIMEOUT = 170_000
"""The first version of PostgreSQL that can end a transaction whose client stops in the middle of a pipeline."""

STATEMENT_SECONDS = BUSY_SECONDS + 10
WRITING = {
    "idle_in_transaction_session_timeout": f"{TRANSACTION_SECONDS}s",
    "statement_timeout": f"{STATEMENT_SECONDS}s",
}
"""Settings of connections that write. Readers may take longer, since they do not block anyone."""

REACHING: dict[str, Any] = {
    "application_name": "tablelaw floor",
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""Connection settings that detect within seconds that a server has silently gone. The floor's name may override
them.
"""

CUT = ("08", "57P", "25P03", "25P04", "57014", "53300")
"""SQLSTATE codes, or prefixes, showing that the server ended a connection or transaction while the log is intact and
other connections continue.
"""

Connection = psycopg.Connection[tuple[Any, ...]]


def connect(url: URL, *, autocommit: bool = True, writing: bool = False) -> Connection:
    try:
        settings: dict[str, Any] = {**url.translate_connect_args(username="user", database="dbname"), **url.query}
        with closed_on_failure(psycopg.connect(**{**REACHING, **settings}, autocommit=autocommit)) as connection:
            for name, value in {"lock_timeout": f"{BUSY_SECONDS}s", **(WRITING if writing else {})}.items():
                connection.execute(_query(f"SET {name} = '{value}'"))
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
            accepted="a database made by `createdb`, then `tablelaw floor init`",
        )
    return StoreUnreachable("the server cannot be reached", where=shown(url), why=" ".join(str(error).split()))


def open_postgres(url: URL, *, create: bool = False) -> PostgresStore:
    with closing(connect(url, autocommit=False)) as connection:
        check_settings(connection, url)
        if create:
            create_floor(connection, url)
        version = deployed_version(connection)
        if version is None and not has_tables(connection):
            raise NoSuchFloor("the database is empty", where=shown(url), accepted="`tablelaw floor init` creates one")
        check_version(version, shown(url))
    return PostgresStore(url)


def create_floor(connection: Connection, url: URL) -> None:
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK_KEY,))
    if has_tables(connection):
        raise FloorExists(
            "a floor can be created only in an empty database", where=shown(url), accepted="a new database"
        )
    build("postgresql", connection)


def has_tables(connection: Connection) -> bool:
    return bool(connection.execute("SELECT 1 FROM pg_tables WHERE schemaname = current_schema() LIMIT 1").fetchall())


def deployed_version(connection: Connection) -> str | None:
    """The schema version recorded in a database; None if there is none."""
    if connection.execute("SELECT to_regclass(%s)", (schema.VERSION_TABLE,)).fetchone() == (None,):
        return None
    found = connection.execute(_query(f"SELECT version_num FROM {schema.VERSION_TABLE}")).fetchone()
    return str(found[0]) if found else None


def check_settings(connection: Connection, url: URL) -> None:
    """Requires server settings under which everything acknowledged is durable."""
    for name in SETTINGS:
        found = connection.execute("SELECT current_setting(%s)", (name,)).fetchone()
        require_safe_setting(name, found[0] if found else None, url)


def require_safe_setting(name: str, found: object, url: URL) -> None:
    if found not in SETTINGS[name]:
        raise UnsafeStore(
            f"{name} is not in force",
            where=shown(url),
            why=f"the server answers {found or 'nothing'!r}",
            accepted=f"{name} = {' or '.join(SETTINGS[name])}",
        )


def _query(statement: str) -> Any:
    """Casts a statement for the driver, whose types accept only literals. Statements are never built from input."""
    return cast(Any, statement)


@cache
def statements() -> Statements:
    dialect: Dialect = cast(Any, PGDialect_psycopg)(paramstyle="format")
    return Statements(dialect)


class PostgresStore(Store):
    errors = (psycopg.Error,)

    def __init__(self, url: URL) -> None:
        self._url = url
        super().__init__(shown(url), statements())

    def connect_writer(self) -> Connection:
        """Opens the writing connection and checks its settings.

        They are checked each time, since the server may have been restarted with others.
        """
        with closed_on_failure(connect(self._url, writing=True)) as connection:
            connection.execute(_query(MAKE_SAFE))
            check_settings(connection, self._url)
            check_version(deployed_version(connection), self.where)
            return connection

    def connect_reader(self) -> Connection:
        return connect(self._url)

    def is_lost(self, error: Exception) -> bool:
        if not isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
            return False
        return error.sqlstate is None or error.sqlstate.startswith(CUT)

    def is_closed(self, connection: Connection) -> bool:
        return connection.closed

    def lock(self, cursor: psycopg.Cursor[tuple[Any, ...]]) -> End:
        try:
            # Several statements in one round trip. The last one sees everything committed while waiting for the lock.
            lock = f"SELECT pg_advisory_xact_lock({LOCK_KEY})"
            limit = f"SET LOCAL transaction_timeout = '{WHOLE_SECONDS}s';" if self._may_pipeline(cursor) else ""
            cursor.execute(_query(f"BEGIN; {MAKE_SAFE}; {lock}; {limit} SELECT {ASK}; {self.sql.text(END)}"))
        except psycopg.errors.LockNotAvailable as error:
            cursor.execute("ROLLBACK")
            raise self.busy() from error
        answers = [cursor.fetchone() if cursor.description else None for _ in iter(cursor.nextset, None)]
        self._require_safe_settings(answers[-2])
        return End._make(answers[-1] or (0, b""))

    def _may_pipeline(self, cursor: psycopg.Cursor[tuple[Any, ...]]) -> bool:
        """Whether the server ends a transaction whose client stops in the middle of a pipeline."""
        return cursor.connection.info.server_version >= HAS_TRANSACTION_TIMEOUT

    def _require_safe_settings(self, found: Sequence[object] | None) -> None:
        for name, value in zip(ASKED, found or (None,) * len(ASKED), strict=True):
            require_safe_setting(name, value, self._url)

    def write_durably(self, cursor: psycopg.Cursor[tuple[Any, ...]], writes: Sequence[Write], head: int) -> None:
        """Writes all tables in one statement and commits.

        The commit is sent in the same round trip if that is safe, so both succeed or neither does. The settings are
        read with the lock and again after the commit. If one has changed in between, nothing is acknowledged.
        """
        after = cursor.connection.cursor()
        with cursor.connection.pipeline() if self._may_pipeline(cursor) else nullcontext():
            if writes:
                parts = ", ".join(f"written_{n} AS ({statement})" for n, (statement, _) in enumerate(writes))
                brought = [msgspec.json.encode(rows).decode() for _, rows in writes]
                cursor.execute(_query(f"WITH {parts} SELECT pg_notify(%b, %b)"), [*brought, CHANNEL, str(head)])
            cursor.execute("COMMIT")
            after.execute(_query(f"SELECT {ASK}"))
        if cursor.statusmessage != "COMMIT":
            raise psycopg.OperationalError(f"the server answered {cursor.statusmessage!r} to a commit")
        self._require_safe_settings(after.fetchone())

    def time(self) -> int | None:
        return int(self.rows("SELECT floor(extract(epoch FROM clock_timestamp()))")[0][0])

    def begin_view(self, cursor: psycopg.Cursor[tuple[Any, ...]]) -> None:
        cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def listen(self, callback: Callable[[int], None], on_failure: Callable[[], None] | None = None) -> Listener:
        return Listener(self, self._notified, callback, on_failure)

    def _notified(self) -> _Notified:
        with closed_on_failure(connect(self._url)) as connection:
            connection.execute(_query(f"LISTEN {CHANNEL}"))
            return _Notified(connection, self.sql.text(HEAD))


class _Notified:
    """Waits for the server's notification of a commit, which arrives immediately.

    The wait is short only so that a listener can close quickly.
    """

    pause_seconds = 0.0
    _WAIT_SECONDS = 0.2

    def __init__(self, connection: Connection, head: str) -> None:
        self._connection = connection
        self._head: str | None = head

    def wait(self) -> int | None:
        if self._head:
            # Entries from before the first wait are reported too.
            found = self._connection.execute(_query(self._head)).fetchone()
            self._head = None
            return int(found[0]) if found else None
        heads = [int(note.payload) for note in self._connection.notifies(timeout=self._WAIT_SECONDS, stop_after=1)]
        return max(heads, default=None)

    def close(self) -> None:
        self._connection.close()

"""Upgrades a floor's database from an earlier version to this program's version.

This is possible only while no other process has it open, because a server of the earlier version would keep writing its
own format.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import URL

from tablelaw.floor.store.api import place_of
from tablelaw.floor.store.refusals import FloorInUse, StoreUnreachable, WrongSchema
from tablelaw.floor.store.schema import VERSION, VERSION_TABLE
from tablelaw.floor.store.versions import build, check_version

if TYPE_CHECKING:
    import psycopg

STOP = "end every server and command that uses the floor first"
OTHERS = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
)
CLOSING_SECONDS = 2.0
"""How long to wait for connections that are being closed: PostgreSQL ends them only after their clients have gone."""
LOCK_VERSION = f"LOCK TABLE {VERSION_TABLE} IN ACCESS EXCLUSIVE MODE"


def migrate(name: str) -> tuple[str, str]:
    """Upgrades a floor's database and returns the old and the new version.

    Refuses a database that is not a floor or that belongs to a newer program.
    """
    place = place_of(name)
    return (_migrate_file(place) if isinstance(place, Path) else _migrate_server(place)), VERSION


def _migrate_file(path: Path) -> str:
    from tablelaw.floor.store import sqlite

    try:
        sqlite.check_file(path)
        with closing(sqlite.connect(path)) as connection:
            found = _older(sqlite.deployed_version(connection, path), str(path))
            if found != VERSION:
                _require_file_at_rest(connection, path)
            build("sqlite", sqlite.prepared(connection, path))
    except sqlite3.OperationalError as error:
        raise StoreUnreachable("the file cannot be used", where=str(path), why=str(error)) from error
    return found


def _migrate_server(url: URL) -> str:
    from tablelaw.floor.store import postgres

    with closing(postgres.connect(url, autocommit=False)) as connection:
        postgres.check_settings(connection, url)
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (postgres.LOCK_KEY,))
        found = _older(postgres.deployed_version(connection), postgres.shown(url))
        if found != VERSION:
            _require_database_at_rest(connection, url)
        build("postgresql", connection)
    return found


def _require_file_at_rest(connection: sqlite3.Connection, path: Path) -> None:
    """Locks the file by leaving write-ahead mode.

    SQLite does this only if no other process has the file open, not even an idle one.
    """
    connection.execute("PRAGMA busy_timeout = 200")
    connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
    try:
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()
    except sqlite3.OperationalError as error:
        raise FloorInUse(
            "another process has the floor open", where=str(path), why=str(error), accepted=STOP
        ) from error


def _require_database_at_rest(connection: psycopg.Connection[Any], url: URL) -> None:
    from tablelaw.floor.store import postgres

    # Any process that opens the floor now must wait for the migration to be committed before it can read the version.
    connection.execute(LOCK_VERSION)
    until = time.monotonic() + CLOSING_SECONDS
    while (others := _other_connections(connection)) and time.monotonic() < until:
        time.sleep(0.05)
    if others:
        why = f"{others} other connection{'s' if others > 1 else ''} to the database"
        raise FloorInUse("another process has the floor open", where=postgres.shown(url), why=why, accepted=STOP)


def _other_connections(connection: psycopg.Connection[Any]) -> int:
    connection.execute("SELECT pg_stat_clear_snapshot()")  # within a transaction the activity is read only once
    found = connection.execute(OTHERS).fetchone()
    return found[0] if found else 0


def _older(found: str | None, where: str) -> str:
    try:
        check_version(found, where)
    except WrongSchema:
        if found is None or found > VERSION:
            raise
    assert found is not None
    return found

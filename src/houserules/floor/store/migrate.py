"""Bringing a floor's database from an earlier version to this program's."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import URL

from houserules.floor.store.api import place_of
from houserules.floor.store.refusals import StoreUnreachable, WrongSchema
from houserules.floor.store.schema import VERSION
from houserules.floor.store.versions import build, check_version


def migrate(name: str) -> tuple[str, str]:
    """The version found and the version now; refuses what is no floor, or a floor of a newer program."""
    place = place_of(name)
    return (_migrate_file(place) if isinstance(place, Path) else _migrate_server(place)), VERSION


def _migrate_file(path: Path) -> str:
    from houserules.floor.store import sqlite

    try:
        sqlite.check_file(path)
        with closing(sqlite.connect(path)) as connection:
            found = _older(sqlite.deployed_version(connection, path), str(path))
            build("sqlite", sqlite.prepared(connection, path))
    except sqlite3.OperationalError as error:
        raise StoreUnreachable("the file cannot be used", where=str(path), why=str(error)) from error
    return found


def _migrate_server(url: URL) -> str:
    from houserules.floor.store import postgres

    with closing(postgres.connect(url, autocommit=False)) as connection:
        postgres.check_settings(connection, url)
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (postgres.LOCK_KEY,))
        found = _older(postgres.deployed_version(connection), postgres.shown(url))
        build("postgresql", connection)
    return found


def _older(found: str | None, where: str) -> str:
    try:
        check_version(found, where)
    except WrongSchema:
        if found is None or found > VERSION:
            raise
    assert found is not None
    return found

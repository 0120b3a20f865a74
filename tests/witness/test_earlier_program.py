"""A floor of the first format must be migrated, and an earlier program never writes after a later one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from threading import Timer
from typing import Any

import psycopg
import pytest

from tablelaw.floor.store import migrate as migration
from tablelaw.floor.store import versions
from tablelaw.floor.store.api import open_store
from tablelaw.floor.store.migrate import migrate
from tablelaw.floor.store.refusals import FloorInUse, WrongSchema
from tablelaw.floor.store.schema import VERSION, VERSION_TABLE
from tests.floor.databases import KINDS, Databases
from tests.witness.fixture import as_it_was_left


@pytest.mark.parametrize("kind", KINDS)
def test_a_floor_of_the_first_format_is_migrated_first(databases: Databases, kind: str) -> None:
    name = as_it_was_left(databases, kind)
    with pytest.raises(WrongSchema, match="tablelaw floor migrate"):
        open_store(name)
    assert migrate(name) == ("0001", VERSION)
    open_store(name).close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_floor_that_somebody_has_open_is_not_migrated(
    databases: Databases, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An idle server of the earlier version keeps the floor from being migrated while it is open."""
    name = as_it_was_left(databases, kind)
    with monkeypatch.context() as earlier:
        earlier.setattr(versions, "VERSION", "0001")
        store = open_store(name)
    with closing(store):
        head = store.head()
        with pytest.raises(FloorInUse) as refused:
            migrate(name)
        assert refused.value.code == "floor-in-use" and "end every server" in refused.value.accepted
        assert store.head() == head > 0, "it is still usable"
    assert migrate(name) == ("0001", VERSION)


def test_a_connection_that_is_being_closed_does_not_keep_a_floor_from_being_migrated(databases: Databases) -> None:
    """PostgreSQL ends a connection some time after its client has gone, as when a server has just been stopped."""
    name = as_it_was_left(databases, "postgresql")
    connection = psycopg.connect(name)
    closing_soon = Timer(migration.CLOSING_SECONDS / 4, connection.close)
    closing_soon.start()
    assert migrate(name) == ("0001", VERSION)
    closing_soon.join()


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_opens_a_floor_while_it_is_migrated(
    databases: Databases, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that starts at that moment waits, and then reads the new version; it never sees the earlier one."""
    name = as_it_was_left(databases, kind)
    build = versions.build

    def meanwhile(*what: Any) -> None:
        with pytest.raises((sqlite3.OperationalError, psycopg.errors.LockNotAvailable)):
            read_version(kind, name)
        build(*what)

    monkeypatch.setattr(migration, "build", meanwhile)
    assert migrate(name) == ("0001", VERSION)
    assert read_version(kind, name) == (VERSION,)


def read_version(kind: str, name: str) -> object:
    asked = f"SELECT version_num FROM {VERSION_TABLE}"
    if kind == "sqlite":
        with closing(sqlite3.connect(name, timeout=0.1)) as connection:
            return connection.execute(asked).fetchone()
    with psycopg.connect(name) as server:
        server.execute("SET lock_timeout = '100ms'")
        return server.execute(asked.encode()).fetchone()


@pytest.mark.parametrize("kind", KINDS)
def test_the_earlier_program_is_refused_by_name(
    databases: Databases, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Uses the same version check that the first format's program makes when it opens a floor."""
    name = as_it_was_left(databases, kind)
    migrate(name)
    monkeypatch.setattr(versions, "VERSION", "0001")
    with pytest.raises(WrongSchema, match="a newer program"):
        open_store(name)

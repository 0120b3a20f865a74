"""Before a store opens, it checks that the database holds a floor of this version and that its settings are durable."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tablelaw.floor.store import sqlite
from tablelaw.floor.store.api import open_store, place_of
from tablelaw.floor.store.migrate import migrate
from tablelaw.floor.store.refusals import (
    BadStoreName,
    FloorExists,
    NoSuchFloor,
    NotAFloor,
    StoreRefused,
    StoreUnreachable,
    UnsafeStore,
    WrongSchema,
)
from tablelaw.floor.store.schema import VERSION
from tests.floor.databases import Databases
from tests.floor.direct_sql import carry_out


def refusal(name: str, *, create: bool = False) -> StoreRefused:
    with pytest.raises(StoreRefused) as caught:
        open_store(name, create=create)
    return caught.value


def set_version(name: str, version: str) -> None:
    carry_out(name, f"UPDATE floor_version SET version_num = '{version}'")


@pytest.mark.parametrize(
    "name", ["", "mysql://host/floor", "sqlite://", "sqlite:///:memory:", "postgresql://host:port/floor", "a://b"]
)
def test_name_of_neither_file_nor_server(name: str) -> None:
    refused = refusal(name)
    assert isinstance(refused, BadStoreName)
    assert "postgresql://" in refused.accepted


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("floor.db", "floor.db"),
        ("sqlite:///floor.db", "floor.db"),
        ("sqlite:////var/floor.db", "/var/floor.db"),
        ("a folder/100%?.db", "a folder/100%?.db"),
    ],
)
def test_names_of_files(name: str, path: str) -> None:
    assert place_of(name) == Path(path)


def test_file_of_any_name_is_opened(tmp_path: Path) -> None:
    name = str(tmp_path / "100% ü #1?.db")
    open_store(name, create=True).close()
    open_store(name).close()
    assert [path.name for path in tmp_path.iterdir()] == ["100% ü #1?.db"]


def test_create_makes_a_floor_once(kind: str, databases: Databases) -> None:
    name = databases.empty(kind)
    assert isinstance(refusal(name), NoSuchFloor)
    open_store(name, create=True).close()
    open_store(name).close()
    refused = refusal(name, create=True)
    assert isinstance(refused, FloorExists)
    assert refused.code == "floor-exists"


def test_file_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    with closing(open_store(str(tmp_path / "floor.db"), create=True)) as store:
        store.set_property("name", "Keystone")
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"floor.db": 0o600, "floor.db-wal": 0o600, "floor.db-shm": 0o600}


def test_missing_file_names_the_command_that_makes_one(tmp_path: Path) -> None:
    refused = refusal(str(tmp_path / "none.db"))
    assert isinstance(refused, NoSuchFloor)
    assert "tablelaw floor init" in refused.accepted
    assert not list(tmp_path.iterdir())


def test_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    path.write_text("seat, wager, cents\n" * 100)
    assert isinstance(refusal(str(path)), NotAFloor)
    assert isinstance(refusal(str(tmp_path)), NotAFloor)
    assert isinstance(refusal(str(path), create=True), FloorExists)
    path.write_bytes(b"")
    assert isinstance(refusal(str(path)), NotAFloor)


def test_folder_that_is_not_there(tmp_path: Path) -> None:
    assert isinstance(refusal(str(tmp_path / "none" / "floor.db"), create=True), StoreUnreachable)


def test_database_of_something_else_is_left_alone(kind: str, databases: Databases, tmp_path: Path) -> None:
    name = databases.empty(kind)
    if kind == "sqlite":
        Path(name).touch()
    carry_out(name, "CREATE TABLE guests (name TEXT)")
    assert isinstance(refusal(name), NotAFloor)
    assert isinstance(refusal(name, create=True), FloorExists)
    with pytest.raises(NotAFloor):
        migrate(name)
    if kind == "sqlite":
        assert Path(name).read_bytes()[18] == 1, "its journal mode is its own"


def test_older_floor_wants_a_migration(database: str) -> None:
    set_version(database, "0000")
    refused = refusal(database)
    assert isinstance(refused, WrongSchema)
    assert "0000" in refused.what and VERSION in refused.what
    assert "tablelaw floor migrate" in refused.accepted


def test_newer_floor_wants_a_newer_program(database: str) -> None:
    set_version(database, "9999")
    refused = refusal(database)
    assert isinstance(refused, WrongSchema)
    assert refused.accepted == "a newer program"
    with pytest.raises(WrongSchema, match="9999"):
        migrate(database)


def test_migration_of_a_current_floor_changes_nothing(database: str) -> None:
    assert migrate(database) == (VERSION, VERSION)
    open_store(database).close()


def test_migration_of_nothing_is_refused(kind: str, databases: Databases) -> None:
    with pytest.raises((NoSuchFloor, NotAFloor)):
        migrate(databases.empty(kind))


@pytest.mark.parametrize("pragma", ["journal_mode", "synchronous", "foreign_keys", "wal_autocheckpoint"])
def test_pragma_not_in_force(pragma: str, databases: Databases) -> None:
    """Some builds and file systems ignore these settings."""

    class Deaf(sqlite3.Connection):
        def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
            return super().execute("SELECT 1 WHERE 0" if sql.startswith(f"PRAGMA {pragma} =") else sql, parameters)

    def connect(path: Path) -> sqlite3.Connection:
        connection = sqlite3.connect(path, factory=Deaf, isolation_level=None)
        sqlite3.Connection.execute(connection, "PRAGMA journal_mode = DELETE")
        sqlite3.Connection.execute(connection, "PRAGMA synchronous = NORMAL")
        return connection

    path = Path(databases.fresh("sqlite"))
    with pytest.raises(UnsafeStore, match=f"{pragma} is not in force"):
        sqlite.open_sqlite(path, connect=connect)


def test_library_without_strict_tables(monkeypatch: pytest.MonkeyPatch, databases: Databases) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    refused = refusal(databases.fresh("sqlite"))
    assert isinstance(refused, UnsafeStore)
    assert "3.37.0" in refused.accepted


@contextmanager
def server_setting(databases: Databases, name: str, value: str) -> Iterator[None]:
    with psycopg.connect(databases.server.url(), autocommit=True) as connection:
        for statement in (f"ALTER SYSTEM SET {name} = {value}", f"ALTER SYSTEM RESET {name}"):
            connection.execute(statement.encode())
            connection.execute("SELECT pg_reload_conf()")
            connection.execute("SELECT pg_sleep(0.2)")
            if "RESET" not in statement:
                yield


@pytest.mark.parametrize("name", ["fsync", "synchronous_commit", "full_page_writes"])
def test_server_that_may_forget(name: str, databases: Databases) -> None:
    database = databases.fresh("postgresql")
    with server_setting(databases, name, "off"):
        refused = refusal(database)
    assert isinstance(refused, UnsafeStore)
    assert refused.what == f"{name} is not in force"
    assert "'off'" in refused.why
    open_store(database).close()


def test_role_that_does_not_wait_for_the_disk(databases: Databases) -> None:
    database = databases.fresh("postgresql").replace("options=", "options=-c%20synchronous_commit%3Doff%20")
    assert isinstance(refusal(database), UnsafeStore)


def test_server_in_another_encoding(databases: Databases) -> None:
    carry_out(databases.server.url(), "CREATE DATABASE latin ENCODING LATIN1 LOCALE 'C' TEMPLATE template0")
    refused = refusal(databases.server.url("latin"), create=True)
    assert isinstance(refused, UnsafeStore)
    assert refused.accepted == "server_encoding = UTF8"


def test_server_without_that_database(databases: Databases) -> None:
    refused = refusal(databases.server.url("none"))
    assert isinstance(refused, NoSuchFloor)
    assert "none" in refused.what


def test_server_that_is_not_there_and_a_password_that_stays_hidden(tmp_path: Path) -> None:
    refused = refusal(f"postgresql://ann:Geheim@/floor?host={tmp_path}")
    assert isinstance(refused, StoreUnreachable)
    assert "Geheim" not in refused.sentence()
    assert "ann:***" in refused.where

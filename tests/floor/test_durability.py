"""Durability is checked at every commit: nothing acknowledged is lost, whatever changes under a running floor."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tablelaw.errors import TablelawError
from tablelaw.floor.service import FloorService
from tablelaw.floor.store import postgres
from tablelaw.floor.store.api import Store, open_store
from tablelaw.floor.store.refusals import FileReplaced, StoreFailed, UnsafeStore
from tests.floor.databases import Databases
from tests.floor.direct_sql import carry_out
from tests.floor.postgres import Server
from tests.floor.samples import add, append
from tests.floor.test_fail_stop import fill, opened, without_triggers

# --- PostgreSQL: settings changed under a running floor ----------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server that flushes its log only every ten seconds, so unsynced data is lost in a crash."""
    with closing(Server(wal_writer_delay="10s")) as made:
        yield made


@pytest.fixture
def own(server: Server) -> Iterator[str]:
    """A floor in its own database; the server's settings are restored afterwards."""
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS own WITH (FORCE)")
        connection.execute("CREATE DATABASE own")
    open_store(server.url("own"), create=True).close()
    yield server.url("own")
    carry_out(server.url(), "ALTER SYSTEM RESET ALL")
    carry_out(server.url(), "SELECT pg_reload_conf()")


def alter(database: str, name: str, value: str) -> None:
    """Changes a setting as an administrator would, and waits until a new connection sees it."""
    carry_out(database, f"ALTER SYSTEM SET {name} = {value}")
    carry_out(database, "SELECT pg_reload_conf()")
    for _ in range(200):
        if carry_out(database, f"SELECT current_setting('{name}'), pg_sleep(0.02)")[0][0] == value:
            return
    raise AssertionError(f"{name} is not {value}")


def in_force(batch: Any, name: str) -> str:
    return str(batch.rows(f"SELECT current_setting('{name}')")[0][0])


def test_commits_stay_synchronous_whatever_the_server_is_told(own: str) -> None:
    with closing(open_store(own)) as store:
        append(store)
        alter(own, "synchronous_commit", "off")
        for _ in range(3):
            with store.begin() as batch:
                assert in_force(batch, "synchronous_commit") == "on"
                add(batch)
                batch.commit()


def test_a_stronger_setting_stays_as_it_is(own: str) -> None:
    alter(own, "synchronous_commit", "remote_apply")
    with closing(open_store(own)) as store, store.begin() as batch:
        assert in_force(batch, "synchronous_commit") == "remote_apply"


@pytest.mark.parametrize("name", ["fsync", "full_page_writes"])
@pytest.mark.parametrize("when", ["before", "between"])
def test_a_server_that_no_longer_syncs_stops_the_store(own: str, name: str, when: str) -> None:
    """The setting changes before a batch, or between its lock and its commit; either way nothing is acknowledged."""
    with closing(open_store(own)) as store:
        append(store)
        if when == "before":
            alter(own, name, "off")
        with pytest.raises(UnsafeStore, match=name), store.begin() as batch:
            add(batch)
            alter(own, name, "off")
            batch.commit()
        with pytest.raises(StoreFailed, match="restart: the log is replayed"):
            store.begin()
    with pytest.raises(UnsafeStore, match=name):
        open_store(own)


def lost_in_a_crash(server: Server, database: str) -> int:
    """Sets synchronous_commit to off, kills the server and returns the number of acknowledged entries lost."""
    with closing(open_store(database)) as store:
        append(store)
        alter(database, "synchronous_commit", "off")
        # The connection reads the new configuration before its next transaction.
        acknowledged = max(append(store) for _ in range(40))
        server.crash()
    return acknowledged - int(carry_out(database, "SELECT max(seq) FROM log")[0][0])


def test_acknowledged_orders_survive_a_crash_after_the_setting_was_changed(server: Server, own: str) -> None:
    for kill in range(3):
        carry_out(own, "ALTER SYSTEM RESET ALL")
        carry_out(own, "SELECT pg_reload_conf()")
        assert lost_in_a_crash(server, own) == 0, f"kill {kill}"


def test_without_the_setting_the_crash_loses_them(server: Server, own: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a control, crashes with the server's own setting in force and the check disabled."""
    monkeypatch.setattr(postgres, "MAKE_SAFE", "SELECT 1")
    monkeypatch.setattr(postgres.PostgresStore, "_require_safe_settings", lambda store, found: None)
    monkeypatch.setattr(postgres, "check_settings", lambda connection, url: None)
    assert lost_in_a_crash(server, own) > 0


# --- SQLite: the file removed or replaced under a running floor ---------------------------------------------------


def replaced(file: Path) -> None:
    shutil.copy(file, f"{file}.copy")
    Path(f"{file}.copy").replace(file)


def moved(file: Path) -> None:
    file.rename(f"{file}.old")


def without(end: str) -> Callable[[Path], None]:
    return lambda file: Path(f"{file}{end}").unlink()


CHANGES: dict[str, Callable[[Path], None]] = {
    "replaced": replaced,
    "moved": moved,
    "removed": without(""),
    "write-ahead log removed": without("-wal"),
    "shared memory removed": without("-shm"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_file_that_is_another_one_stops_the_store(databases: Databases, change: str) -> None:
    file = Path(databases.fresh("sqlite"))
    with closing(open_store(str(file))) as store:
        append(store, 3)
        CHANGES[change](file)
        with pytest.raises(FileReplaced):
            append(store)
        for way in (store.begin, store.head, lambda: append(store)):
            with pytest.raises(StoreFailed, match="restart: the log is replayed"):
                way()


@pytest.mark.parametrize("change", CHANGES)
def test_a_file_replaced_in_the_middle_of_a_commit_is_not_acknowledged(databases: Databases, change: str) -> None:
    file = Path(databases.fresh("sqlite"))
    store: Any = open_store(str(file))
    append(store, 3)
    store._writer.set_trace_callback(lambda said: CHANGES[change](file) if said == "COMMIT" else None)
    with pytest.raises(FileReplaced):
        append(store)
    store._writer.set_trace_callback(None)
    store.close()


@pytest.mark.parametrize("change", CHANGES)
def test_a_floor_that_stands_still_notices_too(databases: Databases, change: str) -> None:
    file, noticed = Path(databases.fresh("sqlite")), threading.Event()
    with closing(open_store(str(file))) as store:
        append(store)
        with closing(store.listen(lambda head: None, noticed.set)):
            CHANGES[change](file)
            assert noticed.wait(30)


def test_a_file_found_through_a_link_is_the_same_file(databases: Databases) -> None:
    """As a control, neither a link nor another process's checkpoint counts as a different file."""
    file = Path(databases.fresh("sqlite"))
    link = file.with_name("link.db")
    link.symlink_to(file)
    with closing(open_store(str(link))) as store:
        append(store)
        with closing(open_store(str(link))) as other:
            append(other)
        carry_out(str(link), "PRAGMA wal_checkpoint(TRUNCATE)")
        assert append(store) == 3


def test_a_replaced_file_stops_the_floor_by_name(databases: Databases) -> None:
    file = Path(databases.fresh("sqlite"))
    with closing(open_store(str(file))) as store, closing(FloorService(store)) as service:
        opened(service)
        stopped = threading.Event()
        service.when_stopped(stopped.set)
        replaced(file)
        with pytest.raises(TablelawError, match="file-replaced") as refused:
            service.do(fill(1))
        assert stopped.wait(30) and str(file) not in str(refused.value.as_dict())


# --- The log rolled back under a running floor ---------------------------------------------------------------------


def put_back(database: str, kind: str) -> None:
    """Rolls the log back by one entry, as restoring a backup would."""
    without_triggers(database, kind)
    with_transfers = " ON transfers" if kind == "postgresql" else ""
    carry_out(database, f"DROP TRIGGER transfers_refuses_delete{with_transfers}")
    for table in ("transfers", "log"):
        carry_out(database, f"DELETE FROM {table} WHERE seq = (SELECT max(seq) FROM log)")


@pytest.mark.parametrize("goes_on", [False, True])
def test_a_log_that_lost_its_end_stops_the_floor(store: Store, database: str, kind: str, goes_on: bool) -> None:
    """This holds even if something else is written in place of the lost end."""
    service = FloorService(store)
    opened(service)
    service.do(fill(1))
    put_back(database, kind)
    if goes_on:
        carry_out(database, "UPDATE accounts SET debits = debits - 100 WHERE id = 'cage'")
        carry_out(database, "UPDATE accounts SET credits = credits - 100 WHERE id = 'tray:UTH-1'")
        with closing(open_store(database)) as other, closing(FloorService(other)) as second:
            second.do(fill(2))
    with pytest.raises(TablelawError, match="broken-log"):
        service.do(fill(3))
    assert "no longer has the entry that was acknowledged" in str(service.failure)
    service.close()


def test_what_the_check_of_the_file_costs(databases: Databases) -> None:
    """Prints the cost of the check and requires it to stay below a generous limit; each check makes three
    system calls.
    """
    file = Path(databases.fresh("sqlite"))
    store: Any = open_store(str(file))
    began = time.perf_counter()
    for _ in range(1_000):
        store._file.require_same_files()
    took = (time.perf_counter() - began) / 1_000
    store.close()
    print(f"the check of the file's identity: {took * 1e6:.1f} us, three times in a commit")
    assert took < 0.001

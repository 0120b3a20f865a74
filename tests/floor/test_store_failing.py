"""After its first database failure a store does nothing more, so no wager is acknowledged that may be lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tablelaw.floor.store import postgres, sql_store, sqlite
from tablelaw.floor.store.api import Store, open_store
from tablelaw.floor.store.refusals import StoreBusy, StoreFailed
from tests.floor.databases import Databases
from tests.floor.direct_sql import carry_out
from tests.floor.samples import add, append, entry, transfer


def assert_stopped(store: Store) -> None:
    """Checks that every method raises the same refusal."""
    ways: list[Callable[[], object]] = [store.begin, store.head, lambda: store.entries(0), lambda: append(store)]
    ways.append(lambda: store.set_property("name", "x"))
    for way in ways:
        with pytest.raises(StoreFailed, match="restart: the log is replayed"):
            way()


def test_full_disk_stops_the_store(databases: Databases) -> None:
    """SQLite refuses to exceed a page limit exactly as it refuses to write to a full disk."""
    database = databases.fresh("sqlite")

    def connect(path: Path) -> sqlite3.Connection:
        connection = sqlite.connect(path)
        [(pages,)] = connection.execute("PRAGMA page_count").fetchall()
        connection.execute(f"PRAGMA max_page_count = {pages + 5}")
        return connection

    with closing(sqlite.open_sqlite(Path(database), connect=connect)) as store:
        acknowledged = 0
        with pytest.raises(StoreFailed, match="disk is full"):
            while True:
                acknowledged = append(store)
        assert_stopped(store)
    with closing(open_store(database)) as again:
        assert again.head() == acknowledged > 0


def test_row_the_database_refuses_stops_the_store(store: Store, database: str) -> None:
    """A floor that checks its ids cannot repeat one, so memory and log must have diverged."""
    append(store, 2)
    with pytest.raises(StoreFailed), store.begin() as batch:
        batch.append([entry(3), entry(4, id="order-1")])
        batch.commit()
    assert_stopped(store)
    with closing(open_store(database)) as again:
        assert (again.head(), again.entry(3)) == (2, None)


def test_transfer_without_its_entry_is_refused(store: Store) -> None:
    with pytest.raises(StoreFailed), store.begin() as batch:
        batch.append([entry(1)])
        batch.write_transfers([transfer(2)])
        batch.commit()


@pytest.mark.parametrize("cents", [1.5, "many"])
def test_fraction_of_a_cent_is_refused(store: Store, cents: object) -> None:
    with pytest.raises(StoreFailed), store.begin() as batch:
        batch.append([entry(1)])
        batch.write_transfers([transfer(1)._replace(cents=cents)])  # type: ignore[arg-type]
        batch.commit()


def test_failure_frees_the_lock_for_others(store: Store, database: str) -> None:
    with pytest.raises(StoreFailed), store.begin() as batch:
        batch.write_transfers([transfer(2)])
        batch.commit()
    with closing(open_store(database)) as other:
        assert append(other) == 1


def test_locked_floor_is_busy_and_not_broken(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (sql_store, sqlite, postgres):
        monkeypatch.setattr(module, "BUSY_SECONDS", 0.1)
    with closing(open_store(database)) as first, closing(open_store(database)) as second:
        with first.begin() as batch:
            add(batch)
            for store in (first, second):
                with pytest.raises(StoreBusy, match="another writer"):
                    store.begin()
            batch.commit()
        assert append(second) == 2
        assert append(first) == 3


@pytest.mark.parametrize("table", ["log", "transfers"])
@pytest.mark.parametrize("change", ["UPDATE {} SET at = 0", "DELETE FROM {}", "TRUNCATE {} CASCADE"])
def test_history_is_only_ever_added_to(store: Store, database: str, table: str, change: str) -> None:
    append(store, 2)
    with pytest.raises((sqlite3.Error, psycopg.Error)):
        carry_out(database, change.format(table))
    assert (len(store.entries(0)), len(store.transfers(0))) == (2, 2)


def test_write_ahead_log_is_moved_before_it_grows(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_PAGES", 100)
    database = databases.fresh("sqlite")
    with closing(open_store(database)) as store:
        sizes = []
        for _ in range(100):
            append(store)
            sizes.append(Path(f"{database}-wal").stat().st_size)
        assert max(sizes) < 200 * 4096 < sum(sizes)
        assert Path(database).stat().st_size > 20 * 4096
        assert [row.seq for row in store.entries(0)] == list(range(1, 101))

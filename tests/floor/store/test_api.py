"""A store returns exactly what was committed. Each test runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import threading
import time
from contextlib import closing

import pytest

from tablelaw.floor.store.api import AccountRow, HeadRow, Kept, MeterRow, SnapshotRow, Store, open_store
from tablelaw.floor.store.refusals import BrokenSequence
from tablelaw.floor.store.sql_engine import sql_engine
from tests.floor.samples import AT, add, append, balances, entry, transfer


def kept(seq: int, **of: object) -> Kept:
    row = entry(seq, **of)  # type: ignore[arg-type]
    return Kept(row.seq, row.body, row.leaf)


def test_new_floor_is_empty(store: Store) -> None:
    assert store.head() == 0
    assert not any([store.entries(0), store.transfers(0), store.accounts(), store.meters(), store.decks()])
    assert not any([store.entry(1), store.by_id("order-1"), store.last_snapshot(), store.property("name")])


def test_entries_come_back_byte_for_byte(store: Store) -> None:
    append(store, 5)
    assert store.head() == 5
    assert store.entries(0) == [kept(seq) for seq in range(1, 6)]
    assert store.entries(1, 2) == [kept(2), kept(3)]
    assert store.entry(3) == store.by_id("order-3") == kept(3)
    assert store.log_rows(4) == [entry(5)]
    assert store.leaves(2, 4) == [entry(seq).leaf for seq in (2, 3, 4)]


def test_known_ids_are_those_in_the_log(store: Store) -> None:
    append(store, 3)
    assert store.known(["order-2", "order-9", 'quote "', "order-1"]) == {"order-1": 1, "order-2": 2}
    assert store.known([]) == {}


def test_round_is_found_by_stream_and_number(store: Store) -> None:
    with store.begin() as batch:
        batch.append([entry(1, "table A", 1), entry(2, "table B", 1), entry(3, "table A", 1), entry(4, "table A", 2)])
        batch.commit()
    assert [row.seq for row in store.round_entries("table A", 1)] == [1, 3]
    assert store.round_entries("table C", 1) == []


def test_transfers_are_found_by_account_in_the_order_of_the_log(store: Store) -> None:
    moved = [
        transfer(1, 0, "cage", "drop:A"),
        transfer(1, 1, "tray:A", "chips:ann"),
        transfer(2, 0, "chips:ann", "tray:A"),
    ]
    with store.begin() as batch:
        batch.append([entry(1), entry(2)])
        batch.write_transfers(moved[2:])
        batch.write_transfers(moved[:2])
        batch.commit()
    assert store.transfers(0) == moved
    assert store.transfers(0, 1) == moved[:2]
    assert store.transfers_of("chips:ann") == moved[1:]
    assert store.transfers_of("chips:ann", after=1) == moved[2:]
    assert store.transfer("1/1") == moved[1]
    assert store.transfer("9/9") is None


def test_accounts_and_meters_are_what_was_written_last(store: Store) -> None:
    with store.begin() as batch:
        batch.write_accounts([AccountRow("cage", 1, 2, 3, 4), AccountRow("house", 5, 6, 7, 8)])
        batch.write_accounts([AccountRow("cage", 10, 20, 30, 40)])
        batch.write_meters([MeterRow("L/major", '{"units":1,"name":"Ü"}'.encode())])
        batch.commit()
    with store.begin() as batch:
        batch.write_meters([MeterRow("L/major", b'{"units":2}')])
        batch.commit()
    assert store.accounts() == [AccountRow("cage", 10, 20, 30, 40), AccountRow("house", 5, 6, 7, 8)]
    assert store.meters() == [MeterRow("L/major", b'{"units":2}')]


def test_decks_heads_and_properties_are_kept(store: Store) -> None:
    append(store, 2)
    with store.begin() as batch:
        batch.write_deck(2, bytes(range(256)))
        batch.commit()
    store.save_head(HeadRow(2, b"\x00root", b"signed", AT, 2))
    store.set_property("name", "Keystone")
    store.set_property("name", "Keystone Casino")
    assert store.deck(2) == bytes(range(256))
    assert store.deck(1) is None
    assert [row.seq for row in store.decks()] == [2]
    assert store.decks(after=2) == []
    assert store.heads() == [HeadRow(2, b"\x00root", b"signed", AT, 2)]
    assert store.property("name") == "Keystone Casino"


def test_snapshots_are_kept_and_found_by_the_entry_they_are_wanted_before(store: Store) -> None:
    for seq in (10, 20, 30):
        store.save_snapshot(SnapshotRow(seq, f"digest {seq}", bytes([seq]) * 1000))
    assert store.last_snapshot() == SnapshotRow(30, "digest 30", bytes([30]) * 1000)
    assert store.last_snapshot(29) == store.last_snapshot(20) == SnapshotRow(20, "digest 20", bytes([20]) * 1000)
    assert store.last_snapshot(9) is None
    store.save_snapshot(SnapshotRow(30, "again", b""))
    assert store.last_snapshot() == SnapshotRow(30, "again", b"")


def test_money_beyond_32_bits_is_kept(store: Store) -> None:
    row = AccountRow("house", 2**63 - 1, 2**40, 0, -(2**63))
    with store.begin() as batch:
        batch.write_accounts([row])
        batch.commit()
    assert store.accounts() == [row]


def test_batch_without_commit_never_was(store: Store) -> None:
    with store.begin() as batch:
        add(batch, 3)
    assert (store.head(), store.accounts()) == (0, [])
    assert append(store) == 1


def test_exception_rolls_back_and_frees_the_lock(store: Store, database: str) -> None:
    with pytest.raises(ZeroDivisionError), store.begin() as batch:
        add(batch, 3)
        raise ZeroDivisionError
    with closing(open_store(database)) as other:
        assert append(other) == 1


def test_exception_after_the_commit_changes_nothing(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.begin() as batch:
        add(batch, 3)
        batch.commit()
        raise ZeroDivisionError
    assert store.head() == 3


def test_empty_batch_may_be_committed(store: Store) -> None:
    with store.begin() as batch:
        batch.commit()
    assert append(store) == 1


@pytest.mark.parametrize("seqs", [[2], [1, 3], [1, 1], [0], [1, 2, 4]])
def test_log_has_no_gaps(store: Store, seqs: list[int]) -> None:
    with pytest.raises(BrokenSequence, match="cannot be appended"), store.begin() as batch:
        batch.append([entry(seq) for seq in seqs])
    assert append(store) == 1


def test_batch_reads_under_the_lock_what_others_wrote(store: Store, database: str) -> None:
    with closing(open_store(database)) as other:
        append(store, 2)
        append(other, 3)
        with store.begin() as batch:
            assert batch.head() == 5
            assert batch.entries(2) == [kept(3), kept(4), kept(5)]
            assert batch.known(["order-4"]) == {"order-4": 4}
            assert batch.accounts() == balances(transfer(seq) for seq in range(1, 6))


def test_view_is_one_moment(store: Store) -> None:
    append(store, 2)
    with store.view() as view:
        assert view.head() == 2
        append(store, 3)
        assert (view.head(), len(view.entries(0)), len(view.transfers(0))) == (2, 2, 2)
    assert store.head() == 5


def test_writers_of_several_processes_take_turns(database: str) -> None:
    """Three stores append to the log concurrently: nothing is lost or written twice."""

    def work() -> None:
        with closing(open_store(database)) as store:
            for _ in range(20):
                append(store)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with closing(open_store(database)) as store:
        assert [row.seq for row in store.entries(0)] == list(range(1, 61))
        assert store.accounts() == balances(transfer(seq) for seq in range(1, 61))


def test_reads_go_on_while_a_batch_is_open(store: Store) -> None:
    append(store, 2)
    with store.begin() as batch:
        add(batch)
        found: list[int] = []
        threads = [threading.Thread(target=lambda: found.append(store.head())) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [2, 2, 2, 2]


def test_listener_hears_of_every_append(store: Store, database: str) -> None:
    append(store, 2)
    heard: list[int] = []
    listening = store.listen(heard.append)
    with closing(open_store(database)) as other:
        append(other, 3)
        append(store)
        until = time.monotonic() + 20
        while (not heard or heard[-1] != 6) and time.monotonic() < until:
            time.sleep(0.01)
    listening.close()
    assert heard[-1] == 6
    assert heard == sorted(heard)
    append(store)
    assert heard[-1] == 6


def test_floor_outlives_its_store(store: Store, database: str) -> None:
    append(store, 4)
    store.close()
    with closing(open_store(database)) as again:
        assert again.entries(0) == [kept(seq) for seq in range(1, 5)]


def test_engine_for_people_shares_the_database(store: Store, database: str) -> None:
    engine = sql_engine(database)
    with engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO users VALUES ('ann', 'dealer', 'hash', 1)")
    with pytest.raises(ZeroDivisionError), engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM users")
        raise ZeroDivisionError
    with engine.connect() as connection:
        assert [tuple(row) for row in connection.exec_driver_sql("SELECT name FROM users")] == [("ann",)]
        assert append(store) == 1
    engine.dispose()

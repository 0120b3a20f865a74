"""Reading the past from a snapshot gives the same result as reading from the first entry; a changed snapshot is
refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import msgspec
import pytest

from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.audit.log_audit import LeafDiffers, audit_store, sign_log
from tablelaw.floor.audit.reconstruction import reconstruct
from tablelaw.floor.audit.reconstruction_grids import as_dict
from tablelaw.floor.audit.recorded_rounds import before_entry
from tablelaw.floor.house_staff import FLOORPERSON
from tablelaw.floor.recovery import recover
from tablelaw.floor.reports.day import day_report
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store, open_store
from tablelaw.proofs.merkle import leaf_hash
from tablelaw.proofs.refusals import BadSignature, LogRewritten, LogTruncated
from tests.floor.databases import Databases
from tests.floor.direct_sql import carry_out
from tests.floor.played import KEY, Hours, opened
from tests.floor.world import TRAY_CENTS, World, example

TABLES = ("pa-653a", "pa-677a")
ROUNDS, DAYS = 4, ("2026-11-15", "2026-11-16")
SIGNED_AT = 1_795_436_000
OLD = 10
"""An entry from before the first snapshot."""


@pytest.fixture(scope="module")
def long_ago(databases: Databases) -> Iterator[str]:
    """A floor with two days of play, a snapshot every few entries, and a head signed between the days."""
    database = databases.fresh("sqlite")
    texts = [example(book, book) for book in TABLES]
    with closing(open_store(database)) as store, opened(store, *texts, day=DAYS[0], snapshot_every=25) as world:
        for table in TABLES:
            world.do(FLOORPERSON, orders.FillTray(table, TRAY_CENTS))
            world.seat(table)
        for day in DAYS:
            for table in TABLES * ROUNDS:
                world.play_round(table, irregularities=3)
            if day == DAYS[0]:
                sign_log(store, KEY, Hours().now())
                world.do(FLOORPERSON, orders.EndDay())
                world.do(FLOORPERSON, orders.StartDay(DAYS[1]))
    yield database


@pytest.fixture
def store(long_ago: str, databases: Databases) -> Iterator[Store]:
    """A copy of that floor to tamper with."""
    database = databases.empty("sqlite")
    carry_out(long_ago, f"VACUUM INTO '{database}'")
    with closing(open_store(database)) as opened_store:
        yield opened_store


def all_told(store: Store) -> list[object]:
    """The reports on every round and every day."""
    rounds = [as_dict(reconstruct(store, table, n)) for table in TABLES for n in range(1, 2 * ROUNDS + 1)]
    return [*rounds, *(msgspec.to_builtins(day_report(store, day)) for day in DAYS)]


def test_rounds_and_days_read_the_same_with_snapshots_and_without(store: Store) -> None:
    assert store.last_snapshot(store.head() // 2) is not None
    told = all_told(store)
    carry_out(store.where, "DELETE FROM snapshots")
    assert all_told(store) == told


def test_the_order_of_a_deck_in_a_snapshot_is_not_shown(store: Store) -> None:
    before = before_entry(store, TABLES[0], store.head())
    assert before.state.decks and not any(deck.cards for deck in before.state.decks)


def test_a_changed_snapshot_is_not_looked_back_from(store: Store) -> None:
    carry_out(store.where, "UPDATE snapshots SET body = CAST(body || 'x' AS BLOB)")
    with pytest.raises(TablelawError, match="digest is not the one in the log"):
        reconstruct(store, TABLES[0], 2 * ROUNDS)
    with pytest.raises(TablelawError, match="digest is not the one in the log"):
        day_report(store, DAYS[1])


# --- What opening a floor detects, and what only an audit detects ----------------------------------------------


def by_force(store: Store, *statements: str) -> None:
    """Executes statements after removing the triggers that protect the entries, as a person with access to the file
    can.
    """
    for (name,) in carry_out(store.where, "SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        carry_out(store.where, f"DROP TRIGGER {name}")
    for statement in statements:
        carry_out(store.where, statement)


def test_a_log_shorter_than_a_signed_head_does_not_open(store: Store) -> None:
    size = sign_log(store, KEY, SIGNED_AT).head.size
    recover(store)
    by_force(store, *(f"DELETE FROM {table} WHERE seq = {size}" for table in ("transfers", "decks", "log")))
    with pytest.raises(LogTruncated, match=f"entries {size} to {size} are missing"):
        recover(store)


def test_a_log_that_is_not_the_one_a_head_was_signed_over_does_not_open(store: Store) -> None:
    with opened_again(store) as world:
        head = sign_log(store, KEY, SIGNED_AT).head
        world.do(FLOORPERSON, orders.FillTray(TABLES[0], 100))
    recover(store)
    last = store.log_rows(head.size - 1, 1)[0]
    body = last.body.replace(b'"by":"', b'"by":"not ', 1)
    write_anew(store, head.size, body)
    with pytest.raises(LogRewritten, match=f"entries 1 to {head.size}"):
        recover(store)


def test_a_head_that_was_changed_does_not_open(store: Store) -> None:
    sign_log(store, KEY, SIGNED_AT)
    by_force(store, "UPDATE heads SET root = zeroblob(32) WHERE size = (SELECT MAX(size) FROM heads)")
    with pytest.raises(BadSignature):
        recover(store)


def test_an_old_entry_written_anew_is_found_by_an_audit(store: Store) -> None:
    """Opening reads nothing from before the snapshot, but an audit does. If the leaf matches too, the head reveals the
    change.
    """
    body = store.log_rows(OLD - 1, 1)[0].body.replace(b'"by":"', b'"by":"not ', 1)
    by_force(store, f"UPDATE log SET body = '{body.decode()}' WHERE seq = {OLD}")
    recover(store)
    with pytest.raises(LeafDiffers, match=f"entry {OLD}"):
        audit_store(store)
    write_anew(store, OLD, body)
    recover(store)
    with pytest.raises(LogRewritten):
        audit_store(store)


def write_anew(store: Store, seq: int, body: bytes) -> None:
    leaf = leaf_hash(body).hex()
    by_force(store, f"UPDATE log SET body = '{body.decode()}', leaf = x'{leaf}' WHERE seq = {seq}")


@contextmanager
def opened_again(store: Store) -> Iterator[World]:
    with closing(FloorService(store, clock=Hours())) as service:
        yield World(service, "again")

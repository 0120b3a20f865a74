"""Runs the store on a recording disk, and checks what a power failure leaves behind."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tablelaw.chance import Chance
from tablelaw.floor.store import sqlite
from tablelaw.floor.store.api import AccountRow, Batch, LogRow, MeterRow, SnapshotRow, TransferRow
from tablelaw.floor.store.sqlite import SqliteStore, open_sqlite
from tests.floor.recording_vfs import Acknowledged, RecordingDisk, Step, Submitted
from tests.floor.samples import AT, balances

ACCOUNTS = ("cage", "chips:ann", "chips:bob", "drop:A", "handpay:A", "house", "meter:L", "tray:A")
COMMITS = 120
SMALL_CHECKPOINT = 400
"""A checkpoint size in pages, small enough that the write-ahead log is restarted several times in a run."""


class Recorded(NamedTuple):
    before: bytes
    tape: list[Step]


def record(path: Path, chance: Chance, synchronous: str = "FULL") -> Recorded:
    """Records a run with commits of every size, checkpoints, snapshots, readers and a restart in the middle."""
    before = path.read_bytes()
    disk = RecordingDisk(f"recording {path.name}")
    try:
        with small_checkpoints():
            for _ in range(2):
                with closing(open_sqlite(path, connect=partial(disk.connect, factory=syncing(synchronous)))) as store:
                    work(store, disk.tape, chance)
    finally:
        disk.close()
    return Recorded(before, disk.tape)


@contextmanager
def small_checkpoints() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "CHECKPOINT_PAGES", SMALL_CHECKPOINT)
        yield


def syncing(synchronous: str) -> type[sqlite3.Connection]:
    """Makes connections that sync as given here, but tell the store that they sync as it requested."""

    class Lying(sqlite3.Connection):
        def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
            if sql == "PRAGMA synchronous = 2":
                sql = f"PRAGMA synchronous = {synchronous}"
            elif sql == "PRAGMA synchronous":
                sql = "SELECT 2"
            return super().execute(sql, parameters)

    return sqlite3.Connection if synchronous == "FULL" else Lying


def work(store: SqliteStore, tape: list[Step], chance: Chance) -> None:
    cents = {row.id: row for row in store.accounts()}
    for _ in range(COMMITS // 2):
        with store.begin() as batch:
            upto = batch.head() + (1 if chance.below(3) else 1 + chance.below(12))
            rows = [sample(seq, chance) for seq in range(batch.head() + 1, upto + 1)]
            moved = [transfer(row.seq, place, chance) for row in rows for place in range(chance.below(4))]
            batch.append(rows)
            batch.write_transfers(moved)
            batch.write_accounts(after(cents, moved))
            batch.write_meters([MeterRow("L", str(upto).encode())])
            snapshot_now_and_then(batch, upto, chance)
            tape.append(Submitted(upto))
            batch.commit()
        tape.append(Acknowledged(upto))
        assert store.head() == upto


def snapshot_now_and_then(batch: Batch, seq: int, chance: Chance) -> None:
    if chance.below(20) == 0:
        body = bytes([seq % 256]) * (1 + chance.below(60_000))
        batch.save_snapshot(SnapshotRow(seq, sha256(body).hexdigest(), body))


def sample(seq: int, chance: Chance) -> LogRow:
    body = f'{{"seq":{seq},"told":"{"x" * chance.below(2_500)}"}}'.encode()
    return LogRow(seq, f"{chance.below(2**60):x}-{seq}", "table A", seq, seq // 10, AT, body, sha256(body).digest())


def transfer(seq: int, place: int, chance: Chance) -> TransferRow:
    debit = chance.below(len(ACCOUNTS))
    credit = (debit + 1 + chance.below(len(ACCOUNTS) - 1)) % len(ACCOUNTS)
    names, cents = (ACCOUNTS[debit], ACCOUNTS[credit]), 1 + chance.below(10**9)
    return TransferRow(seq, place, f"{seq}/{place}", *names, cents, "posted", "", "win", "653a.11(h)", AT)


def after(accounts: dict[str, AccountRow], moved: list[TransferRow]) -> list[AccountRow]:
    """The accounts that the transfers change, with their new balances."""
    nothing = AccountRow("", 0, 0, 0, 0)
    for row in moved:
        debit, credit = accounts.get(row.debit, nothing), accounts.get(row.credit, nothing)
        accounts[row.debit] = debit._replace(id=row.debit, debits=debit.debits + row.cents)
        accounts[row.credit] = credit._replace(id=row.credit, credits=credit.credits + row.cents)
    return [accounts[name] for name in {name for row in moved for name in (row.debit, row.credit)}]


def finding(path: Path, acknowledged: int, asked: int) -> str:
    """Describes what a floor restarted on this file would be missing, or returns "". Only reads, and never syncs."""
    try:
        with closing(open_sqlite(path, connect=partial(sqlite.connect, factory=syncing("OFF")))) as store:
            return next(findings(store, acknowledged, asked), "")
    except sqlite3.Error as error:
        return f"broken: {error}"


def findings(store: SqliteStore, acknowledged: int, asked: int) -> Iterator[str]:
    checked = store.rows("PRAGMA integrity_check")
    if checked != [("ok",)]:
        yield f"broken: {checked[0][0]}"
    entries = store.entries(0)
    if len(entries) < acknowledged:
        yield f"lost: {acknowledged} entries were acknowledged, {len(entries)} are there"
    if len(entries) > asked or [row.seq for row in entries] != list(range(1, len(entries) + 1)):
        yield "broken: entries nobody asked for, or a gap"
    if any(sha256(row.body).digest() != row.leaf for row in entries):
        yield "broken: an entry's bytes"
    if store.accounts() != balances(store.transfers(0)):
        yield "broken: accounts are not what the transfers make them"
    if entries and store.meters() != [MeterRow("L", str(len(entries)).encode())]:
        yield "broken: the meter is of another moment"
    snapshot = store.last_snapshot()
    if snapshot and (sha256(snapshot.body).hexdigest() != snapshot.digest or snapshot.seq > len(entries)):
        yield "broken: the snapshot"

"""Rebuilds the data derived from the log: accounts, meters, transfers, the columns of entries, and snapshots.

If any of it is damaged and the log is intact, nothing is lost. The log is verified, and every entry is replayed from
the first without using the derived rows. Whatever differs is rewritten, in one transaction with an entry that records
it. A log that does not verify is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, delete, func, insert, select, text, update

from tablelaw.cage.ledger import Ledger
from tablelaw.cage.transfers import Transfer
from tablelaw.errors import TablelawError
from tablelaw.floor.audit.log_audit import audit_store
from tablelaw.floor.events import SnapshotTaken
from tablelaw.floor.fold import Prepared, fold, pay, prepare, take
from tablelaw.floor.handlers.to_the_property import handle_property
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.log.transfer_lookup import PastTransfers
from tablelaw.floor.orders import Order, RecordRebuild
from tablelaw.floor.projections import account_rows, meter_rows, transfer_rows
from tablelaw.floor.property import Property
from tablelaw.floor.recovery import PAGE, checked, checked_secret
from tablelaw.floor.store import schema
from tablelaw.floor.store.api import LogRow, Reads, SnapshotRow, TransferRow, open_store
from tablelaw.floor.store.lifted_guard import lifted_guard
from tablelaw.floor.store.sql_engine import sql_engine


class FloorWentOn(TablelawError):
    """The floor was written to while its rows were being rebuilt."""

    no_paragraph = "how records are corrected is left to the operator's internal controls"


class Found(NamedTuple):
    """The derived rows that do not match the log."""

    misfiled: list[LogRow]
    transfers: dict[int, list[TransferRow]]
    """Entries whose stored transfers differ, with the correct transfers."""
    accounts: list[str]
    meters: list[str]
    snapshots: list[int]

    @property
    def counts(self) -> dict[str, int]:
        return {
            "entries": len(self.misfiled),
            "transfers": len(self.transfers),
            "accounts": len(self.accounts),
            "meters": len(self.meters),
            "snapshots": len(self.snapshots),
        }


class Rebuilt(NamedTuple):
    """The number of rows of each kind that were rebuilt, and the entry that records it; None if nothing differed."""

    counts: dict[str, int]
    entry: Entry | None


def rebuild(database: str, by: str, reason: str, now: int, order_id: str) -> Rebuilt:
    """Rebuilds whatever differs. Refuses if the log does not verify or is written to in the meantime."""
    with closing(open_store(database)) as store, store.view() as kept:
        floor, found = examined(kept)
    if not any(found.counts.values()):
        return Rebuilt(found.counts, None)
    command = RecordRebuild(reason, **found.counts)
    order = Order(id=order_id, by=by, command=command, at=max(now, floor.now))
    prepared = prepare(floor, order, handle_property(floor, order))
    pay(floor, prepared)
    take(floor, prepared)
    _write(database, floor, found, prepared)
    return Rebuilt(found.counts, prepared.entry)


# --- Differences ----------------------------------------------------------------------------------------------


def examined(kept: Reads) -> tuple[Property, Found]:
    """Computes the property from the entries alone, and finds the stored rows that differ from it."""
    misfiled: list[LogRow] = []
    audit_store(kept, misfiled=misfiled)
    past = PastTransfersInLog(kept)
    floor = past.floor = Property(ledger=Ledger(past, past.made_by))
    secrets = {row.seq: row.sealed for row in kept.decks()}
    transfers: dict[int, list[TransferRow]] = {}
    while page := kept.entries(floor.seq, PAGE):
        entries = [checked(row, row.seq) for row in page]
        for entry, row in zip(entries, page, strict=True):
            fold(floor, entry, row.leaf, checked_secret(entry, secrets.get(entry.seq)))
        transfers |= _other_transfers(entries, kept.transfers(entries[0].seq - 1, len(entries)))
    accounts, meters = _other_sums(floor, kept)
    return floor, Found(misfiled, transfers, accounts, meters, damaged_snapshots(kept))


class PastTransfersInLog(PastTransfers):
    """Finds earlier transfers in the entries themselves, since the table of transfers may be damaged."""

    def __init__(self, kept: Reads) -> None:
        super().__init__(kept)
        self._seqs: dict[str, int] = {}
        self._looked_through = 0

    def __call__(self, transfer_id: str) -> Transfer | None:
        entry = self._entry(transfer_id)
        return next((t for t in entry.transfers if t.id == transfer_id), None) if entry else None

    def made_by(self, transfer_id: str) -> str:
        entry = self._entry(transfer_id)
        return entry.by if entry else ""

    def _entry(self, transfer_id: str) -> Entry | None:
        """Finds the entry that made a transfer. The transfer's id begins with the entry's stream and number."""
        if self._is_to_come(transfer_id):
            return None
        self._look_through()
        ends = [place for place, letter in enumerate(transfer_id) if letter == "/"]
        seq = next((self._seqs[stem] for stem in (transfer_id[:end] for end in ends) if stem in self._seqs), None)
        kept = self.kept.entry(seq) if seq is not None else None
        return decode(kept.body) if kept else None

    def _look_through(self) -> None:
        """Indexes the entries replayed since the last call.

        It uses their bodies, because their columns may be damaged.
        """
        assert self.floor is not None
        while self._looked_through < self.floor.seq:
            rows = self.kept.entries(self._looked_through, min(PAGE, self.floor.seq - self._looked_through))
            for entry in (decode(row.body) for row in rows):
                self._seqs[f"{entry.stream}:{entry.number}"] = entry.seq
            self._looked_through = rows[-1].seq


def _other_transfers(entries: Sequence[Entry], kept: Sequence[TransferRow]) -> dict[int, list[TransferRow]]:
    there: dict[int, list[TransferRow]] = {}
    for row in kept:
        there.setdefault(row.seq, []).append(row)
    right = {entry.seq: transfer_rows(entry) for entry in entries}
    return {seq: rows for seq, rows in right.items() if there.get(seq, []) != rows}


def _other_sums(floor: Property, kept: Reads) -> tuple[list[str], list[str]]:
    """Accounts and meters that differ, are missing, or should not exist."""
    accounts = {row.id: row for row in account_rows(floor, set(floor.ledger))}
    meters = {row.id: row for row in meter_rows(floor, set(floor.meters))}
    there, shown = {row.id: row for row in kept.accounts()}, {row.id: row for row in kept.meters()}
    return (
        sorted(name for name in {*accounts, *there} if accounts.get(name) != there.get(name)),
        sorted(name for name in {*meters, *shown} if meters.get(name) != shown.get(name)),
    )


def each_snapshot(kept: Reads) -> Iterator[SnapshotRow]:
    """Every snapshot, newest first."""
    snapshot = kept.last_snapshot()
    while snapshot is not None:
        yield snapshot
        snapshot = kept.last_snapshot(snapshot.seq - 1)


def damaged_snapshots(kept: Reads) -> list[int]:
    """Snapshots that do not match the entries after them."""
    return [snapshot.seq for snapshot in each_snapshot(kept) if not _is_vouched_for(kept, snapshot)]


def _is_vouched_for(kept: Reads, snapshot: SnapshotRow) -> bool:
    row = kept.entry(snapshot.seq + 1)
    snapshots = [event for event in decode(row.body).events if isinstance(event, SnapshotTaken)] if row else []
    digests = {sha256(snapshot.body).hexdigest(), snapshot.digest}
    return bool(snapshots) and snapshots[0].seq == snapshot.seq and digests == {snapshots[0].digest}


# --- Writing ------------------------------------------------------------------------------------------------


def _write(database: str, floor: Property, found: Found, prepared: Prepared) -> None:
    """Writes everything in one transaction, under the property's write lock."""
    engine = sql_engine(database)
    try:
        with engine.begin() as connection:
            _lock(connection)
            connection.execute(delete(schema.accounts))
            head = connection.execute(select(func.max(schema.log.c.seq))).scalar() or 0
            if head != prepared.entry.seq - 1:
                accepted = "stop whatever serves the floor; then repeat the command"
                raise FloorWentOn("the floor was written to meanwhile", where=f"entry {head}", accepted=accepted)
            _write_sums(connection, floor)
            with lifted_guard(connection):
                _mend_log(connection, found)
            _append(connection, prepared)
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_notify(:channel, :head)"), _told(prepared))
    finally:
        engine.dispose()


def _lock(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        from tablelaw.floor.store.postgres import LOCK_KEY

        connection.execute(text("SET LOCAL synchronous_commit = on"))
        connection.execute(select(func.pg_advisory_xact_lock(LOCK_KEY)))


def _told(prepared: Prepared) -> dict[str, str]:
    from tablelaw.floor.store.postgres import CHANNEL

    return {"channel": CHANNEL, "head": str(prepared.entry.seq)}


def _write_sums(connection: Connection, floor: Property) -> None:
    connection.execute(delete(schema.meters))
    accounts = account_rows(floor, set(floor.ledger))
    meters = [{"id": row.id, "body": row.body.decode()} for row in meter_rows(floor, set(floor.meters))]
    _insert(connection, schema.accounts, [row._asdict() for row in accounts])
    _insert(connection, schema.meters, meters)


def _mend_log(connection: Connection, found: Found) -> None:
    """Rewrites columns, transfers and snapshots.

    Columns are first set to unused values, so two entries can be swapped.
    """
    log, transfers, snapshots = schema.log, schema.transfers, schema.snapshots
    for row in found.misfiled:
        aside = {"id": f"\n{row.seq}", "stream": "\n", "number": row.seq}
        connection.execute(update(log).where(log.c.seq == row.seq).values(aside))
    for row in found.misfiled:
        columns = {"id": row.id, "stream": row.stream, "number": row.number, "round": row.round, "at": row.at}
        connection.execute(update(log).where(log.c.seq == row.seq).values(columns))
    for seq in found.transfers:
        connection.execute(delete(transfers).where(transfers.c.seq == seq))
    for rows in found.transfers.values():
        _insert(connection, transfers, [row._asdict() for row in rows])
    for seq in found.snapshots:
        connection.execute(delete(snapshots).where(snapshots.c.seq == seq))


def _append(connection: Connection, prepared: Prepared) -> None:
    entry = prepared.entry
    row = LogRow(entry.seq, entry.id, entry.stream, entry.number, entry.round, entry.at, prepared.body, prepared.leaf)
    _insert(connection, schema.log, [row._asdict() | {"body": prepared.body.decode()}])


def _insert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table), rows)

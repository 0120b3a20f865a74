"""The rows that a batch of entries writes to the store."""

from __future__ import annotations

import msgspec

from tablelaw.floor.log.entry import Entry
from tablelaw.floor.property import Property
from tablelaw.floor.store.api import AccountRow, Batch, LogRow, MeterRow, SnapshotRow, TransferRow


class Rows:
    """Collects the entries of a batch and writes them with the projections they change.

    An account that changes twice is written once.
    """

    def __init__(self, floor: Property) -> None:
        self._floor = floor
        self.entries: list[Entry] = []
        self._log: list[LogRow] = []
        self._decks: list[tuple[int, bytes]] = []
        self._snapshot: SnapshotRow | None = None

    def add(self, entry: Entry, body: bytes, leaf: bytes, secret: bytes) -> None:
        self.entries.append(entry)
        self._log.append(LogRow(entry.seq, entry.id, entry.stream, entry.number, entry.round, entry.at, body, leaf))
        if secret:
            self._decks.append((entry.seq, secret))

    def snapshot(self, seq: int, digest: str, body: bytes) -> None:
        self._snapshot = SnapshotRow(seq, digest, body)

    def write(self, transaction: Batch) -> None:
        if not self._log:
            return
        transaction.append(self._log)
        transaction.write_transfers(self._transfers())
        transaction.write_accounts(account_rows(self._floor, self._touched()))
        if meters := self._floor.meters.changed():
            transaction.write_meters(meter_rows(self._floor, set(meters)))
        for seq, secret in self._decks:
            transaction.write_deck(seq, secret)
        if self._snapshot is not None:
            transaction.save_snapshot(self._snapshot)

    def _transfers(self) -> list[TransferRow]:
        return [row for entry in self.entries for row in transfer_rows(entry)]

    def _touched(self) -> set[str]:
        return {name for entry in self.entries for t in entry.transfers for name in (t.debit, t.credit)}


def transfer_rows(entry: Entry) -> list[TransferRow]:
    """The transfers of an entry as rows of their table."""
    return [
        TransferRow(entry.seq, n, t.id, t.debit, t.credit, t.cents, t.kind, t.pending, t.code, t.cite, entry.at)
        for n, t in enumerate(entry.transfers)
    ]


def account_rows(floor: Property, names: set[str]) -> list[AccountRow]:
    balances = [(name, floor.ledger.balance(name)) for name in sorted(names)]
    return [AccountRow(name, b.debits, b.credits, b.debits_pending, b.credits_pending) for name, b in balances]


def meter_rows(floor: Property, names: set[str]) -> list[MeterRow]:
    return [MeterRow(name, msgspec.json.encode(floor.meters[name])) for name in sorted(names)]

"""Rows for tests of the store: entries that each move money, written without a floor."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from tablelaw.floor.store.api import AccountRow, Batch, LogRow, Store, TransferRow

AT = 1_794_786_000


def entry(seq: int, stream: str = "table UTH-1", round: int = 0, id: str = "") -> LogRow:
    body = f'{{"seq":{seq},"by":"dealer:Zoë ♠"}}'.encode()
    return LogRow(seq, id or f"order-{seq}", stream, seq, round, AT + seq, body, sha256(body).digest())


def transfer(seq: int, place: int = 0, debit: str = "cage", credit: str = "tray:UTH-1") -> TransferRow:
    cents = 100 * seq + place
    return TransferRow(seq, place, f"{seq}/{place}", debit, credit, cents, "posted", "", "fill", "653a.5(d)", AT + seq)


def balances(moved: Iterable[TransferRow]) -> list[AccountRow]:
    """The accounts after these transfers, all posted."""
    debits: dict[str, int] = {}
    credits: dict[str, int] = {}
    for row in moved:
        debits[row.debit] = debits.get(row.debit, 0) + row.cents
        credits[row.credit] = credits.get(row.credit, 0) + row.cents
    names = sorted(debits | credits)
    return [AccountRow(name, debits.get(name, 0), credits.get(name, 0), 0, 0) for name in names]


def append(store: Store, count: int = 1) -> int:
    """Appends entries in one batch, each with a transfer. Returns the number of the last entry."""
    with store.begin() as batch:
        add(batch, count)
        batch.commit()
        return batch.head() + count


def add(batch: Batch, count: int = 1) -> None:
    first = batch.head() + 1
    batch.append([entry(seq) for seq in range(first, first + count)])
    batch.write_transfers([transfer(seq) for seq in range(first, first + count)])
    batch.write_accounts(balances(transfer(seq) for seq in range(1, first + count)))

"""Forges a log expertly: one entry is replaced along with its leaf, so only its meaning gives it away."""

from __future__ import annotations

from collections.abc import Callable

from tablelaw.floor.log.entry import Entry, decode, encode
from tablelaw.floor.store.api import Batch, LogRow, Reads, Store, TransferRow
from tablelaw.proofs.merkle import leaf_hash
from tablelaw.table.state import change

Forge = Callable[[Entry], Entry]


def forged(source: Reads, target: Store, seq: int = 0, forge: Forge = lambda entry: entry) -> Store:
    """Copies the floor with entry `seq` changed and the table of transfers adjusted to match."""
    rows = [_forged(row, forge) if row.seq == seq else row for row in source.log_rows(0)]
    with target.begin() as batch:
        batch.append(rows)
        batch.write_transfers(_transfers(source, rows, seq))
        for deck in source.decks():
            batch.write_deck(deck.seq, deck.sealed)
        _copy_projections(source, batch)
        batch.commit()
    return target


def _forged(row: LogRow, forge: Forge) -> LogRow:
    entry = forge(decode(row.body))
    body = encode(entry)
    return LogRow(entry.seq, entry.id, entry.stream, entry.number, entry.round, entry.at, body, leaf_hash(body))


def _transfers(source: Reads, rows: list[LogRow], seq: int) -> list[TransferRow]:
    kept = [row for row in source.transfers(0) if row.seq != seq]
    if not seq:
        return kept
    entry = decode(rows[seq - 1].body)
    told = [
        TransferRow(seq, n, t.id, t.debit, t.credit, t.cents, t.kind, t.pending, t.code, t.cite, entry.at)
        for n, t in enumerate(entry.transfers)
    ]
    return [*kept, *told]


def _copy_projections(source: Reads, batch: Batch) -> None:
    batch.write_accounts(source.accounts())
    batch.write_meters(source.meters())
    for head in source.heads():
        batch.save_head(head)


def entry_with(store: Reads, kind: type, part: Callable[[Entry], bool] = lambda entry: True) -> Entry:
    """The last entry with an event of this kind."""
    entries = [decode(kept.body) for kept in store.entries(0)]
    return [entry for entry in entries if any(isinstance(e, kind) for e in entry.events) and part(entry)][-1]


def with_event(kind: type, **fields: object) -> Forge:
    """Returns a forgery that changes some fields of the entry's event of this kind."""

    def forge(entry: Entry) -> Entry:
        told = tuple(change(event, **fields) if isinstance(event, kind) else event for event in entry.events)
        return change(entry, events=told)

    return forge

"""Finds transfers that may be corrected: by player, table, round, gaming day and amount, newest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from tablelaw.cage.accounts import (
    CORRECTION,
    OF_PLAYER,
    OF_TABLE,
    PERMITTED,
    TRANSFER_CODES,
    account_of,
    parse_account,
)
from tablelaw.cage.statements import receipt_number
from tablelaw.floor.events import Corrected
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.log.entry_outline import has_event
from tablelaw.floor.log.gaming_days import gaming_day
from tablelaw.floor.property import FLOOR, stream_of
from tablelaw.floor.store.api import EVERYTHING, Reads, TransferRow
from tablelaw.views.messages import Wire

MOST = 60
LAST_ENTRIES = 5_000
"""How many of the last entries are searched if neither player nor table says which accounts to read."""


class FoundTransfer(Wire, frozen=True):
    """A posted transfer, in cents; `corrected` is how much of it was returned later, `by` who gave its order."""

    id: str
    receipt: str
    entry: int
    at: int
    table: str
    round: int
    code: str
    says: str
    debit: str
    credit: str
    cents: int
    corrected: int
    by: str
    cite: str


class WantedTransfers(Wire, frozen=True):
    """The search criteria; 0 or "" means any."""

    player: str = ""
    table: str = ""
    round: int = 0
    day: str = ""
    cents: int = 0


def search_transfers(store: Reads, wanted: WantedTransfers) -> list[FoundTransfer]:
    first, last = _span(store, wanted.day)
    back = _moved_back(store)
    found: list[FoundTransfer] = []
    for row in sorted(_rows(store, wanted, first, last), key=lambda row: (-row.seq, row.place)):
        if not _fits(row, wanted, first, last):
            continue
        entry = _entry(store, row.seq)
        if _is_of(row, entry, wanted):
            found.append(_found(row, entry, back[row.id]))
        if len(found) == MOST:
            break
    return found


def _span(store: Reads, day: str) -> tuple[int, int]:
    """The first and last entry of a gaming day, or of the whole log."""
    if not day:
        return 1, EVERYTHING
    named = gaming_day(store, day)
    return named.first, named.last


def _rows(store: Reads, wanted: WantedTransfers, first: int, last: int) -> Iterator[TransferRow]:
    """The transfers to search: those of the player's or table's accounts if one is named, otherwise those of the last
    entries.
    """
    if wanted.player:
        yield from _once(store, (account_of(kind, wanted.player) for kind in OF_PLAYER))
    elif wanted.table:
        yield from _once(store, (account_of(kind, wanted.table) for kind in OF_TABLE))
    else:
        after = max(first - 1, min(last, store.head()) - LAST_ENTRIES)
        yield from store.transfers(after, min(last, store.head()) - after)


def _once(store: Reads, accounts: Iterable[str]) -> Iterable[TransferRow]:
    return {row.id: row for account in accounts for row in store.transfers_of(account)}.values()


def _fits(row: TransferRow, wanted: WantedTransfers, first: int, last: int) -> bool:
    is_asked = first <= row.seq <= last and wanted.cents in (0, row.cents)
    return is_asked and row.kind in ("posted", "post") and _is_correctable(row)


def _is_correctable(row: TransferRow) -> bool:
    """Whether a transfer may be corrected: money of a meter is adjusted with its meter instead, and corrections are
    final.
    """
    way = (CORRECTION, parse_account(row.credit).kind, parse_account(row.debit).kind)
    return way in PERMITTED and row.code != CORRECTION


def _is_of(row: TransferRow, entry: Entry, wanted: WantedTransfers) -> bool:
    is_table = wanted.table in ("", _table(row, entry))
    return is_table and wanted.round in (0, entry.round)


def _entry(store: Reads, seq: int) -> Entry:
    kept = store.entry(seq)
    assert kept is not None
    return decode(kept.body)


def _table(row: TransferRow, entry: Entry) -> str:
    if entry.stream != FLOOR:
        return entry.stream.removeprefix(stream_of(""))
    sides = (parse_account(row.debit), parse_account(row.credit))
    return next((side.owner for side in sides if side.kind in OF_TABLE), "")


def _found(row: TransferRow, entry: Entry, corrected: int) -> FoundTransfer:
    return FoundTransfer(
        id=row.id,
        receipt=receipt_number(row.seq, row.place),
        entry=row.seq,
        at=row.at,
        table=_table(row, entry),
        round=entry.round,
        code=row.code,
        says=TRANSFER_CODES[row.code].says,
        debit=row.debit,
        credit=row.credit,
        cents=row.cents,
        corrected=corrected,
        by=entry.by,
        cite=row.cite,
    )


def _moved_back(store: Reads) -> Counter[str]:
    """How much of each transfer corrections have returned."""
    back: Counter[str] = Counter()
    for kept in store.round_entries(FLOOR, 0):
        for transfer in decode(kept.body).transfers if has_event(kept.body, Corrected) else ():
            back[transfer.corrects] += transfer.cents
    return back

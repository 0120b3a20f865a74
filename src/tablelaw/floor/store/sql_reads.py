"""Every query on a floor's database: its statement, and the method that runs it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Select, Table, Text, bindparam, cast, func, literal_column, or_, select
from sqlalchemy.sql.expression import ColumnElement

from tablelaw.floor.store.rows import (
    EVERYTHING,
    AccountRow,
    DeckRow,
    HeadRow,
    Kept,
    LogRow,
    MeterRow,
    SnapshotRow,
    TransferRow,
)
from tablelaw.floor.store.schema import accounts, decks, heads, log, meters, properties, snapshots, transfers
from tablelaw.floor.store.sql_statements import POSTGRESQL, SQLITE, Statements
from tablelaw.floor.store.storable import require_storable

T = TypeVar("T")
Selected = Select[tuple[Any, ...]]

# --- Statements ---------------------------------------------------------------------------------------


def _span(selected: Selected, table: Table) -> Selected:
    """Restricts a query to entries after `after` and up to `upto`, in order."""
    span = (table.c.seq > bindparam("after")) & (table.c.seq <= bindparam("upto"))
    return selected.where(span).order_by(table.c.seq)


def _misfiled(kind: str) -> Selected:
    """Finds entries whose JSON body does not begin with the number, id, stream and stream number in their columns."""
    quoted = func.json_quote if kind == SQLITE else func.to_json
    begins: ColumnElement[str] = literal_column("''", Text)
    named = {"{": log.c.seq, ",id": quoted(log.c.id), ",stream": quoted(log.c.stream), ",number": log.c.number}
    for before, value in named.items():
        name = f'{before[0]}"{before[1:] or "seq"}":'
        begins = begins + literal_column(f"'{name}'", Text) + cast(value, Text)
    begins = begins + literal_column("','", Text)
    place = func.instr if kind == SQLITE else func.strpos
    return select(func.min(log.c.seq)).where(place(log.c.body, begins) != literal_column("1"))


ZERO: ColumnElement[int] = literal_column("0")
KEPT: Selected = select(log.c.seq, log.c.body, log.c.leaf)
KNOWN: Selected = select(log.c.id, log.c.seq)
OF_STREAM = log.c.stream == bindparam("stream")

HEAD = select(func.coalesce(func.max(log.c.seq), ZERO))
END = select(log.c.seq, log.c.leaf).where(log.c.seq == select(func.max(log.c.seq)).scalar_subquery())
ENTRIES = _span(KEPT, log)
LOG_ROWS = _span(select(log), log)
ENTRY = KEPT.where(log.c.seq == bindparam("seq"))
BY_ID = KEPT.where(log.c.id == bindparam("id"))
KNOWN_ONE = KNOWN.where(log.c.id == bindparam("id"))
KNOWN_MANY = {
    SQLITE: KNOWN.where(log.c.id.in_(select(func.json_each(bindparam("ids")).table_valued("value").c.value))),
    POSTGRESQL: KNOWN.where(log.c.id == func.any(bindparam("ids"))),
}
ROUND_ENTRIES = KEPT.where(OF_STREAM & (log.c.round == bindparam("round"))).order_by(log.c.seq)
STREAM_ENTRIES = KEPT.where(
    OF_STREAM & (log.c.number > bindparam("after")) & (log.c.number <= bindparam("upto"))
).order_by(log.c.number)
STREAM_END = select(func.coalesce(func.max(log.c.number), ZERO)).where(OF_STREAM)
LEAVES = _span(select(log.c.leaf), log)
MISFILED = {kind: _misfiled(kind) for kind in (SQLITE, POSTGRESQL)}

TRANSFERS = _span(select(transfers), transfers).order_by(transfers.c.place)
TRANSFERS_OF = (
    select(transfers)
    .where(or_(transfers.c.debit == bindparam("debit"), transfers.c.credit == bindparam("credit")))
    .where(transfers.c.seq > bindparam("after"))
    .order_by(transfers.c.seq, transfers.c.place)
)
TRANSFER = select(transfers).where(transfers.c.id == bindparam("id"))
ACCOUNTS = select(accounts).order_by(accounts.c.id)
METERS = select(meters).order_by(meters.c.id)

DECK = select(decks.c.sealed).where(decks.c.seq == bindparam("seq"))
DECKS = select(decks).where(decks.c.seq > bindparam("after")).order_by(decks.c.seq)
LAST_SNAPSHOT = select(snapshots).where(
    snapshots.c.seq == select(func.max(snapshots.c.seq)).where(snapshots.c.seq <= bindparam("upto")).scalar_subquery()
)
HEADS = select(heads).order_by(heads.c.size)
PROPERTY = select(properties.c.value).where(properties.c.name == bindparam("name"))

# --- Reads --------------------------------------------------------------------------------------------


class Reads(ABC):
    """The queries of a floor. They run on a store at any time, on a view at one moment, or on a batch under the write
    lock.

    A batch does not see what it is about to write.
    """

    def __init__(self, sql: Statements) -> None:
        self.sql = sql

    @abstractmethod
    def rows(self, statement: str, parameters: Sequence[object] = ()) -> list[Any]:
        """The rows that a statement returns."""

    def head(self) -> int:
        """The number of the last entry; 0 if the log is empty."""
        [(head,)] = self._found(HEAD)
        return int(head)

    def entries(self, after: int, limit: int = EVERYTHING) -> list[Kept]:
        return self._kept(ENTRIES, after, after + limit)

    def log_rows(self, after: int, limit: int = EVERYTHING) -> list[LogRow]:
        """Entries with the columns used to find them, so a check can compare the columns with the body."""
        found = self._found(LOG_ROWS, after, after + limit)
        return [LogRow._make((*row[:6], row[6].encode(), row[7])) for row in found]

    def entry(self, seq: int) -> Kept | None:
        return _only(self._kept(ENTRY, seq))

    def by_id(self, id: str) -> Kept | None:
        return _only(self._kept(BY_ID, id))

    def known(self, ids: Iterable[str]) -> dict[str, int]:
        """The given order ids that are in the log, each with the number of its entry."""
        asked = list(ids)
        require_storable(asked)
        if len(asked) == 1:  # The usual case: a lookup is much cheaper than unpacking a list.
            return dict(self._found(KNOWN_ONE, *asked))
        return dict(self._found(KNOWN_MANY[self.sql.kind], self.sql.list_parameter(asked)))

    def round_entries(self, stream: str, round: int) -> list[Kept]:
        return self._kept(ROUND_ENTRIES, stream, round)

    def stream_entries(self, stream: str, after: int, upto: int) -> list[Kept]:
        """Entries of a stream, selected by their numbers in it, in order."""
        return self._kept(STREAM_ENTRIES, stream, after, upto)

    def stream_end(self, stream: str) -> int:
        """The number of a stream's last entry; 0 if it has none."""
        [(last,)] = self._found(STREAM_END, stream)
        return int(last)

    def leaves(self, first: int, last: int) -> list[bytes]:
        """Leaves of entries `first` to `last`, both included."""
        return [leaf for (leaf,) in self._found(LEAVES, first - 1, last)]

    def misfiled(self) -> int | None:
        """The number of the first entry stored under an id, stream or number other than its own; None if there
        is none.
        """
        [(seq,)] = self._found(MISFILED[self.sql.kind])
        return None if seq is None else int(seq)

    def transfers(self, after: int, limit: int = EVERYTHING) -> list[TransferRow]:
        """Transfers of the `limit` entries after entry `after`, in the order of the log."""
        return [TransferRow._make(row) for row in self._found(TRANSFERS, after, after + limit)]

    def transfers_of(self, account: str, after: int = 0) -> list[TransferRow]:
        return [TransferRow._make(row) for row in self._found(TRANSFERS_OF, account, account, after)]

    def transfer(self, id: str) -> TransferRow | None:
        return _only([TransferRow._make(row) for row in self._found(TRANSFER, id)])

    def accounts(self) -> list[AccountRow]:
        return [AccountRow._make(row) for row in self._found(ACCOUNTS)]

    def meters(self) -> list[MeterRow]:
        return [MeterRow(id, body.encode()) for id, body in self._found(METERS)]

    def deck(self, seq: int) -> bytes | None:
        return _only([sealed for (sealed,) in self._found(DECK, seq)])

    def decks(self, after: int = 0) -> list[DeckRow]:
        return [DeckRow._make(row) for row in self._found(DECKS, after)]

    def last_snapshot(self, upto: int = EVERYTHING) -> SnapshotRow | None:
        """The latest snapshot taken at or before entry `upto`."""
        return _only([SnapshotRow._make(row) for row in self._found(LAST_SNAPSHOT, upto)])

    def heads(self) -> list[HeadRow]:
        return [HeadRow._make(row) for row in self._found(HEADS)]

    def property(self, name: str) -> str | None:
        return _only([value for (value,) in self._found(PROPERTY, name)])

    def _kept(self, statement: Selected, *parameters: object) -> list[Kept]:
        return [Kept(seq, body.encode(), leaf) for seq, body, leaf in self._found(statement, *parameters)]

    def _found(self, statement: Selected, *parameters: object) -> list[Any]:
        return self.rows(self.sql.text(statement), parameters)


def _only(rows: list[T]) -> T | None:
    return rows[0] if rows else None

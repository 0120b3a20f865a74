"""Every query on a floor's database, independent of how its rows are fetched."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from tablelaw.floor.store.api import (
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
from tablelaw.floor.store.sql_statements import Statements
from tablelaw.floor.store.storable import require_storable

T = TypeVar("T")


class SqlReads(ABC):
    def __init__(self, sql: Statements) -> None:
        self.sql = sql

    @abstractmethod
    def rows(self, statement: str, parameters: Sequence[object] = ()) -> list[Any]:
        """The rows that a statement returns."""

    def head(self) -> int:
        [(head,)] = self.rows(self.sql.head)
        return int(head)

    def entries(self, after: int, limit: int = EVERYTHING) -> list[Kept]:
        return self._kept(self.sql.entries, after, after + limit)

    def log_rows(self, after: int, limit: int = EVERYTHING) -> list[LogRow]:
        found = self.rows(self.sql.log_rows, (after, after + limit))
        return [LogRow._make((*row[:6], row[6].encode(), row[7])) for row in found]

    def entry(self, seq: int) -> Kept | None:
        return _only(self._kept(self.sql.entry, seq))

    def by_id(self, id: str) -> Kept | None:
        return _only(self._kept(self.sql.by_id, id))

    def known(self, ids: Iterable[str]) -> dict[str, int]:
        asked = list(ids)
        require_storable(asked)
        if len(asked) == 1:  # The usual case: a lookup is much less work than unpacking a list.
            return dict(self.rows(self.sql.known_one, asked))
        return dict(self.rows(self.sql.known, (self.sql.as_parameter(asked),)))

    def round_entries(self, stream: str, round: int) -> list[Kept]:
        return self._kept(self.sql.round_entries, stream, round)

    def stream_entries(self, stream: str, after: int, upto: int) -> list[Kept]:
        return self._kept(self.sql.stream_entries, stream, after, upto)

    def stream_end(self, stream: str) -> int:
        [(last,)] = self.rows(self.sql.stream_end, (stream,))
        return int(last)

    def leaves(self, first: int, last: int) -> list[bytes]:
        return [leaf for (leaf,) in self.rows(self.sql.leaves, (first - 1, last))]

    def transfers(self, after: int, limit: int = EVERYTHING) -> list[TransferRow]:
        return [TransferRow._make(row) for row in self.rows(self.sql.transfers, (after, after + limit))]

    def transfers_of(self, account: str, after: int = 0) -> list[TransferRow]:
        return [TransferRow._make(row) for row in self.rows(self.sql.transfers_of, (account, account, after))]

    def transfer(self, id: str) -> TransferRow | None:
        return _only([TransferRow._make(row) for row in self.rows(self.sql.transfer, (id,))])

    def accounts(self) -> list[AccountRow]:
        return [AccountRow._make(row) for row in self.rows(self.sql.accounts)]

    def meters(self) -> list[MeterRow]:
        return [MeterRow(id, body.encode()) for id, body in self.rows(self.sql.meters)]

    def deck(self, seq: int) -> bytes | None:
        return _only([sealed for (sealed,) in self.rows(self.sql.deck, (seq,))])

    def decks(self, after: int = 0) -> list[DeckRow]:
        return [DeckRow._make(row) for row in self.rows(self.sql.decks, (after,))]

    def last_snapshot(self, upto: int = EVERYTHING) -> SnapshotRow | None:
        return _only([SnapshotRow._make(row) for row in self.rows(self.sql.last_snapshot, (upto,))])

    def heads(self) -> list[HeadRow]:
        return [HeadRow._make(row) for row in self.rows(self.sql.heads)]

    def misfiled(self) -> int | None:
        [(seq,)] = self.rows(self.sql.misfiled)
        return None if seq is None else int(seq)

    def property(self, name: str) -> str | None:
        return _only([value for (value,) in self.rows(self.sql.property, (name,))])

    def _kept(self, statement: str, *parameters: object) -> list[Kept]:
        return [Kept(seq, body.encode(), leaf) for seq, body, leaf in self.rows(statement, parameters)]


def _only(rows: list[T]) -> T | None:
    return rows[0] if rows else None

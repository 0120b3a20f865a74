"""Reads and writes inside one transaction of a floor's database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self

from tablelaw.floor.store.api import AccountRow, End, HeadRow, LogRow, MeterRow, SnapshotRow, TransferRow
from tablelaw.floor.store.refusals import BrokenSequence
from tablelaw.floor.store.sql_reads import SqlReads
from tablelaw.floor.store.storable import require_storable

if TYPE_CHECKING:
    from tablelaw.floor.store.sql_store import SqlStore

Row = Sequence[object]
Write = tuple[str, list[Row]]
"""An insert or upsert with its rows; each statement occurs once in a commit."""


class Cursor(Protocol):
    """The part of a driver's cursor that the store uses."""

    def execute(self, statement: Any, parameters: Any = ..., /) -> Any: ...

    def executemany(self, statement: Any, rows: Any, /) -> Any: ...

    def fetchall(self) -> list[Any]: ...


class SqlView(SqlReads):
    """Reads on a cursor that is inside a transaction."""

    def __init__(self, store: SqlStore, cursor: Cursor) -> None:
        super().__init__(store.sql)
        self._store = store
        self._cursor = cursor

    def rows(self, statement: str, parameters: Sequence[object] = ()) -> list[Any]:
        require_storable(parameters)
        with self._store.stopping_on_failure("a read"):
            self._cursor.execute(statement, parameters)
            return self._cursor.fetchall()


class SqlBatch(SqlView):
    """Collects what is written and sends it with the commit, in one round trip."""

    def __init__(self, store: SqlStore, cursor: Cursor, end: End) -> None:
        super().__init__(store, cursor)
        self._end = end
        self._next = end.seq
        self._inserts: dict[str, list[Row]] = {}
        self._upserts: dict[str, dict[object, Row]] = {}
        self._is_open = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        """Leaving the block without `commit()` discards the batch."""
        if self._is_open:
            self._is_open = False
            self._store.abandon(self._cursor, exc[1] if exc else None)

    def head(self) -> int:
        return self._end.seq

    def end(self) -> End:
        return self._end

    def append(self, rows: Sequence[LogRow]) -> None:
        for row in rows:
            self._next += 1
            if row.seq != self._next:
                raise BrokenSequence(
                    f"entry {row.seq} cannot be appended", where=self._store.where, accepted=f"entry {self._next}"
                )
        self._insert(self.sql.append, [(*row[:6], row.body.decode(), row.leaf) for row in rows])

    def write_transfers(self, rows: Iterable[TransferRow]) -> None:
        self._insert(self.sql.write_transfer, rows)

    def write_accounts(self, rows: Iterable[AccountRow]) -> None:
        self._upsert(self.sql.write_account, rows)

    def write_meters(self, rows: Iterable[MeterRow]) -> None:
        self._upsert(self.sql.write_meter, [(row.id, row.body.decode()) for row in rows])

    def write_deck(self, seq: int, sealed: bytes) -> None:
        self._insert(self.sql.write_deck, [(seq, sealed)])

    def save_snapshot(self, snapshot: SnapshotRow) -> None:
        self._upsert(self.sql.save_snapshot, [snapshot])

    def save_head(self, head: HeadRow) -> None:
        self._upsert(self.sql.save_head, [head])

    def set_property(self, name: str, value: str) -> None:
        self._upsert(self.sql.set_property, [(name, value)])

    def _insert(self, statement: str, rows: Iterable[Row]) -> None:
        self._inserts.setdefault(statement, []).extend(rows)

    def _upsert(self, statement: str, rows: Iterable[Row]) -> None:
        """Rows with the same key, the first column, written twice in a batch are sent once, in their last form."""
        self._upserts.setdefault(statement, {}).update((row[0], row) for row in rows)

    def commit(self) -> None:
        assert self._is_open, "this batch is over"
        upserts = [(statement, list(rows.values())) for statement, rows in self._upserts.items()]
        writes = [write for write in (*self._inserts.items(), *upserts) if write[1]]
        require_storable(value for _, rows in writes for row in rows for value in row)
        self._store.carry_out(self._cursor, writes, self._next)
        self._is_open = False
        self._store.release()

"""Reads and writes inside one transaction of a floor's database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from itertools import chain
from typing import Any, Protocol, Self

from tablelaw.floor.store import schema
from tablelaw.floor.store.refusals import BrokenSequence
from tablelaw.floor.store.rows import AccountRow, End, HeadRow, LogRow, MeterRow, SnapshotRow, TransferRow
from tablelaw.floor.store.sql_reads import Reads
from tablelaw.floor.store.sql_statements import Statements
from tablelaw.floor.store.storable import require_storable

Row = Sequence[object]
Write = tuple[str, list[Row]]
"""An insert or upsert statement with its rows. Each statement occurs once in a commit."""


class Cursor(Protocol):
    """The part of a driver's cursor that the store uses."""

    def execute(self, statement: Any, parameters: Any = ..., /) -> Any: ...

    def executemany(self, statement: Any, rows: Any, /) -> Any: ...

    def fetchall(self) -> list[Any]: ...


class Owner(Protocol):
    """What a view or a batch needs from the store that began it."""

    sql: Statements
    where: str

    def stopping_on_failure(self, what: str) -> AbstractContextManager[None]: ...

    def carry_out(self, cursor: Cursor, writes: Sequence[Write], head: int) -> None: ...

    def abandon(self, cursor: Cursor, error: object = None) -> None: ...

    def release(self) -> None: ...


class View(Reads):
    """Reads on a cursor that is inside a transaction."""

    def __init__(self, store: Owner, cursor: Cursor) -> None:
        super().__init__(store.sql)
        self._store = store
        self._cursor = cursor

    def rows(self, statement: str, parameters: Sequence[object] = ()) -> list[Any]:
        require_storable(parameters)
        with self._store.stopping_on_failure("a read"):
            self._cursor.execute(statement, parameters)
            return self._cursor.fetchall()


class Batch(View):
    """One durable transaction, all or nothing. Writes are sent with the commit, in one round trip."""

    def __init__(self, store: Owner, cursor: Cursor, end: End) -> None:
        super().__init__(store, cursor)
        self._end = end
        self._next = end.seq
        self._inserts: dict[str, list[Row]] = {}
        self._upserts: dict[str, dict[object, Row]] = {}
        self._is_open = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        """Discards the batch if the block is left without `commit()`."""
        if self._is_open:
            self._is_open = False
            self._store.abandon(self._cursor, exc[1] if exc else None)

    def head(self) -> int:
        return self._end.seq

    def end(self) -> End:
        """Where the log ended when the write lock was taken."""
        return self._end

    def append(self, rows: Sequence[LogRow]) -> None:
        for row in rows:
            self._next += 1
            if row.seq != self._next:
                raise BrokenSequence(
                    f"entry {row.seq} cannot be appended", where=self._store.where, accepted=f"entry {self._next}"
                )
        self._insert(self.sql.insert(schema.log), [(*row[:6], row.body.decode(), row.leaf) for row in rows])

    def write_transfers(self, rows: Iterable[TransferRow]) -> None:
        self._insert(self.sql.insert(schema.transfers), rows)

    def write_accounts(self, rows: Iterable[AccountRow]) -> None:
        self._upsert(self.sql.upsert(schema.accounts), rows)

    def write_meters(self, rows: Iterable[MeterRow]) -> None:
        self._upsert(self.sql.upsert(schema.meters), [(row.id, row.body.decode()) for row in rows])

    def write_deck(self, seq: int, sealed: bytes) -> None:
        self._insert(self.sql.insert(schema.decks), [(seq, sealed)])

    def save_snapshot(self, snapshot: SnapshotRow) -> None:
        self._upsert(self.sql.upsert(schema.snapshots), [snapshot])

    def save_head(self, head: HeadRow) -> None:
        self._upsert(self.sql.upsert(schema.heads), [head])

    def set_property(self, name: str, value: str) -> None:
        self._upsert(self.sql.upsert(schema.properties), [(name, value)])

    def _insert(self, statement: str, rows: Iterable[Row]) -> None:
        self._inserts.setdefault(statement, []).extend(rows)

    def _upsert(self, statement: str, rows: Iterable[Row]) -> None:
        """Adds rows to write. Of several rows with the same key (the first column), only the last is sent."""
        self._upserts.setdefault(statement, {}).update((row[0], row) for row in rows)

    def commit(self) -> None:
        assert self._is_open, "this batch is over"
        upserts = [(statement, list(rows.values())) for statement, rows in self._upserts.items()]
        writes = [write for write in (*self._inserts.items(), *upserts) if write[1]]
        require_storable(chain.from_iterable(row for _, rows in writes for row in rows))
        self._store.carry_out(self._cursor, writes, self._next)
        self._is_open = False
        self._store.release()

"""What the stores on SQLite and on PostgreSQL share: reads, batches, and stopping at the first failure."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from threading import Lock
from typing import Any, NoReturn, Protocol, Self

from houserules.floor.sql_reads import SqlReads
from houserules.floor.statements import Statements
from houserules.floor.store import AccountRow, HeadRow, Listening, LogRow, MeterRow, SnapshotRow, TransferRow
from houserules.floor.store_refusals import BrokenSequence, StoreBusy, StoreFailed

BUSY_SECONDS = 30
"""How long to wait for the property's write lock."""


Row = Sequence[object]
Write = tuple[str, list[Row]]
"""An insert or upsert, and the rows it brings; each statement comes once in a commit."""


class Cursor(Protocol):
    """What the store asks of a driver's cursor."""

    def execute(self, statement: Any, parameters: Any = ..., /) -> Any: ...

    def executemany(self, statement: Any, rows: Any, /) -> Any: ...

    def fetchall(self) -> list[Any]: ...


class Connection(Protocol):
    def cursor(self) -> Any: ...

    def close(self) -> None: ...


class SqlView(SqlReads):
    """Reads on a cursor that is inside a transaction."""

    def __init__(self, store: SqlStore, cursor: Cursor) -> None:
        super().__init__(store.sql)
        self._store = store
        self._cursor = cursor

    def rows(self, statement: str, parameters: Sequence[object] = ()) -> list[Any]:
        with self._store.stopping_on_failure("a read"):
            self._cursor.execute(statement, parameters)
            return self._cursor.fetchall()


class SqlBatch(SqlView):
    """What is written is collected, and goes to the database with the commit: one trip on a network."""

    def __init__(self, store: SqlStore, cursor: Cursor, head: int) -> None:
        super().__init__(store, cursor)
        self._head = self._next = head
        self._inserts: dict[str, list[Row]] = {}
        self._upserts: dict[str, dict[object, Row]] = {}
        self._is_open = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        """A batch left without a commit never was."""
        if self._is_open:
            self._is_open = False
            self._store.abandon(self._cursor)

    def head(self) -> int:
        return self._head

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
        """A row of the same key, its first column, written twice in a batch goes out once, as it was last."""
        self._upserts.setdefault(statement, {}).update((row[0], row) for row in rows)

    def commit(self) -> None:
        assert self._is_open, "this batch is over"
        upserts = [(statement, list(rows.values())) for statement, rows in self._upserts.items()]
        writes = [write for write in (*self._inserts.items(), *upserts) if write[1]]
        self._store.carry_out(self._cursor, writes, self._next)
        self._is_open = False
        self._store.release()


class _Stopping:
    """Around each use of the database: nothing after a failure, and nothing but the failure where one happens."""

    __slots__ = ("_store", "_what")

    def __init__(self, store: SqlStore, what: str) -> None:
        self._store, self._what = store, what

    def __enter__(self) -> None:
        self._store.refuse_if_failed()

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, self._store.errors):
            self._store.fail(self._what, error)


class SqlStore(SqlReads, ABC):
    """One connection writes, under a lock; each read takes an idle connection of its own or opens one."""

    errors: tuple[type[Exception], ...]
    """The driver's errors."""

    def __init__(self, where: str, sql: Statements, writer: Connection) -> None:
        super().__init__(sql)
        self.where = where
        self._writer = writer
        self._idle: list[Connection] = []
        self._turn = Lock()
        self._failure = ""

    @abstractmethod
    def connect_reader(self) -> Connection: ...

    @abstractmethod
    def lock(self, cursor: Any) -> int:
        """Begins a transaction, takes the property's write lock and gives the head; StoreBusy if it cannot be had."""

    @abstractmethod
    def write_durably(self, cursor: Any, writes: Sequence[Write], head: int) -> None:
        """Writes, commits, and returns when all of it survives a pulled plug."""

    @abstractmethod
    def begin_view(self, cursor: Any) -> None: ...

    @abstractmethod
    def listen(self, callback: Callable[[int], None]) -> Listening: ...

    def stopping_on_failure(self, what: str) -> _Stopping:
        """The first failure of the database is the last thing this store does."""
        return _Stopping(self, what)

    def refuse_if_failed(self) -> None:
        if self._failure:
            raise self._failed()

    def fail(self, what: str, error: Exception) -> NoReturn:
        self._failure = f"{what} failed: {type(error).__name__}: {error}".strip()
        raise self._failed() from error

    def _failed(self) -> StoreFailed:
        return StoreFailed(
            "the floor's database failed, and nothing more is taken",
            where=self.where,
            why=self._failure,
            accepted="a restart, which replays and verifies the log before it opens",
        )

    def busy(self) -> StoreBusy:
        return StoreBusy(
            "another writer holds the floor",
            where=self.where,
            why=f"its lock could not be had within {BUSY_SECONDS} s",
            accepted="trying again",
        )

    def begin(self) -> SqlBatch:
        if not self._turn.acquire(timeout=BUSY_SECONDS):
            raise self.busy()
        try:
            with self.stopping_on_failure("the write lock"):
                cursor = self._writer.cursor()
                return SqlBatch(self, cursor, self.lock(cursor))
        except BaseException:
            self._turn.release()
            raise

    def carry_out(self, cursor: Cursor, writes: Sequence[Write], head: int) -> None:
        with self.stopping_on_failure("a commit"):
            self.write_durably(cursor, writes, head)

    def abandon(self, cursor: Cursor) -> None:
        """Rolls back. After a failure that only frees the lock, as far as it can: the restart recovers."""
        try:
            if self._failure:
                with suppress(*self.errors):
                    cursor.execute("ROLLBACK")
            else:
                with self.stopping_on_failure("a rollback"):
                    cursor.execute("ROLLBACK")
        finally:
            self.release()

    def release(self) -> None:
        self._turn.release()

    def rows(self, statement: str, parameters: Sequence[object] = ()) -> list[Any]:
        with self.stopping_on_failure("a read"), self._reader() as connection:
            cursor = connection.cursor()
            cursor.execute(statement, parameters)
            found: list[Any] = cursor.fetchall()
            return found

    @contextmanager
    def _reader(self) -> Iterator[Connection]:
        """A connection for one read, kept for the next one unless the read fails."""
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self.connect_reader()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        self._idle.append(connection)

    @contextmanager
    def view(self) -> Iterator[SqlView]:
        with closing(self.connect_reader()) as connection:
            cursor = connection.cursor()
            with self.stopping_on_failure("a read"):
                self.begin_view(cursor)
            yield SqlView(self, cursor)

    def time(self) -> int | None:
        return None

    def save_snapshot(self, snapshot: SnapshotRow) -> None:
        with self.begin() as batch:
            batch.save_snapshot(snapshot)
            batch.commit()

    def save_head(self, head: HeadRow) -> None:
        with self.begin() as batch:
            batch.save_head(head)
            batch.commit()

    def set_property(self, name: str, value: str) -> None:
        with self.begin() as batch:
            batch.set_property(name, value)
            batch.commit()

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()
        self._writer.close()

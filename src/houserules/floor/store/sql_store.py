"""What the stores on SQLite and on PostgreSQL share: reads, batches, and stopping at the first failure.

A connection that was cut is no failure of the database: it is made anew, where the database can be asked what it kept.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from threading import Lock
from typing import Any, NoReturn, Protocol, TypeVar

from houserules.floor.store.api import End, HeadRow, Listening, SnapshotRow
from houserules.floor.store.refusals import FileReplaced, StoreBusy, StoreFailed, StoreLost, UnsafeStore
from houserules.floor.store.sql_batch import Cursor, SqlBatch, SqlView, Write
from houserules.floor.store.sql_reads import SqlReads
from houserules.floor.store.sql_statements import Statements
from houserules.floor.store.storable import refuse_unstorable

BUSY_SECONDS = 30
"""How long to wait for the property's write lock."""


NOT_SAFE = (FileReplaced, UnsafeStore)
"""What a store finds out about its database that makes every further acknowledgement a false one."""


class Connection(Protocol):
    def cursor(self) -> Any: ...

    def close(self) -> None: ...


C = TypeVar("C", bound=Connection)


@contextmanager
def closed_on_failure(connection: C) -> Iterator[C]:
    """A connection that is being set up: closed where that fails, kept open where it does not."""
    try:
        yield connection
    except BaseException:
        connection.close()
        raise


class _Stopping:
    """Around each use of the database: nothing after a failure, and nothing but the failure where one happens."""

    __slots__ = ("_store", "_what")

    def __init__(self, store: SqlStore, what: str) -> None:
        self._store, self._what = store, what

    def __enter__(self) -> None:
        self._store.refuse_if_failed()

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, self._store.errors):
            if self._store.is_lost(error):
                raise self._store.lost(self._what, error) from error
            self._store.fail(self._what, error)
        if isinstance(error, NOT_SAFE):
            self._store.stop(self._what, error)


class SqlStore(SqlReads, ABC):
    """One connection writes, under a lock; each read takes an idle connection of its own or opens one."""

    errors: tuple[type[Exception], ...]
    """The driver's errors."""

    def __init__(self, where: str, sql: Statements) -> None:
        super().__init__(sql)
        self.where = where
        self._idle: list[Connection] = []
        self._turn = Lock()
        self._failure = ""
        self._writer = self.connect_writer()

    @abstractmethod
    def connect_writer(self) -> Connection:
        """The connection that writes, with everything in force that durability rests on."""

    @abstractmethod
    def connect_reader(self) -> Connection: ...

    @abstractmethod
    def lock(self, cursor: Any) -> End:
        """Begins a transaction, takes the property's write lock and says where the log ends.

        StoreBusy if the lock cannot be had; UnsafeStore or FileReplaced where a commit would not be kept.
        """

    @abstractmethod
    def write_durably(self, cursor: Any, writes: Sequence[Write], head: int) -> None:
        """Writes, commits, and returns when all of it survives a pulled plug."""

    @abstractmethod
    def begin_view(self, cursor: Any) -> None: ...

    @abstractmethod
    def listen(self, callback: Callable[[int], None], on_failure: Callable[[], None] | None = None) -> Listening: ...

    def is_lost(self, error: Exception) -> bool:
        """Whether an error tells of a connection that was cut, and not of a database that failed."""
        return False

    def is_closed(self, connection: Any) -> bool:
        """Whether a connection has been cut."""
        return False

    def stopping_on_failure(self, what: str) -> _Stopping:
        """The first failure of the database is the last thing this store does."""
        return _Stopping(self, what)

    def refuse_if_failed(self) -> None:
        if self._failure:
            raise self._failed()

    def fail(self, what: str, error: Exception) -> NoReturn:
        self.stop(what, error)
        raise self._failed() from error

    def stop(self, what: str, error: Exception) -> None:
        """From now on everything is refused."""
        self._failure = f"{what} failed: {type(error).__name__}: {error}".strip()

    def lost(self, what: str, error: Exception) -> StoreLost:
        return StoreLost(
            "the connection to the floor's database was lost",
            where=self.where,
            why=f"{what} failed: {type(error).__name__}: {error}".strip(),
            accepted="the same again, under the same id",
        )

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
                if self.is_closed(self._writer):
                    self._writer = self.connect_writer()
                cursor = self._writer.cursor()
                return SqlBatch(self, cursor, self.lock(cursor))
        except BaseException as error:
            if isinstance(error, StoreLost):
                self.drop_writer()
            self._turn.release()
            raise

    def drop_writer(self) -> None:
        """Closes a connection that was lost, in whatever state it is; the next batch makes another one."""
        with suppress(*self.errors):
            self._writer.close()

    def carry_out(self, cursor: Cursor, writes: Sequence[Write], head: int) -> None:
        with self.stopping_on_failure("a commit"):
            self.write_durably(cursor, writes, head)

    def abandon(self, cursor: Cursor, error: object = None) -> None:
        """Rolls back. After a failure that only frees the lock, as far as it can: the restart recovers.

        A connection that was lost is closed: its server rolls back.
        """
        try:
            if isinstance(error, StoreLost):
                self.drop_writer()
            elif self._failure:
                with suppress(*self.errors):
                    cursor.execute("ROLLBACK")
            else:
                with self.stopping_on_failure("a rollback"):
                    cursor.execute("ROLLBACK")
        except StoreLost:
            self.drop_writer()
        finally:
            self.release()

    def release(self) -> None:
        self._turn.release()

    def rows(self, statement: str, parameters: Sequence[object] = ()) -> list[Any]:
        """The rows a statement finds; asked once more where the connection had been cut meanwhile."""
        refuse_unstorable(parameters)
        try:
            return self._read(statement, parameters)
        except StoreLost:
            while self._idle:
                self._idle.pop().close()
            return self._read(statement, parameters)

    def _read(self, statement: str, parameters: Sequence[object]) -> list[Any]:
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

"""The parts of a store that SQLite and PostgreSQL share: reads, batches, and stopping at the first failure.

A lost connection is not a failure of the database. It is replaced, and the database then shows what it kept.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from threading import Lock
from typing import Any, NoReturn, Protocol, TypeVar

from tablelaw.floor.store.refusals import FileReplaced, StoreBusy, StoreFailed, StoreLost, UnsafeStore
from tablelaw.floor.store.rows import End, HeadRow, SnapshotRow
from tablelaw.floor.store.sql_batch import Batch, Cursor, View, Write
from tablelaw.floor.store.sql_reads import Reads
from tablelaw.floor.store.sql_statements import Statements
from tablelaw.floor.store.storable import require_storable

BUSY_SECONDS = 30
"""How long to wait for the property's write lock."""


NOT_SAFE = (FileReplaced, UnsafeStore)
"""Errors that show that a database can no longer be trusted to keep what is acknowledged."""


class Connection(Protocol):
    def cursor(self) -> Any: ...

    def close(self) -> None: ...


C = TypeVar("C", bound=Connection)


@contextmanager
def closed_on_failure(connection: C) -> Iterator[C]:
    """Closes a connection if the block that sets it up fails; otherwise leaves it open."""
    try:
        yield connection
    except BaseException:
        connection.close()
        raise


class _Stopping:
    """Wraps each use of the database.

    Refuses it once the store has failed, and stops the store for good at its first failure.
    """

    __slots__ = ("_store", "_what")

    def __init__(self, store: Store, what: str) -> None:
        self._store, self._what = store, what

    def __enter__(self) -> None:
        self._store.require_usable()

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, self._store.errors):
            if self._store.is_lost(error):
                raise self._store.lost(self._what, error) from error
            self._store.fail(self._what, error)
        if isinstance(error, NOT_SAFE):
            self._store.stop(self._what, error)


class Listening(Protocol):
    def close(self) -> None: ...


class Store(Reads, ABC):
    """A store. One connection writes, under a lock; each read takes an idle connection or opens one."""

    errors: tuple[type[Exception], ...]
    """The driver's errors."""

    def __init__(self, where: str, sql: Statements) -> None:
        super().__init__(sql)
        self.where = where
        """The database's name in a form that may be shown, without any password."""
        self._idle: list[Connection] = []
        self._turn = Lock()
        self._failure = ""
        self._writer = self.connect_writer()

    @abstractmethod
    def connect_writer(self) -> Connection:
        """The writing connection, with every setting that durability depends on."""

    @abstractmethod
    def connect_reader(self) -> Connection: ...

    @abstractmethod
    def lock(self, cursor: Any) -> End:
        """Begins a transaction, takes the property's write lock and returns where the log ends.

        Raises StoreBusy if the lock is not available, and UnsafeStore or FileReplaced if a commit would not be durable.
        """

    @abstractmethod
    def write_durably(self, cursor: Any, writes: Sequence[Write], head: int) -> None:
        """Writes and commits, and returns once everything would survive a power cut."""

    @abstractmethod
    def begin_view(self, cursor: Any) -> None: ...

    @abstractmethod
    def listen(self, callback: Callable[[int], None], on_failure: Callable[[], None] | None = None) -> Listening:
        """Calls back with the number of the last entry whenever any process has appended to the log.

        The callback runs on a separate thread. `on_failure` is called when the store fails or its server cannot be
        reached.
        """

    def is_lost(self, error: Exception) -> bool:
        """Whether an error means a lost connection rather than a failing database."""
        return False

    def is_closed(self, connection: Any) -> bool:
        """Whether a connection is closed."""
        return False

    def stopping_on_failure(self, what: str) -> _Stopping:
        """Stops this store for good at the first failure of the database."""
        return _Stopping(self, what)

    def require_usable(self) -> None:
        if self._failure:
            raise self._failed()

    def fail(self, what: str, error: Exception) -> NoReturn:
        self.stop(what, error)
        raise self._failed() from error

    def stop(self, what: str, error: Exception) -> None:
        """Stops the store: from now on it refuses everything."""
        self._failure = f"{what} failed: {type(error).__name__}: {error}".strip()

    def lost(self, what: str, error: Exception) -> StoreLost:
        return StoreLost(
            "the connection to the floor's database was lost",
            where=self.where,
            why=f"{what} failed: {type(error).__name__}: {error}".strip(),
            accepted="the same order again, under the same id",
        )

    def _failed(self) -> StoreFailed:
        return StoreFailed(
            "the floor's database failed, and no more orders are taken",
            where=self.where,
            why=self._failure,
            accepted="restart: the log is replayed and verified before the floor opens",
        )

    def busy(self) -> StoreBusy:
        return StoreBusy(
            "another writer holds the floor's lock",
            where=self.where,
            why=f"its lock was not available within {BUSY_SECONDS} s",
            accepted="trying again",
        )

    def begin(self) -> Batch:
        if not self._turn.acquire(timeout=BUSY_SECONDS):
            raise self.busy()
        try:
            with self.stopping_on_failure("the write lock"):
                if self.is_closed(self._writer):
                    self._writer = self.connect_writer()
                cursor = self._writer.cursor()
                return Batch(self, cursor, self.lock(cursor))
        except BaseException as error:
            if isinstance(error, StoreLost):
                self.drop_writer()
            self._turn.release()
            raise

    def drop_writer(self) -> None:
        """Closes a lost connection, whatever its state. The next batch opens another."""
        with suppress(*self.errors):
            self._writer.close()

    def carry_out(self, cursor: Cursor, writes: Sequence[Write], head: int) -> None:
        with self.stopping_on_failure("a commit"):
            self.write_durably(cursor, writes, head)

    def abandon(self, cursor: Cursor, error: object = None) -> None:
        """Rolls back. After a store failure this only releases the lock; recovery happens at restart.

        A lost connection is closed, and its server rolls back by itself.
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
        """The rows that a statement returns.

        If the connection was lost, the statement is run once more on a new one.
        """
        require_storable(parameters)
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
        """A connection for one read, which is reused for the next read unless this one fails."""
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
    def view(self) -> Iterator[View]:
        """A view for several reads of the database as it is at one moment."""
        with closing(self.connect_reader()) as connection:
            cursor = connection.cursor()
            with self.stopping_on_failure("a read"):
                self.begin_view(cursor)
            yield View(self, cursor)

    def time(self) -> int | None:
        """Seconds since 1970 by the database server's clock; None if the database has no clock of its own."""
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

"""A thread that tells when a floor's log has grown, whoever appended."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread, current_thread
from typing import Protocol

from houserules.floor.sql_store import SqlStore
from houserules.floor.store_refusals import StoreFailed


class Source(Protocol):
    pause_seconds: float
    """How long to leave the database alone between two questions."""

    def wait(self) -> int | None:
        """The head, if the log may have grown since the last time."""
        ...

    def close(self) -> None: ...


class Listener:
    """Calls back with the head once at the start and then at each growth, until closed or the store fails."""

    def __init__(self, store: SqlStore, source: Source, callback: Callable[[int], None]) -> None:
        self._store = store
        self._source = source
        self._callback = callback
        self._closed = Event()
        self._thread = Thread(target=self._run, name="floor listener", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            while not self._closed.wait(self._source.pause_seconds):
                self._ask()
        except StoreFailed:
            return  # whoever uses the store next is told so
        finally:
            self._source.close()

    def _ask(self) -> None:
        with self._store.stopping_on_failure("listening"):
            head = self._source.wait()
        if head is not None and not self._closed.is_set():
            self._callback(head)

    def close(self) -> None:
        self._closed.set()
        if current_thread() is not self._thread:
            self._thread.join()

"""A thread that reports when a floor's log has grown, regardless of which process appended to it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread, current_thread
from typing import Protocol

from tablelaw.floor.store.refusals import StoreRefused, StoreUnreachable
from tablelaw.floor.store.sql_store import Store

RETRY_SECONDS = 0.5
"""The pause between attempts to reach a server again."""


class Source(Protocol):
    pause_seconds: float
    """The pause between two queries of the database."""

    def wait(self) -> int | None:
        """The number of the last entry if the log may have grown since the last call; otherwise None."""
        ...

    def close(self) -> None: ...


class Listener:
    """Calls back with the number of the last entry, at the start and whenever the log has grown.

    It runs until it is closed or the store fails. `on_failure` is called when the store fails and when its server
    cannot be reached; in the second case the listener keeps trying.
    """

    def __init__(
        self,
        store: Store,
        connect: Callable[[], Source],
        callback: Callable[[int], None],
        on_failure: Callable[[], None] | None = None,
    ) -> None:
        self._store = store
        self._connect = connect
        self._callback = callback
        self._on_failure = on_failure or _nothing
        self._closed = Event()
        self._source: Source | None = connect()
        self._thread = Thread(target=self._run, name="floor listener", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self._listen()
            except StoreUnreachable:
                self._on_failure()
                self._closed.wait(RETRY_SECONDS)
            except StoreRefused:
                self._on_failure()
                return
            finally:
                if self._source is not None:
                    self._source.close()
                    self._source = None

    def _listen(self) -> None:
        if self._source is None:
            with self._store.stopping_on_failure("listening"):
                self._source = self._connect()
        while not self._closed.wait(self._source.pause_seconds):
            with self._store.stopping_on_failure("listening"):
                head = self._source.wait()
            if head is not None and not self._closed.is_set():
                self._callback(head)

    def close(self) -> None:
        self._closed.set()
        if current_thread() is not self._thread:
            self._thread.join()


def _nothing() -> None:
    """The default callback, which does nothing."""

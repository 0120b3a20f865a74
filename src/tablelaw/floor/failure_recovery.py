"""What the service does when something fails while it carries out orders.

If an order fails, it and the other orders in its batch are undone, and the others are carried out again, so no single
order can stop the floor. After a lost connection, the property is reloaded from the log, which shows which pending
orders were written. The floor stops if the store fails or if the log is not what was written.
"""

from __future__ import annotations

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from typing import NamedTuple

from tablelaw.errors import TablelawError
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.orders import Order
from tablelaw.floor.read_model import Views
from tablelaw.floor.recovery import BrokenLog, leaf_at, other_log, recover, require_filed_correctly
from tablelaw.floor.refusals import FloorRefused
from tablelaw.floor.store.api import Store
from tablelaw.floor.store.refusals import NotStorable, StoreBusy, StoreRefused, StoreUnreachable

LOG = logging.getLogger("tablelaw.floor.service")
RECOVERY_SECONDS = 30.0
"""How long to retry an unreachable database before the floor stops."""
RETRY_SECONDS = 0.25


class Answer(NamedTuple):
    """The answer to an order: its entry, and whether the order had already been carried out."""

    entry: Entry
    again: bool = False


Batched = list[tuple[Order, Future[Answer]]]


class FailureRecovery(ABC):
    """Keeps the property in memory and restores it from the log when something fails."""

    def __init__(self, store: Store) -> None:
        self.store = store
        require_filed_correctly(store)
        self._floor, self._snapshot_at = recover(store)
        self._leaf = self._durable_leaf = leaf_at(store, self._floor.seq)
        """Leaf of the last entry in memory, and of the last entry known to be in the log."""
        self.views = Views(self._floor)
        self._unsure: dict[str, Entry] = {}
        """Entries that were being written when a connection was lost, by the ids of their orders."""
        self._when_stopped: list[Callable[[], None]] = []
        self.failure: BaseException | None = None
        """Why the floor has stopped. It goes only to the operator's own log, since it may name the database."""
        self.is_recovering = False
        self._is_closed = False

    @abstractmethod
    def _attempt(self, batch: Batched) -> list[Answer | TablelawError]:
        """Carries out a batch in one transaction. If it raises, the property in memory is ahead of the log."""

    @abstractmethod
    def _publish(self, shown: list[Entry]) -> None:
        """Makes durable entries visible to all readers."""

    def when_stopped(self, callback: Callable[[], None]) -> None:
        """Registers a callback for when the floor has stopped and will not reopen by itself.

        It may run on any thread.
        """
        self._when_stopped.append(callback)
        if self.failure is not None:
            callback()

    @property
    def is_stopped(self) -> bool:
        return self.failure is not None or self._is_closed

    def _stopped(self) -> FloorRefused:
        """The refusal for clients. It names only the kind of failure; the details go to the operator's log."""
        if self.failure is None:
            return FloorRefused("floor-closed", accepted="open the floor again")
        why = self.failure.code if isinstance(self.failure, TablelawError) else "failed"
        return FloorRefused("floor-stopped", why=why, accepted="start the floor again")

    def _carry_out(self, batch: Batched) -> None:
        """Carries out orders and answers them. The floor stops only if the store fails or the log is not what was
        written.
        """
        try:
            self._answer(batch, self._attempt(batch))
        except StoreBusy as busy:
            for _, done in batch:
                done.set_exception(busy)
        except StoreUnreachable as lost:
            self._reconnect(batch, lost)
        except (StoreRefused, BrokenLog) as failure:
            if isinstance(failure, NotStorable):
                self._one_by_one(batch, failure)
            else:
                self._stop(batch, failure)
        except Exception as accident:
            self._one_by_one(batch, accident)
        except BaseException as failure:
            self._stop(batch, failure)

    def _answer(self, batch: Batched, results: list[Answer | TablelawError]) -> None:
        self._unsure.clear()
        for (_, done), result in zip(batch, results, strict=True):
            done.set_result(result) if isinstance(result, Answer) else done.set_exception(result)

    def _reconnect(self, batch: Batched, lost: StoreRefused) -> None:
        """Retries until the database can be reached, then continues from the end of the log.

        Stops the floor if this takes too long.
        """
        LOG.error("the floor's database cannot be reached; trying again", exc_info=lost)
        self.is_recovering = True
        until = time.monotonic() + RECOVERY_SECONDS
        try:
            while not self._is_closed and time.monotonic() < until:
                try:
                    self._reload()
                    results = self._attempt(batch)
                except (StoreUnreachable, StoreBusy) as again:
                    lost = again
                    time.sleep(RETRY_SECONDS)
                else:
                    LOG.warning("the floor continues at entry %s", self._floor.seq)
                    return self._answer(batch, results)
            self._stop(batch, lost)
        except BaseException as failure:
            self._stop(batch, failure)
        finally:
            self.is_recovering = False

    def _one_by_one(self, batch: Batched, accident: Exception) -> None:
        """Undoes a failed batch and carries out its orders one by one, so only the faulty order is refused."""
        LOG.error("orders are undone and carried out one by one", exc_info=accident)
        try:
            self._reload()
        except BaseException as failure:
            self._stop(batch, failure)
            return
        if not batch:
            self._stop(batch, accident)
        elif len(batch) == 1:
            unkept = isinstance(accident, NotStorable)
            accepted = "plain text" if unkept else "another order; the table is unchanged"
            batch[0][1].set_exception(FloorRefused("not-kept" if unkept else "order-failed", accepted=accepted))
        else:
            for given in batch:
                self._fail([given]) if self.failure is not None else self._carry_out([given])

    def _reload(self) -> None:
        """Reloads the property from the log, which must continue from the entries already published.

        Nothing later has been published, so only the published entries have to match.
        """
        floor, snapshot_at = recover(self.store)
        known = self.views.seq
        if floor.seq < known or leaf_at(self.store, known) != self._durable_leaf:
            raise other_log(known)
        self._floor, self._snapshot_at = floor, snapshot_at
        self._leaf = leaf_at(self.store, floor.seq)
        rows = self.store.entries(known, floor.seq - known)
        self._publish([decode(row.body) for row in rows])

    def _stop(self, batch: Batched, failure: BaseException) -> None:
        LOG.critical("the floor stops", exc_info=failure)
        self.failure = failure
        self._fail(batch)
        for callback in self._when_stopped:
            callback()

    def _fail(self, batch: Batched) -> None:
        for _, done in batch:
            done.set_exception(self._stopped())

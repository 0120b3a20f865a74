"""The floor service: the only way to change a running property.

One thread writes. It takes every waiting order, carries the orders out one after the other on the property in memory,
writes their entries in one transaction and acknowledges them once they are durable. Several processes may serve one
floor: whichever process gets the store's lock first catches up with what the others wrote. A failing store stops the
floor; starting it again replays and verifies the log. A lost connection is replaced, and the property is reloaded from
the log, which shows which of the pending orders were written; the others are then carried out. No order can stop the
floor: if one fails midway, its batch is undone and the other orders are carried out again.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Literal

from tablelaw.chance import Chance, KernelChance
from tablelaw.clock import Clock, SystemClock
from tablelaw.errors import TablelawError
from tablelaw.floor.events import SnapshotTaken
from tablelaw.floor.failure_recovery import Answer as Answer
from tablelaw.floor.failure_recovery import Batched as Batched
from tablelaw.floor.failure_recovery import FailureRecovery
from tablelaw.floor.fold import Prepared, fold, pay, prepare, take
from tablelaw.floor.handlers.day_bounds import require_near_day
from tablelaw.floor.handlers.dealers_and_served_seats import require_dealer_of_table, require_table_stays_open
from tablelaw.floor.handlers.jurisdiction import require_approved_adoption
from tablelaw.floor.handlers.linked_transfers import require_all_legs
from tablelaw.floor.handlers.outcome import Outcome
from tablelaw.floor.handlers.registry import require_approving_roles
from tablelaw.floor.handlers.submissions_read_ahead import read_ahead
from tablelaw.floor.handlers.to_a_table import handle_table
from tablelaw.floor.handlers.to_the_property import handle_property
from tablelaw.floor.handlers.validation import require_names, require_same_order, require_table_names, unkeepable
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.log.entry_time import BOUND_SECONDS, EntryTime
from tablelaw.floor.orders import Order
from tablelaw.floor.projections import Rows
from tablelaw.floor.property import Property
from tablelaw.floor.recovery import checked, checked_secret, other_log
from tablelaw.floor.refusals import FloorRefused
from tablelaw.floor.rules.frozen_tables import require_rules_of_installation
from tablelaw.floor.snapshots import snapshot_order
from tablelaw.floor.store.api import Batch, Store
from tablelaw.floor.store.refusals import StoreLost, StoreUnreachable
from tablelaw.table.commands import Command
from tablelaw.table.registry import tag_of
from tablelaw.table.state import change

LOG = logging.getLogger(__name__)
LARGEST_BATCH = 512
SNAPSHOT_EVERY = 5_000
"""The number of entries between snapshots. At most this many are replayed when the floor starts or a round is
inspected.
"""


Item = tuple[Order, Future[Answer]] | Literal["refresh"]
"""An item waiting for the writer: an order with its future, or a request to catch up with other processes."""
REFRESH: Literal["refresh"] = "refresh"


class FloorService(FailureRecovery):
    """A running property. `submit` and `do` may be called from any thread."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock | None = None,
        entry_time: EntryTime | None = None,
        clock_bound_seconds: int = BOUND_SECONDS,
        chance: Chance | None = None,
        snapshot_every: int = SNAPSHOT_EVERY,
    ) -> None:
        super().__init__(store)
        self.clock, self.chance = clock or SystemClock(), chance or KernelChance()
        other = store.time if clock is None else None
        self.entry_time = entry_time or EntryTime(self.clock, other, bound_seconds=clock_bound_seconds)
        self.snapshot_every = snapshot_every
        self._listeners: list[Callable[[list[Entry]], None]] = []
        self._time_commit: Callable[[float], None] = _not_timed
        self._waiting: queue.SimpleQueue[Item | None] = queue.SimpleQueue()
        self._door = threading.Lock()
        self._writer = threading.Thread(target=self._run, name="floor-writer", daemon=True)
        self._writer.start()

    # --- Public interface --------------------------------------------------------------------------

    def submit(self, order: Order) -> Future[Answer]:
        """Submits an order. The future returns the answer once it is durable, or raises a refusal."""
        done: Future[Answer] = Future()
        try:
            read_ahead(order)
        except TablelawError as refusal:
            done.set_exception(refusal)
            return done
        with self._door:
            if not self.is_stopped:
                self._waiting.put((order, done))
                return done
        done.set_exception(self._stopped())
        return done

    def do(self, order: Order) -> Answer:
        """Submits an order and waits for the answer."""
        return self.submit(order).result()

    def refresh(self) -> None:
        """Catches up with what other processes wrote, without giving an order."""
        self._waiting.put(REFRESH)

    def subscribe(self, listener: Callable[[list[Entry]], None]) -> Callable[[], None]:
        """Calls `listener` with entries, in order, once they are durable. Returns a function that unsubscribes it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def time_commits(self, listener: Callable[[float], None]) -> None:
        """Calls `listener` with the seconds that each write of entries took until they were durable."""
        self._time_commit = listener

    def close(self) -> None:
        """Writes the waiting orders and stops the writer. Later orders are refused."""
        with self._door:
            self._is_closed = True
        self._waiting.put(None)
        self._writer.join()

    # --- The writer ----------------------------------------------------------------------------------

    def _run(self) -> None:
        open_for_orders = True
        while open_for_orders:
            batch, open_for_orders = self._gather()
            if self.failure is not None:
                self._fail(batch)
            elif batch or open_for_orders:
                self._carry_out(batch)

    def _gather(self) -> tuple[Batched, bool]:
        """Waits for an order and takes all orders that are waiting.

        The second value is False when no more will come.
        """
        batch: Batched = []
        item = self._waiting.get()
        while item is not None:
            # A caller can cancel an order only until it is taken up here.
            if item != REFRESH and item[1].set_running_or_notify_cancel():
                batch.append(item)
            if len(batch) == LARGEST_BATCH or self._waiting.empty():
                return batch, True
            item = self._waiting.get()
        return batch, False

    def _attempt(self, batch: Batched) -> list[Answer | TablelawError]:
        """Carries out a batch in one transaction. If it raises, the property in memory is ahead of the log."""
        rows = Rows(self._floor)
        try:
            self.entry_time.compare()
            with self.store.begin() as transaction:
                seen = self._catch_up(transaction)
                results = self._results(transaction, batch, rows)
                self._snapshot_when_due(transaction, rows)
                began = time.perf_counter()
                rows.write(transaction)
                transaction.commit()
                if rows.entries:
                    self._time_commit(time.perf_counter() - began)
        except StoreLost:
            self._unsure |= {entry.id: entry for entry in rows.entries}
            raise
        self._publish([*seen, *rows.entries])
        return results

    def _catch_up(self, transaction: Batch) -> list[Entry]:
        """Applies what other processes have written. The last known entry must still be in the log."""
        end, seen = transaction.end(), list[Entry]()
        if end.seq == self._floor.seq and end.leaf == self._leaf:
            return seen
        if end.seq <= self._floor.seq or b"".join(transaction.leaves(self._floor.seq, self._floor.seq)) != self._leaf:
            raise other_log(self._floor.seq)
        for row in transaction.entries(self._floor.seq):
            entry = checked(row, self._floor.seq + 1)
            secret = checked_secret(entry, transaction.deck(entry.seq) if entry.sealed else None)
            fold(self._floor, entry, row.leaf, secret)
            self._leaf = row.leaf
            if any(isinstance(event, SnapshotTaken) for event in entry.events):
                self._snapshot_at = entry.seq - 1
            seen.append(entry)
        return seen

    def _results(self, transaction: Batch, batch: Batched, rows: Rows) -> list[Answer | TablelawError]:
        unfit = {n: refusal for n, (order, _) in enumerate(batch) if (refusal := unkeepable(order)) is not None}
        earlier = transaction.known([order.id for n, (order, _) in enumerate(batch) if n not in unfit])
        now: dict[str, Entry] = {}
        results: list[Answer | TablelawError] = []
        for n, (order, _) in enumerate(batch):
            if n in unfit:
                results.append(unfit[n])
            elif order.id in now:
                results.append(self._again(order, now[order.id]))
            elif order.id in earlier:
                kept = transaction.entry(earlier[order.id])
                assert kept is not None
                results.append(self._again(order, decode(kept.body)))
            else:
                results.append(self._result(order, rows, now))
        return results

    def _again(self, order: Order, kept: Entry) -> Answer | TablelawError:
        """Answers an order that is already in the log.

        It does not count as repeated if it was written on a connection that was then lost.
        """
        try:
            require_same_order(order, kept)
        except TablelawError as refusal:
            return refusal
        return Answer(kept, again=self._unsure.pop(order.id, None) != kept)

    def _result(self, order: Order, rows: Rows, now: dict[str, Entry]) -> Answer | TablelawError:
        try:
            entry = self._write(change(order, at=self.entry_time.next(self._floor.now)), rows)
        except StoreUnreachable:
            raise  # Not the order's fault: it will be carried out on another connection.
        except TablelawError as refusal:
            return refusal
        now[order.id] = entry
        return Answer(entry)

    def _write(self, order: Order, rows: Rows) -> Entry:
        prepared = self._prepare(order)
        take(self._floor, prepared)
        rows.add(prepared.entry, prepared.body, prepared.leaf, prepared.secret)
        self._leaf = prepared.leaf
        return prepared.entry

    def _prepare(self, order: Order) -> Prepared:
        """Computes the outcome of an order and moves its money.

        If the order is refused or fails, nothing has changed.
        """
        require_names(order)
        try:
            prepared = prepare(self._floor, order, self._handle(order))
            pay(self._floor, prepared)
            return prepared
        except TablelawError:
            raise
        except Exception as accident:
            LOG.exception("an order failed: %s by %s", tag_of(type(order.command)), order.by)
            raise FloorRefused("order-failed", accepted="another order; the table is unchanged") from accident

    def _handle(self, order: Order) -> Outcome:
        require_all_legs(self._floor, order)
        require_dealer_of_table(self._floor, order)
        if isinstance(order.command, Command):
            require_rules_of_installation(self._floor, order)
            require_table_stays_open(self._floor, order)
            return handle_table(self._floor, order, self.chance)
        require_approving_roles(self._floor, order)
        outcome = handle_property(self._floor, order)
        require_table_names(outcome.events)
        require_near_day(self._floor, order, outcome.events)
        require_approved_adoption(outcome.events)
        return outcome

    def _snapshot_when_due(self, transaction: Batch, rows: Rows) -> None:
        if self._floor.seq - self._snapshot_at >= self.snapshot_every:
            order, body, digest = snapshot_order(self._floor)
            seq = self._floor.seq
            self._write(order, rows)
            rows.snapshot(seq, digest, body)
            self._snapshot_at = seq

    def _publish(self, shown: list[Entry]) -> None:
        self._durable_leaf = self._leaf
        if not shown:
            return
        self.views.publish(self._floor, shown)
        for listener in list(self._listeners):
            try:
                listener(shown)
            except Exception:
                LOG.exception("a listener of the floor failed")


def _not_timed(seconds: float) -> None:
    """The default listener for the time of a commit, which does nothing."""


def property_of(service: FloorService) -> Property:
    """The property in memory, for tests that compare it with a replay."""
    return service._floor

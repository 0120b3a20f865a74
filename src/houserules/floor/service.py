"""The floor service: the only door to a running property.

One thread writes. It takes every order that waits, carries them out one after the other on the property in memory,
writes their entries in one transaction and acknowledges them once that is durable. Several processes may serve one
floor: whoever has the store's lock first takes in what the others wrote. A store that fails stops the floor; starting
it again replays and verifies the log. A connection that was cut is made anew, and the property with it, from the log;
the log says which of the orders under way were written, and the others are carried out. No order can stop the floor:
one that goes wrong after it was begun is undone with all that was begun beside it, and these are carried out again.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Literal

from houserules.chance import Chance, KernelChance
from houserules.clock import Clock, SystemClock
from houserules.errors import HouserulesError
from houserules.floor.events import SnapshotTaken
from houserules.floor.execution import Answer as Answer
from houserules.floor.execution import Batched as Batched
from houserules.floor.execution import CarryingOut
from houserules.floor.fold import Prepared, fold, pay, prepare, take
from houserules.floor.handlers.day_bounds import refuse_far_day
from houserules.floor.handlers.dealers import refuse_other_dealer
from houserules.floor.handlers.idempotency import refuse_other_order
from houserules.floor.handlers.jurisdiction import refuse_adopting_alone
from houserules.floor.handlers.names import refuse_no_name, refuse_table_names
from houserules.floor.handlers.outcome import Outcome
from houserules.floor.handlers.reading_ahead import read_ahead
from houserules.floor.handlers.registry import refuse_unfit_approvers
from houserules.floor.handlers.to_a_table import handle_table
from houserules.floor.handlers.to_the_property import handle_property
from houserules.floor.handlers.transfer_legs import refuse_apart
from houserules.floor.handlers.validation import unkeepable
from houserules.floor.log.entry import Entry, decode
from houserules.floor.log.entry_time import BOUND_SECONDS, EntryTime
from houserules.floor.orders import Order
from houserules.floor.projections import Rows
from houserules.floor.property import Property
from houserules.floor.recovery import checked, checked_secret, other_log
from houserules.floor.refusals import FloorRefused
from houserules.floor.rules.frozen_tables import refuse_other_rules
from houserules.floor.snapshots import snapshot_order
from houserules.floor.store.api import Batch, Store
from houserules.floor.store.refusals import StoreLost, StoreUnreachable
from houserules.table.commands import Command
from houserules.table.registry import change

LOG = logging.getLogger(__name__)
LARGEST_BATCH = 512
SNAPSHOT_EVERY = 5_000
"""Entries between two snapshots: so many are replayed at most when the floor starts or a round is looked at."""


Item = tuple[Order, Future[Answer]] | Literal["refresh"]
"""What waits for the writer: an order and where its answer goes, or the wish to take in what others wrote."""
REFRESH: Literal["refresh"] = "refresh"


class FloorService(CarryingOut):
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
        self._waiting: queue.SimpleQueue[Item | None] = queue.SimpleQueue()
        self._door = threading.Lock()
        self._writer = threading.Thread(target=self._run, name="floor-writer", daemon=True)
        self._writer.start()

    # --- For everybody -----------------------------------------------------------------------------

    def submit(self, order: Order) -> Future[Answer]:
        """Hands an order in; the answer comes when it is durable, or a refusal."""
        done: Future[Answer] = Future()
        try:
            read_ahead(order)
        except HouserulesError as refusal:
            done.set_exception(refusal)
            return done
        with self._door:
            if not self.is_stopped:
                self._waiting.put((order, done))
                return done
        done.set_exception(self._stopped())
        return done

    def do(self, order: Order) -> Answer:
        """Hands an order in and waits for the answer."""
        return self.submit(order).result()

    def refresh(self) -> None:
        """Takes in what other processes wrote, without an order of its own."""
        self._waiting.put(REFRESH)

    def subscribe(self, listener: Callable[[list[Entry]], None]) -> Callable[[], None]:
        """Calls `listener` with entries once they are durable, in order; returns what ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def close(self) -> None:
        """Writes what waits, and ends; who comes later is refused."""
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
        """Every order that waits; waits itself for the first. False when no more will come."""
        batch: Batched = []
        item = self._waiting.get()
        while item is not None:
            # Who has gone away before the order is taken up has taken it back; from here on it is too late for that.
            if item != REFRESH and item[1].set_running_or_notify_cancel():
                batch.append(item)
            if len(batch) == LARGEST_BATCH or self._waiting.empty():
                return batch, True
            item = self._waiting.get()
        return batch, False

    def _attempt(self, batch: Batched) -> list[Answer | HouserulesError]:
        """One transaction. What it raises leaves the property in memory ahead of the log."""
        rows = Rows(self._floor)
        try:
            self.entry_time.compare()
            with self.store.begin() as transaction:
                seen = self._catch_up(transaction)
                results = self._results(transaction, batch, rows)
                self._snapshot_when_due(transaction, rows)
                rows.write(transaction)
                transaction.commit()
        except StoreLost:
            self._unsure |= {entry.id: entry for entry in rows.entries}
            raise
        self._publish([*seen, *rows.entries])
        return results

    def _catch_up(self, transaction: Batch) -> list[Entry]:
        """Takes in what other processes wrote since. The log must still have what was known to be its end."""
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

    def _results(self, transaction: Batch, batch: Batched, rows: Rows) -> list[Answer | HouserulesError]:
        unfit = {n: refusal for n, (order, _) in enumerate(batch) if (refusal := unkeepable(order)) is not None}
        earlier = transaction.known([order.id for n, (order, _) in enumerate(batch) if n not in unfit])
        now: dict[str, Entry] = {}
        results: list[Answer | HouserulesError] = []
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

    def _again(self, order: Order, kept: Entry) -> Answer | HouserulesError:
        """The answer to an order that is in the log; one given once and written on a lost connection is not again."""
        try:
            refuse_other_order(order, kept)
        except HouserulesError as refusal:
            return refusal
        return Answer(kept, again=self._unsure.pop(order.id, None) != kept)

    def _result(self, order: Order, rows: Rows, now: dict[str, Entry]) -> Answer | HouserulesError:
        try:
            entry = self._write(change(order, at=self.entry_time.next(self._floor.now)), rows)
        except StoreUnreachable:
            raise  # not the order's fault: it is carried out on another connection
        except HouserulesError as refusal:
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
        """What an order comes to, with its money moved. Refused, or by an accident, it has changed nothing."""
        refuse_no_name(order)
        try:
            prepared = prepare(self._floor, order, self._handle(order))
            pay(self._floor, prepared)
            return prepared
        except HouserulesError:
            raise
        except Exception as accident:
            LOG.exception("an order failed: %s by %s", type(order.command).__name__, order.by)
            raise FloorRefused("order-failed", accepted="another order; the table stands as it was") from accident

    def _handle(self, order: Order) -> Outcome:
        refuse_apart(self._floor, order)
        refuse_other_dealer(self._floor, order)
        if isinstance(order.command, Command):
            refuse_other_rules(self._floor, order)
            return handle_table(self._floor, order, self.chance)
        refuse_unfit_approvers(self._floor, order)
        outcome = handle_property(self._floor, order)
        refuse_table_names(outcome.events)
        refuse_far_day(self._floor, order, outcome.events)
        refuse_adopting_alone(outcome.events)
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


def property_of(service: FloorService) -> Property:
    """The property in memory, for tests that compare it with what a replay gives."""
    return service._floor

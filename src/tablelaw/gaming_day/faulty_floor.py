"""A floor that may crash: it takes the day's orders and shows every accepted one to the auditor.

A crash happens at a commit: before it, so that the order was never taken; or after it, so that only the acknowledgement
is lost. Either way the floor is restarted from its log, and the order is given again under the same id.
"""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

import msgspec

from tablelaw.errors import TablelawError
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.orders import Order
from tablelaw.floor.service import Answer, FloorService
from tablelaw.floor.store.api import Batch, Store, open_store
from tablelaw.gaming_day.auditor.accepted_order import Accepted
from tablelaw.gaming_day.world.seeded_chance import CardSource
from tablelaw.table import events
from tablelaw.table.registry import tag_of

SERVICE_LOG = logging.getLogger("tablelaw.floor.service")
STOPPED = "floor-stopped"
SNAPSHOT_EVERY = 150
"""The number of entries between snapshots: small enough that a floor restarted in the middle of a day begins with one.
"""


class LostPower(BaseException):
    """Raised to end the floor suddenly, as if its process had been killed."""


class DayClock:
    """The simulated clock."""

    def __init__(self, now: int) -> None:
        self.time = now

    def now(self) -> int:
        return self.time


class DyingStore:
    """A store whose next commit fails if a failure is planned: "before" it, or "after"."""

    def __init__(self, store: Store) -> None:
        self.store, self.plan = store, ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    def begin(self) -> DyingBatch:
        return DyingBatch(self, self.store.begin())


class DyingBatch:
    def __init__(self, owner: DyingStore, batch: Batch) -> None:
        self.owner, self.batch = owner, batch

    def __getattr__(self, name: str) -> Any:
        return getattr(self.batch, name)

    def __enter__(self) -> DyingBatch:
        self.batch.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self.batch.__exit__(*exc)

    def commit(self) -> None:
        plan, self.owner.plan = self.owner.plan, ""
        if plan == "before":
            raise LostPower("before a commit of the script")
        self.batch.commit()
        if plan == "after":
            raise LostPower("after a commit of the script")


class FaultyFloor:
    """A floor in an existing, empty `database`. `seen` is called with every entry once."""

    def __init__(
        self, database: str, clock: DayClock, source: CardSource, seen: Callable[[Order, Entry], None]
    ) -> None:
        self.database, self.clock, self.source, self.seen = database, clock, source, seen
        self.crashes = {"before": 0, "after": 0, "killed": 0}
        self.unseen = 0
        """Orders handed in together that the auditor has not been shown yet."""
        self._left_behind: list[tuple[FloorService, DyingStore]] = []
        SERVICE_LOG.addFilter(_is_unplanned)
        self._open()

    def _open(self) -> None:
        self.store = DyingStore(open_store(self.database))
        self.service = FloorService(
            cast(Store, self.store), clock=self.clock, chance=self.source, snapshot_every=SNAPSHOT_EVERY
        )

    def do(self, order: Order, stacked: tuple[Any, ...] = ()) -> Answer:
        """Carries out an order exactly once, even if a planned crash makes the floor restart; raises its refusal."""
        try:
            answer = self._give(order, stacked)
        except TablelawError as refusal:
            if refusal.code != STOPPED or not self._is_planned:
                raise
            self._start_again()
            answer = self._give(order, stacked)
        self.seen(order, answer.entry)
        return answer

    def do_all(self, given: list[Order]) -> list[TablelawError | None]:
        """Gives several orders together, none of which uses randomness; returns the refusals."""
        results: dict[str, BaseException | None] = {}
        left = given
        while left:
            waiting = [(order, self.service.submit(order)) for order in left]
            left = []
            for place, (order, answer) in enumerate(waiting, 1):
                self.unseen = len(waiting) - place
                results[order.id] = refusal = answer.exception()
                if refusal is None:
                    self.seen(order, answer.result().entry)
                elif isinstance(refusal, TablelawError) and refusal.code == STOPPED and self._is_planned:
                    left.append(order)
            if left:
                self._start_again()
        return [cast(TablelawError | None, results[order.id]) for order in given]

    @property
    def _is_planned(self) -> bool:
        """Whether an error comes from a crash that the script planned."""
        return isinstance(self.service.failure, LostPower)

    def _give(self, order: Order, stacked: tuple[Any, ...]) -> Answer:
        self.source.turn(order.id)
        if stacked:
            self.source.stack(stacked)
        return self.service.do(order)

    # --- Crashes -----------------------------------------------------------------------------------------------

    def crash(self, how: str) -> None:
        """Plans a crash "before" or "after" the next commit, or with "killed" crashes at once, between two orders."""
        self.crashes[how] += 1
        if how == "killed":
            self._start_again()
        else:
            self.store.plan = how

    def _start_again(self) -> None:
        """Abandons the old service as a killed process would, and opens the same floor with a new one."""
        self._left_behind.append((self.service, self.store))
        self._open()

    def close(self) -> None:
        for service, store in (*self._left_behind, (self.service, self.store)):
            service.close()
            store.close()
        SERVICE_LOG.removeFilter(_is_unplanned)


def _is_unplanned(record: logging.LogRecord) -> bool:
    """Whether to keep a log record: those of planned crashes are filtered out."""
    return not (record.exc_info and record.exc_info[0] is LostPower)


def accepted(order: Order, entry: Entry) -> Accepted:
    """An order as the auditor sees it: words, numbers and cards, without the money."""
    cards: list[Any] = []
    drawn: tuple[tuple[Any, ...], tuple[int, ...]] = ((), ())
    for event in entry.events:
        if isinstance(event, events.Dealt):
            cards += [card for _, card, _ in event.cards]
        elif isinstance(event, events.BonusDrawn):
            drawn = event.cards, event.positions
    fields = msgspec.structs.asdict(order.command)
    receipt = f"{entry.stream}:{entry.number}"
    what = tag_of(type(order.command))
    return Accepted(order.id, order.by, what, fields, order.table, tuple(cards), *drawn, receipt)


# --- Databases -----------------------------------------------------------------------------------------------------


def fast_folder() -> str | None:
    """A folder in memory if the system offers one: a simulated day need not survive a power cut."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


@cache
def _template() -> tuple[tempfile.TemporaryDirectory[str], Path]:
    """An empty floor, made once and deleted with the process."""
    home = tempfile.TemporaryDirectory(prefix="gaming-day-", dir=fast_folder())
    atexit.register(home.cleanup)
    path = Path(home.name) / "empty.db"
    open_store(str(path), create=True).close()
    return home, path


def empty_floor(folder: str) -> str:
    """Makes an empty floor in a folder and returns its name."""
    return str(shutil.copy(_template()[1], Path(folder) / "day.db"))

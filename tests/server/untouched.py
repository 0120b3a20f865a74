"""Checks that refusals never change a running property: its memory, what it shows, or its store."""

from __future__ import annotations

from tablelaw.floor.log.entry import Entry
from tablelaw.floor.orders import Order
from tablelaw.floor.projections import Rows
from tablelaw.floor.service import FloorService
from tests.floor.whole_property import dump_service, first_difference

AT_ONCE = 50
"""How many refusals, given before the floor's writer is reached, are compared together."""


class Untouched:
    """Checks that the whole property stays the same, byte for byte, between two entries of the log.

    It is dumped once an entry is written, and compared with that dump before the writer takes the next order, and after
    every group of refusals: whatever was refused in between must have left no trace.
    """

    def __init__(self, service: FloorService) -> None:
        self.comparisons = 0
        self._service, self._refused, self._difference = service, list[str](), ""
        self._rows: Rows | None = None
        self._write = service._write
        service._write = self._take_up  # type: ignore[method-assign]
        service.subscribe(self._written)
        self._written([])

    def refused(self, what: str) -> None:
        """Counts a refusal; `what` names it in the message of a failed test."""
        self._refused.append(what)
        if len(self._refused) % AT_ONCE == 0:
            self.compare()
        self.fail_if_different()

    def fail_if_different(self) -> None:
        assert not self._difference, self._difference

    def compare(self) -> None:
        if self._difference or self._service.views.seq != self._seq:
            return
        now = dump_service(self._service, self._seq)
        self.comparisons += 1
        if now != self._before:
            lately = ", ".join(self._refused[-AT_ONCE:]) or "an order on a socket"
            self._difference = f"a refusal changed the property: {first_difference(self._before, now)}; of {lately}"

    def _take_up(self, order: Order, rows: Rows) -> Entry:
        """Compares on the writer's thread, where an error would fail the order, so a difference is reported by the next
        refusal.

        What a transaction has not yet written is compared by the first order of the next one, if it was rolled back.
        """
        if rows is not self._rows:
            self.compare()
        self._rows = rows
        return self._write(order, rows)

    def _written(self, entries: list[Entry]) -> None:
        self._refused.clear()
        self._seq = self._service.views.seq
        self._before = dump_service(self._service, self._seq)

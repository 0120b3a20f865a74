"""Checks that refusals never change a running property: neither its memory, nor its views, nor its store."""

from __future__ import annotations

from tablelaw.floor.log.entry import Entry
from tablelaw.floor.orders import Order
from tablelaw.floor.projections import Rows
from tablelaw.floor.service import FloorService
from tests.floor.whole_property import dump_service, first_difference

AT_ONCE = 50
"""The number of refusals, made before the floor's writer is reached, that are compared together."""


class Untouched:
    """Checks that the whole property stays the same, byte for byte, between two log entries.

    The property is dumped after each entry, and compared with that dump before the writer takes the next order and
    after every group of refusals. Any refusal in between must leave no trace.
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
        """Counts a refusal; `what` names it if the test fails."""
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
        """Compares on the writer's thread. An error there would fail the order, so the next refusal reports the
        difference.

        If a transaction is rolled back, the first order of the next transaction makes the comparison.
        """
        if rows is not self._rows:
            self.compare()
        self._rows = rows
        return self._write(order, rows)

    def _written(self, entries: list[Entry]) -> None:
        self._refused.clear()
        self._seq = self._service.views.seq
        self._before = dump_service(self._service, self._seq)

"""What may be read of a running floor at any moment: only what is durable."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from houserules.cage.ledger import Balance
from houserules.cage.meters import MeterState
from houserules.floor.entry import Entry
from houserules.floor.state import FloorTable, Property
from houserules.table.engine import Engine
from houserules.table.state import Table


class TableView:
    """A table as it stands after its last durable entry."""

    __slots__ = ("engine", "meters", "number", "state", "text")

    def __init__(self, table: FloorTable) -> None:
        self.engine: Engine = table.engine
        self.state: Table = table.state
        self.number = table.number
        self.meters = table.meters
        self.text = table.text
        """The Rules Submission it is played under, as filed."""


class Views:
    """Kept by the writer, read by everybody: whole values are put in place, never changed."""

    def __init__(self, floor: Property) -> None:
        self._lock = threading.Lock()
        self._balances: dict[str, Balance] = {name: floor.ledger.balance(name) for name in floor.ledger}
        self._show(floor, floor.tables)

    def publish(self, floor: Property, entries: Iterable[Entry]) -> None:
        names = {name for entry in entries for t in entry.transfers for name in (t.debit, t.credit)}
        with self._lock:
            self._balances.update({name: floor.ledger.balance(name) for name in names})
        self._show(floor, floor.tables)

    def _show(self, floor: Property, tables: Mapping[str, FloorTable]) -> None:
        self.name, self.day, self.seq, self.now = floor.name, floor.day, floor.seq, floor.now
        self.tables: Mapping[str, TableView] = MappingProxyType({n: TableView(t) for n, t in tables.items()})
        self.meters: Mapping[str, MeterState] = MappingProxyType(dict(floor.meters.items()))
        self.links_down = frozenset(floor.links_down)

    def balance(self, account: str) -> Balance:
        with self._lock:
            return self._balances.get(account) or Balance()

    def balances(self) -> dict[str, Balance]:
        with self._lock:
            return dict(self._balances)

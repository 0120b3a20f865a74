"""What may be read from a running floor at any moment. It shows only durable entries."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from types import MappingProxyType

from tablelaw.cage.balances import Balance
from tablelaw.cage.meters.meters import MeterState
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.property import FLOOR, FloorTable, Property, stream_of
from tablelaw.table.engine import Engine
from tablelaw.table.state import Table


class TableView:
    """A table after its last durable entry."""

    __slots__ = (
        "closing",
        "dealer",
        "differences",
        "engine",
        "meters",
        "number",
        "served",
        "state",
        "text",
        "undecided",
    )

    def __init__(self, table: FloorTable) -> None:
        self.engine: Engine = table.engine
        self.state: Table = table.state
        self.number = table.number
        self.meters = table.meters
        self.text = table.text
        """The Rules Submission the table is played under, as filed."""
        self.dealer = table.dealer
        """The assigned dealer; empty if there is none."""
        self.differences = table.differences
        """What the current rules decide differently from the rules the table was installed under."""
        self.undecided = table.undecided
        """Wagers that the current rules would settle differently."""
        self.served = table.served
        """Seats whose player has no device, with the player's name."""
        self.closing = table.closing
        """Who asked for the table to be closed after its round; empty if no one has."""

    @property
    def name(self) -> str:
        return self.engine.submission.table


class Views:
    """Everything that may be read from a floor.

    The writer replaces whole values and never changes one in place, so it is safe to read at any time.
    """

    tables: MappingProxyType[str, TableView]
    meters: MappingProxyType[str, MeterState]

    def __init__(self, floor: Property) -> None:
        self._lock = threading.Lock()
        self._balances: dict[str, Balance] = {name: floor.ledger.balance(name) for name in floor.ledger}
        self._show(floor)

    def publish(self, floor: Property, entries: Sequence[Entry]) -> None:
        """Makes new entries visible to readers.

        Entries of a table change only that table and some accounts and meters.
        """
        names = {name for entry in entries for t in entry.transfers for name in (t.debit, t.credit)}
        balances = {name: floor.ledger.balance(name) for name in names}
        with self._lock:
            self._balances.update(balances)
        streams = {entry.stream for entry in entries}
        if FLOOR in streams:
            self._show(floor)
            return
        played = {stream.removeprefix(stream_of("")) for stream in streams}
        self.tables = MappingProxyType(self.tables | {name: TableView(floor.tables[name]) for name in played})
        if any(entry.meters for entry in entries):
            self.meters = MappingProxyType(dict(floor.meters))
        self.seq, self.now, self.day_to_take_back = floor.seq, floor.now, floor.day_to_take_back

    def _show(self, floor: Property) -> None:
        self.name, self.day, self.seq, self.now = floor.name, floor.day, floor.seq, floor.now
        self.jurisdiction, self.time_zone = floor.jurisdiction, floor.time_zone
        self.tables = MappingProxyType({name: TableView(table) for name, table in floor.tables.items()})
        self.meters = MappingProxyType(dict(floor.meters))
        self.links_down = frozenset(floor.links_down)
        self.day_to_take_back = floor.day_to_take_back

    def balance(self, account: str) -> Balance:
        with self._lock:
            return self._balances.get(account) or Balance()

    def balances(self) -> dict[str, Balance]:
        with self._lock:
            return dict(self._balances)

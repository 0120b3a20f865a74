"""Gives the orders of a day, each under a name that stays the same whatever else is left out when a day is shrunk."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tablelaw.errors import TablelawError
from tablelaw.floor.house_staff import DEALER
from tablelaw.floor.orders import FloorCommand, Order
from tablelaw.floor.read_model import TableView
from tablelaw.floor.service import Answer
from tablelaw.gaming_day.faulty_floor import DayClock, FaultyFloor
from tablelaw.gaming_day.script import MINUTE
from tablelaw.gaming_day.streams import Streams
from tablelaw.persons import Actor
from tablelaw.table.commands import Command
from tablelaw.table.registry import tag_of

DEALERS = ("Rosa", "Sam", "Tia", "Uli", "Vic")
SHIFT = 40 * MINUTE
ACCIDENTS = ("order-failed", "floor-stopped", "floor-closed", "broken-log", "store-failed", "store-busy")
"""Errors that no order causes: an internal failure of the floor, or a floor that does not restart."""
SECONDS_AN_ORDER = 7


class Unexpected(Exception):
    """The floor misbehaved: it refused a correct order, or accepted a wrong one."""


class OrderGiver:
    """Gives the orders of one day, except those named in `without`."""

    def __init__(
        self, seed: int, faulty_floor: FaultyFloor, clock: DayClock, streams: Streams, without: frozenset[str]
    ) -> None:
        self.seed, self.faulty_floor, self.clock, self.streams, self.without = (
            seed,
            faulty_floor,
            clock,
            streams,
            without,
        )
        self.given: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        """How often each thing happened, by name."""
        self.optional: list[str] = []
        """Names of orders that the day can be played without."""

    def view(self, table: str) -> TableView:
        return self.faulty_floor.service.views.tables[table]

    def dealer(self, table: str) -> str:
        """The current dealer of a table; dealers change every forty minutes, at a different time at each table."""
        turn = self.clock.now() // SHIFT + sum(map(ord, table))
        return str(Actor("dealer", DEALERS[turn % len(DEALERS)]))

    def name(self, item: str, command: Command | FloorCommand) -> str:
        stem = f"{item}, {tag_of(type(command))}"
        self.given[stem] += 1
        return f"{stem} {self.given[stem]}"

    def do(
        self, item: str, by: str, command: Command | FloorCommand, table: str = "", stacked: tuple[Any, ...] = ()
    ) -> Answer:
        """Gives an order that must be carried out."""
        refusal, answer = self._give(self.name(item, command), by, command, table, stacked)
        if answer is None:
            raise Unexpected(f"{tag_of(type(command))} by {by} was refused: {refusal}")
        return answer

    def attempt(self, item: str, by: str, command: Command | FloorCommand, table: str = "") -> TablelawError | None:
        """Gives an order that may be refused, but never because of an internal failure."""
        return self._give(self.name(item, command), by, command, table)[0]

    def wrongly(
        self, kind: str, item: str, by: str, command: Command | FloorCommand, table: str, codes: tuple[str, ...] = ()
    ) -> None:
        """Makes a mistake that the floor must refuse, for the expected reason if that is known."""
        name = self.name(f"{item} {kind}", command)
        self.optional.append(name)
        if name in self.without:
            return
        refusal, _ = self._give(name, by, command, table)
        if refusal is None or (codes and refusal.code not in codes):
            raise Unexpected(f"{kind} ({tag_of(type(command))} by {by}) was not refused as it should be: {refusal}")
        self.done[f"mistake: {kind}"] += 1

    def attempt_all(self, item: str, given: list[tuple[str, Command]], table: str) -> list[TablelawError | None]:
        """Gives orders of several people at the same moment; each may be refused, but never because of an internal
        failure.
        """
        self.clock.time += SECONDS_AN_ORDER
        named = [self._order(self.name(item, command), by, command, table) for by, command in given]
        refusals = self.faulty_floor.do_all(named)
        for order, refusal in zip(named, refusals, strict=True):
            _raise_accident(order, refusal)
        return refusals

    def may(self, item: str, what: str) -> bool:
        """Whether an optional step is still part of this (possibly shrunk) day."""
        name = f"{item}, {what}"
        self.optional.append(name)
        return name not in self.without

    def _give(
        self, name: str, by: str, command: Command | FloorCommand, table: str, stacked: tuple[Any, ...] = ()
    ) -> tuple[TablelawError | None, Answer | None]:
        order = self._order(name, by, command, table)
        self.clock.time += SECONDS_AN_ORDER
        try:
            return None, self.faulty_floor.do(order, stacked)
        except TablelawError as refusal:
            _raise_accident(order, refusal)
            return refusal, None

    def _order(self, name: str, by: str, command: Command | FloorCommand, table: str) -> Order:
        by = self.dealer(table) if by == DEALER and table else by
        to = table if isinstance(command, Command) else ""
        return Order(id=f"{self.seed}/{name}", by=by, command=command, table=to)


def _raise_accident(order: Order, refusal: TablelawError | None) -> None:
    if refusal is not None and refusal.code in ACCIDENTS:
        what = f"{tag_of(type(order.command))} by {order.by}"
        raise Unexpected(f"{what}: {refusal}; {refusal.__cause__!r}") from refusal

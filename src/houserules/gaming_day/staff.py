"""The people of a day at their work: orders under names that stay the same whatever else is left out."""

from __future__ import annotations

from collections import Counter
from typing import Any

from houserules.errors import HouserulesError
from houserules.floor.house_staff import DEALER
from houserules.floor.orders import FloorCommand, Order
from houserules.floor.read_model import TableView
from houserules.floor.service import Answer
from houserules.gaming_day.faulty_floor import DayClock, Door
from houserules.gaming_day.script import MINUTE
from houserules.gaming_day.streams import Streams
from houserules.table.commands import Command

DEALERS = ("Rosa", "Sam", "Tia", "Uli", "Vic")
SHIFT = 40 * MINUTE
ACCIDENTS = ("order-failed", "floor-stopped", "floor-closed", "broken-log", "store-failed", "store-busy")
"""What no order is to blame for: an accident in the floor, or a floor that does not start again."""
SECONDS_AN_ORDER = 7


class Unexpected(Exception):
    """The floor did what no floor should: refused what was in order, or took what was not."""


class Desk:
    """Gives the orders of one day. `without` names orders that are left out."""

    def __init__(self, seed: int, door: Door, clock: DayClock, streams: Streams, without: frozenset[str]) -> None:
        self.seed, self.door, self.clock, self.streams, self.without = seed, door, clock, streams, without
        self.given: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        """What happened, by name."""
        self.optional: list[str] = []
        """Names of orders that the day can be played without."""

    def view(self, table: str) -> TableView:
        return self.door.service.views.tables[table]

    def dealer(self, table: str) -> str:
        """Dealers change every forty minutes, table by table."""
        turn = self.clock.now() // SHIFT + sum(map(ord, table))
        return f"dealer:{DEALERS[turn % len(DEALERS)]}"

    def name(self, item: str, command: Command | FloorCommand) -> str:
        stem = f"{item}, {type(command).__name__}"
        self.given[stem] += 1
        return f"{stem} {self.given[stem]}"

    def do(
        self, item: str, by: str, command: Command | FloorCommand, table: str = "", stacked: tuple[Any, ...] = ()
    ) -> Answer:
        """An order that must be carried out."""
        refusal, answer = self._give(self.name(item, command), by, command, table, stacked)
        if answer is None:
            raise Unexpected(f"{type(command).__name__} by {by} was refused: {refusal}")
        return answer

    def attempt(self, item: str, by: str, command: Command | FloorCommand, table: str = "") -> HouserulesError | None:
        """An order that may be refused, but never by an accident."""
        return self._give(self.name(item, command), by, command, table)[0]

    def wrongly(
        self, kind: str, item: str, by: str, command: Command | FloorCommand, table: str, codes: tuple[str, ...] = ()
    ) -> None:
        """A mistake, which must be refused, and for its own reason where that is known."""
        name = self.name(f"{item} {kind}", command)
        self.optional.append(name)
        if name in self.without:
            return
        refusal, _ = self._give(name, by, command, table)
        if refusal is None or (codes and refusal.code not in codes):
            raise Unexpected(f"{kind} ({type(command).__name__} by {by}) was not refused as it must be: {refusal}")
        self.done[f"mistake: {kind}"] += 1

    def attempt_all(self, item: str, given: list[tuple[str, Command]], table: str) -> list[HouserulesError | None]:
        """Orders of several people at the same moment; each may be refused, but never by an accident."""
        self.clock.time += SECONDS_AN_ORDER
        named = [self._order(self.name(item, command), by, command, table) for by, command in given]
        refusals = self.door.do_all(named)
        for order, refusal in zip(named, refusals, strict=True):
            _refuse_accident(order, refusal)
        return refusals

    def may(self, item: str, what: str) -> bool:
        """Is a thing the day can do without to be done?"""
        name = f"{item}, {what}"
        self.optional.append(name)
        return name not in self.without

    def _give(
        self, name: str, by: str, command: Command | FloorCommand, table: str, stacked: tuple[Any, ...] = ()
    ) -> tuple[HouserulesError | None, Answer | None]:
        order = self._order(name, by, command, table)
        self.clock.time += SECONDS_AN_ORDER
        try:
            return None, self.door.do(order, stacked)
        except HouserulesError as refusal:
            _refuse_accident(order, refusal)
            return refusal, None

    def _order(self, name: str, by: str, command: Command | FloorCommand, table: str) -> Order:
        by = self.dealer(table) if by == DEALER and table else by
        to = table if isinstance(command, Command) else ""
        return Order(id=f"{self.seed}/{name}", by=by, command=command, table=to)


def _refuse_accident(order: Order, refusal: HouserulesError | None) -> None:
    if refusal is not None and refusal.code in ACCIDENTS:
        what = f"{type(order.command).__name__} by {order.by}"
        raise Unexpected(f"{what}: {refusal}; {refusal.__cause__!r}") from refusal

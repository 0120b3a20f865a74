"""Figures of the floor outside their 99.9 % limits, as alerts that stay until somebody acknowledges them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType

import msgspec

from tablelaw.floor.reports.figure_messages import By, Far, FloorFigures

SAYS: dict[Far, str] = {
    "win below": "the win is below its 99.9 % limits.",
    "win above": "the win is above its 99.9 % limits.",
    "pushes below": "there are fewer pushes than the 99.9 % limits allow.",
}
GROUPS: dict[By, str] = {"game": "Game", "dealer": "Dealer", "shift": "Shift"}
"""What is judged by the month. A table is judged by the day, and its month is part of its game's."""


class FarFigure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure far from theory: its table, if it is a table's, what it says, and when it was first noticed here."""

    id: str
    table: str
    says: str
    at: int
    is_standing: bool = True
    """Whether the figure is still outside its limits."""


class FarFigures:
    """The figures found so far. They are safe to read at any time, because the mapping is replaced as a whole."""

    def __init__(self) -> None:
        self.found: Mapping[str, FarFigure] = MappingProxyType({})

    def see(self, figures: FloorFigures, now: int, acknowledged: Collection[str]) -> None:
        """Takes over the figures of the current day and month. A figure that is back inside its limits, or whose day
        is over, stays until it is acknowledged.
        """
        standing = {one.id: one for one in _far(figures, now)}
        before = self.found
        kept = {
            name: msgspec.structs.replace(one, is_standing=False)
            for name, one in before.items()
            if name not in standing and name not in acknowledged
        }
        known = {name: before[name].at for name in standing.keys() & before.keys()}
        now_standing = {
            name: msgspec.structs.replace(one, at=known.get(name, one.at)) for name, one in standing.items()
        }
        self.found = MappingProxyType({**kept, **now_standing})


def _far(figures: FloorFigures, now: int) -> Iterator[FarFigure]:
    for row in figures.tables:
        for far in row.far:
            yield FarFigure(
                id=f"far table {row.table} {figures.day} {far}",
                table=row.table,
                says=f"On gaming day {figures.day} {SAYS[far]}",
                at=now,
            )
    for group in figures.groups:
        if group.by not in GROUPS:
            continue
        for far in group.far:
            says = f"{GROUPS[group.by]} {group.name or 'unknown'} in {figures.month}: {SAYS[far]}"
            yield FarFigure(id=f"far {group.by} {group.name} {figures.month} {far}", table="", says=says, at=now)


class FirstNoticed:
    """When this server first noticed each alert whose beginning the log does not record."""

    def __init__(self) -> None:
        self._at: Mapping[str, int] = {}

    def since(self, names: Collection[str], now: int) -> Mapping[str, int]:
        """The times of the alerts that stand now. Others are forgotten."""
        before = self._at
        self._at = {name: before.get(name, now) for name in names}
        return self._at

"""Figures of the floor outside their 99.9 % limits, as alerts that stay until somebody acknowledges them."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType

import msgspec
from sqlalchemy import Engine, delete, insert, select
from sqlalchemy.exc import IntegrityError

from tablelaw.floor.reports.figure_messages import By, Far, FloorFigures
from tablelaw.floor.store.schema import properties

SAYS: dict[Far, str] = {
    "win below": "the win is below its 99.9 % limits.",
    "win above": "the win is above its 99.9 % limits.",
    "pushes below": "there are fewer pushes than the 99.9 % limits allow.",
}
GROUPS: dict[By, str] = {"game": "Game", "dealer": "Dealer", "shift": "Shift"}
"""What is judged by the month. A table is judged by the day, and its month is part of its game's."""


KEPT = "far figure: "
"""How the names of the rows begin in which a figure is kept."""


class FarFigure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure far from theory: its table, if it is a table's, what it says, and when it was first noticed here."""

    id: str
    table: str
    says: str
    at: int
    is_standing: bool = True
    """Whether the figure is still outside its limits."""


class KeptFigures:
    """The figures that nobody has acknowledged yet, kept beside the log: neither their day nor a server's end loses
    one, and every server of the floor shows the same.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def read(self) -> dict[str, FarFigure]:
        named = properties.c.name.startswith(KEPT, autoescape=True)
        with self._engine.connect() as connection:
            rows = connection.execute(select(properties.c.value).where(named).order_by(properties.c.name)).scalars()
            found = [msgspec.json.decode(value, type=FarFigure) for value in rows]
        return {one.id: one for one in found}

    def keep(self, one: FarFigure) -> None:
        """Keeps a figure, unless another server has done so already."""
        row = {"name": KEPT + one.id, "value": msgspec.json.encode(one).decode()}
        with contextlib.suppress(IntegrityError), self._engine.begin() as connection:
            connection.execute(insert(properties).values(row))

    def forget(self, name: str) -> None:
        with self._engine.begin() as connection:
            connection.execute(delete(properties).where(properties.c.name == KEPT + name))


class FarFigures:
    """The figures found so far. They are safe to read at any time, because the mapping is replaced as a whole."""

    def __init__(self, engine: Engine) -> None:
        """`engine` reaches the floor's database."""
        self._kept = KeptFigures(engine)
        self._seeing = threading.Lock()
        self.found: Mapping[str, FarFigure] = MappingProxyType(_no_longer(self._kept.read()))
        self.is_read = False
        """Whether this server has read the figures since it was started."""

    def see(self, figures: FloorFigures, now: int, acknowledged: Collection[str]) -> None:
        """Updates the figures found with those of the current day and month. A figure that is back inside its limits,
        or whose day is over, stays until it is acknowledged.
        """
        with self._seeing:
            kept = self._kept.read()
            self._take(figures, now, acknowledged, {**_no_longer(kept), **self.found})
            for name in kept.keys() & set(acknowledged):
                self._kept.forget(name)
            for name, one in self.found.items():
                if name not in kept and name not in acknowledged:
                    self._kept.keep(one)
            self.is_read = True

    def _take(
        self, figures: FloorFigures, now: int, acknowledged: Collection[str], before: Mapping[str, FarFigure]
    ) -> None:
        standing = {one.id: one for one in _far(figures, now)}
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


def _no_longer(found: Mapping[str, FarFigure]) -> dict[str, FarFigure]:
    """Figures found earlier, marked as not standing, because it is not known whether they are still outside their
    limits.
    """
    return {name: msgspec.structs.replace(one, is_standing=False) for name, one in found.items()}


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
        """When each of these alerts was first noticed; forgets all others."""
        before = self._at
        self._at = {name: before.get(name, now) for name in names}
        return self._at

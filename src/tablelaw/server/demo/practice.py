"""Private practice tables of the demo: one player each, no guests, no time limits while the owner is there.

They are ordinary tables, so that every round is in the log. Their names are taken from a fixed set and used again, so
that accounts and meters do not grow in number with the visitors.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass, field

from tablelaw.server.demo.tempo import ALONE, Tempo
from tablelaw.server.refusals import ServerRefused

MOST_TABLES = 12
NAMES = tuple(f"PRACTICE-{number}" for number in range(1, MOST_TABLES + 1))
SEAT = 1
"""The owner's seat."""


@dataclass
class Kept:
    """A private table in use: its owner, and when the owner or a change was last seen there."""

    owner: str
    rulebook: str
    present_at: float
    changed_at: float
    is_made: bool = False
    number: int = -1
    is_left: bool = False


@dataclass
class PracticeTables:
    """The private tables in use. A table that a server finds after a restart has no owner and is removed."""

    tempo: Tempo = ALONE
    _kept: dict[str, Kept] = field(default_factory=dict)

    def __contains__(self, name: str) -> bool:
        return name in NAMES

    def owner(self, name: str) -> str:
        """The owner of the table; empty if it has none."""
        return self._kept[name].owner if name in self._kept else ""

    def is_kept(self, name: str) -> bool:
        """Whether a table is private and in use."""
        return name in self._kept and not self._kept[name].is_left

    def find(self, owner: str) -> tuple[str, Kept] | None:
        """The private table of a player, if there is one."""
        for name, kept in self._kept.items():
            if kept.owner == owner and not kept.is_left:
                return name, kept
        return None

    def reserve(self, owner: str, rulebook: str, installed: Collection[str]) -> str:
        """Reserves a free name for a player's table; refuses if all are in use."""
        free = [name for name in NAMES if name not in self._kept and name not in installed]
        if not free:
            raise ServerRefused("practice-full")
        now = time.monotonic()
        self._kept[free[0]] = Kept(owner, rulebook, now, now)
        return free[0]

    def made(self, name: str) -> None:
        """Records that the table is on the floor, with its owner seated."""
        self._kept[name].is_made = True

    def leave(self, name: str) -> None:
        """Records that the owner no longer needs the table."""
        self._kept[name].is_left = True

    def forget(self, name: str) -> None:
        """Frees a name when its table is gone or could not be made."""
        self._kept.pop(name, None)

    def look(self, name: str, number: int, is_here: bool, absent_seconds: float, idle_seconds: float) -> None:
        """Records whether the owner's page is open and the number of the table's last entry; a table counts as left if
        its owner is away, or nothing changes, for long enough.
        """
        kept = self._kept.get(name)
        if kept is None:
            return
        now = time.monotonic()
        if is_here:
            kept.present_at = now
        if number != kept.number:
            kept.number, kept.changed_at = number, now
        kept.is_left |= now - kept.present_at > absent_seconds or now - kept.changed_at > idle_seconds

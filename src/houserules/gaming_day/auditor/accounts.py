"""The auditor's accounts: posted cents, and what wagers on the tables have set aside."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from houserules.gaming_day.auditor.meters import Meter


@dataclass
class Accounts:
    posted: Counter[str] = field(default_factory=Counter)
    aside: Counter[str] = field(default_factory=Counter)
    """Cents of a player's account that lie on a table."""
    coming: Counter[str] = field(default_factory=Counter)
    """Cents on a table that may come to its tray."""
    meters: dict[str, Meter] = field(default_factory=dict)
    house: int = 0
    """What counts of drop boxes found missing; less than nothing where they found more."""

    def move(self, giver: str, taker: str, cents: int) -> None:
        self.posted[giver] -= cents
        self.posted[taker] += cents

    def set_aside(self, account: str, tray: str, cents: int) -> None:
        """Less than nothing: set free again."""
        self.aside[account] += cents
        self.coming[tray] += cents

    def available(self, account: str) -> int:
        return self.posted[account] - self.aside[account]

    def all_posted(self) -> dict[str, int]:
        """Every account. What is on the meters, and what was won of them, came from the house."""
        found = Counter({name: cents for name, cents in self.posted.items() if cents})
        for name, meter in self.meters.items():
            found.update(meter.accounts(name))
            found["house"] -= sum(meter.accounts(name).values()) + meter.wins
        found["house"] += self.house
        return {name: cents for name, cents in found.items() if cents}

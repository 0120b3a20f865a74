"""The auditor's accounts: posted cents, and the cents that wagers have set aside."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tablelaw.gaming_day.auditor.meters import Meter


@dataclass
class Accounts:
    posted: Counter[str] = field(default_factory=Counter)
    aside: Counter[str] = field(default_factory=Counter)
    """Cents of a player's account that are on a table."""
    coming: Counter[str] = field(default_factory=Counter)
    """Cents on a table that may go to its tray."""
    meters: dict[str, Meter] = field(default_factory=dict)
    house: int = 0
    """The sum that drop counts found missing; negative if they found a surplus."""

    def move(self, giver: str, taker: str, cents: int) -> None:
        self.posted[giver] -= cents
        self.posted[taker] += cents

    def set_aside(self, account: str, tray: str, cents: int) -> None:
        """Sets cents aside; a negative amount releases them."""
        self.aside[account] += cents
        self.coming[tray] += cents

    def available(self, account: str) -> int:
        return self.posted[account] - self.aside[account]

    def all_posted(self) -> dict[str, int]:
        """The posted balance of every account. The house has funded the meters and what was won from them."""
        found = Counter({name: cents for name, cents in self.posted.items() if cents})
        for name, meter in self.meters.items():
            found.update(meter.accounts(name))
            found["house"] -= sum(meter.accounts(name).values()) + meter.wins
        found["house"] += self.house
        return {name: cents for name, cents in found.items() if cents}

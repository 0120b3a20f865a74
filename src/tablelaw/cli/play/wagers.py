"""Wagers placed before a round: chips on each spot, fixed amounts, and wagers that equal or need another."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablelaw.law.rows import Wager
from tablelaw.printed_money import printed
from tablelaw.submission.submission import WagerTerms
from tablelaw.table import Engine
from tablelaw.table.phases.wagering import require_amount

CHIPS_CENTS = (100, 500, 2_500, 10_000, 50_000)


@dataclass
class Stakes:
    """The wagers a player is about to place; every change is checked as the table will check it."""

    engine: Engine
    placed: dict[str, int] = field(default_factory=dict)
    chip_cents: int = 0

    def __post_init__(self) -> None:
        least = self.engine.submission.minimum_cents
        fitting = [chip for chip in CHIPS_CENTS if chip <= least]
        self.chip_cents = self.chip_cents or max(fitting, default=CHIPS_CENTS[0])
        if not self.placed:
            self.set(self.engine.rules.opening[0].id, least)

    @property
    def total_cents(self) -> int:
        return sum(self.placed.values())

    @property
    def offered(self) -> list[Wager]:
        """The wagers that may be placed now, in the rulebook's order."""
        wagers, offered = self.engine.rules.book.wagers, self.engine.submission.wagers
        return [w for w in wagers if w.kind in ("opening", "optional") and w.id in offered]

    def terms(self, wager: str) -> WagerTerms:
        return self.engine.submission.wagers[wager]

    def add_chip(self, wager: str) -> None:
        """Adds one chip; a wager with fixed amounts moves to its next amount, and is taken back after the last."""
        row, terms, now = self.engine.rules.wagers[wager], self.terms(wager), self.placed.get(wager, 0)
        if row.equal_to:
            self.add_chip(row.equal_to)
        elif terms.amounts_cents:
            larger = [cents for cents in sorted(terms.amounts_cents) if cents > now]
            self.set(wager, larger[0]) if larger else self.take_back(wager)
        else:
            self.set(wager, max(now + self.chip_cents, terms.minimum_cents))

    def set(self, wager: str, cents: int) -> None:
        """Sets a wager, and those that must equal it, to this amount; raises `Refused` and changes nothing if that is
        not permitted.
        """
        row = self.engine.rules.wagers[wager]
        if row.equal_to:
            self.set(row.equal_to, cents)
            return
        moving = [row, *(w for w in self.offered if w.equal_to == wager)]
        chosen = {name: sum_ for name, sum_ in self.placed.items() if name not in {w.id for w in moving}}
        for one in moving:
            require_amount(self.engine.rules, one, cents, chosen)
            chosen[one.id] = cents
        self.placed = {w.id: chosen[w.id] for w in self.offered if w.id in chosen}

    def take_back(self, wager: str) -> None:
        """Takes back an optional wager and those that need it."""
        self.placed.pop(wager, None)
        for other in [w for w in self.placed if wager in self.engine.rules.wagers[w].needs]:
            self.take_back(other)

    def place_all(self) -> None:
        """Places every offered wager at its minimum."""
        for wager in self.offered:
            if wager.id not in self.placed and not wager.equal_to:
                self.set(wager.id, self.terms(wager.id).minimum_cents)

    def next_chip(self) -> None:
        """The next larger chip the table takes, or the smallest again."""
        most = self.engine.submission.maximum_cents
        usable = [chip for chip in CHIPS_CENTS if chip <= most] or [CHIPS_CENTS[0]]
        place = usable.index(self.chip_cents) + 1 if self.chip_cents in usable else 0
        self.chip_cents = usable[place % len(usable)]

    def says(self, wager: Wager) -> str:
        """Says what may be staked on a wager."""
        terms = self.terms(wager.id)
        if wager.equal_to:
            return f"equals {self._name(wager.equal_to)}"
        span = f"{printed(terms.minimum_cents)} to {printed(terms.maximum_cents)}"
        sums = " or ".join(map(printed, terms.amounts_cents))
        needs = [self._name(need) for need in wager.needs if need not in self.placed]
        lacking = f", needs {' and '.join(needs)}" if needs else ""
        return f"{'required, ' if wager.kind == 'opening' else ''}{sums or span}{lacking}"

    def _name(self, wager: str) -> str:
        return self.engine.rules.wagers[wager].name


@dataclass
class Purse:
    """A player's chips, and what was paid for them."""

    buy_in_cents: int
    cents: int = 0
    bought_cents: int = 0

    def __post_init__(self) -> None:
        self.buy_in()

    def buy_in(self) -> None:
        self.cents += self.buy_in_cents
        self.bought_cents += self.buy_in_cents

    @property
    def net_cents(self) -> int:
        return self.cents - self.bought_cents

"""A row of the hold answer: one seat's wager, simulated and exact."""

from __future__ import annotations

from typing import NamedTuple

from tablelaw.studies.answers.answer import Estimate
from tablelaw.studies.exact_comparison import Exact, Known


class Unit(NamedTuple):
    """The unit of a figure."""

    name: str
    cents: int


class HoldRow(NamedTuple):
    """One seat's wager, per unit staked."""

    seat: int
    wager: str
    unit: Unit
    staked: float
    """The average number of units staked in a round."""
    hold: Estimate
    deviation: float
    hits: Estimate
    net_cents: int
    known: Known
    z: float | None

    @property
    def exact(self) -> Exact | None:
        return self.known if isinstance(self.known, Exact) else None

    @property
    def why_not(self) -> str:
        """The reason there is no exact value; empty if there is one."""
        return "" if isinstance(self.known, Exact) else self.known

"""Guests: the house's own players, who keep the tables from being empty. They see what any player at their seat
sees.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tablelaw.chance import Chance, KernelChance
from tablelaw.floor.read_model import TableView
from tablelaw.table import commands
from tablelaw.table.automation.players import sensible
from tablelaw.table.commands import Command
from tablelaw.table.engine import Engine

OFTEN = 3
"""A guest makes a side wager about once in this many rounds."""


@dataclass
class Guest:
    name: str
    chance: Chance = field(default_factory=KernelChance)
    skips: int = 0
    """How many rounds out of ten the guest sits out."""
    _bet_in: int = -1

    def wagers(self, view: TableView, seat: int) -> Iterator[Command]:
        """The guest's wagers in a round: the minimum or a little more, and occasionally a side wager."""
        deck, number = view.state.deck_state, view.state.rounds
        if self._bet_in == number or deck is None or deck.status != "ready":
            return
        self._bet_in = number
        if self.chance.below(10) < self.skips:
            return
        submission, rules = view.engine.submission, view.engine.rules
        base = submission.wagers[rules.base].minimum_cents * (1 + self.chance.below(4))
        for wager in rules.opening:
            yield commands.PlaceWager(seat, wager.id, base)
        for wager in rules.book.wagers:
            if wager.kind == "optional" and wager.id in submission.wagers and not self.chance.below(OFTEN):
                yield commands.PlaceWager(seat, wager.id, submission.wagers[wager.id].minimum_cents)

    def decision(self, view: TableView) -> Command:
        """The best decision over simulated rounds, which are never recorded; it makes the guest play fairly well."""
        engine = Engine(view.engine.submission) if view.engine.physical else view.engine
        return sensible(engine, view.state, self.chance)

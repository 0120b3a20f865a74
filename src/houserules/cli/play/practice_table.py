"""A practice table: dealer, floorperson and table game system do all that the players need not decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from houserules.amounts import METER_UNITS_PER_CENT
from houserules.cards import PACK
from houserules.chance import Chance
from houserules.law.terms import DRAWS_EVERY
from houserules.table import Engine, Round, Table, commands, events
from houserules.table.automation.dealer import Driver
from houserules.table.phases.flow import next_to_act, stage_of

DEALER = "dealer:Dee"
FLOOR = "floor:Flora"


Listener = Callable[[Table, events.Event], None]
"""Hears every event, with the table as it stood before."""


class House:
    """One engine with its driver. Only shuffles and draws use `chance`, so that a seed alone tells the deck."""

    def __init__(self, engine: Engine, chance: Chance, listener: Listener | None = None) -> None:
        self.engine = engine
        self.chance = chance
        self.driver = Driver(engine, chance)
        self.listener = listener

    @property
    def state(self) -> Table:
        return self.driver.state

    @property
    def round(self) -> Round:
        assert self.driver.state.round is not None
        return self.driver.state.round

    def do(self, command: commands.Command) -> None:
        """One command carried out, and its events told."""
        before = self.state
        for event in self.driver.do(command):
            if self.listener is not None:
                self.listener(before, event)
            before = self.engine.evolve(before, event)

    def open(self, players: Mapping[int, str]) -> None:
        """Decks received, inspected and verified; players sit down; cards shown, washed, shuffled and cut."""
        self.driver.run()
        for seat, player in players.items():
            self.do(commands.TakeSeat(seat, player, by=f"player:{seat}"))
        self.driver.run()

    def place(self, seat: int, wagers: Mapping[str, int]) -> None:
        for wager, cents in wagers.items():
            self.do(commands.PlaceWager(seat, wager, cents, by=f"player:{seat}"))

    def close_bets(self) -> None:
        """No more bets, and whatever the table game system draws for the round."""
        self.do(commands.CloseBets(by=DEALER))
        if self._is_drawn():
            seats = (0, *self.round.seats)
            card, position = PACK[self.chance.below(len(PACK))], seats[self.chance.below(len(seats))]
            self.do(commands.DrawBonus((card,), (position,), by="system"))

    def _is_drawn(self) -> bool:
        """Does the system draw in this round? The submission says in how many rounds it does so once."""
        if not any(bonus.drawn for bonus in self.engine.plan.bonuses):
            return False
        return not self.chance.below(int(self.engine.plan.terms.choices.get(DRAWS_EVERY, "1")))

    def advance(self) -> int | None:
        """Everything up to the next decision: the seat that is asked, or None when the round is settled."""
        while (command := self._next()) is not None:
            self.do(command)
        if self.round.phase != "deciding":
            return None
        return next_to_act(self.engine, self.round, stage_of(self.engine, self.round))

    def _next(self) -> commands.Command | None:
        if self.round.waiting:
            seat, wager = self.round.waiting[0]
            return commands.Validate(seat, wager, by=FLOOR)
        if self.round.phase == "done":
            return commands.CompleteDocuments(self.round.hand_pays[0], by=FLOOR) if self.round.hand_pays else None
        return self.driver.next_command()

    def clear(self) -> None:
        """The layout is cleared, meters grow by what was staked on them, the next deck is readied."""
        staked = {number: dict(seat.wagers) for number, seat in self.round.seats.items()}
        self.do(commands.ClearRound(by=DEALER))
        self._grow_meters(list(staked.values()))
        self.driver.run()

    def _grow_meters(self, staked: list[dict[str, int]]) -> None:
        meters = self.driver.state.meters
        readings = []
        for meter in self.engine.submission.meters:
            cents = sum(wagers.get(wager, 0) for wagers in staked for wager in meter.wagers)
            grown = int(cents * meter.primary * METER_UNITS_PER_CENT)
            readings += [(meter.id, meters[meter.id] + grown)] if grown else []
        if readings:
            self.do(commands.ReadMeters(tuple(readings), by="system"))

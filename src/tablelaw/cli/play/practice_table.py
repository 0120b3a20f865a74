"""A practice table, at which dealer, floorperson and table game system do everything that players do not decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cards import PACK
from tablelaw.chance import Chance
from tablelaw.law.rulebook import DRAWS_EVERY
from tablelaw.persons import player_at
from tablelaw.table import Engine, Round, Table, commands, events
from tablelaw.table.automation.dealer import Driver
from tablelaw.table.round.flow import next_to_act, stage_of

DEALER = "dealer:Dee"
FLOOR = "floor:Flora"


Listener = Callable[[Table, events.Event], None]
"""Called with every event, and with the table as it was before the event."""


class PracticeTable:
    """One engine and everything that drives it. Only shuffles and draws use `chance`, so that a seed alone fixes the
    deck.
    """

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
        """Carries out one command and reports its events."""
        before = self.state
        for event in self.driver.do(command):
            if self.listener is not None:
                self.listener(before, event)
            before = self.engine.evolve(before, event)

    def open(self, players: Mapping[int, str]) -> None:
        """Opens the table: decks are received, inspected and verified, players seated, and the cards shown, washed,
        shuffled and cut.
        """
        self.driver.run()
        for seat, player in players.items():
            self.do(commands.TakeSeat(seat, player, by=str(player_at(seat))))
        self.driver.run()

    def place(self, seat: int, wagers: Mapping[str, int]) -> None:
        for wager, cents in wagers.items():
            self.do(commands.PlaceWager(seat, wager, cents, by=str(player_at(seat))))

    def close_bets(self) -> None:
        """Closes the bets, and draws what the table game system draws for the round."""
        self.do(commands.CloseBets(by=DEALER))
        if self._is_drawn():
            seats = (0, *self.round.seats)
            card, position = PACK[self.chance.below(len(PACK))], seats[self.chance.below(len(seats))]
            self.do(commands.DrawBonus((card,), (position,), by="system"))

    def _is_drawn(self) -> bool:
        """Whether the system draws in this round; the submission sets the average frequency."""
        if not any(bonus.drawn for bonus in self.engine.rules.bonuses):
            return False
        return not self.chance.below(int(self.engine.rules.terms.choices.get(DRAWS_EVERY, "1")))

    def advance(self) -> int | None:
        """Advances to the next decision and returns its seat, or None when the round is settled."""
        while (command := self._next()) is not None:
            self.do(command)
        if self.round.phase != "deciding":
            return None
        return next_to_act(self.engine.rules, self.round, stage_of(self.engine.rules, self.round))

    def _next(self) -> commands.Command | None:
        if self.round.waiting:
            seat, wager = self.round.waiting[0]
            return commands.Validate(seat, wager, by=FLOOR)
        if self.round.phase == "done":
            return commands.CompleteDocuments(self.round.hand_pays[0], by=FLOOR) if self.round.hand_pays else None
        return self.driver.next_command()

    def clear(self) -> None:
        """Clears the layout, adds the contributions to the meters, and prepares the next deck."""
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

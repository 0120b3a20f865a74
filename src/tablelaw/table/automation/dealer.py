"""An automatic dealer that takes every next step itself. The caller supplies the source of chance and may also act
directly.
"""

from __future__ import annotations

from collections.abc import Callable

from tablelaw.cards import Card, Deck
from tablelaw.chance import Chance
from tablelaw.table import commands, events
from tablelaw.table.engine import Engine
from tablelaw.table.phases.closing_bets import change_due_at, device_wagers
from tablelaw.table.phases.decks import MACHINES, is_cut_due
from tablelaw.table.phases.stub import all_cards_dealt, is_stub_wrong, stub_count_due
from tablelaw.table.state import DeckState, Round, Table

OPENING: dict[str, Callable[[int], commands.Command]] = {
    "received": lambda at: commands.InspectDecks(at=at),
    "inspected": lambda at: commands.VerifyInspection(by="floor", at=at),
    "verified": lambda at: commands.SpreadCards(at=at),
    "spread": lambda at: commands.ShowCards(by="player", at=at),
    "idle": lambda at: commands.ShowCards(by="player", at=at),
    "seen": lambda at: commands.WashCards(at=at),
}
FRESH = Deck.new()


class Driver:
    """Takes a table through every step that does not need a decision. `log` holds the events and `now` is the time."""

    def __init__(self, engine: Engine, chance: Chance, state: Table | None = None, cut: int = 26) -> None:
        self.engine, self.rules = engine, engine.rules
        self.chance = chance
        self.state = state or engine.new()
        self.cut = cut
        self.now = self.state.now
        self.log: list[events.Event] = []

    def do(self, command: commands.Command) -> list[events.Event]:
        """Carries out one command and adds its events to the log."""
        self.state, happened = self.engine.step(self.state, command)
        self.log += happened
        return happened

    def run(self) -> None:
        """Continues until a player, a floorperson or the caller must act."""
        while (command := self.next_command()) is not None:
            self.do(command)

    def next_command(self) -> commands.Command | None:
        """The dealer's next command; None if someone else must act."""
        state = self.state
        if not state.decks:
            return commands.ReceiveDecks(self._backs(), at=self.now)
        if state.round is not None and state.round.phase != "betting":
            return self._in_round(state, state.round)
        return self._ready_deck(state)

    # --- Before the round --------------------------------------------------------------------------

    def _ready_deck(self, state: Table) -> commands.Command | None:
        deck = state.decks[state.deck]
        if self._must_change(state, deck):
            return commands.ChangeDecks(self._backs(), at=self.now)
        if deck.status == "ready" or (deck.status in ("spread", "idle") and not state.players):
            return None
        if deck.status in OPENING:
            return OPENING[deck.status](self.now)
        if is_cut_due(self.rules, state):
            return commands.CutDeck(self.cut, at=self.now)
        return None if "broken" in state.out_of_order else self._shuffle(state, deck)

    def _must_change(self, state: Table, deck: DeckState) -> bool:
        due = change_due_at(self.rules, state)
        return deck.status == "removed" or (due is not None and self.now >= due[0])

    def _shuffle(self, state: Table, deck: DeckState) -> commands.Command:
        how = "machine" if state.shuffler in MACHINES else "hand"
        return commands.Shuffle("preshuffled" if deck.preshuffled else how, self._order(), at=self.now)

    def _order(self) -> tuple[Card, ...]:
        return () if self.rules.physical else FRESH.shuffled(self.chance).cards

    def _backs(self) -> tuple[str, ...]:
        backs = self.rules.submission.back_colours
        return backs if self.state.shuffler in MACHINES else backs[:1]

    # --- In the round --------------------------------------------------------------------------------

    def _in_round(self, state: Table, round_: Round) -> commands.Command | None:
        phase = round_.phase
        if phase == "dealing":
            return self._deal(round_)
        if is_stub_wrong(round_):
            return None
        if phase == "deciding":
            return self._count(state, round_) if state.method in self.rules.dealing.stub_first else None
        if phase == "revealing":
            return commands.Deal(at=self.now)
        if phase == "showdown":
            return commands.TurnUp(at=self.now)
        waits = round_.waiting if phase == "settling" else round_.hand_pays
        if waits:
            return None
        if self._count_waits(state, round_):
            return self._count(state, round_)
        return commands.SettleSeat(at=self.now) if phase == "settling" else commands.ClearRound(at=self.now)

    def _deal(self, round_: Round) -> commands.Command | None:
        if round_.flow < 0 and not round_.chips_counted and (chips := device_wagers(self.rules, round_)):
            return commands.CountChips(chips, at=self.now)
        return None if self.rules.physical else commands.Deal(at=self.now)

    def _count(self, state: Table, round_: Round) -> commands.Command | None:
        """The command that counts the stub, if a count is due. A stub of real cards has to be counted by a person."""
        if self.rules.physical or not self._count_waits(state, round_):
            return None
        return commands.CountStub(self.rules.deck_size - round_.dealt, at=self.now)

    def _count_waits(self, state: Table, round_: Round) -> bool:
        if round_.stub or round_.voided_by or not stub_count_due(self.rules, state):
            return False
        return all_cards_dealt(self.rules, state, round_)

"""A dealer who does what comes next: the caller chooses which duties are automatic, and passes chance in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from houserules.cards import Deck
from houserules.chance import Chance
from houserules.table import commands, events
from houserules.table.clearing import all_cards_dealt
from houserules.table.duties import stub_count_due
from houserules.table.state import Round, Table
from houserules.table.wagering import device_wagers

if TYPE_CHECKING:
    from houserules.table.engine import Engine

OPENING: dict[str, Callable[[], commands.Command]] = {
    "received": commands.InspectDecks,
    "inspected": lambda: commands.VerifyInspection(by="floor"),
    "verified": commands.SpreadCards,
    "spread": lambda: commands.ShowCards(by="player"),
    "idle": lambda: commands.ShowCards(by="player"),
    "seen": commands.WashCards,
}


class Driver:
    """Carries a table through everything nobody needs to decide. `log` keeps what happened."""

    def __init__(self, engine: Engine, chance: Chance, state: Table | None = None, cut: int = 26) -> None:
        self.engine = engine
        self.chance = chance
        self.state = state or engine.new()
        self.cut = cut
        self.log: list[events.Event] = []

    def do(self, command: commands.Command) -> list[events.Event]:
        """One command, carried out and kept."""
        self.state, happened = self.engine.step(self.state, command)
        self.log += happened
        return happened

    def run(self) -> None:
        """Goes on until a player, a floorperson or the caller must act."""
        while (command := self.next_command()) is not None:
            self.do(command)

    def next_command(self) -> commands.Command | None:
        """What a dealer does next by himself; None when somebody else must act."""
        state = self.state
        if not state.decks:
            return commands.ReceiveDecks(self.engine.submission.back_colours)
        if state.round is not None and state.round.phase != "betting":
            return self._in_round(state, state.round)
        return self._ready_deck(state)

    def _ready_deck(self, state: Table) -> commands.Command | None:
        status = state.decks[state.deck].status
        if status in ("spread", "idle") and not state.players:
            return None
        if status in OPENING:
            return OPENING[status]()
        if status in ("stacked", "used") and not state.decks[state.deck].preshuffled:
            return self._shuffle(state)
        if status in ("shuffled", "stacked"):
            return commands.CutDeck(self.cut)
        return None

    def _shuffle(self, state: Table) -> commands.Command:
        how = "hand" if state.shuffler == "none" else "machine"
        cards = () if self.engine.physical else Deck.new().shuffled(self.chance).cards
        return commands.Shuffle(how, cards)

    def _in_round(self, state: Table, round_: Round) -> commands.Command | None:
        if round_.phase == "dealing" and not round_.dealt and not round_.chips_counted:
            chips = device_wagers(self.engine, round_)
            if chips:
                return commands.CountChips(chips)
        if round_.phase == "revealing" or (round_.phase == "dealing" and not self.engine.physical):
            return commands.Deal()
        if round_.phase == "showdown":
            return commands.TurnUp()
        if round_.phase == "settling" and not round_.waiting:
            return self._settle(state, round_)
        if round_.phase == "done" and not round_.hand_pays:
            return commands.ClearRound()
        return None

    def _settle(self, state: Table, round_: Round) -> commands.Command | None:
        due = stub_count_due(self.engine, state) and not round_.stub and not round_.lines and not round_.voided_by
        if due and all_cards_dealt(self.engine, state, round_):
            if self.engine.physical:
                return None
            return commands.CountStub(self.engine.plan.deck_size - round_.dealt)
        return commands.SettleSeat()

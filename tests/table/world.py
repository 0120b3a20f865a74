"""A table under random play with random irregularities, watched by an auditor, all from one seed."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from copy import copy
from typing import Any, TypeVar

from tablelaw import rulebooks
from tablelaw.amounts import money_text
from tablelaw.cards import Card, Deck
from tablelaw.chance import Chance, PracticeChance
from tablelaw.errors import BadSubmission
from tablelaw.gaming_day.world.random_submissions import PLAYED
from tablelaw.law.dates.editions import columns_in_force
from tablelaw.law.rulebook import Rulebook
from tablelaw.submission.draft import Draft, submitted_wagers
from tablelaw.submission.submission import Submission, accept
from tablelaw.submission.template import new_submission
from tablelaw.table import Engine, Refused, Round, Table, commands, events
from tablelaw.table.automation.dealer import Driver
from tablelaw.table.phases.deciding import multiples, options
from tablelaw.table.refusals import REFUSALS
from tablelaw.table.round.flow import next_to_act, stage_of
from tests.currencies import in_its_currency
from tests.table.auditor import Auditor

T = TypeVar("T")
DEALER, FLOOR = "dealer:bob", "floor:fay"


def pick(chance: Chance, items: Sequence[T]) -> T:
    return items[chance.below(len(items))]


# --- A permitted submission, at random --------------------------------------------------------------


def permitted(book_id: str, dealing: str, chance: Chance) -> Submission:
    """A random submission with a given dealing procedure; drafts that do not pass are discarded."""
    book = rulebooks.get(book_id)
    while True:
        try:
            return accept(Draft(book, _draft(book, dealing, chance), book_id))
        except BadSubmission:
            continue


def _draft(book: Rulebook, dealing: str, chance: Chance) -> dict[str, Any]:
    raw = tomllib.loads(new_submission(book, offer_all=True))
    limits = {"minimum": pick(chance, ["$1", "$5", "$10"]), "maximum": pick(chance, ["$100", "$20,000"])}
    raw["limits"] = in_its_currency(book, limits)
    needs = next(method for method in book.dealing if method.id == dealing).needs
    shufflers = ["reshuffling"] if "reshuffling shoe" in needs else ["none", "automated", "counting"]
    raw["procedure"] = {
        "dealing": dealing,
        "shuffler": pick(chance, shufflers),
        "decks": 1 + chance.below(2),
        "seats": 1 + chance.below(min(6, int(book.fact("seats")))),
    }
    raw["options"] = {option.id: pick(chance, option.permitted) for option in book.options}
    tables = [table for table in book.paytables if table.selected_by == "submission"]
    raw["paytables"] = {table.id: pick(chance, columns_in_force(table, PLAYED)) for table in tables}
    raw["readings"] = {r.id: pick(chance, r.candidates).id for r in book.readings if r.switch}
    for wager in submitted_wagers(book):
        written = raw["wagers"][wager.id]
        written["offered"] = chance.below(4) > 0
        if wager.amounts:
            written["amount"] = money_text(pick(chance, wager.amounts).cents)
    return raw


# --- The table and whoever stands around it -----------------------------------------------------------


class World:
    """Plays one table: every command goes through `attempt`, and the auditor sees every event."""

    def __init__(self, book_id: str, dealing: str, seed: str) -> None:
        self.chance = PracticeChance(seed)
        self.engine = Engine(permitted(book_id, dealing, self.chance), physical=bool(self.chance.below(2)))
        self.state = self.shadow = self.engine.new()
        self.auditor = Auditor(self.engine.submission)
        self.log: list[events.Event] = []
        self.order: tuple[Card, ...] = ()
        """The real cards of this round, if the table's cards are entered."""
        self.now = 1_700_000_000

    def branch(self) -> World:
        """An independent copy of the table."""
        other = copy(self)
        other.auditor, other.log = self.auditor.branch(), list(self.log)
        other.chance = PracticeChance(f"branch {self.state.events}")
        return other

    # --- Giving commands -----------------------------------------------------------------------------

    def attempt(self, command: commands.Command) -> Refused | None:
        """Carries out a command, or returns its refusal; a refused command leaves everything as it was."""
        try:
            happened = self.engine.apply(self.state, command)
        except Refused as refusal:
            assert refusal.name in REFUSALS and refusal.sentence()
            assert self.shadow == self.state, f"{command} was refused and changed the state"
            return refusal
        self._take(command, happened)
        return None

    def do(self, command: commands.Command) -> None:
        refusal = self.attempt(command)
        assert refusal is None, f"{command}: {refusal}"

    def _take(self, command: commands.Command, happened: list[events.Event]) -> None:
        assert happened, f"{command} made nothing happen"
        before = self.state
        if isinstance(command, commands.SettleSeat | commands.Validate) and not self.chance.below(20):
            new = Engine(self.engine.submission, self.engine.physical)
            assert new.apply(before, command) == happened, "an engine without memory settles otherwise"
        for event in happened:
            self.state = self.engine.evolve(self.state, event)
        self.log += happened
        self._watch(command, before, happened)
        self.shadow = self.engine.replay(happened, self.shadow)
        assert self.shadow == self.state, "the events do not rebuild the state"
        assert self.auditor.meters == self.state.meters

    def _watch(self, command: commands.Command, before: Table, happened: list[events.Event]) -> None:
        if isinstance(command, commands.SettleSeat) and isinstance(happened[0], events.Settled):
            self.auditor.settles(happened[0].seat)
        for event in happened:
            if isinstance(event, events.BetsClosed):
                cards = before.decks[before.deck].cards
                self.order = cards if not self.engine.physical else self.cards()
                self.auditor.begin(before.method, event.seats, self.order)
            self.auditor.see(event)

    # --- Cards -----------------------------------------------------------------------------------------

    def cards(self) -> tuple[Card, ...]:
        """A shuffled deck; one in six begins with a run of one suit, so that meters are won."""
        cards = list(Deck.new().shuffled(self.chance).cards)
        if self.chance.below(6):
            return tuple(cards)
        suit, many = self.chance.below(4), 8 + self.chance.below(6)
        run = [card for card in cards if card & 3 == suit and card >> 2 >= 13 - many]
        return tuple(run + [card for card in cards if card not in run])

    def next_card(self, round_: Round) -> Card:
        return self.order[round_.dealt]

    # --- Going on ---------------------------------------------------------------------------------------

    def next_command(self) -> commands.Command | None:
        """The normal next step; None if wagers must be placed first."""
        state, round_ = self.state, self.state.round
        command = self.by_dealer()
        if command is not None:
            return command
        if round_ is None or round_.phase == "betting":
            return self._before_the_round(state, round_)
        return self._in_round(round_)

    def by_dealer(self) -> commands.Command | None:
        driver = Driver(self.engine, self.chance, self.state, 10 + self.chance.below(42))
        driver.now = self.now
        command = driver.next_command()
        if isinstance(command, commands.Shuffle) and command.cards:
            return commands.Shuffle(command.how, self.cards(), at=self.now)
        if isinstance(command, commands.SettleSeat | commands.InspectDecks):
            return type(command)(by=DEALER, at=self.now)
        return command

    def _before_the_round(self, state: Table, round_: Round | None) -> commands.Command | None:
        if "broken" in state.out_of_order:
            return commands.MarkDevice(next(d for d in ("shuffler", "shoe") if self._has(d)), at=self.now)
        if not state.players:
            return commands.TakeSeat(1, "guest", at=self.now)
        if round_ is None:
            return None
        close = commands.CloseBets(by=DEALER, at=self.now)
        refusal = self.engine.verify(state, close)
        if refusal is not None and refusal.name == "device-missing":
            return commands.ChangeMethod("manual-shoe", by=FLOOR, at=self.now)
        if refusal is not None and refusal.name == "wager-missing":
            return self._withdrawal(round_)
        if refusal is not None and refusal.name == "not-adjacent":
            return self._withdrawal_apart(round_)
        return close

    def _has(self, device: str) -> bool:
        return self.engine.can(self.state, commands.MarkDevice(device))

    def _withdrawal(self, round_: Round) -> commands.Command:
        """The command with which the dealer hands back the wagers of a position that lacks a required one."""
        needed = [wager.id for wager in self.engine.rules.opening]
        number = next(n for n, seat in round_.seats.items() if not all(w in seat.wagers for w in needed))
        return commands.WithdrawWager(number, next(iter(round_.seats[number].wagers)), by=DEALER, at=self.now)

    def _withdrawal_apart(self, round_: Round) -> commands.Command:
        """The command with which the dealer hands back wagers beyond a position that was left out."""
        player = next(s.player for n, s in round_.seats.items() if self._stands_apart(round_, s.player))
        number = max(n for n, seat in round_.seats.items() if seat.player == player)
        return commands.WithdrawWager(number, next(iter(round_.seats[number].wagers)), by=DEALER, at=self.now)

    def _stands_apart(self, round_: Round, player: str) -> bool:
        held = [n for n, seat in round_.seats.items() if seat.player == player]
        return max(held) - min(held) != len(held) - 1

    def _in_round(self, round_: Round) -> commands.Command:
        if round_.stub == "wrong" and not round_.voided_by:
            cards = self.engine.rules.deck_size - round_.dealt - self.chance.below(2)
            return commands.CountStub(cards, by=FLOOR, at=self.now)
        if round_.stub == "confirmed" and not round_.voided_by:
            rows = [s.id for s in self.engine.rules.book.irregularities if s.moment == "at the stub count"]
            return commands.ReportIrregularity(pick(self.chance, rows), by=DEALER, at=self.now)
        if round_.phase == "dealing":
            return commands.EnterCard(self.next_card(round_), by=DEALER, at=self.now)
        if round_.waiting:
            return commands.Validate(*round_.waiting[0], by=FLOOR, at=self.now)
        if round_.phase == "done" and round_.hand_pays:
            return commands.CompleteDocuments(round_.hand_pays[0], by=FLOOR, at=self.now)
        count = commands.CountStub(self.engine.rules.deck_size - round_.dealt, by=DEALER, at=self.now)
        if round_.phase != "deciding" or self.engine.verify(self.state, self.decision(round_)) is not None:
            return count
        return self.decision(round_)

    def decision(self, round_: Round) -> commands.Act:
        """A random choice of those open, with a random permitted sum."""
        stage = stage_of(self.engine.rules, round_)
        number = next_to_act(self.engine.rules, round_, stage)
        assert number is not None
        seat = round_.seats[number]
        option = pick(self.chance, options(self.engine.rules, round_, seat, stage))
        choice, least, most, _ = option
        cents = pick(self.chance, multiples(option)) if choice.times else least + self.chance.below(most - least + 1)
        discard = (pick(self.chance, seat.cards),) if choice.discard else ()
        by = pick(self.chance, [f"player:{number}", DEALER])
        return commands.Act(number, choice.action, cents, discard, by=by, at=self.now)

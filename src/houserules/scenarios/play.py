"""Plays a scenario on the real engine: seats, wagers, each card into its place, each decision, each irregularity."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from houserules.amounts import money_text
from houserules.cards import Card
from houserules.chance import PracticeChance
from houserules.scenarios.cards import Shoe, refuse_misplaced, refuse_missing
from houserules.scenarios.choices import submission_of
from houserules.scenarios.format import BadScenario, Decision, Scenario, SlipPart, at
from houserules.scenarios.moments import (
    FLOOR,
    has_come,
    is_at_the_stub,
    is_before_the_round,
    report_of,
    stub_is_counted,
)
from houserules.scenarios.open_lines import CheckedVerdicts
from houserules.table import commands, events
from houserules.table.automation.dealer import Driver
from houserules.table.engine import Engine
from houserules.table.events import Line
from houserules.table.phases.deciding import options
from houserules.table.phases.flow import next_to_act, stage_of
from houserules.table.refusals import Refused
from houserules.table.state import Round, Table

DEALER = "dealer:dealer"


@dataclass(frozen=True)
class Settlement:
    """A scenario played to the end of its settlement, before the cards are cleared away."""

    scenario: Scenario
    engine: Engine
    state: Table
    log: tuple[events.Event, ...]
    filled: frozenset[Card] = frozenset()
    """Cards that were not named, entered in place of those nobody needed."""

    @cached_property
    def round(self) -> Round:
        assert self.state.round is not None
        return self.state.round

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.round.lines

    @property
    def validated(self) -> frozenset[tuple[int, str]]:
        """Payouts a floorperson had to validate: (seat, wager)."""
        return frozenset(self.round.validated)


def settle(scenario: Scenario) -> Settlement:
    """The settlement of every seat, or the refusal that stopped the round."""
    with at(scenario.source):
        return _Play(scenario).run()


class _Play:
    """One scenario under way."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.engine = Engine(submission_of(scenario), physical=True)
        self.driver = Driver(self.engine, PracticeChance("unused: real cards are entered"))
        self.shoe = Shoe(scenario)
        self.engine.verdicts = self.verdicts = CheckedVerdicts(self.engine, self.shoe)
        self.decisions = {number: list(seat.decisions) for number, seat in scenario.seats.items()}
        self.slips = [self._with_card(slip) for slip in scenario.slips]

    def run(self) -> Settlement:
        self._open()
        self._place_wagers()
        while self.round.phase != "done":
            if not self._report_due():
                self.driver.do(self._next())
        self._refuse_leftovers()
        refuse_missing(self.engine, self.round, self.shoe)
        self.verdicts.refuse_open(self.round)
        return Settlement(
            self.scenario, self.engine, self.driver.state, tuple(self.driver.log), frozenset(self.shoe.filled)
        )

    @property
    def round(self) -> Round:
        round_ = self.driver.state.round
        assert round_ is not None
        return round_

    # --- Before the cards ------------------------------------------------------------------------

    def _open(self) -> None:
        """Decks readied, seats taken, meters read; and what goes wrong with a shuffle."""
        self.driver.run()
        for number, seat in self.scenario.seats.items():
            with at(f"seats.{number}"):
                self.driver.do(commands.TakeSeat(number, seat.player, by=f"player:{number}"))
        self.driver.run()
        if self.scenario.meters:
            with at("meters"):
                self.driver.do(commands.ReadMeters(self.scenario.meters, by="system"))
        self._spoil_shuffle(deck_removed=True)

    def _spoil_shuffle(self, deck_removed: bool) -> None:
        """What goes wrong with a shuffle; a deck is changed before wagers are placed, the rest happens after."""
        for slip in [slip for slip in self.slips if is_before_the_round(self.engine, slip)]:
            row = self.engine.plan.slips.get(slip.slip)
            if deck_removed == (row is not None and row.cards == "deck removed"):
                self._report(slip)
                self._ready_deck()

    def _ready_deck(self) -> None:
        state = self.driver.state
        if state.decks and state.decks[state.deck].status == "removed":
            self.driver.do(commands.ChangeDecks(self.engine.submission.back_colours, by=DEALER))
        if state.round is None or state.round.phase == "betting":
            self.driver.run()

    def _place_wagers(self) -> None:
        order = list(self.engine.plan.wagers)
        for number, seat in self.scenario.seats.items():
            if not seat.wagers:
                raise Refused("wager-missing", where=f"seats.{number}", accepted="its wagers, or no such seat")
            for wager in sorted(seat.wagers, key=lambda name: order.index(name) if name in order else len(order)):
                with at(f"seats.{number}, wagers.{wager}"):
                    self.driver.do(commands.PlaceWager(number, wager, seat.wagers[wager], by=f"player:{number}"))
        self._spoil_shuffle(deck_removed=False)
        if self.driver.state.round is None or self.round.phase == "betting":
            self._close_bets()

    def _close_bets(self) -> None:
        self.driver.do(commands.CloseBets(by=DEALER))
        refuse_misplaced(self.engine, self.scenario)
        if self.scenario.drawn_cards or self.scenario.drawn_positions:
            draw = commands.DrawBonus(self.scenario.drawn_cards, self.scenario.drawn_positions, by="system")
            with at("drawn"):
                self.driver.do(draw)

    # --- The round -------------------------------------------------------------------------------

    def _next(self) -> commands.Command:
        round_ = self.round
        command = self.driver.next_command()
        if command is not None:
            return command
        if round_.phase == "dealing":
            return commands.EnterCard(self.shoe.take(round_.queue[0].place), by=DEALER)
        if round_.phase == "deciding":
            return self._decide(round_)
        if round_.waiting:
            return commands.Validate(*round_.waiting[0], by=FLOOR)
        return commands.CountStub(self.engine.plan.deck_size - round_.dealt, by=DEALER)

    def _decide(self, round_: Round) -> commands.Command:
        stage = stage_of(self.engine, round_)
        number = next_to_act(self.engine, round_, stage)
        assert number is not None
        where = f"seats.{number}, {stage.id}"
        open_to = options(self.engine, round_, round_.seats[number], stage)
        if not self.decisions[number]:
            accepted = " or ".join(dict.fromkeys(choice.action for choice, _, _ in open_to))
            raise BadScenario("decision-missing", where=where, accepted=accepted)
        said = self.decisions[number].pop(0)
        if stage.hand and said.action not in ("fold", "check") and self.shoe.lacks(f"seat {number}"):
            raise BadScenario("missing-cards", where=where, why=f"seat {number}", accepted="all cards of the hand")
        with at(f"{where}, {said.text!r}"):
            act = commands.Act(
                number, said.action, self._cents(round_, number, said), said.discard, by=f"player:{number}"
            )
            refusal = self.engine.verify(self.driver.state, act)
            if refusal is not None:
                raise refusal
        return act

    def _cents(self, round_: Round, number: int, said: Decision) -> int:
        """The sum of a decision: as said, a multiple of the opening wager, or the only one permitted."""
        if said.cents is not None:
            return said.cents
        seat, stage = round_.seats[number], stage_of(self.engine, round_)
        if said.times is not None:
            return said.times * seat.wagers[self.engine.plan.opening[0].id]
        open_to = [option for option in options(self.engine, round_, seat, stage) if option[0].action == said.action]
        sums = sorted({cents for _, least, most in open_to for cents in (least, most)})
        if len(sums) > 1:
            accepted = " or ".join(f"{said.action} {money_text(cents)}" for cents in sums)
            raise BadScenario("amount-not-said", accepted=accepted)
        return sums[0] if sums else 0

    # --- Irregularities --------------------------------------------------------------------------

    def _with_card(self, slip: SlipPart) -> SlipPart:
        """A card that is put aside unused may be left unnamed: any card named nowhere stands for it."""
        row = self.engine.plan.slips.get(slip.slip)
        if slip.card or row is None or row.cards != "card not used":
            return slip
        return replace(slip, card=(self.shoe.spare.pop(),))

    def _report_due(self) -> bool:
        """Reports the next irregularity if its moment has come."""
        for slip in self.slips:
            if is_at_the_stub(self.engine, slip):
                if stub_is_counted(self.engine, self.driver.state, slip):
                    for counter in (DEALER, FLOOR):
                        cards = self.engine.plan.deck_size - self.round.dealt - 1
                        self.driver.do(commands.CountStub(cards, by=counter))
                    self._report(slip)
                    return True
            elif has_come(self.engine, self.driver.state, slip):
                self._report(slip)
                return True
        return False

    def _report(self, slip: SlipPart) -> None:
        with at(f"irregularity {slip.slip}"):
            self.driver.do(report_of(slip))
        self.slips.remove(slip)

    # --- Nothing written may go unread -----------------------------------------------------------

    def _refuse_leftovers(self) -> None:
        for slip in self.slips:
            why = f"{slip.slip}, after {slip.after or 'the first chance'}"
            accepted = f"a moment of this round; this irregularity: {self.engine.plan.slips[slip.slip].moment}"
            raise BadScenario("moment-never-came", where="irregularity", why=why, accepted=accepted)
        if self.round.voided_by:
            return
        for number, left in self.decisions.items():
            if left and self.round.seats[number].status == "settled" and not self._was_void(number):
                where = f"seats.{number}, {left[0].text!r}"
                raise Refused("no-decision-due", where=where, accepted="one decision for each time the seat is asked")

    def _was_void(self, number: int) -> bool:
        """Did an irregularity end this seat's hand alone?"""
        return any(isinstance(event, events.SlipFound) and event.seat == number for event in self.driver.log)

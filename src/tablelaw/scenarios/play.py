"""Plays a scenario on the real engine: seats, wagers, cards, decisions and irregularities."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from tablelaw import jurisdictions
from tablelaw.cards import Card
from tablelaw.chance import PracticeChance
from tablelaw.persons import player_at
from tablelaw.printed_money import printed, printing_as
from tablelaw.scenarios.cards import Shoe, require_enough_cards, require_known_places
from tablelaw.scenarios.choices import submission_of
from tablelaw.scenarios.format import BadScenario, Decision, IrregularityPart, Scenario, at
from tablelaw.scenarios.irregularity_moments import (
    FLOOR,
    has_come,
    is_at_the_stub,
    is_before_the_round,
    report_of,
    stub_is_counted,
)
from tablelaw.scenarios.undecided_lines import CheckedVerdicts
from tablelaw.table import commands, events
from tablelaw.table.automation.dealer import Driver
from tablelaw.table.engine import Engine
from tablelaw.table.events import Line
from tablelaw.table.phases.deciding import options
from tablelaw.table.refusals import Refused
from tablelaw.table.round.flow import next_to_act, stage_of
from tablelaw.table.rules import table_rules
from tablelaw.table.state import Round, Table

DEALER = "dealer:dealer"


@dataclass(frozen=True)
class Settlement:
    """A scenario played to the end of its settlement, before the round is cleared."""

    scenario: Scenario
    engine: Engine
    state: Table
    log: tuple[events.Event, ...]
    filled: frozenset[Card] = frozenset()
    """Cards that were filled in for unnamed cards and do not affect the result."""

    @cached_property
    def round(self) -> Round:
        assert self.state.round is not None
        return self.state.round

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.round.lines

    @property
    def validated(self) -> frozenset[tuple[int, str]]:
        """The payouts that a floorperson had to validate, as (seat, wager)."""
        return frozenset(self.round.validated)


def settle(scenario: Scenario) -> Settlement:
    """Settles every seat; raises the refusal if the round is stopped."""
    with at(scenario.source), printing_as(jurisdictions.money_format_for(scenario.book)):
        return _Play(scenario).run()


class _Play:
    """Plays one scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        rules = table_rules(submission_of(scenario), physical=True)
        self.shoe = Shoe(scenario)
        self.verdicts = CheckedVerdicts(rules.book, rules.terms, self.shoe)
        self.engine = Engine.under(replace(rules, verdicts=self.verdicts))
        self.driver = Driver(self.engine, PracticeChance("unused: real cards are entered"))
        self.decisions = {number: list(seat.decisions) for number, seat in scenario.seats.items()}
        self.irregularities = [self._with_card(irregularity) for irregularity in scenario.irregularities]

    def run(self) -> Settlement:
        self._open()
        self._place_wagers()
        while self.round.phase != "done":
            if not self._report_due():
                self.driver.do(self._next())
        self._require_all_used()
        require_enough_cards(self.engine.rules, self.round, self.shoe)
        self.verdicts.require_closed_lines(self.round)
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
        """Prepares the decks, takes the seats and sets the meters; reports any irregularity during the shuffle."""
        self.driver.run()
        for number, seat in self.scenario.seats.items():
            with at(f"seats.{number}"):
                self.driver.do(commands.TakeSeat(number, seat.player, by=str(player_at(number))))
        self.driver.run()
        if self.scenario.meters:
            with at("meters"):
                self.driver.do(commands.ReadMeters(self.scenario.meters, by="system"))
        self._spoil_shuffle(deck_removed=True)

    def _spoil_shuffle(self, deck_removed: bool) -> None:
        """Reports irregularities during the shuffle: before any wager, those that remove a deck; later, the others."""
        for irregularity in [
            irregularity for irregularity in self.irregularities if is_before_the_round(self.engine, irregularity)
        ]:
            row = self.engine.rules.irregularities.get(irregularity.id)
            if deck_removed == (row is not None and row.cards == "deck removed"):
                self._report(irregularity)
                self._ready_deck()

    def _ready_deck(self) -> None:
        state = self.driver.state
        if state.decks and state.decks[state.deck].status == "removed":
            self.driver.do(commands.ChangeDecks(self.engine.submission.back_colours, by=DEALER))
        if state.round is None or state.round.phase == "betting":
            self.driver.run()

    def _place_wagers(self) -> None:
        order = list(self.engine.rules.wagers)
        for number, seat in self.scenario.seats.items():
            if not seat.wagers:
                raise Refused("wager-missing", where=f"seats.{number}", accepted="its wagers, or leave the seat out")
            for wager in sorted(seat.wagers, key=lambda name: order.index(name) if name in order else len(order)):
                with at(f"seats.{number}, wagers.{wager}"):
                    self.driver.do(commands.PlaceWager(number, wager, seat.wagers[wager], by=str(player_at(number))))
        self._spoil_shuffle(deck_removed=False)
        if self.driver.state.round is None or self.round.phase == "betting":
            self._close_bets()

    def _close_bets(self) -> None:
        self.driver.do(commands.CloseBets(by=DEALER))
        require_known_places(self.engine.rules, self.scenario)
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
        return commands.CountStub(self.engine.rules.deck_size - round_.dealt, by=DEALER)

    def _decide(self, round_: Round) -> commands.Command:
        stage = stage_of(self.engine.rules, round_)
        number = next_to_act(self.engine.rules, round_, stage)
        assert number is not None
        where = f"seats.{number}, {stage.id}"
        open_to = options(self.engine.rules, round_, round_.seats[number], stage)
        if not self.decisions[number]:
            accepted = " or ".join(dict.fromkeys(option.choice.action for option in open_to))
            raise BadScenario("decision-missing", where=where, accepted=accepted)
        said = self.decisions[number].pop(0)
        if stage.hand and said.action not in ("fold", "check", "pull", "ride") and self.shoe.lacks(f"seat {number}"):
            raise BadScenario("missing-cards", where=where, why=f"seat {number}", accepted="all cards of the hand")
        with at(f"{where}, {said.text!r}"):
            act = commands.Act(
                number, said.action, self._cents(round_, number, said), said.discard, by=str(player_at(number))
            )
            refusal = self.engine.verify(self.driver.state, act)
            if refusal is not None:
                raise refusal
        return act

    def _cents(self, round_: Round, number: int, said: Decision) -> int:
        """The amount of a decision: as written, as a multiple of the opening wager, or the only amount permitted."""
        if said.cents is not None:
            return said.cents
        seat, stage = round_.seats[number], stage_of(self.engine.rules, round_)
        if said.times is not None:
            return int(said.times * seat.wagers[self.engine.rules.opening[0].id])
        open_to = options(self.engine.rules, round_, seat, stage)
        named = [option for option in open_to if option.choice.action == said.action]
        sums = sorted({cents for option in named for cents in (option.least, option.most)})
        if len(sums) > 1:
            accepted = " or ".join(f"{said.action} {printed(cents)}" for cents in sums)
            raise BadScenario("amount-not-said", accepted=accepted)
        return sums[0] if sums else 0

    # --- Irregularities --------------------------------------------------------------------------

    def _with_card(self, irregularity: IrregularityPart) -> IrregularityPart:
        """The irregularity with the card that is set aside; if the scenario does not name one, any unnamed card is
        used.
        """
        row = self.engine.rules.irregularities.get(irregularity.id)
        if irregularity.card or row is None or row.cards != "card not used":
            return irregularity
        return replace(irregularity, card=(self.shoe.spare.pop(),))

    def _report_due(self) -> bool:
        """Reports the next irregularity if its moment has been reached."""
        for irregularity in self.irregularities:
            if is_at_the_stub(self.engine, irregularity):
                if stub_is_counted(self.engine, self.driver.state, irregularity):
                    for counter in (DEALER, FLOOR):
                        cards = self.engine.rules.deck_size - self.round.dealt - 1
                        self.driver.do(commands.CountStub(cards, by=counter))
                    self._report(irregularity)
                    return True
            elif has_come(self.engine, self.driver.state, irregularity):
                self._report(irregularity)
                return True
        return False

    def _report(self, irregularity: IrregularityPart) -> None:
        with at(f"irregularity {irregularity.id}"):
            self.driver.do(report_of(irregularity))
        self.irregularities.remove(irregularity)

    # --- Everything written must be used ---------------------------------------------------------

    def _require_all_used(self) -> None:
        for irregularity in self.irregularities:
            why = f"{irregularity.id}, after {irregularity.after or 'the first chance'}"
            moment = self.engine.rules.irregularities[irregularity.id].moment
            accepted = f"a moment of this round; this irregularity: {moment}"
            raise BadScenario("moment-never-came", where="irregularity", why=why, accepted=accepted)
        if self.round.voided_by:
            return
        for number, left in self.decisions.items():
            if left and self.round.seats[number].status == "settled" and not self._was_void(number):
                where = f"seats.{number}, {left[0].text!r}"
                raise Refused("no-decision-due", where=where, accepted="one decision for each turn of the seat")

    def _was_void(self, number: int) -> bool:
        """Whether an irregularity ended only this seat's hand."""
        return any(isinstance(event, events.IrregularityFound) and event.seat == number for event in self.driver.log)

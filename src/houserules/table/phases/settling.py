"""Settlement: counter-clockwise, wager by wager in the order of the text, waiting where a floorperson must validate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houserules.law.cite import Cite
from houserules.law.conduct import Outcome, Verdict
from houserules.law.rows import Effect, Settle, Wager
from houserules.law.rows.play import ANY_WIN, SHARE
from houserules.table import commands, events
from houserules.table.events import Line
from houserules.table.phases.bonuses import acts_on, bonus_lines
from houserules.table.phases.flow import SETTLED, advance, next_seat, onward, with_dealer
from houserules.table.phases.hands import Hands, standing
from houserules.table.phases.payout import blank_line, line_at, readings_after, settled_all_the_same
from houserules.table.phases.payout_limit import limit_line
from houserules.table.phases.stub import refuse_uncounted
from houserules.table.refusals import Refused
from houserules.table.registry import change, evolves, handles
from houserules.table.state import Round, Table
from houserules.table.verdicts import Question

if TYPE_CHECKING:
    from houserules.table.engine import Engine


# --- The next seat -----------------------------------------------------------------------------


@handles(commands.SettleSeat, "dealer", "system")
def settle_seat(engine: Engine, state: Table, command: commands.SettleSeat) -> list[events.Event]:
    round_ = state.round
    number = next_seat(round_) if round_ is not None and round_.phase == "settling" else None
    if round_ is None or number is None:
        raise Refused("not-settling", cite=engine.plan.settle_cite, accepted="after the cards are turned up")
    if round_.waiting:
        seat, wager = round_.waiting[0]
        why, cite = f"{wager} at seat {seat}", engine.plan.validation_cites[wager]
        raise Refused(
            "validation-due", why=why, cite=cite, accepted=f"a floorperson's validation: validate({seat},{wager})"
        )
    refuse_uncounted(engine, state, round_)
    return settle(engine, state, number, command)


def settle(engine: Engine, state: Table, number: int, command: commands.Command, first: str = "") -> list[events.Event]:
    """All that can be settled of a seat now, from a wager on; stops where a payout must be validated first."""
    round_ = state.round
    assert round_ is not None
    table = _Settlement(engine, round_, number, state.meters, state.method)
    waits = table.run(engine.plan.place_in_order[first] if first else 0)
    cite = engine.plan.settle_cite
    lines = table.limited() if waits is None else tuple(table.lines)
    settled = events.Settled(number, lines, waits is None, cite=cite, by=command.by, at=command.at)
    return [settled] if waits is None else [settled, *_asked(engine, waits, command)]


def _asked(engine: Engine, line: Line, command: commands.Command) -> list[events.Event]:
    """A floorperson is asked to validate a payout; a share of a meter is fixed first, so that one figure is shown,
    validated and paid.
    """
    plan, by, at = engine.plan, command.by, command.at
    asked = events.ValidationAsked(line.seat, line.wager, cite=plan.validation_cites[line.wager], by=by, at=at)
    if not line.hand_pay or not engine.fixes_shares:
        return [asked]
    return [events.ShareFixed(line, cite=plan.measure_cites[line.wager], by=by, at=at), asked]


class _Settlement:
    """One seat being settled: the lines so far, and the meters as each line leaves them."""

    def __init__(self, engine: Engine, round_: Round, number: int, meters: dict[str, int], method: str = "") -> None:
        self.engine, self.round, self.number, self.method = engine, round_, number, method
        self.seat = round_.seats[number]
        self.meters = dict(meters)
        self.lines: list[Line] = []
        self.hands = Hands(engine, round_, self.seat)
        self.standing = standing(engine, round_, self.seat)

    def run(self, first: int) -> Line | None:
        """Settles in the order of the text; the line of the wager that waits for a floorperson, if one does."""
        done = {line.wager for line in self.round.lines if line.seat == self.number}
        staked = self.seat.wagers
        for step, wager in self.engine.plan.order[first:]:
            if wager.id in staked and wager.id not in done:
                line = self.line(wager)
                if must_validate(step, line) and (self.number, wager.id) not in self.round.validated:
                    return line
                self.take(line)
            elif wager.rides_on:
                self.lines += bonus_lines(self.engine, self.round, self.number, wager, self.meters)
        return None

    def take(self, line: Line) -> None:
        self.lines.append(line)
        if line.meter and line not in self.round.shares:
            self.meters |= readings_after((line,))

    def line(self, wager: Wager) -> Line:
        if (fixed := self.round.share_of(self.number, wager.id)) is not None:
            return fixed
        stake, acts = self.seat.wagers[wager.id], acts_on(self.round, self.seat, wager)
        question = (wager.id, self.standing, acts, stake)
        blank = self._void(wager.id, stake) or self._by_the_hands(question)
        return line_at(self.engine, self.round, self.number, blank, self.meters)

    def _by_the_hands(self, question: Question) -> Line:
        return settled_all_the_same(self.engine, self.round, self.engine.verdicts.line(question, self.hands))

    def _void(self, wager: str, stake: int) -> Line | None:
        """What the irregularity that voided the round does to a wager, unless it is settled all the same."""
        if not self.round.voided_by:
            return None
        effect = self.engine.plan.effects[self.round.voided_by][wager]
        if effect.effect == "settled":
            return None
        return void_line(wager, effect, self.engine.plan.cite_under(self.method, effect.cite), stake)

    def limited(self) -> tuple[Line, ...]:
        """The lines, and the payout limit as one more where it is reached."""
        limit = limit_line(self.engine, (*self.round.lines, *self.lines), self.number)
        return (*self.lines, limit) if limit else tuple(self.lines)


VOIDED = {"returned": Outcome.VOID, "lost": Outcome.LOST}
WON = Outcome.WON.value


def void_line(wager: str, effect: Effect, cite: Cite, stake: int) -> Line:
    """The blank line of a wager that an irregularity sends back, or takes."""
    readings = (effect.reading,) if effect.reading else ()
    return blank_line(Verdict(wager, VOIDED[effect.effect], cite, readings=readings), stake, stake)


def must_validate(step: Settle, line: Line) -> bool:
    """Does the text want a floorperson for this payout?"""
    if line.outcome != WON:
        return False
    kinds = (ANY_WIN, line.odds, SHARE) if line.hand_pay else (ANY_WIN, line.odds)
    return any(kind in step.validate_when for kind in kinds)


# --- Folds and declarations ------------------------------------------------------------------------


def settle_at_once(engine: Engine, round_: Round, meters: dict[str, int], event: events.Decided) -> list[events.Event]:
    """A fold collects the wagers it ends; a declaration settles the seat before any community card shows."""
    declared = event.action == "declare"
    table = _Settlement(engine, round_, event.seat, meters)
    for _, wager in engine.plan.order:
        if wager.id in table.seat.wagers and (declared or wager.id in engine.plan.collected_on_fold):
            table.take(table.line(wager))
    lines = table.limited()
    return [events.Settled(event.seat, lines, declared, cite=event.cite, by=event.by, at=event.at)] if lines else []


# --- What it makes of the state ----------------------------------------------------------------------


@evolves(events.Settled)
def settled(engine: Engine, state: Table, event: events.Settled) -> Table:
    """Cards of a settled seat go to the rack, but not while they wait for documents."""
    round_ = state.round
    assert round_ is not None
    seat, seats, stub = round_.seats[event.seat], round_.seats, round_.stub
    pays = {line.seat: None for line in event.lines if line.hand_pay}
    hand_pays = tuple(dict.fromkeys([*round_.hand_pays, *pays])) if pays else round_.hand_pays
    if event.done:
        racked = event.seat not in hand_pays
        seats = {**seats, event.seat: change(seat, status=SETTLED, racked=racked)}
    if round_.phase == "settling" and not stub and "left" not in seat.actions:
        stub = "racked"
    round_ = with_dealer(round_, event.by)
    after = change(round_, seats=seats, lines=(*round_.lines, *event.lines), hand_pays=hand_pays, stub=stub)
    after = _onward(engine, after, state.method)
    return change(state, events=state.events + 1, round=after, meters=_meters(state, event), now=event.at)


def _onward(engine: Engine, round_: Round, method: str) -> Round:
    """The round goes on when its last seat is settled, or the last one asked is gone."""
    if round_.phase == "settling" and next_seat(round_) is None:
        return advance(engine, round_, method)
    return onward(engine, round_, method) if round_.phase == "deciding" else round_


def _meters(state: Table, event: events.Settled) -> dict[str, int]:
    assert state.round is not None
    moved = readings_after(line for line in event.lines if line not in state.round.shares)
    return {**state.meters, **moved} if moved else state.meters

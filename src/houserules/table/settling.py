"""Settlement: counter-clockwise, wager by wager in the order of the text, waiting where a floorperson must validate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from houserules.law.cite import Cite
from houserules.law.conduct import Case, Outcome, Verdict
from houserules.law.rows import Settle, Wager
from houserules.table import commands, events
from houserules.table.duties import stub_count_due
from houserules.table.events import Line
from houserules.table.felt import Hands, hand_cards, standing
from houserules.table.flow import advance
from houserules.table.payout import limit_line, line_of
from houserules.table.refusals import Refused
from houserules.table.registry import change, evolves, handles
from houserules.table.state import Round, Seat, Table

if TYPE_CHECKING:
    from houserules.table.engine import Engine

SETTLED = "settled"
ACTS = frozenset({"fold", "declare"})


# --- The next seat -----------------------------------------------------------------------------


def next_seat(round_: Round) -> int | None:
    """The next seat to settle, counter-clockwise from the dealer's right."""
    return next((n for n in sorted(round_.seats, reverse=True) if round_.seats[n].status != SETTLED), None)


@handles(commands.SettleSeat, "dealer", "system")
def settle_seat(engine: Engine, state: Table, command: commands.SettleSeat) -> list[events.Event]:
    round_ = state.round
    if round_ is None or round_.phase != "settling":
        raise Refused("not-settling", accepted="after the dealer's cards are turned up")
    if round_.waiting:
        seat, wager = round_.waiting[0]
        raise Refused("validation-due", why=f"{wager} at seat {seat}", accepted=f"Validate {seat} {wager}")
    if round_.stub == "wrong":
        raise Refused("stub-count-wrong", accepted="ReportSlip of the stub")
    if stub_count_due(engine, state) and not round_.stub and not round_.voided_by and not round_.lines:
        raise Refused("stub-count-due", why=engine.plan.duty_cite("count-stub"), accepted="CountStub")
    number = next_seat(round_)
    assert number is not None
    return settle(engine, state, number, command)


def settle(engine: Engine, state: Table, number: int, command: commands.Command) -> list[events.Event]:
    """All that can be settled of a seat now; stops where a payout must be validated first."""
    round_ = state.round
    assert round_ is not None
    lines, meters, waits = [], dict(state.meters), ""
    for line, wager in _lines(engine, state, number, meters):
        if line is None:
            waits = wager
            break
        lines.append(line)
        if line.meter:
            meters[line.meter] = line.meter_after
    if not waits:
        limited = limit_line(engine, (*round_.lines, *lines), number)
        lines += [limited] if limited else []
    cite = str(engine.plan.flow[engine.plan.settle_entry()].cite.first)
    settled = events.Settled(number, tuple(lines), not waits, cite=cite, by=command.by, at=command.at)
    if not waits:
        return [settled]
    asked = events.ValidationAsked(number, waits, cite=_validation_cite(engine, waits), by=command.by, at=command.at)
    return [settled, asked]


def _validation_cite(engine: Engine, wager: str) -> str:
    return str(engine.plan.step_of[wager].cite.first)


def _lines(engine: Engine, state: Table, number: int, meters: dict[str, int]) -> Iterator[tuple[Line | None, str]]:
    """Lines of a seat in order; (None, wager) where validation must come first."""
    round_ = state.round
    assert round_ is not None
    for step in engine.plan.settlement:
        for wager_id in step.wagers:
            wager = engine.plan.wagers[wager_id]
            if wager.kind == "bonus":
                yield from ((line, wager_id) for line in _bonus_lines(engine, round_, number, wager, meters))
            elif wager_id in round_.seats[number].wagers and round_.line_of(number, wager_id) is None:
                line = _wager_line(engine, round_, number, wager, meters)
                waits = must_validate(step, line) and (number, wager_id) not in round_.validated
                yield None if waits else line, wager_id
                if waits:
                    return


def must_validate(step: Settle, line: Line) -> bool:
    """Does the text want a floorperson for this payout?"""
    if not step.validated_by or line.outcome != Outcome.WON.value:
        return False
    if step.validate_when == "any win":
        return True
    return line.hand_pay or line.odds in step.validate_when.split(" or ")


def _wager_line(engine: Engine, round_: Round, number: int, wager: Wager, meters: dict[str, int]) -> Line:
    seat = round_.seats[number]
    stake = seat.wagers[wager.id]
    effect = void_effect(engine, round_, wager.id)
    if effect is not None and effect[0] in ("returned", "lost"):
        outcome = Outcome.VOID if effect[0] == "returned" else Outcome.LOST
        return line_of(engine, round_, number, Verdict(wager.id, outcome, effect[1]), stake, meters, stake)
    case = Case(
        wager.id,
        engine.plan.terms,
        Hands(engine, round_, seat),
        standing(engine, round_, seat),
        _acts(seat),
        stake,
    )
    return line_of(engine, round_, number, engine.plan.book.settle(case), stake, meters, stake)


def _acts(seat: Seat) -> frozenset[str]:
    return ACTS.intersection(seat.actions)


def void_effect(engine: Engine, round_: Round, wager: str) -> tuple[str, Cite] | None:
    """What the irregularity that voided the round does to a wager: (effect, cite), or None in a sound round."""
    if not round_.voided_by:
        return None
    slip = engine.plan.slips[round_.voided_by]
    effect = engine.plan.book.effect_on(slip, wager, engine.plan.terms)
    return effect.effect, effect.cite.first


# --- Bonuses that ride on a wager ----------------------------------------------------------------


def _bonus_lines(engine: Engine, round_: Round, number: int, wager: Wager, meters: dict[str, int]) -> Iterator[Line]:
    if wager not in engine.plan.bonuses:
        return
    effect = void_effect(engine, round_, wager.id)
    if effect is not None and effect[0] != "settled":
        return
    if wager.hand and "other player" in engine.plan.hand_places[wager.hand]:
        yield from _for_others(engine, round_, number, wager, meters)
    else:
        yield from _for_the_draw(engine, round_, number, wager, meters)


def _for_others(engine: Engine, round_: Round, holder: int, wager: Wager, meters: dict[str, int]) -> Iterator[Line]:
    """This seat's hand may earn a bonus for every other seat that made the wager it rides on."""
    shown = round_.seats[holder]
    for number in sorted(round_.seats, reverse=True):
        seat = round_.seats[number]
        carrier = next((w for w in wager.rides_on if w in seat.wagers), None)
        if number == holder or carrier is None or seat.player == shown.player:
            continue
        hands = Hands(engine, round_, seat, shown)
        case = Case(wager.id, engine.plan.terms, hands, None, _acts(seat), seat.wagers[carrier])
        yield from _won(engine, round_, number, case, meters, f"for seat {holder}'s hand")


def _for_the_draw(engine: Engine, round_: Round, number: int, wager: Wager, meters: dict[str, int]) -> Iterator[Line]:
    """A bonus drawn by the table game system, once for each wager it rides on."""
    seat = round_.seats[number]
    for carrier in wager.rides_on:
        if carrier not in seat.wagers or (round_.line_of(number, carrier) is None and False):
            continue
        acts = _acts(seat) | drawn_acts(engine, round_, number, seat, carrier)
        case = Case(wager.id, engine.plan.terms, Hands(engine, round_, seat), None, acts, seat.wagers[carrier])
        yield from _won(engine, round_, number, case, meters, f"on {engine.plan.wagers[carrier].name}")


def drawn_acts(engine: Engine, round_: Round, number: int, seat: Seat, carrier: str) -> frozenset[str]:
    hand = engine.plan.wagers[carrier].hand
    on_dealer = "dealer" in engine.plan.hand_places[hand]
    acts = set()
    if set(round_.drawn_cards) & set(hand_cards(engine, round_, seat, hand)):
        acts.add("magic card")
    if (0 if on_dealer else number) in round_.drawn_positions:
        acts.add("lucky bonus")
    return frozenset(acts)


def _won(engine: Engine, round_: Round, number: int, case: Case, meters: dict[str, int], note: str) -> Iterator[Line]:
    verdict = engine.plan.book.settle(case)
    if verdict.outcome is Outcome.WON:
        yield change(line_of(engine, round_, number, verdict, 0, meters, case.stake_cents), note=note)


# --- Folds and declarations ------------------------------------------------------------------------


def settle_at_once(engine: Engine, after: Table, event: events.Decided) -> list[events.Event]:
    """A fold collects the wagers it ends; a declaration settles the seat before any community card shows."""
    round_ = after.round
    assert round_ is not None
    seat, terms = round_.seats[event.seat], engine.plan.terms
    ended = [
        wager
        for wager in seat.wagers
        if event.action == "declare" or engine.plan.book.fold_effect(engine.plan.wagers[wager], terms) == "collected"
    ]
    ordered = [w for step in engine.plan.settlement for w in step.wagers if w in ended]
    lines = tuple(_wager_line(engine, round_, event.seat, engine.plan.wagers[w], after.meters) for w in ordered)
    done = event.action == "declare"
    return [events.Settled(event.seat, lines, done, cite=event.cite, by=event.by, at=event.at)] if lines else []


# --- What it makes of the state ----------------------------------------------------------------------


@evolves(events.Settled)
def settled(engine: Engine, state: Table, event: events.Settled) -> Table:
    round_ = state.round
    assert round_ is not None
    seats = round_.seats
    if event.done:
        seats = {**seats, event.seat: change(seats[event.seat], status=SETTLED)}
    pays = tuple(line.seat for line in event.lines if line.hand_pay)
    after = change(round_, seats=seats, lines=(*round_.lines, *event.lines), hand_pays=(*round_.hand_pays, *pays))
    meters = {**state.meters, **{line.meter: line.meter_after for line in event.lines if line.meter}}
    if after.phase == "settling" and next_seat(after) is None:
        after = advance(engine, after, state.method)
    return change(state, events=state.events + 1, round=after, meters=meters, now=event.at)


@evolves(events.ValidationAsked)
def validation_asked(engine: Engine, state: Table, event: events.ValidationAsked) -> Table:
    assert state.round is not None
    waiting = (*state.round.waiting, (event.seat, event.wager))
    return change(state, events=state.events + 1, round=change(state.round, waiting=waiting), now=event.at)


@handles(commands.Validate, "floor")
def validate(engine: Engine, state: Table, command: commands.Validate) -> list[events.Event]:
    """A floorperson, not the dealer of the round, validates; the seat's settlement goes on."""
    round_ = state.round
    payout = (command.seat, command.wager)
    if round_ is None or payout not in round_.waiting:
        raise Refused(
            "nothing-to-validate",
            why=f"{command.wager} at seat {command.seat}",
            accepted="a payout that waits",
        )
    cite = _validation_cite(engine, command.wager)
    if command.person == round_.dealer.partition(":")[2]:
        raise Refused(
            "same-person",
            why=f"{command.person} deals this round ({cite})",
            accepted="another floorperson or above",
        )
    event = events.Validated(command.seat, command.wager, cite=cite, by=command.by, at=command.at)
    after = validated(engine, state, event)
    return [event, *settle(engine, after, command.seat, command)]


@evolves(events.Validated)
def validated(engine: Engine, state: Table, event: events.Validated) -> Table:
    round_ = state.round
    assert round_ is not None
    payout = (event.seat, event.wager)
    waiting = tuple(p for p in round_.waiting if p != payout)
    after = change(round_, waiting=waiting, validated=(*round_.validated, payout))
    return change(state, events=state.events + 1, round=after, now=event.at)


@handles(commands.CompleteDocuments, "floor")
def complete_documents(engine: Engine, state: Table, command: commands.CompleteDocuments) -> list[events.Event]:
    if state.round is None or command.seat not in state.round.hand_pays:
        raise Refused("no-documents-due", why=f"seat {command.seat}", accepted="a seat that won a share of a meter")
    cite = engine.plan.duty_cite("keep-cards-until-documented")
    return [events.DocumentsCompleted(command.seat, cite=cite, by=command.by, at=command.at)]


@evolves(events.DocumentsCompleted)
def documents_completed(engine: Engine, state: Table, event: events.DocumentsCompleted) -> Table:
    assert state.round is not None
    left = tuple(seat for seat in state.round.hand_pays if seat != event.seat)
    return change(state, events=state.events + 1, round=change(state.round, hand_pays=left), now=event.at)

"""Irregularities: at any moment they can happen, acting wager by wager as the regulation says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houserules.law.conduct import Outcome, Verdict
from houserules.law.rows import Irregularity
from houserules.table import commands, events
from houserules.table.dealing import refuse_impossible
from houserules.table.felt import can_form
from houserules.table.flow import advance
from houserules.table.payout import line_of
from houserules.table.refusals import Refused
from houserules.table.registry import change, evolves, handles
from houserules.table.state import Round, Table

if TYPE_CHECKING:
    from houserules.table.engine import Engine

IN_PLAY = ("dealing", "revealing", "deciding", "showdown", "settling")


@handles(commands.ReportSlip, "dealer", "floor")
def report(engine: Engine, state: Table, command: commands.ReportSlip) -> list[events.Event]:
    slip = _slip(engine, state, command)
    if slip.hands == "player's hand void":
        return _one_seat(engine, state, slip, command)
    found: list[events.Event] = [_found(engine, state, slip, command)]
    if slip.cards == "card not used" and state.round is not None:
        found.append(_set_aside(engine, state, slip, command))
    if slip.cards == "deck removed" and state.round is None:
        found.append(events.DeckRemoved(cite=str(slip.cite.first), by=command.by, at=command.at))
    return found


def _slip(engine: Engine, state: Table, command: commands.ReportSlip) -> Irregularity:
    """The irregularity reported; the same one again may be another (a second card face up)."""
    slip = engine.plan.slips.get(command.slip)
    if slip is None:
        raise Refused("unknown-slip", why=command.slip, accepted=", ".join(engine.plan.slips))
    if state.round is not None and slip.again and slip.id in state.round.slips:
        further = [engine.plan.slips[other] for other in slip.again]
        slip = next((other for other in further if _is_now(engine, state, other)), slip)
    if slip.methods and state.method not in slip.methods:
        raise Refused(
            "slip-not-now",
            why=f"dealt by {state.method} ({slip.cite.first})",
            accepted=", ".join(slip.methods),
        )
    if state.round is not None and state.round.voided_by:
        raise Refused("round-is-void", why=state.round.voided_by, accepted="settle and clear it")
    if not _is_now(engine, state, slip):
        raise Refused("slip-not-now", why=f"{slip.name} ({slip.cite.first})", accepted=slip.moment)
    return slip


def _is_now(engine: Engine, state: Table, slip: Irregularity) -> bool:
    """Can the irregularity happen at this moment?"""
    round_ = state.round
    if slip.moment == "during a shuffle":
        return bool(state.decks) and (round_ is None or round_.phase == "betting")
    if slip.device and round_ is None:
        return True
    if round_ is None or round_.phase not in IN_PLAY:
        return False
    initial = round_.flow < 0
    moments = {
        "any": True,
        "during the deal": round_.phase == "dealing" and bool(round_.queue),
        "before the initial cards are complete": initial,
        "after the initial cards are complete": not initial and round_.phase in ("dealing", "revealing", "deciding"),
        "before every player has decided": bool(round_.dealt) and round_.phase in ("dealing", "revealing", "deciding"),
        "at the stub count": round_.stub == "wrong",
        "at a declaration": False,
    }
    return moments[slip.moment]


def _found(engine: Engine, state: Table, slip: Irregularity, command: commands.ReportSlip) -> events.SlipFound:
    round_ = state.round
    voids = slip.hands == "void" and round_ is not None
    board = voids and round_ is not None and _needs_board(engine, round_, slip)
    reopened = tuple((line.seat, line.wager) for line in round_.lines) if voids and round_ else ()
    cite = str(slip.cite.first)
    return events.SlipFound(slip.id, command.seat, voids, board, reopened, cite=cite, by=command.by, at=command.at)


def _needs_board(engine: Engine, round_: Round, slip: Irregularity) -> bool:
    """Is a wager settled in spite of the void on a hand that has cards still to come?"""
    for seat in round_.seats.values():
        for wager in seat.wagers:
            effect = engine.plan.book.effect_on(slip, wager, engine.plan.terms)
            hand = engine.plan.wagers[wager].hand
            if effect.effect == "settled" and hand and not can_form(engine, round_, seat, hand):
                return True
    return False


def _set_aside(engine: Engine, state: Table, slip: Irregularity, command: commands.ReportSlip) -> events.CardSetAside:
    """The card not used: the next of a virtual deck, or the real card as it was found."""
    round_ = state.round
    assert round_ is not None
    if engine.physical:
        if len(command.card) != 1:
            raise Refused("impossible-card", why="no card named", accepted="the card that was found")
        refuse_impossible(round_, command.card[0])
        return events.CardSetAside(command.card, cite=str(slip.cite.first), by=command.by, at=command.at)
    card = state.decks[state.deck].cards[round_.dealt : round_.dealt + 1]
    return events.CardSetAside(card, cite=str(slip.cite.first), by=command.by, at=command.at)


def _one_seat(engine: Engine, state: Table, slip: Irregularity, command: commands.ReportSlip) -> list[events.Event]:
    """One player's hand is void; the others play on."""
    round_ = state.round
    assert round_ is not None
    seat = round_.seats.get(command.seat)
    if seat is None or seat.status == "settled":
        raise Refused("slip-needs-seat", why=f"seat {command.seat}", accepted=", ".join(map(str, round_.seats)))
    lines = []
    for wager, stake in seat.wagers.items():
        if round_.line_of(command.seat, wager) is None:
            effect = engine.plan.book.effect_on(slip, wager, engine.plan.terms)
            outcome = Outcome.LOST if effect.effect == "lost" else Outcome.VOID
            verdict = Verdict(wager, outcome, effect.cite.first)
            lines.append(line_of(engine, round_, command.seat, verdict, stake, state.meters, stake))
    found = events.SlipFound(
        slip.id, command.seat, False, False, (), cite=str(slip.cite.first), by=command.by, at=command.at
    )
    settled = events.Settled(command.seat, tuple(lines), True, cite=str(slip.cite.first), by=command.by, at=command.at)
    return [found, settled]


@evolves(events.SlipFound)
def slip_found(engine: Engine, state: Table, event: events.SlipFound) -> Table:
    slip = engine.plan.slips[event.slip]
    after = change(state, events=state.events + 1, now=event.at)
    if state.round is None:
        return _reshuffle(after, slip)
    round_ = change(state.round, slips=(*state.round.slips, event.slip))
    if event.voids:
        round_ = _voided(engine, round_, event, state.method)
        after = _reshuffle(after, slip) if state.round.phase == "betting" else after
    return change(after, round=round_)


def _reshuffle(state: Table, slip: Irregularity) -> Table:
    """A deck that must be shuffled again before it is dealt."""
    if "reshuffled" not in slip.cards or not state.decks:
        return state
    deck = change(state.decks[state.deck], status="stacked", cards=())
    return change(state, decks=(*state.decks[: state.deck], deck, *state.decks[state.deck + 1 :]))


def _voided(engine: Engine, round_: Round, event: events.SlipFound, method: str) -> Round:
    """All lines reopen; the board is dealt on where a wager is settled all the same, else straight to settlement."""
    seats = {n: change(s, status="folded" if "fold" in s.actions else "in") for n, s in round_.seats.items()}
    round_ = change(round_, voided_by=event.slip, seats=seats, lines=(), waiting=(), hand_pays=(), stub="")
    if event.board:
        return advance(engine, round_, method) if not round_.queue and round_.phase == "deciding" else round_
    return change(round_, queue=(), flow=engine.plan.settle_entry(), phase="settling")


@evolves(events.CardSetAside)
def card_set_aside(engine: Engine, state: Table, event: events.CardSetAside) -> Table:
    round_ = state.round
    assert round_ is not None
    places = {**round_.places, "set aside": (*round_.places.get("set aside", ()), *event.card)}
    after = change(round_, places=places, dealt=round_.dealt + 1)
    return change(state, events=state.events + 1, round=after, now=event.at)


@evolves(events.DeckRemoved)
def deck_removed(engine: Engine, state: Table, event: events.DeckRemoved) -> Table:
    deck = change(state.decks[state.deck], status="removed", cards=())
    decks = (*state.decks[: state.deck], deck, *state.decks[state.deck + 1 :])
    return change(state, events=state.events + 1, decks=decks, now=event.at)

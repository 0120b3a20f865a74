"""Decisions: fold, check, bet, play on, declare; clockwise, each with what it does to wagers and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houserules.amounts import money_text
from houserules.cards import Card
from houserules.law.rows import Choice, Stage
from houserules.table import commands, events
from houserules.table.felt import hand_class
from houserules.table.flow import advance, next_to_act, stage_of
from houserules.table.refusals import Refused
from houserules.table.registry import change, evolves, handles
from houserules.table.settling import settle_at_once
from houserules.table.state import Round, Seat, Table

if TYPE_CHECKING:
    from houserules.table.engine import Engine

AFTER = {"fold": "folded", "declare": "declared"}


@handles(commands.Act, "player", "dealer")
def act(engine: Engine, state: Table, command: commands.Act) -> list[events.Event]:
    round_ = state.round
    if round_ is None or round_.phase != "deciding":
        raise Refused("no-decision-due", accepted="when the dealer asks")
    stage = stage_of(engine, round_)
    _refuse_turn(engine, round_, stage, command)
    seat = round_.seats[command.seat]
    choice, least, most = _choice(engine, stage, seat, round_, command)
    if choice.wager and not least <= command.cents <= most:
        raise Refused("raise-not-permitted", why=_asked(command.cents, choice), accepted=_span(least, most))
    _refuse_discard(choice, seat, command.discard)
    cents = command.cents if choice.wager else 0
    event = events.Decided(
        *(command.seat, stage.id, command.action, choice.wager, cents, command.discard),
        cite=str(choice.cite.first),
        by=command.by,
        at=command.at,
    )
    return [event, *_at_once(engine, state, event)]


def _refuse_turn(engine: Engine, round_: Round, stage: Stage, command: commands.Act) -> None:
    turn = next_to_act(engine, round_, stage)
    if command.seat != turn:
        raise Refused("not-your-turn", why=f"seat {command.seat} ({stage.cite.first})", accepted=f"seat {turn}")
    role, _, name = command.by.partition(":")
    if role == "player" and name and name != str(command.seat):
        raise Refused(
            "wrong-role",
            why=f"{command.by} decided for seat {command.seat}",
            accepted=f"player:{command.seat}",
        )


def options(engine: Engine, round_: Round, seat: Seat, stage: Stage) -> list[tuple[Choice, int, int]]:
    """The choices open to a seat's hand, each with the least and most of its wager in cents."""
    base = seat.wagers[engine.plan.opening[0].id]
    held = hand_class(engine, round_, seat, stage.hand) if stage.hand else ""
    found = []
    for choice in engine.plan.choices(stage):
        if choice.action == "declare" or not choice.hands or held in choice.hands:
            least, most = engine.plan.limits(choice, base) if choice.wager else (0, 0)
            found.append((choice, least, most))
    return found


def _choice(engine: Engine, stage: Stage, seat: Seat, round_: Round, command: commands.Act) -> tuple[Choice, int, int]:
    open_to = options(engine, round_, seat, stage)
    named = [option for option in open_to if option[0].action == command.action]
    exact = [option for option in named if not option[0].times or command.cents in _multiples(option)]
    if not named:
        accepted = ", ".join(choice.action for choice, _, _ in open_to)
        raise Refused("action-not-permitted", why=f"{command.action} ({stage.cite.first})", accepted=accepted)
    if not exact:
        sums = " or ".join(money_text(cents) for option in named for cents in _multiples(option))
        raise Refused("raise-not-permitted", why=_asked(command.cents, named[0][0]), accepted=sums)
    return exact[0]


def _multiples(option: tuple[Choice, int, int]) -> list[int]:
    choice, least, _ = option
    return [least // min(choice.times) * times for times in choice.times] if choice.times else []


def _asked(cents: int, choice: Choice) -> str:
    return f"{money_text(cents)} ({choice.cite.first})"


def _span(least: int, most: int) -> str:
    return money_text(least) if least == most else f"{money_text(least)} to {money_text(most)}"


def _refuse_discard(choice: Choice, seat: Seat, discard: tuple[Card, ...]) -> None:
    if len(discard) != choice.discard or not set(discard) <= set(seat.cards):
        why = f"{len(discard)} cards put away ({choice.cite.first})"
        held = "" if not choice.discard else " of " + " ".join(map(str, seat.cards))
        raise Refused("wrong-discard", why=why, accepted=f"{choice.discard}{held}")


def _at_once(engine: Engine, state: Table, event: events.Decided) -> list[events.Event]:
    """A fold or a declaration settles some wagers on the spot."""
    if event.action not in AFTER:
        return []
    after = _decided(state, event)
    return settle_at_once(engine, after, event)


def _decided(state: Table, event: events.Decided) -> Table:
    round_ = state.round
    assert round_ is not None
    seat = round_.seats[event.seat]
    wagers = {**seat.wagers, event.wager: event.cents} if event.wager else seat.wagers
    kept = tuple(card for card in seat.cards if card not in event.discard)
    seat = change(
        seat,
        wagers=wagers,
        cards=kept,
        discard=(*seat.discard, *event.discard),
        status=AFTER.get(event.action, seat.status),
        asked=(*seat.asked, event.stage),
        actions=(*seat.actions, event.action),
    )
    return change(state, round=change(round_, seats={**round_.seats, event.seat: seat}))


@evolves(events.Decided)
def decided(engine: Engine, state: Table, event: events.Decided) -> Table:
    after = _decided(state, event)
    assert after.round is not None
    return change(after, events=state.events + 1, round=onward(engine, after.round, state.method), now=event.at)


def onward(engine: Engine, round_: Round, method: str) -> Round:
    """The round with the next seat asked, or at its next act when all have answered."""
    if next_to_act(engine, round_, stage_of(engine, round_)) is None:
        return advance(engine, round_, method)
    return round_

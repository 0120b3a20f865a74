"""The coach: exact values from the analysis, for the cards its player sees and no others."""

from __future__ import annotations

from fractions import Fraction

from houserules.analysis.advice import Advice
from houserules.analysis.game_advice import advice_of
from houserules.floor.views import TableView
from houserules.server.wire import Wire
from houserules.table.engine import Engine
from houserules.table.flow import next_to_act, stage_of
from houserules.table.state import Seat


class CoachedAction(Wire, frozen=True):
    """`value` is what the round brings on average after it, in cents; `ev` the same in Antes, exact."""

    action: str
    cents: int
    discard: str
    words: str
    value: float
    ev: str


class Coaching(Wire, frozen=True):
    actions: tuple[CoachedAction, ...]


NOTHING = Coaching(actions=())


def coached(view: TableView, player: str) -> Coaching:
    """Advice for the player who is asked; nothing for anybody else, nor when nobody is."""
    round_ = view.state.round
    if round_ is None or round_.phase != "deciding":
        return NOTHING
    number = next_to_act(view.engine, round_, stage_of(view.engine, round_))
    if number is None or round_.seats[number].player != player:
        return NOTHING
    seat = round_.seats[number]
    board = round_.community[: round_.shown]
    found = advice_of(view.engine.plan.terms, seat.cards, board)
    ante = seat.wagers[view.engine.plan.base]
    return Coaching(actions=tuple(_action(view.engine, seat, ante, one) for one in found))


def _action(engine: Engine, seat: Seat, ante: int, one: Advice) -> CoachedAction:
    value: Fraction = one.ev * ante
    return CoachedAction(
        action=one.action,
        cents=one.multiple * ante,
        discard=str(one.discard) if one.discard is not None else "",
        words=one.name,
        value=float(value),
        ev=f"{one.ev.numerator}/{one.ev.denominator}",
    )

"""The order of a round: what comes next when an act of it is complete."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houserules.law.rows import Flow, Stage
from houserules.table.registry import change
from houserules.table.state import Round, Seat, Slot

if TYPE_CHECKING:
    from houserules.table.engine import Engine


def advance(engine: Engine, round_: Round, method: str) -> Round:
    """The round at its next act: still dealing, or the next entry of the flow that has something to do."""
    if round_.queue:
        return change(round_, phase="dealing")
    while True:
        round_ = change(round_, flow=round_.flow + 1)
        entered = _enter(engine, round_, engine.plan.flow[round_.flow], method)
        if entered is not None:
            return entered


def _enter(engine: Engine, round_: Round, entry: Flow, method: str) -> Round | None:
    """The round on entering a flow entry; None when it has nothing to do."""
    face_down = engine.plan.dealing[method].community == "revealed"
    if entry.do == "decide":
        asked = None if round_.voided_by else next_to_act(engine, round_, engine.plan.stages[entry.stage])
        return None if asked is None else change(round_, phase="deciding")
    if entry.do == "burn":
        return None if face_down else change(round_, phase="dealing", queue=_slots("burn", "down", entry))
    if entry.do == "community":
        if face_down:
            return change(round_, phase="revealing")
        return change(round_, phase="dealing", queue=_slots("community", "up", entry))
    if entry.do == "turn up dealer":
        return change(round_, phase="showdown")
    return change(round_, phase="settling" if entry.do == "settle" else "done")


def _slots(place: str, face: str, entry: Flow) -> tuple[Slot, ...]:
    return (Slot(place, face, str(entry.cite.first)),) * entry.cards


def stage_of(engine: Engine, round_: Round) -> Stage:
    """The stage being decided."""
    return engine.plan.stages[engine.plan.flow[round_.flow].stage]


def next_to_act(engine: Engine, round_: Round, stage: Stage) -> int | None:
    """The next seat to be asked, clockwise from the dealer's left; None when all have answered."""
    for number in sorted(round_.seats):
        seat = round_.seats[number]
        if stage.id not in seat.asked and is_asked(stage, seat):
            return number
    return None


def is_asked(stage: Stage, seat: Seat) -> bool:
    """Does the stage ask this seat: in the round and, where it says so, yet to place the stage's wager?"""
    if seat.status != "in":
        return False
    if stage.asks != "players still deciding":
        return True
    return not any(choice.wager in seat.wagers for choice in stage.choices if choice.wager)

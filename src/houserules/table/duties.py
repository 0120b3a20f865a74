"""Duties: what dealer and floor must do, due now, due at a time or a round, or overdue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from houserules.law.rows import Duty
from houserules.table.state import Table

if TYPE_CHECKING:
    from houserules.table.engine import Engine

SECONDS_PER_HOUR = 3600
DEVICE_WORDS = {
    "automated": frozenset({"automated shuffler"}),
    "counting": frozenset({"automated shuffler", "counting shuffler"}),
    "reshuffling": frozenset({"automated shuffler", "counting shuffler", "reshuffling shoe"}),
    "none": frozenset(),
}
STATUS_OF_MOMENT = {
    "decks received": ("received",),
    "decks inspected": ("inspected", "verified"),
    "cards seen by the first player": ("seen",),
    "deck shuffled by hand or preshuffled": ("shuffled",),
}


class DutyDue(msgspec.Struct, frozen=True):
    """A duty of the table now. `when` is "now", "at", "in rounds" or "overdue"; `due` the second or the rounds left."""

    duty: str
    name: str
    who: str
    when: str
    cite: str
    says: str
    due: int = 0


def is_spared(duty: Duty, state: Table) -> bool:
    """Does a device at the table, or a preshuffled deck, make the duty needless?"""
    has = DEVICE_WORDS[state.shuffler]
    if state.decks and state.decks[state.deck].preshuffled:
        has = has | {"preshuffled"}
    return bool(has.intersection(duty.unless))


def stub_count_due(engine: Engine, state: Table) -> bool:
    """Must the stub be counted in this round at the latest?"""
    duty = engine.plan.duties["count-stub"]
    assert duty.every_rounds is not None
    return not is_spared(duty, state) and state.rounds_since_count + 1 >= duty.every_rounds


def duties(engine: Engine, state: Table, now: int) -> list[DutyDue]:
    """Every duty with a date: due now, at a time, in some rounds, or overdue."""
    found = [due for duty in engine.plan.book.duties if (due := _due(engine, state, duty, now)) is not None]
    order = {"overdue": 0, "now": 1, "in rounds": 2, "at": 3}
    return sorted(found, key=lambda due: (order[due.when], due.due))


def _due(engine: Engine, state: Table, duty: Duty, now: int) -> DutyDue | None:
    if not state.decks or is_spared(duty, state) or (duty.methods and state.method not in duty.methods):
        return None
    if duty.every_hours:
        at = state.decks[0].since + duty.every_hours * SECONDS_PER_HOUR
        return _made(duty, "overdue" if now > at else "now" if now == at else "at", at)
    if duty.on == "community cards dealt" or duty.id == "count-stub":
        left = (duty.every_rounds or 1) - state.rounds_since_count - 1
        counted = state.round is not None and state.round.stub == "right"
        return None if counted else _made(duty, "now" if left <= 0 else "in rounds", max(left, 0))
    return _made(duty, "now") if _is_set_off(engine, state, duty) else None


def _is_set_off(engine: Engine, state: Table, duty: Duty) -> bool:
    """Has what sets the duty off happened, and the duty not been done yet?"""
    status, round_ = state.decks[state.deck].status, state.round
    if duty.on in STATUS_OF_MOMENT:
        return status in STATUS_OF_MOMENT[duty.on] and _is_next(duty, status)
    if duty.id == "shuffle":
        return status in ("used", "stacked") and not state.decks[state.deck].preshuffled
    if duty.id == "cover-broken-device" or duty.on == "device malfunctions":
        return "broken" in state.out_of_order
    if round_ is None:
        return duty.on == "no gaming activity" and not state.players and status == "ready"
    if duty.on == "wagers placed":
        return round_.phase == "betting" if duty.id == "no-more-bets" else _chips_wait(engine, state)
    if duty.on == "meter share won":
        return bool(round_.hand_pays)
    if duty.on == "wager won":
        return bool(round_.waiting) and duty.who == "floorperson"
    return duty.id == "clear-for-reconstruction" and round_.phase == "done"


def _is_next(duty: Duty, status: str) -> bool:
    """At the opening each status has one duty: inspected waits for the floorperson, verified for the spread."""
    if status == "inspected":
        return duty.who == "floorperson"
    return duty.who != "floorperson"


def _chips_wait(engine: Engine, state: Table) -> bool:
    round_ = state.round
    on_device = {w.id for w in engine.plan.book.wagers if w.medium == "progressive device"}
    assert round_ is not None
    staked = any(wager in on_device for seat in round_.seats.values() for wager in seat.wagers)
    return staked and round_.phase == "dealing" and not round_.dealt and not round_.chips_counted


def _made(duty: Duty, when: str, due: int = 0) -> DutyDue:
    return DutyDue(duty.id, duty.name, duty.who, when, str(duty.cite.first), duty.says, due)

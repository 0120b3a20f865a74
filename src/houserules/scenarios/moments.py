"""When an irregularity was found: a moment of the round named in words, and how to tell that it has come."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from houserules.scenarios.format import BadScenario, SlipPart
from houserules.table import commands
from houserules.table.state import Table

if TYPE_CHECKING:
    from houserules.table.engine import Engine

FLOOR = "floor:floorperson"
_CARDS = re.compile(r"(\d+) cards?")
_SEAT_DECIDED = re.compile(r"([\w-]+), seat (\d+)")
_SEAT_SETTLED = re.compile(r"settlement of seat (\d+)")
WORDS = ("no more bets", "initial cards", '"7 cards"', '"<stage>, seat 2"', '"settlement of seat 2"')


def report_of(slip: SlipPart) -> commands.ReportSlip:
    """A floorperson may report any irregularity, a dealer not all."""
    return commands.ReportSlip(slip.slip, slip.seat, slip.card, by=FLOOR)


def is_before_the_round(engine: Engine, slip: SlipPart) -> bool:
    """Does it happen while the cards are shuffled?"""
    row = engine.plan.slips.get(slip.slip)
    return slip.after == "shuffle" or (row is not None and row.moment == "during a shuffle" and not slip.after)


def is_at_the_stub(engine: Engine, slip: SlipPart) -> bool:
    row = engine.plan.slips.get(slip.slip)
    return row is not None and row.moment == "at the stub count"


def stub_is_counted(engine: Engine, state: Table, slip: SlipPart) -> bool:
    """Is the stub counted now: as said, or where the procedure takes it, after the initial cards or the board?"""
    round_ = state.round
    if round_ is None or round_.stub:
        return False
    if slip.after:
        return has_come(engine, state, slip)
    early = engine.plan.dealing[state.method].stub == "after the initial cards"
    return round_.flow >= 0 if early else round_.phase == "settling"


def has_come(engine: Engine, state: Table, slip: SlipPart) -> bool:
    """Has the moment of an irregularity come? Unsaid, it is the first moment it can happen once cards are out."""
    round_ = state.round
    if round_ is None or round_.phase == "betting":
        return False
    if not slip.after:
        return _is_first_chance(engine, state, slip)
    if slip.after == "no more bets":
        return True
    if slip.after == "initial cards":
        return round_.flow >= 0
    if match := _CARDS.fullmatch(slip.after):
        return round_.dealt >= int(match[1])
    if match := _SEAT_SETTLED.fullmatch(slip.after):
        return int(match[1]) in round_.seats and round_.seats[int(match[1])].status == "settled"
    if match := _SEAT_DECIDED.fullmatch(slip.after):
        seat = round_.seats.get(int(match[2]))
        return round_.flow > _place(engine, match[1]) or (seat is not None and match[1] in seat.asked)
    return round_.flow > _place(engine, slip.after)


def _is_first_chance(engine: Engine, state: Table, slip: SlipPart) -> bool:
    round_, row = state.round, engine.plan.slips.get(slip.slip)
    assert round_ is not None
    if row is None:
        return True
    if row.moment == "any":
        return round_.flow >= 0
    return round_.dealt > 0 and engine.can(state, report_of(slip))


def _place(engine: Engine, named: str) -> int:
    """The place in the flow of an act or a stage."""
    for number, entry in enumerate(engine.plan.flow):
        if named in (entry.id, entry.stage):
            return number
    known = [name for entry in engine.plan.flow for name in (entry.stage, entry.id) if name]
    raise BadScenario("unknown-moment", where="irregularity", why=repr(named), accepted=", ".join([*WORDS, *known]))

"""When an irregularity was found: a moment of the round in words, and whether the moment has been reached."""

from __future__ import annotations

import re

from tablelaw.scenarios.format import BadScenario, IrregularityPart
from tablelaw.table import commands
from tablelaw.table.engine import Engine
from tablelaw.table.state import Table

FLOOR = "floor:floorperson"
_CARDS = re.compile(r"(\d+) cards?")
_SEAT_DECIDED = re.compile(r"([\w-]+), seat (\d+)")
_SEAT_SETTLED = re.compile(r"settlement of seat (\d+)")
WORDS = ("no more bets", "initial cards", '"7 cards"', '"<stage>, seat 2"', '"settlement of seat 2"')


def report_of(irregularity: IrregularityPart) -> commands.ReportIrregularity:
    """The report of an irregularity, given by a floorperson, who may report any irregularity."""
    return commands.ReportIrregularity(irregularity.id, irregularity.seat, irregularity.card, by=FLOOR)


def is_before_the_round(engine: Engine, irregularity: IrregularityPart) -> bool:
    """Whether the irregularity happens while the cards are shuffled."""
    row = engine.rules.irregularities.get(irregularity.id)
    return irregularity.after == "shuffle" or (
        row is not None and row.moment == "during a shuffle" and not irregularity.after
    )


def is_at_the_stub(engine: Engine, irregularity: IrregularityPart) -> bool:
    row = engine.rules.irregularities.get(irregularity.id)
    return row is not None and row.moment == "at the stub count"


def stub_is_counted(engine: Engine, state: Table, irregularity: IrregularityPart) -> bool:
    """Whether the stub should be counted now: at the moment the scenario gives, or else when the dealing procedure
    counts it.
    """
    round_ = state.round
    if round_ is None or round_.stub:
        return False
    if irregularity.after:
        return has_come(engine, state, irregularity)
    early = engine.rules.dealing.methods[state.method].stub == "after the initial cards"
    return round_.flow >= 0 if early else round_.phase == "settling"


def has_come(engine: Engine, state: Table, irregularity: IrregularityPart) -> bool:
    """Whether the moment of an irregularity has been reached; by default, the first moment at which it can happen."""
    round_ = state.round
    if round_ is None or round_.phase == "betting":
        return False
    if not irregularity.after:
        return _is_first_chance(engine, state, irregularity)
    if irregularity.after == "no more bets":
        return True
    if irregularity.after == "initial cards":
        return round_.flow >= 0
    if match := _CARDS.fullmatch(irregularity.after):
        return round_.dealt >= int(match[1])
    if match := _SEAT_SETTLED.fullmatch(irregularity.after):
        return int(match[1]) in round_.seats and round_.seats[int(match[1])].status == "settled"
    if match := _SEAT_DECIDED.fullmatch(irregularity.after):
        seat = round_.seats.get(int(match[2]))
        return round_.flow > _place(engine, match[1]) or (seat is not None and match[1] in seat.asked)
    return round_.flow > _place(engine, irregularity.after)


def _is_first_chance(engine: Engine, state: Table, irregularity: IrregularityPart) -> bool:
    round_, row = state.round, engine.rules.irregularities.get(irregularity.id)
    assert round_ is not None
    if row is None:
        return True
    if row.moment == "any":
        return round_.flow >= 0
    return round_.dealt > 0 and engine.can(state, report_of(irregularity))


def _place(engine: Engine, named: str) -> int:
    """The position of a step or a stage in the order of the round."""
    for number, entry in enumerate(engine.rules.flow.steps):
        if named in (entry.id, entry.stage):
            return number
    known = [name for entry in engine.rules.flow.steps for name in (entry.stage, entry.id) if name]
    raise BadScenario("unknown-moment", where="irregularity", why=repr(named), accepted=", ".join([*WORDS, *known]))

"""From a verdict to a line: what is paid, returned and kept, and what a meter shows afterwards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.law.conduct import Verdict
from tablelaw.law.odds import Odds
from tablelaw.submission.submission import MeterTerms
from tablelaw.table.events import Line
from tablelaw.table.phases.meter_shares import division_readings, note_of, parts_of, share_drawn, share_of
from tablelaw.table.registry import change
from tablelaw.table.state import Round

if TYPE_CHECKING:
    from tablelaw.table.engine import Engine


def blank_line(verdict: Verdict, stake: int, base: int) -> Line:
    """The line of a verdict, before it is placed at a seat and before a meter is read.

    `base` is the sum to which odds apply: the stake, or for a bonus the stake of the wager it rides on.
    """
    payment, odds = verdict.payment(stake, base), verdict.odds
    returned = int(payment.returned)
    return Line(
        seat=0,
        wager=verdict.wager,
        stake=stake,
        outcome=verdict.outcome.value,
        cite=str(verdict.cite),
        odds=odds.printed if odds else "",
        row=verdict.row,
        paid=int(payment.paid),
        returned=returned,
        kept=stake - returned,
        paid_under=str(verdict.paid_under) if verdict.paid_under else "",
        hand_pay=verdict.pays_from_meter,
        readings=verdict.readings,
    )


def line_at(engine: Engine, round_: Round, seat: int, blank: Line, meters: dict[str, int]) -> Line:
    """A blank line placed at a seat; a share is measured on what its meter shows now."""
    line = change(blank, seat=seat)
    return _from_meter(engine, round_, line, meters) if blank.hand_pay else line


def settled_despite_void(engine: Engine, round_: Round, line: Line) -> Line:
    """The line of a wager that is settled despite a void, with the reading that says so, if one is needed."""
    if not round_.voided_by:
        return line
    reading = engine.plan.effects[round_.voided_by][line.wager].reading
    return change(line, readings=(reading, *line.readings)) if reading else line


# --- Meters --------------------------------------------------------------------------------------


def _from_meter(engine: Engine, round_: Round, line: Line, meters: dict[str, int]) -> Line:
    """A share of a meter: cents rounded down, the rest stays on the meter; divided if the law divides it."""
    odds = Odds.parse(line.odds)
    meter, wager = meter_for(engine, line.wager, odds.meter), engine.plan.wagers[line.wager]
    reading, earlier = meters[meter.id], share_drawn(round_, line.wager)
    share = share_of(odds, earlier.meter_before if earlier else reading)
    parts = parts_of(engine, round_, wager, share) if wager.divided_by else {line.seat: int(share)}
    after, moved = reading, 0
    if earlier is None:
        reseed = int(meter.reseed_cents * METER_UNITS_PER_CENT) if odds.amount == 1 else 0
        moved = meters.get(reserve_of(meter.id), 0) if odds.amount == 1 else 0
        after = reading - sum(parts.values()) * METER_UNITS_PER_CENT + reseed + moved
    note = note_of(round_, parts)
    return change(
        line,
        paid=parts[line.seat],
        meter=meter.id,
        meter_before=reading,
        meter_after=after,
        reserve_moved=moved,
        note=note,
        readings=tuple(dict.fromkeys((*line.readings, *division_readings(round_, wager, parts)))),
    )


def reserve_of(meter: str) -> str:
    """The name of a meter's reserve in readings."""
    return f"{meter} reserve"


def readings_after(lines: Iterable[Line]) -> dict[str, int]:
    """What the meters and the reserves that moved to them show after some lines."""
    readings: dict[str, int] = {}
    for line in lines:
        if line.meter:
            readings[line.meter] = line.meter_after
        if line.reserve_moved:
            readings[reserve_of(line.meter)] = 0
    return readings


def meter_for(engine: Engine, wager: str, name: str) -> MeterTerms:
    return next(m for m in engine.plan.meters.values() if wager in m.wagers and m.name == name)


def readings_without(meters: dict[str, int], lines: Iterable[Line]) -> dict[str, int]:
    """The meters with some lines undone; readings that arrived in between are kept."""
    after = dict(meters)
    for line in lines:
        if line.meter:
            after[line.meter] += line.meter_before - line.meter_after
        if line.reserve_moved:
            after[reserve_of(line.meter)] += line.reserve_moved
    return after

"""Settlement lines at a seat: what a meter share pays, and what the meter shows afterwards."""

from __future__ import annotations

from collections.abc import Iterable

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.law.odds import Odds
from tablelaw.submission.submission import MeterTerms
from tablelaw.table.events import Line
from tablelaw.table.round.divided_shares import division_readings, note_of, parts_of, share_drawn, share_of
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round, change


def line_at(rules: TableRules, round_: Round, seat: int, blank: Line, meters: dict[str, int]) -> Line:
    """Assigns a blank line to a seat. A meter share is computed from what its meter shows now."""
    line = change(blank, seat=seat)
    return _from_meter(rules, round_, line, meters) if blank.hand_pay else line


def settled_despite_void(rules: TableRules, round_: Round, line: Line) -> Line:
    """The line of a wager that is settled despite a void, with the reading that decides this, if there is one."""
    if not round_.voided_by:
        return line
    reading = rules.effects[round_.voided_by][line.wager].reading
    return change(line, readings=(reading, *line.readings)) if reading else line


# --- Meters --------------------------------------------------------------------------------------


def _from_meter(rules: TableRules, round_: Round, line: Line, meters: dict[str, int]) -> Line:
    """Pays a meter share in whole cents, rounded down, and leaves the rest on the meter.

    The share is divided where the law requires it.
    """
    odds = Odds.parse(line.odds)
    meter, wager = meter_for(rules, line.wager, odds.meter), rules.wagers[line.wager]
    reading, earlier = meters[meter.id], share_drawn(round_, line.wager)
    share = share_of(odds, earlier.meter_before if earlier else reading)
    parts = parts_of(rules, round_, wager, share) if wager.divided_by else {line.seat: int(share)}
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
    """What the meters show after these lines. A reserve that was moved to its meter shows 0."""
    readings: dict[str, int] = {}
    for line in lines:
        if line.meter:
            readings[line.meter] = line.meter_after
        if line.reserve_moved:
            readings[reserve_of(line.meter)] = 0
    return readings


def meter_for(rules: TableRules, wager: str, name: str) -> MeterTerms:
    return next(m for m in rules.meters.values() if wager in m.wagers and m.name == name)


def readings_without(meters: dict[str, int], lines: Iterable[Line]) -> dict[str, int]:
    """The meters with these lines undone. Readings that arrived in between are kept."""
    after = dict(meters)
    for line in lines:
        if line.meter:
            after[line.meter] += line.meter_before - line.meter_after
        if line.reserve_moved:
            after[reserve_of(line.meter)] += line.reserve_moved
    return after

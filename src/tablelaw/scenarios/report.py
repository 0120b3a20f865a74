"""The parts of a scenario's result other than the settlement: irregularities, meters, the choices in force."""

from __future__ import annotations

from typing import Any

from tablelaw.law.dates.editions import edition_title
from tablelaw.law.rows import Irregularity
from tablelaw.scenarios.play import Settlement
from tablelaw.table import events
from tablelaw.table.reading.settlement_report import choices_in_force, meters_dict, round_dict


def irregularities_found(done: Settlement) -> list[tuple[Irregularity, events.IrregularityFound]]:
    """The irregularities, in the order in which they were found."""
    found = (event for event in done.log if isinstance(event, events.IrregularityFound))
    return [(done.engine.rules.irregularities[event.irregularity], event) for event in found]


def meters_moved(done: Settlement) -> list[tuple[str, int, int]]:
    """The meters in force: (id, before settlement, after), in ten-thousandths of a cent."""
    before = dict(done.engine.new().meters) | dict(done.scenario.meters)
    return [(meter, before[meter], units) for meter, units in done.state.meters.items()]


# --- For programs --------------------------------------------------------------------------------


def as_dict(done: Settlement) -> dict[str, Any]:
    """The JSON form documented in docs/settle.md; keys may be added but are never renamed."""
    return {
        "rulebook": done.scenario.book.id,
        "edition": edition_title(done.scenario.book, done.scenario.day),
        "day": done.scenario.day.isoformat() if done.scenario.day else None,
        "name": done.scenario.name,
        "dealing": done.engine.submission.dealing,
        "irregularities": [
            _irregularity_dict(irregularity, event) for irregularity, event in irregularities_found(done)
        ],
        **round_dict(done),
        "meters": meters_dict(meters_moved(done)),
        "payout_limit_cents": done.engine.submission.payout_limit_cents,
        "choices": choices_in_force(done),
        "unused_decisions": unused_decisions(done),
    }


def unused_decisions(done: Settlement) -> list[str]:
    """The written decisions that were not needed, because an irregularity ended the hand first."""
    asked = {number: len(seat.actions) for number, seat in done.round.seats.items()}
    seats = done.scenario.seats
    return [f"seat {n}: {said.text}" for n, seat in sorted(seats.items()) for said in seat.decisions[asked[n] :]]


def _irregularity_dict(irregularity: Irregularity, event: events.IrregularityFound) -> dict[str, Any]:
    return {
        "slip": irregularity.id,
        "name": irregularity.name,
        "says": irregularity.says,
        "cite": event.cite,
        "seat": event.seat or None,
        "voids": event.voids,
    }

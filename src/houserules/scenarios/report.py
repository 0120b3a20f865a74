"""What a scenario came to, beside the settlement of its seats: irregularities, meters, the choices in force."""

from __future__ import annotations

from typing import Any

from houserules.law.dates.editions import edition_title
from houserules.law.rows import Irregularity
from houserules.scenarios.play import Settlement
from houserules.table import events
from houserules.table.reading.settlement_report import choices_in_force, meters_dict, round_dict


def slips_found(done: Settlement) -> list[tuple[Irregularity, events.SlipFound]]:
    """Irregularities in the order they were found."""
    found = (event for event in done.log if isinstance(event, events.SlipFound))
    return [(done.engine.plan.slips[event.slip], event) for event in found]


def meters_moved(done: Settlement) -> list[tuple[str, int, int]]:
    """Meters in force: (id, before settlement, after), in ten-thousandths of a cent."""
    before = dict(done.engine.new().meters) | dict(done.scenario.meters)
    return [(meter, before[meter], units) for meter, units in done.state.meters.items()]


# --- For programs --------------------------------------------------------------------------------


def as_dict(done: Settlement) -> dict[str, Any]:
    """The shape documented in docs/settle.md; keys are added, never renamed."""
    return {
        "rulebook": done.scenario.book.id,
        "edition": edition_title(done.scenario.book, done.scenario.day),
        "day": done.scenario.day.isoformat() if done.scenario.day else None,
        "name": done.scenario.name,
        "dealing": done.engine.submission.dealing,
        "irregularities": [_slip_dict(slip, event) for slip, event in slips_found(done)],
        **round_dict(done),
        "meters": meters_dict(meters_moved(done)),
        "payout_limit_cents": done.engine.submission.payout_limit_cents,
        "choices": choices_in_force(done),
        "unused_decisions": unused_decisions(done),
    }


def unused_decisions(done: Settlement) -> list[str]:
    """Decisions written down that were never asked for, because an irregularity ended the hand before."""
    asked = {number: len(seat.actions) for number, seat in done.round.seats.items()}
    seats = done.scenario.seats
    return [f"seat {n}: {said.text}" for n, seat in sorted(seats.items()) for said in seat.decisions[asked[n] :]]


def _slip_dict(slip: Irregularity, event: events.SlipFound) -> dict[str, Any]:
    return {
        "slip": slip.id,
        "name": slip.name,
        "says": slip.says,
        "cite": event.cite,
        "seat": event.seat or None,
        "voids": event.voids,
    }

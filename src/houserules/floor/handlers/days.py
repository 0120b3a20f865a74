"""Orders about gaming days: one begins, ends, and is taken back while nothing has happened."""

from __future__ import annotations

from houserules.floor import events as property_events
from houserules.floor import orders
from houserules.floor.handlers.registry import Answer, Desk, handles, refuse_one_person
from houserules.floor.refusals import FloorRefused
from houserules.jurisdictions.model import Matter
from houserules.table.phases.decks import is_under_way


@handles(orders.StartDay, "floor", "administrator", "system")
def start_day(desk: Desk, command: orders.StartDay) -> Answer:
    if desk.floor.day:
        raise FloorRefused(
            "day-not-ended", why=desk.floor.day, accepted="that day ended first: `houserules floor close`"
        )
    if command.day <= desk.floor.last_day:
        raise FloorRefused("day-not-later", why=command.day, accepted=f"a day after {desk.floor.last_day}")
    return property_events.DayStarted(command.day, cite=desk.cite(Matter.GAMING_DAY)), (), ()


@handles(orders.EndDay, "floor", "administrator", "system")
def end_day(desk: Desk, command: orders.EndDay) -> Answer:
    desk.refuse_no_day()
    for table in desk.floor.tables.values():
        if is_under_way(table.state):
            raise FloorRefused("round-under-way", why=table.name, accepted="every round settled and cleared")
    return property_events.DayEnded(desk.floor.day, cite=desk.cite(Matter.GAMING_DAY)), (), ()


@handles(orders.TakeBackDay, "floor", "administrator")
def take_back_day(desk: Desk, command: orders.TakeBackDay) -> Answer:
    """Cancels an open day in which nothing has happened, or resumes the last one if nothing has followed."""
    cite = desk.cite(Matter.GAMING_DAY)
    refuse_one_person(command.reason, command.approvers, desk.cite(Matter.CORRECTIONS))
    may_be = desk.floor.day_to_take_back
    if not may_be or command.day != may_be:
        accepted = (
            f"{may_be}, the only one that may be" if may_be else "none: a day in which something has happened stands"
        )
        raise FloorRefused("day-stands", why=_why_it_stands(desk, command.day), cite=cite, accepted=accepted)
    if desk.floor.day:
        return property_events.DayTakenBack(command.day, command.reason, cite=cite), (), ()
    return property_events.DayResumed(command.day, command.reason, cite=cite), (), ()


def _why_it_stands(desk: Desk, day: str) -> str:
    """Only the day under way is taken back, while it is empty, or the end of the last one, while nothing followed."""
    under_way, last = desk.floor.day, desk.floor.last_day
    if day == under_way:
        return f"something has happened in {day}"
    if day == last:
        return f"{under_way} has begun since {day} ended" if under_way else f"something has happened since {day} ended"
    if not under_way and not last:
        return "no gaming day has begun yet"
    return f"{day} is not the day under way, {under_way}" if under_way else f"{day} is not the last day, {last}"

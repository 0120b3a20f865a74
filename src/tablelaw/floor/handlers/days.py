"""Orders about gaming days: begin one, end it, or take it back while nothing has happened in it or since."""

from __future__ import annotations

from tablelaw.floor import events as property_events
from tablelaw.floor import orders
from tablelaw.floor.handlers.registry import Answer, OrderContext, handles, require_two_approvers
from tablelaw.floor.refusals import FloorRefused
from tablelaw.jurisdictions.model import Matter
from tablelaw.table.phases.decks import is_under_way


@handles(orders.StartDay)
def start_day(context: OrderContext, command: orders.StartDay) -> Answer:
    if context.floor.day:
        raise FloorRefused(
            "day-not-ended", why=context.floor.day, accepted="end that day first", typed="`tablelaw floor close`"
        )
    if command.day <= context.floor.last_day:
        raise FloorRefused("day-not-later", why=command.day, accepted=f"a day after {context.floor.last_day}")
    return property_events.DayStarted(command.day, cite=context.cite(Matter.GAMING_DAY)), (), ()


@handles(orders.EndDay)
def end_day(context: OrderContext, command: orders.EndDay) -> Answer:
    context.require_open_day()
    for table in context.floor.tables.values():
        if is_under_way(table.state):
            raise FloorRefused("round-under-way", why=table.name, accepted="settle and clear every round first")
    cite = context.cite(Matter.GAMING_DAY)
    if command.open_matters and not command.reason.strip():
        why = f"{len(command.open_matters)} matters, the first: {command.open_matters[0]}"
        accepted = "a reason for ending the day all the same, or settle these matters first"
        raise FloorRefused("matters-open", why=why, cite=cite, accepted=accepted)
    ended = property_events.DayEnded(context.floor.day, command.reason, command.open_matters, cite=cite)
    return ended, (), ()


@handles(orders.TakeBackDay)
def take_back_day(context: OrderContext, command: orders.TakeBackDay) -> Answer:
    """Cancels the open day if nothing has happened in it, or resumes the last day if nothing has happened since it
    ended.
    """
    cite = context.cite(Matter.GAMING_DAY)
    require_two_approvers(command.reason, command.approvers, context.cite(Matter.CORRECTIONS))
    may_be = context.floor.day_to_take_back
    if not may_be or command.day != may_be:
        accepted = (
            f"{may_be}, the only day that may be taken back"
            if may_be
            else "nothing: a day in which something has happened cannot be taken back"
        )
        raise FloorRefused("day-stands", why=_why_it_stands(context, command.day), cite=cite, accepted=accepted)
    if context.floor.day:
        return property_events.DayTakenBack(command.day, command.reason, cite=cite), (), ()
    return property_events.DayResumed(command.day, command.reason, cite=cite), (), ()


def _why_it_stands(context: OrderContext, day: str) -> str:
    """Explains why a day cannot be taken back.

    Only the current day, if nothing has happened in it, or the last day, if nothing has happened since, can be taken
    back.
    """
    under_way, last = context.floor.day, context.floor.last_day
    if day == under_way:
        return f"something has happened in {day}"
    if day == last:
        return f"{under_way} has begun since {day} ended" if under_way else f"something has happened since {day} ended"
    if not under_way and not last:
        return "no gaming day has begun yet"
    return f"{day} is not the day under way, {under_way}" if under_way else f"{day} is not the last day, {last}"

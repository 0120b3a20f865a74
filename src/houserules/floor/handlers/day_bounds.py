"""The gaming day that an order may begin: yesterday's, today's or tomorrow's.

A day follows the one before, so a slip such as 2099-01-01 would make every true date until then one that is past.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from houserules.floor.events import DayStarted
from houserules.floor.orders import Order
from houserules.floor.property import Property
from houserules.floor.property_time import local_date, zone_text
from houserules.floor.refusals import FloorRefused

FARTHEST = timedelta(days=1)
"""How far a gaming day may be from the date, where the property is, of the order that begins it."""


def refuse_far_day(floor: Property, order: Order, happened: Iterable[object]) -> None:
    """A new day is a date near the order's own time. Asked of new orders only: a log may hold other days."""
    for event in happened:
        if isinstance(event, DayStarted):
            today = local_date(order.at, floor.time_zone)
            accepted = _accepted(today, floor.last_day)
            if (day := _date(event.day)) is None:
                raise FloorRefused("not-a-date", where="day", why=repr(event.day), accepted=accepted)
            if abs(day - today) > FARTHEST:
                raise FloorRefused("far-day", where="day", why=_far(day, today, floor), accepted=accepted)


def _far(day: date, today: date, floor: Property) -> str:
    return f"{day}, and today is {today} where the property is ({zone_text(floor.time_zone)})"


def _accepted(today: date, last_day: str) -> str:
    """The dates near today that come after the last gaming day."""
    near = [day.isoformat() for day in (today - FARTHEST, today, today + FARTHEST) if day.isoformat() > last_day]
    return " or ".join([", ".join(near[:-1]), near[-1]] if near[1:] else near) or f"a day after {last_day}, in its time"


def _date(day: str) -> date | None:
    """The date that is written so, in the one way that puts days in order."""
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return None
    return found if found.isoformat() == day else None

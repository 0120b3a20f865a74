"""Limits the gaming day that an order may begin to yesterday, today or tomorrow.

Each day must follow the previous one, so after a typing error such as 2099-01-01 every correct date would be too early.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from tablelaw.floor.events import DayStarted
from tablelaw.floor.orders import Order
from tablelaw.floor.property import Property
from tablelaw.floor.property_time import local_date, zone_text
from tablelaw.floor.refusals import FloorRefused

FARTHEST = timedelta(days=1)
"""How far a gaming day may be from the local date of the order that begins it."""


def require_near_day(floor: Property, order: Order, happened: Iterable[object]) -> None:
    """Requires a new day's date to be close to the time of the order.

    Only new orders are checked, since a log may contain other days.
    """
    for event in happened:
        if isinstance(event, DayStarted):
            today = local_date(order.at, floor.time_zone)
            accepted = _accepted(today, floor.last_day)
            if (day := _date(event.day)) is None:
                raise FloorRefused("not-a-date", where="day", why=repr(event.day), accepted=accepted)
            if abs(day - today) > FARTHEST:
                raise FloorRefused("far-day", where="day", why=_far(day, today, floor), accepted=accepted)


def _far(day: date, today: date, floor: Property) -> str:
    return f"{day}, but today is {today} where the property is ({zone_text(floor.time_zone)})"


def _accepted(today: date, last_day: str) -> str:
    """Lists the dates near today that come after the last gaming day."""
    near = [day.isoformat() for day in (today - FARTHEST, today, today + FARTHEST) if day.isoformat() > last_day]
    return (
        " or ".join([", ".join(near[:-1]), near[-1]] if near[1:] else near)
        or f"a day after {last_day}, once that date is near"
    )


def _date(day: str) -> date | None:
    """Parses a date in the one accepted format, which sorts chronologically as text; returns None for any other
    text.
    """
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return None
    return found if found.isoformat() == day else None

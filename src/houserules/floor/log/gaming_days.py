"""The gaming days of a log: which entries belong to which.

A day begins with the entry that starts it and goes on until the next one starts, so that what is done after closing,
as the count of the drop, is still of that day. What came before the first day belongs to it. Every entry is of one day.
"""

from __future__ import annotations

from typing import NamedTuple

from houserules.errors import HouserulesError
from houserules.floor.events import DayEnded, DayResumed, DayStarted, DayTakenBack
from houserules.floor.log.entry import decode
from houserules.floor.log.entry_outline import has_event
from houserules.floor.property import FLOOR
from houserules.floor.store.api import Reads

OUTSIDE = 0
"""The round of entries that are of no round, as all those of the property itself."""


class NoSuchDay(HouserulesError):
    """The floor had no gaming day of that name."""


class GamingDay(NamedTuple):
    """A day, its first and last entry; `ended` is 0 while it is under way."""

    day: str
    first: int
    last: int
    began: int
    ended: int = 0


def gaming_days(store: Reads) -> list[GamingDay]:
    """Every day of a log, the first one first."""
    days: list[GamingDay] = []
    for kept in store.round_entries(FLOOR, OUTSIDE):
        if not has_event(kept.body, DayStarted, DayEnded, DayTakenBack, DayResumed):
            continue
        entry = decode(kept.body)
        for event in entry.events:
            if isinstance(event, DayStarted):
                days = [*days[:-1], *(day._replace(last=entry.seq - 1) for day in days[-1:])]
                days.append(GamingDay(event.day, entry.seq if days else 1, 0, entry.at))
            elif isinstance(event, DayEnded):
                days[-1] = days[-1]._replace(ended=entry.at)
            elif isinstance(event, DayResumed):
                days[-1] = days[-1]._replace(ended=0)
            elif isinstance(event, DayTakenBack):
                days.pop()
    return [*days[:-1], *(day._replace(last=store.head()) for day in days[-1:])]


def gaming_day(store: Reads, day: str = "") -> GamingDay:
    """The day of that name; the last one if not told."""
    days = gaming_days(store)
    found = days[-1:] if not day else [known for known in days if known.day == day]
    if not found:
        names = ", ".join(known.day for known in days[-5:])
        what = f"no gaming day {day}" if day else "no gaming day has begun"
        raise NoSuchDay(what, accepted=names or "`houserules floor open` begins one")
    return found[0]

"""The gaming days of a log, and which entries belong to each.

A day lasts from the entry that starts it until the next day starts, so work done after closing, such as the drop count,
still belongs to it. Entries before the first day belong to the first day. Every entry belongs to exactly one day.
"""

from __future__ import annotations

from typing import NamedTuple

from tablelaw.errors import TablelawError
from tablelaw.floor.events import DayEnded, DayResumed, DayStarted, DayTakenBack
from tablelaw.floor.log.entry import decode
from tablelaw.floor.log.entry_outline import has_event
from tablelaw.floor.property import FLOOR
from tablelaw.floor.store.api import Reads

OUTSIDE = 0
"""The round number of entries outside a round, which includes all entries of the property itself."""


class NoSuchDay(TablelawError):
    """The floor had no gaming day with that date."""


class GamingDay(NamedTuple):
    """A day with its first and last entry. `ended` is 0 while the day is in progress."""

    day: str
    first: int
    last: int
    began: int
    ended: int = 0


def gaming_days(store: Reads) -> list[GamingDay]:
    """Every day of a log, in order."""
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
    """Finds the day with that date, or the last day if no date is given."""
    days = gaming_days(store)
    found = days[-1:] if not day else [known for known in days if known.day == day]
    if not found:
        names = ", ".join(known.day for known in days[-5:])
        what = f"no gaming day {day}" if day else "no gaming day has begun"
        raise NoSuchDay(what, accepted=names or "begin one first", typed="" if names else "`tablelaw floor open`")
    return found[0]

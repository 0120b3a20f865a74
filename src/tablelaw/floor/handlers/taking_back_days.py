"""Decides whether a gaming day may still be taken back: nothing has happened in it, or nothing has happened since it
ended.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tablelaw.floor import events as property_events

DAYS = (property_events.DayStarted, property_events.DayEnded, property_events.DayTakenBack, property_events.DayResumed)
NOTHING = (
    *DAYS,
    property_events.RoundInspected,
    property_events.LogExported,
    property_events.SnapshotTaken,
    property_events.ProjectionsRebuilt,
    property_events.AlertAcknowledged,
    property_events.PersonChanged,
)
"""Events that leave a day empty: its own beginning and end, inspections of the past, acknowledged alerts, and changes
of who may sign in.
"""


class Calendar(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What is known about the current day and the previous one."""

    is_empty: bool = False
    """Whether nothing has happened in the current day."""
    is_quiet: bool = False
    """Whether nothing has happened since the last day ended."""
    was_empty: bool = False
    """Whether nothing had happened in the last day when it ended."""
    before_last: str = ""
    """The day before the last one."""


UNKNOWN = Calendar()
"""The calendar when no day may be taken back: something has happened, or an older snapshot does not record whether
anything has.
"""


def after(calendar: Calendar, happened: Sequence[object], last_day: str) -> Calendar:
    """The calendar after the events of an entry. `last_day` is the last day that ended before it."""
    if calendar == UNKNOWN and not any(isinstance(event, DAYS) for event in happened):
        return calendar
    if not all(isinstance(event, NOTHING) for event in happened):
        return UNKNOWN
    for event in happened:
        calendar = _after(calendar, event, last_day)
    return calendar


def _after(calendar: Calendar, event: object, last_day: str) -> Calendar:
    change = msgspec.structs.replace
    if isinstance(event, property_events.DayStarted):
        return change(calendar, is_empty=True)
    if isinstance(event, property_events.DayEnded):
        return Calendar(is_quiet=True, was_empty=calendar.is_empty, before_last=last_day)
    if isinstance(event, property_events.DayTakenBack):
        return change(calendar, is_empty=False)
    if isinstance(event, property_events.DayResumed):
        return Calendar(is_empty=calendar.was_empty)
    return calendar

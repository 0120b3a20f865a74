"""Alerts staff to a gaming day longer than its jurisdiction allows, and notes it in the day's report.

Play is not blocked, because no text read so far forbids wagers or settlements in such a day. Maryland defines a gaming
day as at most 24 hours for accounting purposes, and a property that ends it late must still account for what happened.
"""

from __future__ import annotations

from typing import NamedTuple

from tablelaw.jurisdictions.model import Jurisdiction, Matter

HOUR, MINUTE = 3600, 60


class LongDay(NamedTuple):
    """A gaming day that is too long: a sentence about it, and the paragraph about gaming days."""

    says: str
    cite: str


def long_day(law: Jurisdiction, day: str, began: int, until: int) -> LongDay | None:
    """The warning about a day that lasts, or lasted, from `began` to `until`; None if it is not too long."""
    longest = law.gaming_day.longest_hours
    seconds = until - began
    if not day or seconds <= longest * HOUR:
        return None
    lasts = f"{seconds // HOUR} hours and {seconds % HOUR // MINUTE} minutes"
    says = f"Gaming day {day} has lasted {lasts}, longer than {longest} hours. {law.gaming_day.says}"
    return LongDay(says, law.cite(Matter.GAMING_DAY))

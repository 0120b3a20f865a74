"""Clock times as a property reads them: in its own time zone, which every text names beside them."""

from __future__ import annotations

import datetime as dt
from datetime import date, datetime, tzinfo
from zoneinfo import ZoneInfo

UTC = ""
"""The zone of logs that name none."""


def zone_of(name: str) -> tzinfo:
    """A time zone by its name; UTC where the property has none, as in logs of before properties had one."""
    return ZoneInfo(name) if name else dt.UTC


def local_time(at: int, zone: str) -> datetime:
    """The time of an entry where the property is."""
    return datetime.fromtimestamp(at, zone_of(zone))


def local_date(at: int, zone: str) -> date:
    return local_time(at, zone).date()


def moment_text(at: int, zone: str) -> str:
    """`2026-11-15 20:30:00 EST`: a moment that nobody reads in another zone."""
    return f"{local_time(at, zone):%Y-%m-%d %H:%M:%S %Z}"


def zone_text(zone: str) -> str:
    """What a record says of its times."""
    return zone or "UTC (the log names no time zone of the property)"

"""Times of a property in its own time zone, which is always printed with them."""

from __future__ import annotations

import datetime as dt
from datetime import date, datetime, tzinfo
from zoneinfo import ZoneInfo

UTC = ""
"""The zone for logs that do not name one."""


def zone_of(name: str) -> tzinfo:
    """A time zone by name; UTC if the property has none, as in older logs."""
    return ZoneInfo(name) if name else dt.UTC


def local_time(at: int, zone: str) -> datetime:
    """The local time of an entry."""
    return datetime.fromtimestamp(at, zone_of(zone))


def local_date(at: int, zone: str) -> date:
    return local_time(at, zone).date()


def moment_text(at: int, zone: str) -> str:
    """Formats a moment with its zone, such as `2026-11-15 20:30:00 EST`, so it cannot be misread."""
    return f"{local_time(at, zone):%Y-%m-%d %H:%M:%S %Z}"


def zone_text(zone: str) -> str:
    """The name of the time zone for a printed record."""
    return zone or "UTC (the log names no time zone of the property)"

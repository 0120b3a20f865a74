"""Clock times as a property reads them: in its own time zone, which every text names beside them."""

from __future__ import annotations

from datetime import UTC, date, datetime, tzinfo
from zoneinfo import ZoneInfo


def zone_of(name: str) -> tzinfo:
    """A time zone by its name; UTC where the property has none, as in logs of before properties had one."""
    return ZoneInfo(name) if name else UTC


def local_time(at: int, zone: str) -> datetime:
    """The time of an entry where the property is."""
    return datetime.fromtimestamp(at, zone_of(zone))


def local_date(at: int, zone: str) -> date:
    return local_time(at, zone).date()


def moment_text(at: int, zone: str) -> str:
    """`2026-11-15 20:30:00 EST`: a moment that nobody reads in another zone."""
    return f"{local_time(at, zone):%Y-%m-%d %H:%M:%S %Z}"

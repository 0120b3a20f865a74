"""Time, passed in: nothing but the edge of a running property looks at a clock."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> int:
        """Whole seconds since 1 January 1970, UTC."""
        ...


class SystemClock:
    """The operating system's clock."""

    __slots__ = ()

    def now(self) -> int:
        return int(time.time())


def day_at(seconds: int) -> date:
    """The date (UTC) of a moment."""
    return datetime.fromtimestamp(seconds, UTC).date()


def today() -> date:
    """The date (UTC) by the operating system's clock, for commands that are given at no property."""
    return day_at(SystemClock().now())


def read_day(written: object) -> date | None:
    """A day as TOML writes a date, or as text in the one way that puts days in order; none for anything else."""
    if isinstance(written, datetime) or not isinstance(written, str | date):
        return None
    try:
        found = date.fromisoformat(str(written))
    except ValueError:
        return None
    return found if found.isoformat() == str(written) else None

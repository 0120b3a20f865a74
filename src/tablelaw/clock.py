"""Clocks, always passed in: only the outermost code of a running property reads the time."""

from __future__ import annotations

import time
from datetime import date, datetime
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


def today() -> date:
    """Today's date where this machine is, for commands that do not concern a particular property."""
    return datetime.fromtimestamp(SystemClock().now()).date()


def read_day(written: object) -> date | None:
    """Reads a day from a TOML date or from text such as "2026-11-17"; None for anything else."""
    if isinstance(written, datetime) or not isinstance(written, str | date):
        return None
    try:
        found = date.fromisoformat(str(written))
    except ValueError:
        return None
    return found if found.isoformat() == str(written) else None

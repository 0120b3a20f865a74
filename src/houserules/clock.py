"""Time, passed in: nothing but the edge of a running property looks at a clock."""

from __future__ import annotations

import time
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

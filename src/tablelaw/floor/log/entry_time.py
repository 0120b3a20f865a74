"""Gives the next entry its time from this server's clock, as long as the log and a second clock confirm it.

One wrong clock must not shift the time of every later entry. The clock is compared with the log's last entry and with a
second clock: the database server's, which all servers of a floor share, or otherwise the time that the operating system
has counted since this server started, which cannot be set. While the clock is off by more than the bound, new orders
are refused; nothing else stops.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from tablelaw.clock import Clock
from tablelaw.floor.refusals import FloorRefused

LOG = logging.getLogger(__name__)
BOUND_SECONDS = 60
"""The default bound: how far this server's clock may differ from the second clock, or lag behind the log's last
entry.
"""
LEAST_BOUND, MOST_BOUND = 1, 3600
"""The range of the bound. A smaller bound would reject a correct clock; a larger one would let a wrong time into the
log.
"""
COMPARE_SECONDS = 1.0
"""The minimum time between two queries of the database server's clock."""
ACCEPTED = "set this server's clock, or give the order through another server of the floor"


def steady_seconds() -> float:
    """Seconds from a clock that cannot be set.

    Where the system offers it, the clock also counts while the machine sleeps.
    """
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class EntryTime:
    """Gives each entry its time. Without `ask_other` the clock is trusted, as in a simulated day."""

    def __init__(
        self,
        clock: Clock,
        ask_other: Callable[[], int | None] | None = None,
        *,
        bound_seconds: int = BOUND_SECONDS,
        steady: Callable[[], float] = steady_seconds,
    ) -> None:
        self.clock, self.bound_seconds = clock, bound_seconds
        self.fault = ""
        """Why orders are currently refused; empty while the clock is correct."""
        self._ask_other, self._steady = ask_other, steady
        self._compared_at = steady()
        other_time = ask_other() if ask_other else None
        self._other_at_start = (clock.now() if other_time is None else other_time) - self._compared_at

    def compare(self) -> None:
        """Queries the second clock again if that is due. Called before the entries of a batch."""
        if self._ask_other is None or self._steady() - self._compared_at < COMPARE_SECONDS:
            return
        other_time, self._compared_at = self._ask_other(), self._steady()
        if other_time is not None:
            self._other_at_start = other_time - self._compared_at

    def next(self, log_now: int) -> int:
        """Returns the time of the next entry, never earlier than `log_now`.

        Refuses with `clock-disagrees` if the clock is wrong.
        """
        now = self.clock.now()
        if self._ask_other is not None:
            self._notice(self._found(now, log_now))
            if self.fault:
                raise FloorRefused("clock-disagrees", why=self.fault, accepted=ACCEPTED)
        return max(now, log_now)

    def _found(self, now: int, log_now: int) -> str:
        """Describes what is wrong with the clock; empty if nothing is."""
        behind = log_now - now
        if behind > self.bound_seconds:
            return f"it is {behind} s behind the log's last entry; at most {self.bound_seconds} s is allowed"
        ahead = round(now - self._other_at_start - self._steady())
        if abs(ahead) > self.bound_seconds:
            way = "ahead of" if ahead > 0 else "behind"
            return f"it is {abs(ahead)} s {way} the time it is compared with; at most {self.bound_seconds} s is allowed"
        return ""

    def _notice(self, fault: str) -> None:
        """Writes one line to the server's log when the clock goes wrong, and one when it is correct again."""
        if bool(fault) != bool(self.fault):
            if fault:
                LOG.critical("orders are refused: this server's clock disagrees; %s", fault)
            else:
                LOG.warning("this server's clock is right again; orders are taken")
        self.fault = fault

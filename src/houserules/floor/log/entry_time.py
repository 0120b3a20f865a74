"""The time of the next entry: this server's clock, as long as the log and the other clocks bear it out.

One wrong clock must not move the time of every later entry. The clock is compared with the log's last entry, and with
a second clock: the database server's where there is one, which all servers of a floor share; otherwise the time that
the operating system counts since this server started, which nobody sets. Where it is off by more than the bound, new
orders are refused until the clock is right again; nothing else stops.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from houserules.clock import Clock
from houserules.floor.refusals import FloorRefused

LOG = logging.getLogger(__name__)
BOUND_SECONDS = 60
"""How far this server's clock may be from the other clock, and behind the log's last entry, unless a floor is told."""
LEAST_BOUND, MOST_BOUND = 1, 3600
"""A bound below tells a right clock wrong; one above lets a wrong one write an hour into the log."""
COMPARE_SECONDS = 1.0
"""How often the database server is asked for its time, at most."""
ACCEPTED = "this server's clock set right, or the order given through another server of the floor"


def steady_seconds() -> float:
    """Seconds that pass whatever the clock is set to, and while the machine sleeps, where it counts them."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class EntryTime:
    """Gives each entry its time. Without `ask_other` a clock is its own master, as one of a simulated day."""

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
        """Why orders are refused at present; empty while the clock is right."""
        self._ask_other, self._steady = ask_other, steady
        self._compared_at = steady()
        told = ask_other() if ask_other else None
        self._other_at_start = (clock.now() if told is None else told) - self._compared_at

    def compare(self) -> None:
        """Asks the other clock again, where that is due; called before the entries of a batch."""
        if self._ask_other is None or self._steady() - self._compared_at < COMPARE_SECONDS:
            return
        told, self._compared_at = self._ask_other(), self._steady()
        if told is not None:
            self._other_at_start = told - self._compared_at

    def next(self, log_now: int) -> int:
        """The time of an entry that follows one of `log_now`: never an earlier one. `clock-disagrees` if refused."""
        now = self.clock.now()
        if self._ask_other is not None:
            self._notice(self._found(now, log_now))
            if self.fault:
                raise FloorRefused("clock-disagrees", why=self.fault, accepted=ACCEPTED)
        return max(now, log_now)

    def _found(self, now: int, log_now: int) -> str:
        """What is wrong with a time, if anything."""
        behind = log_now - now
        if behind > self.bound_seconds:
            return f"it is {behind} s behind the log's last entry, and {self.bound_seconds} s are allowed"
        ahead = round(now - self._other_at_start - self._steady())
        if abs(ahead) > self.bound_seconds:
            way = "ahead of" if ahead > 0 else "behind"
            return f"it is {abs(ahead)} s {way} the time it is compared with, and {self.bound_seconds} s are allowed"
        return ""

    def _notice(self, fault: str) -> None:
        """Tells whoever watches the server's log once when the clock goes wrong, and once when it is right again."""
        if bool(fault) != bool(self.fault):
            if fault:
                LOG.critical("orders are refused: this server's clock disagrees; %s", fault)
            else:
                LOG.warning("this server's clock is right again; orders are taken")
        self.fault = fault

"""Rate limits on requests, for each person, each device and each address."""

from __future__ import annotations

import time
from collections import OrderedDict

from tablelaw.server.refusals import ServerRefused
from tablelaw.server.settings import Settings

MOST_KEPT = 10_000
BURST_SECONDS = 5
"""A burst may contain as many requests as are permitted in this time, since a page asks for dozens of files at once."""


class Limit:
    """A token bucket for each key that fills at `rate` a second up to `burst`; a request takes one token."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, now: float | None = None) -> None:
        """Takes a token, or refuses."""
        moment = time.monotonic() if now is None else now
        left, since = self._left.pop(key, (self.burst, moment))
        left = min(self.burst, left + (moment - since) * self.rate)
        self._left[key] = (left - 1 if left >= 1 else left, moment)
        while len(self._left) > MOST_KEPT:
            self._left.popitem(last=False)
        if left < 1:
            raise ServerRefused("too-many")


class Requests:
    """Rate limits on all requests: for each session or device or, without one, for each address and for all
    addresses together.

    A key counts as known only after it was looked up, so inventing keys does not help.
    """

    def __init__(self, settings: Settings) -> None:
        self._sessions, self._strangers = (
            Limit(rate, rate * BURST_SECONDS) for rate in (settings.requests_per_second, settings.strangers_per_second)
        )
        self._in_all = Limit(settings.strangers_in_all, settings.strangers_in_all)
        self._known: OrderedDict[str, None] = OrderedDict()

    def take(self, key: str, address: str) -> str:
        """Counts a request or refuses it; returns its key if that is known to belong to a session."""
        if key in self._known:
            self._sessions.take(key)
            return key
        self._strangers.take(address)
        self._in_all.take("")
        return ""

    def know(self, key: str) -> None:
        """Records that the key belongs to a session."""
        self._known[key] = None
        self._known.move_to_end(key)
        if len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)

    def forget(self, key: str) -> None:
        self._known.pop(key, None)

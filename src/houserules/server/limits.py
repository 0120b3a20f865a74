"""Limits: so many requests in a time, for each person and each address."""

from __future__ import annotations

import time
from collections import OrderedDict

from houserules.server.refusals import ServerRefused

MOST_KEPT = 10_000


class Limit:
    """A bucket for each key that fills at `rate` a second up to `burst`; a request takes one."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, now: float | None = None) -> None:
        """Takes one, or refuses."""
        moment = time.monotonic() if now is None else now
        left, since = self._left.pop(key, (self.burst, moment))
        left = min(self.burst, left + (moment - since) * self.rate)
        self._left[key] = (left - 1 if left >= 1 else left, moment)
        while len(self._left) > MOST_KEPT:
            self._left.popitem(last=False)
        if left < 1:
            raise ServerRefused("too-many")

"""The clock that a running property reads."""

from __future__ import annotations

import time

from tablelaw.clock import Clock, SystemClock


def test_system_clock_gives_whole_seconds() -> None:
    clock: Clock = SystemClock()
    before, now, after = int(time.time()), clock.now(), int(time.time())
    assert before <= now <= after
    assert isinstance(now, int)

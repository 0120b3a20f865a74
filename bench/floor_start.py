"""Measures how quickly a floor with a long history starts in a new process.

TABLELAW_EVENTS sets how long the history is; TABLELAW_HISTORY names a file that keeps it for the next run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.floor_history import write_history
from bench.turns import console, verdict
from tablelaw.floor.store.api import open_store
from tests.floor.databases import Databases

EVENTS = int(os.environ.get("TABLELAW_EVENTS", "100000"))
HISTORY = os.environ.get("TABLELAW_HISTORY", "")
STARTS = 3
MOST_SECONDS = 5.0


class Start(NamedTuple):
    """The time from the start of the process until the floor takes orders, its peak memory, and the seconds that two
    queries take.
    """

    seconds: float
    processor_seconds: float
    megabytes: int
    looks: tuple[float, float]


def measure(databases: Databases) -> bool:
    """Builds a floor with a long history and starts it several times."""
    database = HISTORY or databases.fresh("sqlite")
    entries = _made(database)
    starts = [_start(database) for _ in range(STARTS)]
    day, hand = (median(seconds) for seconds in zip(*(start.looks for start in starts), strict=True))
    memory = max(start.megabytes for start in starts)
    told = f"With {entries:,} entries: {memory} MB at most; a day's report {day:.1f} s, a hand of long ago {hand:.1f} s"
    console.print(told, highlight=False)
    quickest = min(starts)
    took = f"the quickest took {quickest.seconds:.2f} s, {quickest.processor_seconds:.2f} s of them processor time"
    what = f"starts in {MOST_SECONDS:.0f} s with {entries:,} entries; {took}"
    return verdict(what, MOST_SECONDS / quickest.seconds, 1.0, places=1)


def _made(database: str) -> int:
    began = time.perf_counter()
    if not Path(database).exists():
        open_store(database, create=True).close()
    with closing(open_store(database)) as store:
        is_new = not store.head()
    if is_new:
        days = write_history(database, EVENTS)
        console.print(f"{EVENTS:,} entries, {days} gaming days, played in {time.perf_counter() - began:,.0f} s")
    with closing(open_store(database)) as store:
        return store.head()


def _start(database: str) -> Start:
    began = time.perf_counter()
    command = [sys.executable, "-m", "bench.floor_open", database]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        processor = float(process.stdout.readline())
        seconds = time.perf_counter() - began
        day, hand, kilobytes = process.stdout.read().split()
    return Start(seconds, processor, int(kilobytes) // 1024, (float(day), float(hand)))

"""`python -m bench.floor_open DATABASE`: opens a floor, reports on it, and reads its past; imports only what a floor
needs.

Prints the processor time once it is open, then the seconds that the last day's report and a round from the middle of
the log take, and the peak memory in KB.
"""

from __future__ import annotations

import sys
import time
from contextlib import closing
from pathlib import Path

from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import open_store


def main(database: str) -> None:
    with closing(open_store(database)) as store, closing(FloorService(store)) as service:
        print(time.process_time(), flush=True)
        from tablelaw.floor.audit.reconstruction import reconstruct
        from tablelaw.floor.reports.day import day_report

        name, table = next(iter(service.views.tables.items()))
        began = time.perf_counter()
        day_report(store)
        between = time.perf_counter()
        reconstruct(store, name, table.state.rounds // 2)
        print(between - began, time.perf_counter() - between, peak_kilobytes())


def peak_kilobytes() -> int:
    """The peak memory of this program alone; `getrusage` would include the program that started it."""
    told = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(told["VmHWM"].split()[0])


if __name__ == "__main__":
    main(sys.argv[1])

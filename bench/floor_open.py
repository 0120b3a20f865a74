"""`python -m bench.floor_open DATABASE`: opens a floor, says so, and looks back; imports only what a floor needs.

Prints "open", then the seconds of the last day's report and of a round from the middle of the log, and the peak in KB.
"""

from __future__ import annotations

import resource
import sys
import time
from contextlib import closing

from houserules.floor.service import FloorService
from houserules.floor.store import open_store


def main(database: str) -> None:
    with closing(open_store(database)) as store, closing(FloorService(store)) as service:
        print("open", flush=True)
        from houserules.floor.reconstruction import reconstruct
        from houserules.floor.reports import day_report

        name, table = next(iter(service.views.tables.items()))
        began = time.perf_counter()
        day_report(store)
        between = time.perf_counter()
        reconstruct(store, name, table.state.rounds // 2)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(between - began, time.perf_counter() - between, peak)


if __name__ == "__main__":
    main(sys.argv[1])

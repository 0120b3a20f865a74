"""A worker that Dask has told to give memory back keeps it for the next block."""

from __future__ import annotations

import os
import subprocess
import sys

BLOCKS = """
import resource, sys
import numpy as np
from tablelaw.studies.worker_memory import keep_freed_memory
if sys.argv[1] == "keep":
    keep_freed_memory()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(200):
    np.ones(1 << 21, np.uint8)
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


def faults(how: str) -> int:
    """The pages that 200 arrays of two megabytes, each freed before the next, had to get from the system."""
    environment = {**os.environ, "MALLOC_TRIM_THRESHOLD_": "65536"}
    done = subprocess.run(
        [sys.executable, "-c", BLOCKS, how], env=environment, capture_output=True, text=True, check=True
    )
    return int(done.stdout)


def test_freed_memory_is_kept_for_the_next_block() -> None:
    assert faults("keep") * 10 < faults("return")

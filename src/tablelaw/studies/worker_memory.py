"""How a worker of a cluster handles memory that it has freed."""

from __future__ import annotations

import ctypes
from contextlib import suppress
from functools import cache
from typing import Any

TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3
"""The numbers of these settings in glibc's `mallopt`."""
KEPT_BYTES, MAPPED_BYTES = 1 << 28, 1 << 25


@cache
def keep_freed_memory() -> None:
    """Lets this process reuse freed memory for the next block of rounds instead of returning it to the system.

    Dask starts workers with MALLOC_TRIM_THRESHOLD_=65536, which returns every freed array to the system at once; a
    simulation then spends more time getting memory back than dealing. Other C libraries are left alone.
    """
    with suppress(OSError, TypeError, AttributeError):
        library: Any = ctypes.CDLL(None)
        library.mallopt(TRIM_THRESHOLD, KEPT_BYTES)
        library.mallopt(MMAP_THRESHOLD, MAPPED_BYTES)

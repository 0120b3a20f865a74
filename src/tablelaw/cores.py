"""The number of cores this process may use, which a container or CPU affinity can limit below the machine's total."""

from __future__ import annotations

import os


def usable_cores() -> int:
    """The number of cores this process may use, at least one; all of them where affinity is unsupported."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

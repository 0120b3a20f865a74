"""The number of cores this process may use, which a container or CPU affinity can limit below the machine's total."""

from __future__ import annotations

import os


def usable_cores() -> int:
    """The number of cores this process may use, at least one; all of them where affinity is unsupported."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def leave_one_core_free() -> None:
    """Keeps this process, and the threads it starts later, off one core if it may use several.

    A lower priority is not enough next to a database server: schedulers weigh sessions and containers against each
    other first, so a worker in the server's group would delay the database as much as the server does.
    """
    if hasattr(os, "sched_setaffinity"):
        first, *others = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, others or [first])

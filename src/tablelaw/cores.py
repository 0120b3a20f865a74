"""How many cores this process may use, which a container or its own choice can limit to fewer than the machine has."""

from __future__ import annotations

import os


def usable_cores() -> int:
    """The number of cores, at least one, that this process may use; all of the machine's if the system cannot limit
    them.
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def leave_one_core_free() -> None:
    """Keeps this process, and the threads it starts later, off one core if it may use several.

    A lower priority is not enough beside a database server: schedulers weigh sessions and containers against each
    other first, so that a worker in the server's group would delay the database as much as the server does.
    """
    if hasattr(os, "sched_setaffinity"):
        first, *others = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, others or [first])

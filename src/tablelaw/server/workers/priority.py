"""The priority of a worker process, which calculates for seconds next to a server that answers within milliseconds."""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import sys

SLICE_NANOSECONDS = 100_000
"""The shortest time slice that Linux grants. By default a process keeps the processor for milliseconds before another
that wakes up gets it, whatever their priorities.
"""
SET_ATTRIBUTES = {"x86_64": 314, "aarch64": 274, "riscv64": 274}
"""The number of the system call `sched_setattr`, which the C library did not offer before 2025."""


class Attributes(ctypes.Structure):
    """The first version of the kernel's `sched_attr`, which the call reads."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("policy", ctypes.c_uint32),
        ("flags", ctypes.c_uint64),
        ("nice", ctypes.c_int32),
        ("priority", ctypes.c_uint32),
        ("runtime", ctypes.c_uint64),
        ("deadline", ctypes.c_uint64),
        ("period", ctypes.c_uint64),
    )


def lower_priority(nice: int) -> None:
    """Gives every other process priority: leaves one core free for them and, where possible, yields the other cores
    quickly.
    """
    if hasattr(os, "nice"):  # Windows has none
        with contextlib.suppress(OSError):
            os.nice(nice)
    if nice:
        with contextlib.suppress(OSError):
            leave_one_core_free()
    if nice and sys.platform == "linux":
        shorten_time_slice()


def shorten_time_slice() -> bool:
    """Asks for the shortest time slice for this thread and those it will start; returns whether the kernel agreed."""
    number = SET_ATTRIBUTES.get(platform.machine())
    if number is None:
        return False
    nice = os.getpriority(os.PRIO_PROCESS, 0)
    asked = Attributes(ctypes.sizeof(Attributes), os.SCHED_OTHER, 0, nice, 0, SLICE_NANOSECONDS, 0, 0)
    call = ctypes.CDLL(None, use_errno=True).syscall
    return bool(call(ctypes.c_long(number), 0, ctypes.byref(asked), 0) == 0)


def leave_one_core_free() -> None:
    """Keeps this process, and the threads it starts later, off one core if it may use several.

    A lower priority is not enough next to a database server: schedulers weigh sessions and containers against each
    other first, so a worker in the server's group would delay the database as much as the server does.
    """
    if hasattr(os, "sched_setaffinity"):
        first, *others = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, others or [first])

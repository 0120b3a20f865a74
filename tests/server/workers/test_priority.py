"""A worker process yields to the server: lower priority, and a short time slice where the system offers one."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

import pytest

from tablelaw.cores import usable_cores
from tablelaw.server.workers import priority

SHOWN = """
import os
from tablelaw.server.workers.priority import lower_priority
before = os.getpriority(os.PRIO_PROCESS, 0)
lower_priority({nice})
print(os.getpriority(os.PRIO_PROCESS, 0) - before, os.sched_getscheduler(0) == os.SCHED_OTHER)
"""


@pytest.mark.parametrize("nice", [0, 1, 10])
def test_a_worker_is_nicer_by_what_it_was_asked_and_stays_in_the_ordinary_class(nice: int) -> None:
    told = subprocess.run([sys.executable, "-c", SHOWN.format(nice=nice)], capture_output=True, text=True, check=True)
    assert told.stdout.split() == [str(nice), "True"]


def test_the_kernel_takes_the_short_time_slice() -> None:
    known = sys.platform == "linux" and platform.machine() in priority.SET_ATTRIBUTES
    code = "from tablelaw.server.workers.priority import shorten_time_slice; print(shorten_time_slice())"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.split() == [str(known)]


def test_a_machine_whose_system_calls_are_unknown_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "unknown")
    assert not priority.shorten_time_slice()


@pytest.mark.parametrize(("nice", "kept"), [(0, 0), (10, 1)])
def test_a_worker_of_low_priority_leaves_one_core_to_the_tables(nice: int, kept: int) -> None:
    code = f"""
from tablelaw.cores import usable_cores
from tablelaw.server.workers.priority import lower_priority
before = usable_cores()
lower_priority({nice})
print(before - usable_cores())
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(told.stdout) == (kept if usable_cores() > 1 and hasattr(os, "sched_setaffinity") else 0)


def test_the_kernels_of_a_worker_run_on_every_core_but_one() -> None:
    code = """
from tablelaw.analysis.parallel import share_out
from tablelaw.server.workers.priority import lower_priority
before = len(share_out(8, lambda first, after: after - first))
lower_priority(10)
print(before, len(share_out(8, lambda first, after: after - first)))
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    before, in_worker = map(int, told.stdout.split())
    may_choose = hasattr(os, "sched_setaffinity")
    assert in_worker == (max(1, before - 1) if may_choose else before)

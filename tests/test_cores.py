"""The cores that a process may use."""

from __future__ import annotations

import os

import pytest

from tablelaw.cores import usable_cores
from tablelaw.server.workers.priority import leave_one_core_free


class FakeSystem:
    """Stands in for the system and remembers the allowed cores, so that the process running the tests keeps all of its
    cores.
    """

    def __init__(self, cores: set[int], patch: pytest.MonkeyPatch) -> None:
        self.cores = cores
        patch.setattr(os, "sched_getaffinity", lambda pid: self.cores, raising=False)
        patch.setattr(os, "sched_setaffinity", self.allow, raising=False)

    def allow(self, pid: int, cores: list[int]) -> None:
        self.cores = set(cores)


@pytest.mark.parametrize(("before", "after"), [({0}, {0}), ({0, 1}, {1}), ({2, 5, 7}, {5, 7})])
def test_one_core_of_several_is_left_free(before: set[int], after: set[int], monkeypatch: pytest.MonkeyPatch) -> None:
    system = FakeSystem(before, monkeypatch)
    assert usable_cores() == len(before)
    leave_one_core_free()
    assert system.cores == after


def test_a_system_that_assigns_no_cores_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.delattr(os, "sched_setaffinity", raising=False)
    leave_one_core_free()
    assert usable_cores() == (os.cpu_count() or 1)

"""What holds for every test, in whichever order and process they run."""

from __future__ import annotations

import gc
import os
import signal

import pytest

os.environ.pop("COLUMNS", None)

import houserules.cli.output  # noqa: F401  The console keeps the width it finds when it is made: none, here.

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background, the tests would hand on to every process they start that Ctrl-C is not heard.
    signal.signal(signal.SIGINT, signal.default_int_handler)

LONGEST = (
    "tests/browser/",
    *("tests/verifier/test_forgeries.py", "tests/verifier/test_rebuild.py", "tests/floor/test_conservation.py"),
    *("tests/server/test_twin_worlds.py", "tests/server/test_fuzz.py", "tests/test_ledger_sabotage.py"),
    *("tests/studies/test_cluster.py", "tests/floor/test_crash.py", "tests/server/test_hostile.py"),
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The files that take longest begin first, so that no process is left alone with one of them at the end."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


def pytest_collection_finish() -> None:
    """What was read stays until the end: the garbage collector need not look through it again and again."""
    gc.collect()
    gc.freeze()

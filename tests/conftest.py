"""Settings for every test, in any order and process."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadFileScheduling

from tablelaw.printed_money import money_format, print_money_as

os.environ.pop("COLUMNS", None)

import tablelaw.cli.output  # noqa: F401  The console keeps the width it finds when it is made: none, here.

gc.disable()  # Until all tests are read, since what is read is kept.

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background, the tests ignore Ctrl-C, and so would every process that they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# An example may take long because the machine is busy; tests that measure times are marked as `alone`.
settings.register_profile("any speed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any speed")

TOGETHER = {
    "against the dealer": ("tests/analysis/against_dealer/",),
    "analysis": ("tests/analysis/",),
    "library": ("tests/library/",),
    "simulation": ("tests/simulation/", "tests/studies/", "tests/floor/reports/test_win_limits.py"),
}
"""Files that one process runs because they share kernels and solved games; every other file is scheduled by itself."""

LONGEST = (
    *("tests/analysis/against_dealer/", "tests/analysis/", "tests/simulation/", "tests/studies/", "tests/browser/"),
    *("tests/server/test_fuzz.py", "tests/server/test_twin_worlds.py", "tests/floor/test_conservation.py"),
    "tests/library/",
    *("tests/upgrading/test_upgrading.py", "tests/cli/commands/test_reader_matrix.py", "tests/floor/test_crash.py"),
    *("tests/server/test_hostile.py", "tests/verifier/test_rebuild.py", "tests/cli/commands/test_simulate.py"),
    *("tests/verifier/test_forgeries.py", "tests/verifier/test_faults.py", "tests/witness/", "tests/cli/"),
    *("tests/test_ledger_sabotage.py", "tests/verifier/", "tests/table/test_hidden_refusals.py", "tests/server/"),
)

SLOW = (
    *("tests/cage/test_conservation.py", "tests/cage/meters/test_transfers.py::test_linked_meters"),
    "tests/cards/test_counts.py::test_all_",
    "tests/cards/test_own_rankings.py::test_every_ranking_of_the_package",
    "tests/cards/test_rankings.py::test_every_hand_has_a_class_and_words",
    "tests/cards/test_shuffle_battery.py::test_the_kernels_shuffle",
    *("tests/submission/test_rules_digest.py", "tests/submission/test_sign_readings.py"),
    "tests/submission/signs/test_sign.py::test_svg_and_html_are_well_formed_and_accessible",
    "tests/submission/signs/test_sign.py::test_every_required_inscription_is_on_the_sign",
    "tests/submission/signs/test_sign.py::test_a_long_name_grows_the_page_and_overlaps_nothing",
    *("tests/table/checks/", "tests/table/notation/test_lines.py", "tests/table/test_conformance.py"),
    "tests/table/reading/test_duties.py::test_random_play",
    *("tests/table/test_hidden_refusals.py", "tests/table/test_settle.py::test_nothing_written"),
    *("tests/table/test_readings_shown.py", "tests/table/test_text_walk.py"),
    "tests/test_bench.py::test_help_is_given",
    "tests/test_documents.py::test_a_tutorial_runs_as_printed[mathematician]",
    *("tests/test_bounded_text.py::test_what_is_too_much_is_found_behind", "tests/test_ledger_sabotage.py"),
    *("tests/test_container.py::test_the_demo_starts", "tests/test_container.py::test_the_entry_point"),
    "tests/test_windows.py::test_every_worker_starts",
)
"""Tests that take longer than a second of processor time in the folders of `make quick`, which leaves them out."""


@pytest.fixture(autouse=True)
def money_as_before() -> Iterator[None]:
    """Ends the format of money that a command or a server of the test set for its process."""
    before = money_format()
    yield
    print_money_as(before)


def group_of(nodeid: str) -> str:
    """The file of a test, or the name of the group of files that one process runs together."""
    file = nodeid.partition("::")[0]
    return next((name for name, files in TOGETHER.items() if file.startswith(files)), file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Any:
    """Gives each process whole files, and gives files that share much to the same process."""
    if config.getvalue("dist") != "loadfile":
        return None
    scheduler = LoadFileScheduling(config, log)
    scheduler._split_scope = group_of
    return scheduler


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sorts the files that take longest to the front, so that no process is left alone with one of them at the end."""
    items.sort(key=lambda item: next((n for n, of in enumerate(LONGEST) if item.nodeid.startswith(of)), len(LONGEST)))
    for item in items:
        if item.nodeid.startswith(SLOW):
            item.add_marker("slow")


NOT_AT_HAND = "not at hand"


@pytest.fixture
def report_missing(
    request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> Callable[[Path], bool]:
    """Tells whether a file beside the project is missing; then the end of the run says so, by the test's name."""

    def is_missing(file: Path) -> bool:
        if file.is_file():
            return False
        record_property(NOT_AT_HAND, f"{request.node.nodeid}: {file.name} was {NOT_AT_HAND}, so it was not tested")
        return True

    return is_missing


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for report in terminalreporter.stats.get("passed", ()):
        for name, says in report.user_properties:
            if name == NOT_AT_HAND:
                terminalreporter.write_line(says, yellow=True)


def pytest_collection_finish() -> None:
    """Exempts the data read so far, which is kept until the end, from garbage collection.

    Collection also runs less often, because tests of the verifier read whole logs as objects hundreds of times.
    """
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)

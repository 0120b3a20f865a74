"""What each goal of `make` would do, found out without doing it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.document_blocks import PAGES, blocks_of
from tools.project_files import ROOT

PRINTED = sorted(
    {
        (page, goal)
        for path in PAGES
        for page in [path.relative_to(ROOT).as_posix()]
        for block in blocks_of(page)
        for goal in re.findall(r"^make ([a-z-]+)", block.text, re.MULTILINE)
    }
)
"""Every page that prints `make GOAL` in a block, with the goal."""


def planned(goal: str, venv: Path) -> list[str]:
    """The commands that `make` would run for a goal, with an environment in the given folder."""
    asked = ["make", "--dry-run", "--no-print-directory", goal, f"VENV={venv}"]
    return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


def installed(goal: str, venv: Path) -> list[str]:
    """What `pip` would install for a goal, such as `-e .`."""
    return [line.partition(" -e ")[2] for line in planned(goal, venv) if " pip install " in line]


def test_running_installs_what_running_needs_and_no_more(tmp_path: Path) -> None:
    assert installed("run", tmp_path) == ["'.[analysis,postgres,reports,server]'"]
    assert planned("run", tmp_path)[-1] == f"{tmp_path}/bin/tablelaw --rulebooks examples/rulebooks serve --demo"


def test_testing_installs_the_tools_too(tmp_path: Path) -> None:
    assert installed("check-python", tmp_path) == ["'.[dev]'"]


def test_an_environment_for_testing_can_run_the_product(tmp_path: Path) -> None:
    stamps = [line for line in planned("check-python", tmp_path) if line.startswith("touch ")]
    assert stamps == [f"touch {tmp_path}/.installed-to-run {tmp_path}/.installed-to-test"]
    for name in stamps[0].split()[1:]:
        Path(name).touch()
    assert installed("run", tmp_path) == installed("check-python", tmp_path) == []


@pytest.mark.parametrize(("page", "goal"), PRINTED)
def test_a_goal_that_a_document_prints_can_be_made(page: str, goal: str, tmp_path: Path) -> None:
    assert planned(goal, tmp_path), f"{page}: make {goal}"


def test_the_goals_do_what_the_documents_print_beside_them(tmp_path: Path) -> None:
    """The remarks of CONTRIBUTING.md name the folders of the quick tests, and `make verifier` writes the file named."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = re.search(r"^make quick .* tests of (.*)$", text, re.MULTILINE)
    assert named is not None
    quick = next(line for line in planned("quick-tests", tmp_path) if "not slow" in line)
    assert re.findall(r" tests/(\w+)(?= )", quick) == re.split(", | and ", named[1])
    (verifier,) = (block.text for block in blocks_of("verifier/README.md", "") if "make verifier" in block.text)
    assert "# in a clone: build/verifier.py\n" in verifier
    assert planned("verifier", tmp_path)[-1].endswith(" build/verifier.py")

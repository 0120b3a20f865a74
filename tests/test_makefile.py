"""What each goal of `make` would do, found out without doing it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tools.project_files import ROOT


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

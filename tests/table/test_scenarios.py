"""Scenario files: rounds a dealer can read, each settled by the real engine and compared line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from houserules.table.scenario_expect import Case, read_cases, run_case

FOLDER = Path(__file__).parents[1] / "scenarios"
CASES = [
    case
    for path in sorted(FOLDER.rglob("*.toml"))
    for case in read_cases(path.read_text("utf-8"), str(path.relative_to(FOLDER)))
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_scenario(case: Case) -> None:
    faults = run_case(case).faults
    assert not faults, "\n".join([f"{case.source}: {case.title}", *faults])

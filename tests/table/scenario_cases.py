"""Every case of the scenario files, each played once in a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tablelaw.scenarios.scenario_cases import Result, read_cases, run_case

FOLDER = Path(__file__).parents[1] / "scenarios"
CASES = [
    case
    for path in sorted(FOLDER.rglob("*.toml"))
    for case in read_cases(path.read_text("utf-8"), str(path.relative_to(FOLDER)))
]


@cache
def results_of(book_id: str) -> tuple[Result, ...]:
    """The cases of a rulebook, played by the real engine."""
    return tuple(run_case(case) for case in CASES if case.raw["rulebook"] == book_id)

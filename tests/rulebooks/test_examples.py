"""The example rulebooks outside the package: rounds settle as written, and every paragraph is carried out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablelaw.law.checks import all_cites
from tablelaw.scenarios.scenario_cases import Case, read_cases, run_case
from tests.examples import FOLDER, SCENARIOS, example

NAMES = [path.parent.name for path in sorted(FOLDER.glob(f"*/{SCENARIOS}"))]


def cases(name: str) -> list[Case]:
    example(name)
    return read_cases((FOLDER / name / SCENARIOS).read_text("utf-8"), f"{name}/{SCENARIOS}")


@pytest.mark.parametrize("name", NAMES)
def test_every_round_settles_as_written(name: str) -> None:
    faults = [fault for case in cases(name) for fault in run_case(case).faults]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_is_shown_by_a_round(name: str) -> None:
    shown = {str(cite) for case in cases(name) for cite in case.raw["shows"]}
    assert {str(rule.cite) for rule in example(name).rules} <= shown


@pytest.mark.parametrize("name", NAMES)
def test_every_paragraph_is_carried_out_by_something(name: str) -> None:
    book = example(name)
    cited = {cite for _, cite in all_cites(book)}
    assert {provision.cite for provision in book.provisions} == cited


@pytest.mark.parametrize("name", NAMES)
def test_the_folder_says_that_it_is_no_law(name: str) -> None:
    assert "not law" in (FOLDER / name / "rulebook.toml").read_text("utf-8").splitlines()[0]
    assert example(name).status == "house rules of an example, not law"
    assert example(name).id == Path(name).name

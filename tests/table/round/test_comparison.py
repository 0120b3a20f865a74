"""Hands are compared with the dealer's as dealt; a wager against the dealer is never settled without a comparison."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablelaw.errors import RuleConflict
from tablelaw.scenarios.scenario_cases import Case, read_cases, run_case
from tablelaw.table.phases import settling
from tests.examples import FOLDER, SCENARIOS, example

CASINO = "casino-holdem"


def cases() -> list[Case]:
    example(CASINO)
    file: Path = FOLDER / CASINO / SCENARIOS
    return read_cases(file.read_text("utf-8"), f"{CASINO}/{SCENARIOS}")


def test_rounds_of_casino_holdem_settle_as_written() -> None:
    faults = [fault for case in cases() for fault in run_case(case).faults]
    assert not faults, "\n".join(faults)


def test_a_main_wager_without_a_comparison_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "standing", lambda *args: None)
    compared = next(case for case in cases() if case.raw["name"] == "an equal hand")
    refused = run_case(compared).refusal
    assert isinstance(refused, RuleConflict)
    assert "the wager ante is settled although no hand was compared" in refused.sentence()


def test_a_fold_needs_no_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "standing", lambda *args: None)
    folds = next(case for case in cases() if str(case.raw["name"]).startswith("a fold"))
    assert not run_case(folds).faults

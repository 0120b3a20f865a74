"""A deliberate fault in the ledger is found, reduced to the one round it needs, and described in a few sentences."""

from __future__ import annotations

from typing import Any

import pytest

from tablelaw.floor import projections
from tablelaw.gaming_day import day, faulty_floor
from tablelaw.gaming_day.auditor.accepted_order import Accepted
from tablelaw.gaming_day.day import Outcome, play_day
from tablelaw.gaming_day.report.shrinking import Shrinking
from tablelaw.gaming_day.report.story import story
from tablelaw.gaming_day.script import SHORT_DAY
from tablelaw.table.phases import wagering
from tests.gaming_day.planted import PLANTS, Plant, Struck, a_seed_not_moved, a_win_kept_in_a_void_round

MOST_SEEDS = 60
MOST_SENTENCES = 20
RARE: dict[Plant, int] = {a_win_kept_in_a_void_round: 17, a_seed_not_moved: 3}
"""For faults that show on only a few days, the seed at which the search begins."""


def first_failure(first: int) -> Outcome:
    """The first day that goes wrong, starting from a seed; fails if no day shows the fault."""
    for seed in range(first, first + MOST_SEEDS):
        outcome = play_day(seed)
        if outcome.disagreement is not None:
            return outcome
    raise AssertionError(f"not found in {MOST_SEEDS} days")


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_planted_fault_is_found_and_described_briefly(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    struck: Struck = []
    plant(monkeypatch, struck)
    found = first_failure(RARE.get(plant, 1))
    shrinking = Shrinking(found.script.seed, SHORT_DAY)
    shortest = shrinking.shortest(found)
    told = story(shortest)
    print("\n".join(told))
    assert shortest.disagreement is not None
    assert shortest.disagreement.cite, "the paragraph of what went wrong"
    assert len(shortest.script.tables) == 1
    assert sum(item.kind == "round" for item in shortest.script.items) == 1
    assert len(told) <= MOST_SENTENCES
    table, number = struck[-1]
    assert any(f"{table or shortest.script.tables[0].name}, round {number}:" in line for line in told)
    assert "the auditor disagrees" in "".join(told)


def test_a_late_wager_that_is_taken_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Amounts are not the only check: accepting an order that should have been refused is a disagreement too."""
    right = wagering.placed_at

    def late(rules: Any, state: Any, seat: int) -> dict[str, int]:
        is_closed = state.round is not None and state.round.phase != "betting"
        return {} if is_closed else right(rules, state, seat)

    monkeypatch.setattr(wagering, "placed_at", late)
    found = first_failure(1).disagreement
    assert found is not None
    assert found.what.startswith("late wager (PlaceWager by player:")


def test_a_card_dealt_to_nobody_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The auditor places every card itself, so it cannot follow a deal with one card too many."""
    right = faulty_floor.accepted

    def more(order: Any, entry: Any) -> Accepted:
        told = right(order, entry)
        return told._replace(cards=(*told.cards, *told.cards[-1:] * 40))

    monkeypatch.setattr(day, "accepted", more)
    found = first_failure(1).disagreement
    assert found is not None
    assert found.what.startswith("the auditor cannot follow Deal")


def test_a_day_without_a_fault_has_no_story_to_tell() -> None:
    outcome = play_day(1, tell=True)
    assert outcome.disagreement is None
    assert not any("disagrees" in line for line in story(outcome))


def test_a_floor_that_does_not_start_again_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault is an account that differs from the log, so the floor refuses to open after a crash."""
    right = projections.account_rows

    def less(floor: Any, names: Any) -> list[Any]:
        return [row._replace(credits=row.credits + (row.id == "cage")) for row in right(floor, names)]

    monkeypatch.setattr(projections, "account_rows", less)
    found = first_failure(1).disagreement
    assert found is not None
    assert "account cage does not match the log" in found.what

"""The rules of a table are frozen and derived once, and each choice has its own paragraph and limits."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from tablelaw import rulebooks
from tablelaw.table import Engine
from tablelaw.table.phases.wagering import are_adjacent
from tablelaw.table.rules import table_rules
from tests.table.game import submission


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_the_rules_of_a_table_are_frozen(book: str) -> None:
    rules = table_rules(submission(book))
    with pytest.raises(FrozenInstanceError):
        rules.physical = True  # type: ignore[misc]
    assert (replace(rules, physical=True).physical, rules.physical) == (True, False)


def test_an_engine_of_an_earlier_form_leaves_the_rules_of_the_table_alone() -> None:
    engine = Engine(submission("pa-653a"))
    earlier = engine.of_earlier_form(shares=True, stub=False).rules
    assert (earlier.fixes_shares, earlier.confirms_stub) == (False, True)
    assert (engine.rules.fixes_shares, engine.rules.confirms_stub) == (True, True)
    assert earlier.verdicts is engine.rules.verdicts


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_every_choice_carries_its_own_paragraph(book: str) -> None:
    rules = table_rules(submission(book))
    found = [(row.choice, row.cite) for rows in rules.choices.values() for row in rows]
    assert found
    assert [cite for _, cite in found] == [rules.cites.first(choice.cite) for choice, _ in found]


@pytest.mark.parametrize(
    ("reading", "base", "limits"),
    [
        ("from-one-ante", 500, (500, 1500)),
        ("fixed-multiple", 500, (1500, 1500)),
        ("no-minimum", 500, (1, 1500)),
        ("no-minimum", 1, (1, 3)),
    ],
)
def test_677a_11_b_the_reading_decides_the_limits_of_a_raise(reading: str, base: int, limits: tuple[int, int]) -> None:
    rules = table_rules(submission("pa-677a", minimum_raise=reading))
    rows = [row for rows in rules.choices.values() for row in rows if row.choice.up_to == 3]
    assert [row.limits(base) for row in rows] == [limits]


def test_a_choice_without_a_wager_has_no_limits() -> None:
    rules = table_rules(submission("pa-653a"))
    free = [row for rows in rules.choices.values() for row in rows if not row.choice.wager]
    assert {row.limits(500) for row in free} == {(0, 0)}


def test_the_initial_deal_is_worked_out_once_for_the_same_seats_and_wagers() -> None:
    rules = table_rules(submission("pa-653a"))
    method = rules.submission.dealing
    first = rules.dealing.initial_slots(method, (1, 3), ["ante", "blind"])
    assert rules.dealing.initial_slots(method, (1, 3), ["blind", "ante"]) is first
    assert rules.dealing.initial_slots(method, (1, 2), ["ante", "blind"]) != first


@pytest.mark.parametrize(
    ("positions", "adjacent"),
    [((), True), ((4,), True), ((2, 3), True), ((3, 2, 4), True), ((2, 4), False), ((1, 2, 4), False)],
)
def test_647a_7_e_positions_are_adjacent_if_none_is_left_out(positions: tuple[int, ...], adjacent: bool) -> None:
    assert are_adjacent(positions) is adjacent

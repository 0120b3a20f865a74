"""One person is one person in every spelling; different persons stay apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelaw.cage.refusals import approval_fault
from tablelaw.persons import person_of
from tablelaw_verifier.entries import orders as verifier_orders

SPELLINGS = ("floor:cho", "CHO", " cho ", "\uff43\uff48\uff4f", "ch\u200bo", "cashier: Cho")


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_spelling_of_cho(spelling: str) -> None:
    assert person_of(spelling) == "cho"
    assert approval_fault("counted twice", ("cho", spelling)) == "approved-twice-by-one"


def test_blanks_within_a_name_count_once() -> None:
    assert person_of("cho  lee") == person_of("Cho\tLee") != person_of("cholee")


def test_nobody_is_no_person() -> None:
    assert person_of("floor:") == person_of("floor: \u200b") == ""
    assert approval_fault("counted twice", ("cho", "floor:\u200b")) == "approvers-missing"


@given(st.text())
def test_the_verifier_tells_persons_apart_as_the_floor_does(name: str) -> None:
    assert verifier_orders.person_of(name) == person_of(name)
    assert person_of(person_of(name).replace(":", "")) == person_of(name).replace(":", "")

"""A person is recognised in every spelling; different people stay different."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelaw.cage.refusals import approval_fault
from tablelaw.persons import ROLES, Actor, Role, person_of, player_at, role_given
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


# --- Who acts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "role", "name"),
    [
        ("system", "system", ""),
        ("dealer:bob", "dealer", "bob"),
        ("player:a:b", "player", "a:b"),
        ("ann", None, "ann"),
        ("Dealer:bob", None, "Dealer:bob"),
        ("dealer :bob", None, "dealer :bob"),
        ("dealer:", None, "dealer:"),
        ("", None, ""),
    ],
)
def test_a_text_says_who_acts(text: str, role: Role | None, name: str) -> None:
    assert Actor.parse(text) == Actor(role, name)


@given(st.one_of(st.text(), st.builds("{}:{}".format, st.sampled_from(ROLES), st.text())))
def test_every_text_is_read_and_written_again_unchanged(text: str) -> None:
    assert str(Actor.parse(text)) == text


@given(st.sampled_from(ROLES), st.text())
def test_every_actor_is_written_and_read_again_unchanged(role: Role, name: str) -> None:
    assert Actor.parse(str(Actor(role, name))) == Actor(role, name)


@pytest.mark.parametrize(
    ("text", "seat"), [("player:3", 3), ("player:ann", None), ("player", None), ("dealer:3", None), ("player:²", None)]
)
def test_at_a_table_players_have_seats(text: str, seat: int | None) -> None:
    actor = Actor.parse(text)
    assert actor.seat == seat
    assert seat is None or player_at(seat) == actor


@pytest.mark.parametrize(
    ("text", "word"), [("cho", None), (" floor : Cho", "floor"), ("clown:cho", "clown"), (":x", "")]
)
def test_an_approver_may_be_named_with_a_word_before(text: str, word: str | None) -> None:
    assert role_given(text) == word

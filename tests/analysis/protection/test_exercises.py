"""Exercises for surveillance staff: telling rounds, their answers, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from tablelaw import rulebooks
from tablelaw.analysis.main_choices import terms_for
from tablelaw.analysis.protection.exercises.exercise import BadExercise, Exercise, exercise
from tablelaw.analysis.protection.information import BadInformation, parse_information
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.protection.solver import solver_of as seen_solver_of
from tablelaw.analysis.solver import NotThisGame, Seen
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.cards import PACK, parse_cards
from tests.analysis.test_commands import run

FLUSHES, HANDS = "pa-678a", "fr-trois-cartes"


@pytest.fixture(scope="module")
def found() -> Exercise:
    return exercise(FLUSHES, ["seats:5"], seed=7, rounds=6)


def test_a_seed_always_gives_the_same_rounds_and_another_seed_others(found: Exercise) -> None:
    assert exercise(FLUSHES, ["seats:5"], seed="7", rounds=6).as_dict() == found.as_dict()
    assert exercise(FLUSHES, ["seats:5"], seed=8, rounds=6).as_dict()["rounds"] != found.as_dict()["rounds"]


def test_both_kinds_of_rounds_occur_and_every_round_tells(found: Exercise) -> None:
    assert {one.was_seen for one in found.rounds} == {False, True}
    for one in found.rounds:
        move = one.telling
        assert move is not None
        best = move.informed if one.was_seen else move.honest
        assert move.taken == best[0].name
        other = (move.honest if one.was_seen else move.informed)[0].name
        assert next(option.ev for option in best if option.name == other) < best[0].ev


def test_the_rounds_are_shown_without_their_answers(found: Exercise) -> None:
    shown = json.dumps(found.as_dict())
    assert all(word not in shown for word in ("was_seen", "reason", "informed", "honest", "telling"))


def test_whoever_marks_the_seen_rounds_has_all_right(found: Exercise) -> None:
    seen = {number for number, one in enumerate(found.rounds, 1) if one.was_seen}
    assert found.marked(seen).right == len(found.rounds)
    assert found.marked(set(range(1, 7)) - seen).right == 0
    assert found.marked(()).right == len(found.rounds) - len(seen)
    answers = found.marked(seen).as_dict()["rounds"]
    assert isinstance(answers, list)
    for answer, one in zip(answers, found.rounds, strict=True):
        move = one.telling
        assert move is not None
        worth = {row["action"]: (row["honest"], row["informed"]) for row in answer["telling"]["actions"]}
        for honest in move.honest:
            informed = next(option for option in move.informed if option.name == honest.name)
            assert worth[honest.name] == tuple(f"{ev.numerator}/{ev.denominator}" for ev in (honest.ev, informed.ev))


def test_what_cannot_be_practised_is_refused_by_name(found: Exercise) -> None:
    for seen in ([], ["dealer:1/QKA"]):
        with pytest.raises(BadInformation):
            exercise(FLUSHES, seen)
    with pytest.raises(NotThisGame):
        exercise("fr-stud", ["dealer:1"])
    with pytest.raises(BadExercise):
        exercise(FLUSHES, ["seats:5"], rounds=41)
    with pytest.raises(BadExercise, match="no round 7"):
        found.marked([7])


def test_the_command_shows_rounds_then_answers() -> None:
    asked = ("protect", "exercise", FLUSHES, "--seen", "seats:5", "--seed", "7", "--rounds", "2")
    code, out, _ = run(*asked)
    assert code == 0 and "Which rounds were played with seats:5 seen?" in out
    code, out, _ = run(*asked, "--mark", "none")
    assert code == 0 and "of 2 right." in out and "Round 1:" in out
    code, out, _ = run(*asked, "--mark", "1", "--json")
    assert code == 0 and json.loads(out)["of"] == 2
    code, _, err = run(*asked, "--mark", "first")
    assert code != 0 and "none" in err


# --- What actions are worth with known cards ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "cards", "board"),
    [
        (HANDS, "Qh 6d 4c", ""),
        (FLUSHES, "Qh 9h 4h 2c 3d 5d 8s", ""),
        ("pa-653a", "Qh 9d", "2h 3h 9h Ts 4s"),
        ("pa-653a", "Qh 9d", "2h 3c 9h"),
        ("pa-647a", "Qh 9d", "2h 3c 9h"),
    ],
)
def test_knowing_nothing_more_is_worth_what_the_coach_says(game: str, cards: str, board: str) -> None:
    terms, information = terms_for(rulebooks.get(game), {}), parse_information(["dealer:1"])
    spot = Seen(parse_cards(cards), parse_cards(board), None)
    honest = solver_of(terms).advise(terms, spot)
    found = seen_solver_of(terms, information).advise(terms, information, spot, Known())
    assert {one.name: one.ev for one in found} == {one.name: one.ev for one in honest}


@pytest.mark.parametrize(
    ("game", "cards", "board"),
    [(HANDS, "Qh 6d 4c", ""), (FLUSHES, "Qh 9h 4h 2c 3d 5d 8s", ""), ("pa-647a", "Qh 9d", "2h 3c 9h Ts")],
)
@pytest.mark.parametrize("place", ["dealer", "out"])
def test_at_the_last_decision_each_action_is_worth_its_average_over_what_a_card_may_be(
    game: str, cards: str, board: str, place: str
) -> None:
    terms, information = terms_for(rulebooks.get(game), {}), parse_information(["dealer:1"])
    spot = Seen(parse_cards(cards), parse_cards(board), None)
    honest = {one.name: one.ev for one in solver_of(terms).advise(terms, spot)}
    left = [card for card in PACK if card not in (*spot.cards, *spot.board)]
    solver, total = seen_solver_of(terms, information), dict.fromkeys(honest, Fraction(0))
    for card in left:
        for one in solver.advise(terms, information, spot, Known(**{place: (card,)})):
            total[one.name] += one.ev
    assert {name: worth / len(left) for name, worth in total.items()} == honest

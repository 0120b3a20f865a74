"""A bet that only hands from a qualification line on may make, and a rule that reads such a line: the exact solver, a
plain count, the simulated table and the table agree.
"""

from __future__ import annotations

import shutil
from fractions import Fraction
from itertools import combinations
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.solver import BEST, MAIN, Seen
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.analysis.symmetry.suits import distinct_sets
from tablelaw.cards import PACK, Card, parse_cards
from tablelaw.cards.rankings import three_card
from tablelaw.errors import BadRulebookFolder
from tablelaw.law.rulebook import Rulebook
from tablelaw.scenarios.scenario_cases import Case, run_case
from tablelaw.simulation.seating import Seat
from tablelaw.studies.games.own_plays import FAMILIES
from tablelaw.studies.games.simulated_table import game_of
from tablelaw.table.reading.checklist_words import choice_words
from tests.examples import FOLDER, example

LINE = """[[hands]]
id = "own-line"
cards = ["player"]
ranking = "three-card"
at_least = { class = "pair", ranks = ["Q"] }
says = "A pair of queens or better."
cite = "3(a)"

[[rankings]]"""
LIMIT = (
    ("round.toml", "[[rankings]]", LINE),
    ("round.toml", 'asks = "every player"', 'asks = "every player"\nhand = "own-line"'),
    (
        *("round.toml", 'times = [1], cite = "5(b)" },'),
        'times = [1], cite = "5(b)" },\n'
        '  { action = "bet", wager = "play", times = [3], hands = ["qualifies"], cite = "5(b)" },',
    ),
)
RULE = (
    ("round.toml", "[[rankings]]", LINE),
    (
        *("conduct.py", "    if case.is_equal:\n"),
        '    if case.is_lower and case.qualifies("own-line"):\n        return RETURNED\n    if case.is_equal:\n',
    ),
)
Changes = tuple[tuple[str, str, str], ...]


def own_game(place: Path, changes: Changes) -> Rulebook:
    """Three Card Poker as another folder, with some changes."""
    ignored = shutil.ignore_patterns("__pycache__", "scenarios.toml")
    folder = Path(shutil.copytree(FOLDER / "three-card-poker", place / "own", ignore=ignored))
    for file, find, put in (("rulebook.toml", 'id = "three-card-poker"', 'id = "own-game"'), *changes):
        text = (folder / file).read_text("utf-8")
        assert find in text, (file, find)
        (folder / file).write_text(text.replace(find, put, 1), "utf-8")
    return rulebooks.load(folder)


@pytest.fixture(autouse=True)
def nothing_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})


@pytest.fixture
def limited(tmp_path: Path) -> Rulebook:
    return own_game(tmp_path, LIMIT)


@pytest.fixture
def spared(tmp_path: Path) -> Rulebook:
    """A game in which a pair of queens or better never loses."""
    return own_game(tmp_path, RULE)


# --- A plain count ----------------------------------------------------------------------------------------

BONUS = {"straight": 1, "three-of-a-kind": 4, "straight flush": 5}


def reaches_queens(hand: tuple[Card, ...]) -> bool:
    ranks = [card.rank for card in hand]
    if three_card.classify_unchecked(hand) == "pair":
        return max(rank for rank in ranks if ranks.count(rank) == 2) >= 12
    return three_card.classify_unchecked(hand) != "high card"


def plain_value(is_limit: bool) -> Fraction:
    """The value of best play, from each hand of the player against each hand of the dealer."""
    every = list(combinations(PACK, 3))
    cards = np.array(every, np.int64)
    held = (np.int64(1) << cards).sum(axis=1)
    strengths = np.array([three_card.strength_unchecked(hand) for hand in every])
    plays = np.array([three_card.classify_unchecked(h) != "high card" or max(c.rank for c in h) >= 12 for h in every])
    sets, total, deals = distinct_sets(3), Fraction(0), 0
    for row, times in zip(sets.cards.tolist(), sets.times.tolist(), strict=True):
        hand = tuple(Card(card) for card in row)
        own, above = three_card.strength_unchecked(hand), reaches_queens(hand)
        left = (held & sum(1 << card for card in row)) == 0
        no_game = int((left & ~plays).sum())
        wins, loses = (int((left & plays & met).sum()) for met in (strengths < own, strengths > own))
        count, bonus = int(left.sum()), BONUS.get(three_card.classify_unchecked(hand), 0)
        lost = 0 if above and not is_limit else loses
        bets = (1, 3) if above and is_limit else (1,)
        total += times * max(-count, *(no_game + (1 + bet) * (wins - lost) + bonus * count for bet in bets))
        deals += times * count
    return total / deals


@pytest.mark.parametrize(("game", "is_limit"), [("limited", True), ("spared", False)])
def test_the_exact_value_is_that_of_a_plain_count(request: pytest.FixtureRequest, game: str, is_limit: bool) -> None:
    terms = request.getfixturevalue(game).terms()
    assert solver_of(terms).solve(terms).ev == plain_value(is_limit)


# --- Below, at and above the line ---------------------------------------------------------------------------

CASES = (("Js Jd Ah", False), ("Qs Qd 2h", True), ("Ks Kd 2h", True), ("2s 5s 7s", True), ("As Kd 9h", False))


@pytest.mark.parametrize(("hand", "is_open"), CASES)
def test_solver_and_table_open_the_larger_bet_to_the_same_hands(limited: Rulebook, hand: str, is_open: bool) -> None:
    terms = limited.terms()
    options = {one.name for one in solver_of(terms).advise(terms, Seen(parse_cards(hand)))}
    assert options == {"fold", "bet 1x"} | ({"bet 3x"} if is_open else set())
    own = FAMILIES[solver_of(terms).family](terms)
    assert own.open_to is not None
    assert {own.points[0].acts[n].times for n in own.open_to(parse_cards(hand))} == ({0, 1, 3} if is_open else {0, 1})
    seat = {"cards": hand, "wagers": {"ante": "$10"}, "decisions": ["bet 3x"]}
    round_ = {"rulebook": limited.id, "name": "", "cards": {"dealer": "Jh 9d 4c"}, "seats": {"1": seat}}
    expected = {"expect": ["ante won 1 to 1 $10 6(b)", "play returned 6(b)"]}
    refused = {"expect_refused": "raise-not-permitted 5(b)"}
    assert run_case(Case(round_ | (expected if is_open else refused), "test")).faults == ()


@pytest.mark.parametrize(("hand", "is_spared"), [("Js Jd Ah", False), ("Qs Qd 2h", True)])
def test_solver_and_table_settle_a_hand_at_the_line_alike(spared: Rulebook, hand: str, is_spared: bool) -> None:
    seat = {"cards": hand, "wagers": {"ante": "$10"}, "decisions": ["bet 1x"]}
    said = "returned" if is_spared else "lost"
    raw = {"rulebook": spared.id, "name": "", "cards": {"dealer": "Kh Kc 4c"}, "seats": {"1": seat}}
    assert run_case(Case(raw | {"expect": [f"ante {said} 6(c)", f"play {said} 6(c)"]}, "test")).faults == ()
    value, usual = (
        solver_of(terms).advise(terms, Seen(parse_cards(hand)))[0].ev
        for terms in (spared.terms(), example("three-card-poker").terms())
    )
    assert value > usual if is_spared else value == usual


@pytest.mark.parametrize("game", ["limited", "spared"])
def test_a_simulated_table_agrees(request: pytest.FixtureRequest, game: str) -> None:
    terms = request.getfixturevalue(game).terms()
    exact = solver_of(terms).endings(terms, BEST)[MAIN]
    table = game_of(terms, [Seat({"ante": 100}, BEST)])
    codes = np.concatenate([table.play(7, block) for block in range(2)])
    columns = [np.array([meaning.net for meaning in column.meanings]) for column in table.columns]
    nets = sum(column[codes[:, 0, n]] for n, column in enumerate(columns))
    assert abs(nets.mean() / 100 - float(exact.mean)) < 4 * exact.standard_deviation / sqrt(len(nets))


def test_the_checklist_says_which_hands_the_larger_bet_needs(limited: Rulebook) -> None:
    words = [choice_words(limited, limited.terms(), choice) for choice in limited.stages[0].choices]
    assert words[2] == "bet Play, 3 times Ante with a hand that qualifies (A pair of queens or better)"


# --- What the rows may say ----------------------------------------------------------------------------------


def test_a_limit_names_the_classes_of_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadRulebookFolder) as refused:
        own_game(tmp_path, (*LIMIT, ("round.toml", 'hands = ["qualifies"]', 'hands = ["pair"]')))
    assert "bet is limited to 'pair', which the hand own-line cannot be" in refused.value.sentence()
    assert refused.value.accepted == "qualifies, does not qualify"

"""The structure of Crazy 4 Poker, written as a folder: five cards each, the best four of five, no card turned up, and a
raise of three times the Ante from a pair of aces on. Exact values are confirmed a second way, and by the table.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.against_dealer.whole_hands.decision_tables import decisions
from tablelaw.analysis.solver import BEST, Seen
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.analysis.symmetry.suits import place_values
from tablelaw.cards import PACK, Card, parse_cards
from tablelaw.cards.arrays import best_four
from tablelaw.law.rulebook import Rulebook
from tablelaw.scenarios.scenario_cases import Case, run_case
from tests.analysis.against_dealer.whole_hands.test_best_four import Numbers, strength_of
from tests.examples import FOLDER

LINES = """[[hands]]
id = "dealer-qualifies"
cards = ["dealer"]
ranking = "four-card"
at_least = { class = "high card", ranks = ["K"] }
says = "King high or better."
cite = "3(a)"

[[hands]]
id = "raises-three"
cards = ["player"]
ranking = "four-card"
at_least = { class = "pair of aces" }
says = "A pair of aces or better."
cite = "3(a)"

[[rankings]]"""
CHOICES = """
  { action = "bet", wager = "play", times = [1], cite = "5(b)" },
  { action = "bet", wager = "play", times = [3], hands = ["qualifies"], cite = "5(b)" },"""
SUPER_BONUS = """id = "super-bonus"
name = "Super Bonus"
kind = "opening"
equal_to = "ante"
says = "Paid for a straight or better; below that it is lost to a higher hand."
"""
RULES = '''

@rule("6(b)", "ante")
def no_game(case: Case) -> Ruling | None:
    """The Ante goes back if the dealer holds less than king high."""
    return None if case.qualifies("dealer-qualifies") else RETURNED


@rule("6(b)", "play")
def play_against_nobody(case: Case) -> Ruling | None:
    """Play is paid if the dealer holds less than king high."""
    return None if case.qualifies("dealer-qualifies") else case.pays("even-money", "any winning hand")


@rule("6(c)", "ante", "play")
def compared(case: Case) -> Ruling | None:
    """The higher hand wins; equal hands return both wagers."""
    if not case.qualifies("dealer-qualifies"):
        return None
    if case.is_equal:
        return RETURNED
    return case.pays("even-money", "any winning hand") if case.is_higher else LOST


@rule("6(d)", "super-bonus")
def super_bonus(case: Case) -> Ruling | None:
    """A straight or better is paid whatever the dealer holds; a lower hand loses only to a higher one."""
    hand = case.hand("player")
    if case.has_row("super-bonus", hand):
        return case.pays("super-bonus", hand)
    return LOST if case.is_lower else RETURNED


@rule("6(e)"'''
ODDS = {"four-of-a-kind": "30", "straight flush": "15", "three-of-a-kind": "2", "flush": "3/2", "straight": "1"}
PAID = {cls: Fraction(odds) for cls, odds in ODDS.items()}
CHANGES = (
    ("rulebook.toml", 'id = "four-card-poker"', 'id = "crazy-four"'),
    ("dealing.toml", '  { to = ["dealer"], face = "up", cite = "4(a)" },\n', ""),
    ("round.toml", "[[rankings]]", LINES),
    ("round.toml", 'asks = "every player"', 'asks = "every player"\nhand = "raises-three"'),
    ("round.toml", '\n  { action = "bet", wager = "play", times = [1, 2, 3], cite = "5(b)" },', CHOICES),
    ("round.toml", '"ante-bonus"', '"super-bonus"'),
    (
        *("wagers.toml", 'id = "ante-bonus"\nname = "Ante Bonus"\nkind = "bonus"\nrides_on = ["ante"]\n'),
        SUPER_BONUS.partition("says")[0],
    ),
    ("paytables.toml", 'id = "ante-bonus"', 'id = "super-bonus"'),
    ("paytables.toml", 'wagers = ["ante-bonus"]', 'wagers = ["super-bonus"]'),
    (
        *("paytables.toml", '["four-of-a-kind", "25 to 1"],\n  ["straight flush", "20 to 1"],'),
        '["four-of-a-kind", "30 to 1"],\n  ["straight flush", "15 to 1"],',
    ),
    (
        *("paytables.toml", '["three-of-a-kind", "2 to 1"],'),
        '["three-of-a-kind", "2 to 1"],\n  ["flush", "3 to 2"],\n  ["straight", "1 to 1"],',
    ),
    ("conduct.py", "import LOST, NOTHING, Case", "import LOST, RETURNED, Case"),
    ("provisions.toml", "wagers.ante-bonus", "wagers.super-bonus"),
    ("provisions.toml", "paytables.ante-bonus", "paytables.super-bonus"),
    ("provisions.toml", "conduct.lower_hand_loses", "conduct.no_game"),
    ("provisions.toml", "conduct.higher_or_equal_hand_wins", "conduct.compared"),
    ("provisions.toml", "conduct.ante_bonus", "conduct.super_bonus"),
)


@cache
def crazy_four(place: Path) -> Rulebook:
    ignored = shutil.ignore_patterns("__pycache__", "scenarios.toml")
    folder = Path(shutil.copytree(FOLDER / "four-card-poker", place / "crazy-four", ignore=ignored))
    texts = {file: (folder / file).read_text("utf-8") for file, _, _ in CHANGES}
    for file, find, put in CHANGES:
        assert find in texts[file], (file, find)
        texts[file] = texts[file].replace(find, put, 1)
    before, rest = texts["conduct.py"].split("\n\n@rule(", 1)
    texts["conduct.py"] = before + RULES + rest.rpartition('@rule("6(e)"')[2]
    for file, text in texts.items():
        (folder / file).write_text(text, "utf-8")
    return rulebooks.load(folder)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    return crazy_four(tmp_path_factory.mktemp("books"))


HANDS = {
    "Ks Kd Qc Qh Jd": ("two pair", True),
    "As Ad 9c 3c 2d": ("pair of aces", True),
    "Ks Kd 9c Qh Jd": ("pair below aces", False),
    "As Kd 9c 7h 2d": ("high card", False),
    "9s 7s 4s 2s 2d": ("flush", True),
    "5s 5d 5h Kc Ad": ("three-of-a-kind", True),
}


# --- One hand, against every hand of the dealer ---------------------------------------------------------------


def plain_values(cards: tuple[Card, ...], cls: str, is_open: bool) -> Mapping[str, Fraction]:
    """What every action is worth, from each of the 1,533,939 hands of the dealer."""
    left = np.array([card for card in PACK if card not in cards], np.uint8)
    dealers = best_four.strengths(left[np.array(list(combinations(range(47), 5)), np.int64)])
    (own,) = best_four.strengths(np.array([sorted(cards)], np.uint8))
    plays = (dealers >> 16 > 0) | (dealers >> 12 & 15 >= 13)
    higher, lower = own > dealers, own < dealers
    count, no_game = len(dealers), int((~plays).sum())
    compared = int((higher & plays).sum()) - int((lower & plays).sum())
    bonus = PAID[cls] * count if cls in PAID else Fraction(-int(lower.sum()))
    bets = (1, 3) if is_open else (1,)
    values = {f"bet {n}x": (no_game * n + compared * (1 + n) + bonus) / count for n in bets}
    return {"fold": Fraction(-2)} | values


@pytest.mark.parametrize("hand", HANDS)
def test_a_hand_against_every_hand_of_the_dealer(book: Rulebook, hand: str) -> None:
    terms, (cls, is_open) = book.terms(), HANDS[hand]
    told = {one.name: one.ev for one in solver_of(terms).advise(terms, Seen(parse_cards(hand)))}
    assert told == plain_values(parse_cards(hand), cls, is_open)


@pytest.mark.parametrize("hand", HANDS)
def test_the_table_opens_the_larger_raise_to_the_same_hands(book: Rulebook, hand: str) -> None:
    seat = {"cards": hand, "wagers": {"ante": "$10", "super-bonus": "$10"}, "decisions": ["bet 3x"]}
    raw = {"rulebook": book.id, "name": "", "cards": {"dealer": "Th 8h 6c 4d 3h"}, "seats": {"1": seat}}
    if not HANDS[hand][1]:
        assert run_case(Case(raw | {"expect_refused": "raise-not-permitted 5(b)"}, "test")).faults == ()
        return
    paid = {"flush": "won 3 to 2 $15", "three-of-a-kind": "won 2 to 1 $20"}.get(HANDS[hand][0], "returned")
    lines = ["ante returned 6(b)", "play won 1 to 1 $30 6(b)", f"super-bonus {paid} 6(d)"]
    found = run_case(Case(raw | {"expect": lines}, "test"))
    assert sorted(line.split("settled")[0] for line in found.faults) == []


# --- The whole game --------------------------------------------------------------------------------------------

ROUNDS = 200_000


def test_random_rounds_paid_by_independent_code_agree(book: Rulebook) -> None:
    terms = book.terms()
    assert solver_of(terms).family == "whole hands against the dealer"
    exact, table = solver_of(terms).solve(terms), decisions(terms, BEST)
    assert exact.distribution is not None and exact.distribution.total == 2_598_960 * 1_533_939
    deals = np.argsort(np.random.default_rng(4).random((ROUNDS, 52)), axis=1)[:, :10]
    own, dealers = strength_of(deals[:, :5]), strength_of(deals[:, 5:])
    number = place_values(5)[np.arange(5), np.sort(deals[:, :5], axis=1)].sum(axis=1)
    bets = np.array([float(option.times) for option in table.options])[table.by_form[table.form[number], 0]]
    gains = gains_of(own, dealers, bets)
    error = gains.std() / np.sqrt(ROUNDS)
    assert abs(gains.mean() - float(exact.ev)) < 4 * error
    assert (bets[own < ACES] <= 1).all() and (bets[own >= ACES] == 3).all(), "three times the Ante from aces on"


ACES = 16**4 + 12 * (16**3 + 16**2)
"""The least strength of a pair of aces in the independent code."""


def gains_of(own: Numbers, dealers: Numbers, bets: Numbers) -> Numbers:
    """What ante, play and Super Bonus gain together; a bet of 0 is a fold."""
    plays = (dealers >= 16**4) | (dealers // 16**3 >= 11)
    compared = np.sign(own - dealers)
    main = np.where(plays, compared * (1 + bets), bets)
    odds = np.select([own // 16**4 == kind for kind in (7, 6, 5, 4, 3)], [30, 15, 2, 1.5, 1], np.nan)
    bonus = np.where(np.isnan(odds), np.minimum(compared, 0), odds)
    found: Numbers = np.where(bets == 0, -2, main + bonus)
    return found

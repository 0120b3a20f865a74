"""Limiting cases of seen cards in hold'em games: with nothing seen the value is the main game's, and seeing more is
never worth less.

Whole games take about a minute each, so only the long tests solve them (tools/torture.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

import pytest
from _pytest.mark import ParameterSet

from tablelaw.analysis.board_with_dealer.decision_tree import Part
from tablelaw.analysis.board_with_dealer.distribution import distribution
from tablelaw.analysis.board_with_dealer.endings import Ends
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.protection.board_with_dealer.best_play import Question, decided
from tablelaw.analysis.protection.board_with_dealer.count_endings import Counts, endings
from tablelaw.analysis.protection.board_with_dealer.exposure import exposure, question_of
from tablelaw.analysis.protection.board_with_dealer.first_decision import classes_of, first_actions
from tablelaw.analysis.protection.board_with_dealer.sights import Sight, sights_of
from tablelaw.analysis.protection.information import Information, parse_information
from tablelaw.law.odds import Odds
from tablelaw.law.rulebook import Terms
from tests.analysis.solved import BONUS, HEADS_UP, ULTIMATE, ended, solved, terms_of
from tests.examples import example

ACE = 12


def of_sight(asked: Question, looked: Sight) -> tuple[Fraction, Counts]:
    """The value of a sight's deals under best play, and how they end."""
    known = classes_of(looked, asked.tree, True)
    found = decided(asked, looked, known)
    first = first_actions(asked.tree, found.sums, found.deals)
    counts = endings(asked, looked, known, first, found)
    assert counts.sum() == first.deals
    return Fraction(first.total, first.deals * asked.game.unit), counts


@cache
def of_rank(book: str, rank: int, *seen: str) -> tuple[Fraction, Counts]:
    information = parse_information(seen)
    return of_sight(question_of(terms_of(book), information), sights_of(information)[rank])


def mean_of(asked: Question, counts: Counts) -> Fraction:
    return distribution(asked.game, Ends(asked.tree.names, counts[:, ::-1, ::-1].astype(object))).mean


def long(*seen: str) -> ParameterSet:
    return pytest.param(seen, marks=pytest.mark.long)


@pytest.mark.parametrize("seen", [long("dealer:1"), ("dealer:1", "flop:1"), long("dealer:1", "turn:1")], ids=" ".join)
def test_deals_end_as_they_were_valued(seen: tuple[str, ...]) -> None:
    asked = question_of(terms_of(ULTIMATE), parse_information(seen))
    value, counts = of_rank(ULTIMATE, ACE, *seen)
    assert mean_of(asked, counts) == value


@pytest.mark.long
def test_more_is_never_worth_less() -> None:
    """With an ace of the dealer seen, a card of the flop is worth something, and a card of the turn more than that."""
    one, flop, turn = (of_rank(ULTIMATE, ACE, "dealer:1", *more)[0] for more in ((), ("flop:1",), ("turn:1",)))
    assert one < flop < turn


def test_turn_and_river_are_alike_where_both_are_turned_together() -> None:
    one, other = (
        question_of(terms_of(ULTIMATE), parse_information(["dealer:1", card])) for card in ("turn:1", "river:1")
    )
    assert one.tree.tree.rows == other.tree.tree.rows
    assert (one.tree.size, one.tree.nodes.level.tolist()) == (other.tree.size, other.tree.nodes.level.tolist())


# --- What is known at each decision ---------------------------------------------------------------------------


def levels(book: str, *seen: str) -> tuple[list[int], str]:
    """How many community cards are known at each decision, and the place of the single card that is known first."""
    tree = question_of(terms_of(book), parse_information(seen)).tree
    parts: list[Part] = list(tree.tree.rows)
    first = [] if tree.nodes.level[0] else [0]
    return sorted({*first, *(level for level, _ in parts if level)}), tree.single


@pytest.mark.parametrize(
    ("book", "seen", "expected", "single"),
    [
        (ULTIMATE, (), [0, 3, 5], ""),
        (ULTIMATE, ("flop:1",), [0, 3, 5], "flop"),
        (ULTIMATE, ("turn:1",), [0, 4, 5], "turn"),
        (ULTIMATE, ("turn:1@2",), [0, 4, 5], ""),
        (ULTIMATE, ("flop:3",), [3, 5], ""),
        (ULTIMATE, ("flop:3", "turn:1", "river:1"), [5], ""),
        (BONUS, (), [0, 3, 4], ""),
        (BONUS, ("turn:1",), [0, 4], "turn"),
        (BONUS, ("river:1",), [0, 4, 5], "river"),
        (BONUS, ("river:1@3",), [0, 3, 5], ""),
    ],
)
def test_a_seen_card_counts_as_dealt(book: str, seen: tuple[str, ...], expected: list[int], single: str) -> None:
    assert levels(book, *seen) == (expected, single)


# --- Whole games, in the long tests ---------------------------------------------------------------------------


def with_others_odds() -> Terms:
    """Heads-Up with the Bad Beat odds that others print: 500, 50, 10, 8 and 5 to 1."""
    terms = terms_of(HEADS_UP)
    column = dict(terms.tables["odds-bad-beat", "printed"])
    for cls, odds in {"four-of-a-kind": 50, "full house": 10, "flush": 8, "straight": 5}.items():
        column[cls] = replace(column[cls], odds=Odds.parse(f"{odds} to 1"))
    return replace(terms, tables={**terms.tables, ("odds-bad-beat", "printed"): column})


ACE_SEEN = Fraction(-214_517_221_363, 534_880_962_000)
WHOLE: list[tuple[Callable[[], Terms], tuple[str, ...], Fraction]] = [
    (partial(terms_of, ULTIMATE), ("dealer:1",), Fraction(8_592_081_451, 63_213_204_600)),
    (partial(terms_of, ULTIMATE), ("dealer:1", "flop:1"), Fraction(182_660_181_577, 818_053_236_000)),
    (partial(terms_of, ULTIMATE), ("dealer:1", "turn:1"), Fraction(1_456_704_258_661, 5_562_762_004_800)),
    (partial(terms_of, ULTIMATE), ("dealer:1/QKA",), Fraction(84_032_566_403, 2_317_817_502_000)),
    (partial(terms_of, BONUS), ("dealer:1",), Fraction(1_057_899_189_443, 13_906_905_012_000)),
    (with_others_odds, ("dealer:1",), Fraction(62_587_858_897, 496_675_179_000)),
    (with_others_odds, ("dealer:1", "flop:1"), Fraction(50_822_771_173, 295_891_596_000)),
]


@pytest.mark.long
def test_one_rank_and_whole_games() -> None:
    assert of_rank(ULTIMATE, ACE, "dealer:1")[0] == ACE_SEEN
    for terms, seen, value in WHOLE:
        found = exposure(terms(), parse_information(seen))
        assert found.value == value
        assert found.gain > 0


@pytest.mark.long
def test_seeing_nothing_is_the_main_game() -> None:
    """The value and all endings are those of the main solver, with the dealer's cards counted in both orders.

    `test_twins` compares single boards.
    """
    for book in (ULTIMATE, BONUS, HEADS_UP, "fr-holdem"):
        asked = question_of(terms_of(book), Information())
        value, counts = of_sight(asked, sights_of(Information())[0])
        assert value == solved(book).value
        assert (counts[:, ::-1, ::-1] == 2 * ended(book).counts).all()


def test_a_game_without_a_decision_before_the_flop() -> None:
    """In Casino Hold'em nothing is decided first, so no starting hand changes; one rank shows that it is solved."""
    information = parse_information(["dealer:1"])
    asked = question_of(example("casino-holdem").terms(), information)
    value, counts = of_sight(asked, sights_of(information)[ACE])
    assert mean_of(asked, counts) == value
    assert value < main_of(example("casino-holdem").terms()).ev

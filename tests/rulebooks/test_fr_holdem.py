"""Arrêté du 14 mai 2007, arts. 55-18-1 to 55-18-3: how each wager of hold'em poker is decided, and its facts typed
again.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tablelaw import rulebooks
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.side_wagers.values import side_result
from tablelaw.analysis.solver import NEVER_FOLD
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.cards import RANKINGS
from tablelaw.law.conduct import Case, Standing
from tablelaw.submission.checks.all_checks import check
from tablelaw.submission.draft import parse_draft
from tests.rulebooks import rows
from tests.submission.checks.test_all_checks import changed
from tests.support import EQUAL, HIGHER, LOWER, decide, said

ID = "fr-holdem"
BOOK = rulebooks.get(ID)
CLASSES = RANKINGS["five-card"].classes
EVEN = ("ante", "raise", "turn", "river")
MAIN = ("ante", "super-ante", "raise", "turn", "river")
SUPER_ANTE = {
    "royal flush": "500 to 1",
    "straight flush": "50 to 1",
    "four-of-a-kind": "10 to 1",
    "full house": "3 to 1",
    "flush": "3 to 2",
    "straight": "1 to 1",
}
BONUS = {
    "royal flush": 50,
    "straight flush": 40,
    "four-of-a-kind": 20,
    "full house": 7,
    "flush": 6,
    "straight": 5,
    "three-of-a-kind": 3,
}
DEALT = {
    "royal flush": 4_324,
    "straight flush": 37_260,
    "four-of-a-kind": 224_848,
    "full house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three-of-a-kind": 6_461_620,
}
"""How many of the 133,784,560 hands of seven cards are of each class."""


def told(wager: str, standing: Standing, player: str, dealer: str = "pair") -> tuple[str, str, str]:
    return said(decide(ID, wager, standing, player=player, dealer=dealer))


def al(number: int) -> str:
    return f"Art. 55-18-1 al. {number}"


# --- al. 22: abandoning ---------------------------------------------------------------------------------


@pytest.mark.parametrize("wager", ["ante", "super-ante"])
def test_al_22_abandoning_loses_ante_and_super_ante(wager: str) -> None:
    assert said(decide(ID, wager, acts=["fold"])) == ("lost", "", al(22))


@pytest.mark.parametrize(
    ("reading", "expected"), [("stays", ("won", "3 to 1", al(48))), ("collected", ("lost", "", al(47)))]
)
def test_al_47_what_abandoning_does_to_the_bonus_is_a_reading(reading: str, expected: tuple[str, str, str]) -> None:
    terms = BOOK.terms({"fold-and-bonus": reading})
    case = Case("bonus", terms, {"player": "three-of-a-kind", "dealer": "pair"}, None, frozenset({"fold"}))
    assert said(BOOK.settle(case)) == expected


# --- al. 29 to 45: against the bank ----------------------------------------------------------------------


@pytest.mark.parametrize(("wager", "player"), [*product(EVEN, CLASSES[:-1])])
def test_al_32_a_higher_hand_wins_even_money(wager: str, player: str) -> None:
    assert told(wager, HIGHER, player) == ("won", "1 to 1", al(32))


@pytest.mark.parametrize("player", CLASSES[:-1])
def test_al_33_and_40_winning_super_ante_by_hand(player: str) -> None:
    paid = ("won", SUPER_ANTE[player], al(33)) if player in SUPER_ANTE else ("returned", "", al(40))
    assert told("super-ante", HIGHER, player) == paid


@pytest.mark.parametrize("wager", MAIN)
def test_al_41_a_lower_hand_loses_everything(wager: str) -> None:
    assert told(wager, LOWER, "straight flush", "royal flush") == ("lost", "", al(41))


@pytest.mark.parametrize(("wager", "both"), [*product(MAIN, ("pair", "straight", "royal flush"))])
def test_al_42_equal_hands_keep_everything(wager: str, both: str) -> None:
    assert told(wager, EQUAL, both, both) == ("returned", "", al(42))


@pytest.mark.parametrize(
    ("standing", "player"), [(HIGHER, "flush"), (HIGHER, "high card"), (EQUAL, "high card"), (LOWER, "high card")]
)
def test_al_44_and_45_without_a_qualified_bank(standing: Standing, player: str) -> None:
    assert told("ante", standing, player, "high card") == ("won", "1 to 1", al(44))
    for wager in MAIN[1:]:
        assert told(wager, standing, player, "high card") == ("returned", "", al(45))


def test_al_29_the_lowest_pair_qualifies() -> None:
    assert told("raise", LOWER, "high card", "pair")[2] == al(41)
    assert told("raise", LOWER, "high card", "high card")[2] == al(45)


# --- al. 46 to 56: the Bonus -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "dealer", "standing"), [*product(CLASSES, ("high card", "pair"), (HIGHER, EQUAL, LOWER))]
)
def test_al_48_and_56_bonus_from_three_of_a_kind_up(player: str, dealer: str, standing: Standing) -> None:
    paid = ("won", f"{BONUS[player]} to 1", al(48)) if player in BONUS else ("lost", "", al(56))
    assert told("bonus", standing, player, dealer) == paid


def test_exactly_one_alinea_decides_every_wager() -> None:
    for wager, player, dealer, standing in product(BOOK.wagers, CLASSES, CLASSES, (HIGHER, EQUAL, LOWER)):
        BOOK.settle(Case(wager.id, BOOK.terms(), {"player": player, "dealer": dealer}, standing))


# --- The facts, typed a second time --------------------------------------------------------------------------


def test_facts_fixed_for_the_table() -> None:
    assert {fact.id: fact.value for fact in BOOK.facts} == {
        "seats": 7,
        "positions-per-player": 1,
        "wagers-from": "seated players",
        "deck": 52,
        "decks-with-shuffler": 2,
        "decks-required-with-shuffler": 2,
        "cut-at-least": 1,
        "community-cards": 5,
        "wagers-in": "chips",
        "tables-per-chief": 2,
        "bankroll-times-minimum": 3000,
        "maximum-times-minimum": "50, 100 or 200",
    }


def test_every_cell_of_every_table() -> None:
    assert {table.id: {row[0]: row[1] for row in table.rows} for table in BOOK.paytables} == {
        "even-money": {"any winning hand": "1 to 1"},
        "super-ante": SUPER_ANTE,
        "bonus": {cls: f"{odds} to 1" for cls, odds in BONUS.items()},
    }


@pytest.mark.parametrize(
    ("stage", "asks", "after", "choices"),
    [
        ("before-flop", "every player", "", [("check", "", (), None), ("bet", "raise", (3, 4), None)]),
        ("after-flop", "players still deciding", "", [("check", "", (), None), ("bet", "raise", (2,), None)]),
        ("after-turn", "players still deciding", "", [("fold", "", (), None), ("bet", "turn", (1,), 2)]),
        ("after-river", "players who bet", "after-turn", [("check", "", (), None), ("bet", "river", (1,), 2)]),
    ],
)
def test_choices_at_each_decision(stage: str, asks: str, after: str, choices: list[object]) -> None:
    row = next(row for row in BOOK.stages if row.id == stage)
    assert (row.asks, row.after) == (asks, after)
    assert [(choice.action, choice.wager, choice.times, choice.part) for choice in row.choices] == choices


def test_al_10_two_cards_to_each_place_the_bank_last() -> None:
    assert rows.places_dealt(rows.dealing(BOOK, "hand"), 2) == ["1", "1", "2", "2", "dealer", "dealer"]


def test_order_of_a_round() -> None:
    assert [(step.do, step.stage or step.cards) for step in BOOK.flow] == [
        ("decide", "before-flop"),
        *[("burn", 1), ("community", 3), ("decide", "after-flop")],
        *[("burn", 1), ("community", 1), ("decide", "after-turn")],
        *[("burn", 1), ("community", 1), ("decide", "after-river")],
        *[("turn up dealer", 0), ("settle", 0), ("clear", 0)],
    ]


@pytest.mark.parametrize(
    ("irregularity", "hands", "effect", "cards"),
    [
        ("card-exposed", "stand", "stands", "stay"),
        ("wrong-number-of-cards", "void", "returned", "reshuffled"),
        ("information-exchanged", "void", "returned", "reshuffled"),
        ("stub-wrong-misdealt", "void", "returned", "reshuffled"),
        ("stub-wrong-not-misdealt", "void", "returned", "deck removed"),
        ("shuffler-jam", "stand", "stands", "reshuffled"),
        ("device-out-of-order", "stand", "stands", "stay"),
        ("device-counts-wrong", "stand", "stands", "deck removed"),
    ],
)
def test_irregularity_on_every_wager(irregularity: str, hands: str, effect: str, cards: str) -> None:
    row = rows.irregularity(BOOK, irregularity)
    assert {BOOK.effect_on(row, wager.id, BOOK.terms()).effect for wager in BOOK.wagers} == {effect}
    assert (row.hands, row.cards) == (hands, cards)
    assert len(BOOK.irregularities) == 8


# --- A submission ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("minimum", "maximum", "codes"),
    [
        ("5 €", "250 €", []),
        ("5 €", "500 €", []),
        ("5 €", "1 000 €", []),
        ("5 €", "249 €", ["maximum-not-a-multiple"]),
        ("5 €", "501 €", ["maximum-not-a-multiple"]),
        ("5,01 €", "501 €", ["part-not-payable"]),
        ("5,02 €", "502 €", []),
    ],
)
def test_limits_of_a_submission(minimum: str, maximum: str, codes: list[str]) -> None:
    """The maximum is 50, 100 or 200 times the minimum (Art. 55-18-3 al. 3), and half of the Ante is whole cents (al.
    23).
    """
    swaps = {"find": 'minimum = "5 €"\nmaximum = "500 €"', "put": f'minimum = "{minimum}"\nmaximum = "{maximum}"'}
    assert [found.code for found in check(parse_draft(changed({"rulebook": ID, **swaps})))] == codes


# --- What it is worth ------------------------------------------------------------------------------------------


def test_the_bonus_is_worth_what_the_classes_of_seven_cards_give() -> None:
    paid = sum(DEALT[cls] * (odds + 1) for cls, odds in BONUS.items())
    assert side_result(BOOK.terms(), "bonus").ev == Fraction(paid, 133_784_560) - 1 == Fraction(-22_717, 367_540)


def test_the_main_game_under_best_play_and_without_folds() -> None:
    main = main_of(BOOK.terms())
    assert main.ev == Fraction(-99_024_899_123, 1_390_690_501_200)
    assert main.distribution is not None and main.distribution.mean == main.ev
    bets = {
        "before-flop: bet 4x": Fraction(4),
        "after-flop: bet 2x": Fraction(2),
        "after-river: check": Fraction(1, 2),
        "after-river: bet 1/2x": Fraction(1),
    }
    assert main.average_wager == 2 + sum(times * main.actions[line] for line, times in bets.items())
    never = solver_of(BOOK.terms()).strategies(BOOK.terms())[NEVER_FOLD][0]
    assert never == Fraction(-248_206_500_461, 3_476_726_253_000) < main.ev


@pytest.mark.parametrize(("cents", "kept"), [(4_999, 4_999), (5_000, 5_000), (5_001, 5_000)])
def test_al_47_the_bonus_is_limited_to_ten_antes_and_no_other_wager_is(cents: int, kept: int) -> None:
    assert BOOK.wager("bonus").limited(cents, 500) == kept
    assert BOOK.wager("super-ante").limited(cents, 500) == cents

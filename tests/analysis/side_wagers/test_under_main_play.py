"""Wagers that a fold loses: folds counted by class, and best play when the wager and the main game are optimised
together.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.board_with_dealer.best_play import DEALS, FLOP
from tablelaw.analysis.board_with_dealer.game import game_of
from tablelaw.analysis.board_with_dealer.last_fold_counts import folded_by_class, folds_after
from tablelaw.analysis.board_with_dealer.wagers_lost_by_folds import classes_with, first_folds, two_cards
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.payoffs import ask, net_of
from tablelaw.analysis.side_wagers.under_main_play import Hanging, hanging, under_main_play
from tablelaw.analysis.side_wagers.values import NEVER_FOLDING, TOGETHER, side_result
from tablelaw.analysis.symmetry.starting_hands import KINDS, kind_name, kind_of
from tablelaw.cards import PACK, parse_cards
from tablelaw.cards.rankings import five_card
from tablelaw.law.conduct import Case
from tablelaw.law.rulebook import Terms
from tablelaw.submission.submission import load_submission
from tests.analysis.solved import BONUS, ULTIMATE, ended, solved, terms_of
from tests.analysis.test_holdem_twins import boards_after, met_on, together

SUBMISSIONS = Path(__file__).parents[3] / "examples" / "submissions"
COLLECTED = {"fold-and-progressive": "collected", "fold-and-five-card": "collected"}


@cache
def lost() -> Terms:
    """Ultimate with both drawn bonuses, where a fold loses Progressive and Five Card Hand."""
    return rulebooks.get(ULTIMATE).terms(COLLECTED, magic_card="yes", lucky_bonus="yes")


@cache
def found(wager: str, ratio: Fraction = Fraction(1)) -> Hanging:
    row = lost().book.wager(wager)
    return hanging(lost(), row, main_of(lost()), side_result(lost(), wager), ratio=ratio)


# --- Folds after the last card ------------------------------------------------------------------------------------


def test_folds_by_class_are_all_folds() -> None:
    folded = folded_by_class(solved(ULTIMATE))
    assert Fraction(folded.total(), DEALS) == ended(ULTIMATE).frequencies()["after-river: fold"]
    assert set(folded) == {"high card", "pair", "two pair", "three-of-a-kind"}, "of two cards and the Flop"


@pytest.mark.parametrize(("cards", "flop"), [("Qs 7d", "Kd 9d 2c"), ("8h 3h", "Kh Qh 4h"), ("5c 2d", "Ks Kd 8h")])
def test_folds_after_a_flop_are_those_of_playing_every_board(cards: str, flop: str) -> None:
    """The slow reference: every turn and river against every pair the dealer can have."""
    known, two, three = game_of(terms_of(ULTIMATE)), tuple(parse_cards(cards)), tuple(parse_cards(flop))
    folds = 0
    for board in boards_after(two, three):
        own, dealer, standing = met_on(two, board)
        opening, unit = known.payoffs.pay[:, 9 - own, 9 - dealer, standing].sum(axis=1)
        folds += int(opening + unit) <= known.fold * known.unit * 990
    ranks, suits = (values.astype(np.int64) for values in folds_after(known))
    assert together(ranks, suits, two, three) == [2 * folds], "in both orders of turn and river"


def test_653a_11_k_a_folded_class_loses_what_it_would_have_been_paid() -> None:
    folded, progressive = folded_by_class(solved(ULTIMATE)), found("progressive")
    stays = side_result(rulebooks.get(ULTIMATE).terms(), "progressive").ev
    gone = sum(Fraction(deals, DEALS) * (1 + paid(cls)) for cls, deals in folded.items())
    assert progressive.result.ev == stays - gone
    assert progressive.never_folding == stays


def paid(cls: str) -> Fraction:
    return net_of(lost().book.settle(Case("progressive", lost(), {"player-flop": cls}))).fixed


def test_653a_11_l_no_flush_is_ever_folded() -> None:
    five = found("five-card-player")
    assert five.result.ev == five.never_folding


def test_653a_11_l_a_drawn_bonus_is_lost_as_often_as_a_hand_is_folded() -> None:
    stays = 1 - ended(ULTIMATE).frequencies()["after-river: fold"]
    for wager in ("magic-card", "lucky-bonus"):
        assert found(wager).result.ev == stays * (found(wager).never_folding or 0)


def test_hands_of_others_are_valued_for_one_who_never_folds() -> None:
    for wager in ("five-card-dealer", "envy"):
        assert found(wager).result.play == NEVER_FOLDING
        assert found(wager).never_folding is None


# --- Folds before the Flop -----------------------------------------------------------------------------------------


def test_first_folds_are_counted_flop_by_flop() -> None:
    """The slow reference: each folded pair of cards with every Flop, classified by the ranking itself."""
    main = main_of(terms_of(BONUS, ante_pays_from="straight"))
    twin: dict[str, int] = {}
    for cards in combinations(PACK[:24], 2):
        if kind_name(kind_of(*cards)) == "32o":
            for flop in combinations([card for card in PACK if card not in cards], FLOP):
                cls = five_card.class_of(five_card.strength_unchecked([*cards, *flop]))
                twin[cls] = twin.get(cls, 0) + 1
    one = classes_with(two_cards(next(k for k in range(KINDS) if kind_name(k) == "32o")))
    assert {cls: 12 * deals for cls, deals in one.items()} == twin
    assert first_folds(main).total() == 60 * sum(one.values())


# --- Both together ---------------------------------------------------------------------------------------------------


@cache
def beside(book: str, wager: str, ratio: Fraction) -> Hanging:
    terms = terms_of(book)
    row = terms.book.wager(wager)
    plain = side_result(terms, wager) if row.hand == "player-flop" else None
    return hanging(terms, row, main_of(terms), plain, ratio=ratio)


@pytest.mark.parametrize(("book", "wager"), [(BONUS, "progressive"), ("ma-colorado", "bonus")])
def test_a_wager_too_small_to_matter_is_worth_the_same_together(book: str, wager: str) -> None:
    tiny = beside(book, wager, Fraction(1, 10**9))
    assert tiny.joint == tiny.result.ev
    assert tiny.ratio == Fraction(1, 10**9)


@pytest.mark.parametrize(("book", "wager"), [(BONUS, "progressive"), ("ma-colorado", "bonus")])
def test_the_more_is_staked_the_more_it_is_played_for(book: str, wager: str) -> None:
    worth = [beside(book, wager, Fraction(1, ante)).joint or 0 for ante in (100, 10, 5, 1)]
    assert worth == sorted(worth)
    assert worth[0] < worth[-1]


def test_with_a_progressive_as_large_as_the_ante_no_hand_is_folded() -> None:
    """Folding would save less on the Ante than it loses on the Progressive, so best play of both never folds."""
    one = beside(BONUS, "progressive", Fraction(1))
    terms = terms_of(BONUS)
    chart = main_of(terms).chart
    stays = solved(BONUS).by_class["bet 2x"]
    assert one.joint == (one.never_folding or 0) + sum(stays, Fraction(0)) / DEALS - main_of(terms).ev
    assert ask(terms, "progressive", {}, None, ["fold"]) == -1
    assert len(chart["fold"]) == KINDS


def test_a_sheet_stakes_both_at_their_least() -> None:
    """Colorado's bonus is $1 by law, so the smallest Ante filed determines the ratio."""
    submission = load_submission(SUBMISSIONS / "ma-colorado.toml")
    main = main_of(submission.terms)
    one = under_main_play(submission, submission.book.wager("bonus"), main, None)
    assert one.ratio == Fraction(100, submission.minimum_cents)
    assert one.result.plays[TOGETHER].staked == one.ratio
    assert (one.never_folding or 0) > one.result.ev


def test_a_wager_no_fold_loses_is_left_as_it_is() -> None:
    terms = terms_of(ULTIMATE)
    plain = side_result(terms, "trips")
    one = hanging(terms, terms.book.wager("trips"), main_of(terms), plain)
    assert one == Hanging(plain)
    assert (one.joint, one.ratio, one.never_folding, one.basis) == (None, None, None, "")
    assert replace(one.result, play="") == plain

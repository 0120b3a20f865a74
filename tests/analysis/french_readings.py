"""The figures that the French registers of readings quote, under the readings chosen and under those that were not.

A reading that was not chosen is played by a copy of the rulebook with other odds, another rule or another ranking.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from math import comb

import msgspec

from tablelaw import rulebooks
from tablelaw.analysis.against_dealer.bought_card.best_play import NEVER_BUY, offer_of, played, result_of
from tablelaw.analysis.against_dealer.whole_hands import best_play as whole_hands
from tablelaw.analysis.board_with_dealer.best_play import solve
from tablelaw.analysis.board_with_dealer.distribution import side_wager
from tablelaw.analysis.board_with_dealer.game import game_of
from tablelaw.analysis.side_wagers.values import side_result
from tablelaw.analysis.solver import BEST
from tablelaw.cards import PACK, Card, register_rankings
from tablelaw.cards.card import ACE
from tablelaw.cards.rankings import three_card
from tablelaw.cards.rankings.ranking import LISTED
from tablelaw.law.conduct import RETURNED, Case, Rule, Ruling, rule
from tablelaw.law.rulebook import Rulebook, Terms
from tests.analysis.solved import ended, solved

QUEEN = 12
ULTIMATE, THREE, STUD, HOLDEM = "fr-ultimate", "fr-trois-cartes", "fr-stud", "fr-holdem"
Figure = Callable[[], Fraction]


def terms_of(book: str) -> Terms:
    return rulebooks.get(book).terms()


def board(book: str) -> Fraction:
    return solved(book).value


def board_including_the_stake(book: str) -> Fraction:
    return solve(game_of(including_the_stake(book))).value


def side(terms: Terms, wager: str) -> Fraction:
    return side_result(terms, wager).ev


# --- A payment of so many times a wager includes the stake ----------------------------------------------------------


@cache
def including_the_stake(book: str, kept: frozenset[str] = frozenset()) -> Terms:
    """Every scale but even money pays N for 1; the rows `kept` are paid as printed."""
    law = rulebooks.get(book)
    scales = [table for table in law.paytables if table.id != "even-money"]
    for_one = {
        table.id: tuple(
            (cls, odds if f"{table.id} {cls}" in kept else odds.replace(" to ", " for ")) for cls, odds in table.rows
        )
        for table in scales
    }
    tables = (msgspec.structs.replace(table, rows=for_one.get(table.id, table.rows)) for table in law.paytables)
    return replace(law, paytables=tuple(tables)).terms()


MISE_AT_EVEN_MONEY = frozenset(f"winning-ante {cls}" for cls in ("straight", "flush", "pair", "high card"))
"""Rows of a winning Mise for which the article says "even money", not so many times the wager."""


# --- Poker trois cartes ---------------------------------------------------------------------------------------------


@cache
def three_cards(terms: Terms) -> Fraction:
    return whole_hands.solve(terms).ev


def with_rule(book: Rulebook, name: str, other: Rule) -> Rulebook:
    """A rulebook in which another rule takes the place of one, with its paragraph."""
    kept = tuple(row for row in book.rules if row.name != name)
    assert len(kept) == len(book.rules) - 1
    return replace(book, rules=(*kept, other.read_in(book.notation)))


@rule("Art. 55-21 al. 32", "ante")
def mise_paid_by_its_hand_without_a_game(case: Case) -> Ruling | None:
    """The scale of a winning Mise applies when the dealer is below queen high too."""
    return None if case.qualifies("dealer-qualifies") else case.pays("winning-ante", case.hand("player"))


@rule("Art. 55-21 al. 46", "bonus")
def bonus_returned_below_a_straight(case: Case) -> Ruling | None:
    return case.pays("bonus", case.hand("player")) if case.at_least("player", "straight") else RETURNED


@cache
def by_the_hand() -> Terms:
    name = "initial_wager_paid_without_a_game"
    return with_rule(rulebooks.get(THREE), name, mise_paid_by_its_hand_without_a_game).terms()


@cache
def bonus_returned() -> Terms:
    return with_rule(rulebooks.get(THREE), "bonus_decided_by_the_players_hand", bonus_returned_below_a_straight).terms()


def on_the_mise() -> Fraction:
    """The main game with what the Bonus pays added: no hand that wins the Bonus is passed, with it or without it."""
    return three_cards(terms_of(THREE)) + side(bonus_returned(), "bonus")


# --- Poker trois cartes with an ace that is always high -------------------------------------------------------------


def strength_with_high_aces(cards: Sequence[Card]) -> int:
    """The strength of three cards if A-3-2 is no straight."""
    ranks = tuple(sorted((card.rank for card in cards), reverse=True))
    if ranks != (ACE, 3, 2):
        return three_card.strength_unchecked(cards)
    return three_card.least("flush" if len({card & 3 for card in cards}) == 1 else "high card", ranks)


def class_with_high_aces(cards: Sequence[Card]) -> str:
    return three_card.class_of(strength_with_high_aces(cards))


HIGH_ACES = replace(
    three_card.THREE_CARD,
    name="three-card with high aces",
    classify=class_with_high_aces,
    strength=strength_with_high_aces,
    describe=class_with_high_aces,
    family=LISTED,
)


@cache
def with_high_aces() -> Terms:
    register_rankings([HIGH_ACES])
    law, known = rulebooks.get(THREE), three_card.THREE_CARD.name

    def renamed(name: str) -> str:
        return HIGH_ACES.name if name == known else name

    hands = (msgspec.structs.replace(hand, ranking=renamed(hand.ranking)) for hand in law.hands)
    tables = (msgspec.structs.replace(table, ranking=renamed(table.ranking)) for table in law.paytables)
    rows = (msgspec.structs.replace(row, rankings=tuple(map(renamed, row.rankings))) for row in law.rankings)
    return replace(law, hands=tuple(hands), paytables=tuple(tables), rankings=tuple(rows)).terms()


# --- Stud poker de casino --------------------------------------------------------------------------------------------


@rule("Art. 55-16 al. 37", "ante")
def ante_paid_by_its_hand(case: Case) -> Ruling | None:
    """The scale of combinations applies to the Ante of a winning hand too."""
    wins = case.qualifies("dealer-qualifies") and case.is_higher
    return case.pays("raise", case.hand("player")) if wins else None


@rule("Art. 55-17 al. 1", "raise")
def raise_back_below_a_pair(case: Case) -> Ruling | None:
    """The raise of a winning hand below a pair goes back unpaid."""
    wins = case.qualifies("dealer-qualifies") and case.is_higher
    if not wins:
        return None
    return case.pays("raise", case.hand("player")) if case.at_least("player", "pair") else RETURNED


@cache
def stud(terms: Terms, play: str = BEST) -> Fraction:
    return result_of(offer_of(terms), played(terms, play)).ev


def ante_by_the_hand() -> Terms:
    return with_rule(rulebooks.get(STUD), "winning_ante_paid", ante_paid_by_its_hand).terms()


def raise_back() -> Terms:
    return with_rule(rulebooks.get(STUD), "winning_raise_paid_by_its_hand", raise_back_below_a_pair).terms()


# --- Quoted ----------------------------------------------------------------------------------------------------------


def bonus_lost_by_a_fold() -> Fraction:
    """The Bonus of hold'em under best play of the main game, if abandoning loses it."""
    terms = rulebooks.get(HOLDEM).terms({"fold-and-bonus": "collected"})
    return side_wager(terms, "bonus", ended(HOLDEM)).mean


def bank_below_a_pair() -> Fraction:
    """How often seven cards are no pair: seven ranks without five in a row, and suits without five alike."""
    in_a_row = [set(range(top - 4, top + 1)) for top in range(5, 15)]
    ranks = sum(
        not any(row <= {*held, *({1} if ACE in held else set())} for row in in_a_row)
        for held in map(set, combinations(range(2, 15), 7))
    )
    suits = 4**7 - 4 * (1 + 7 * 3 + comb(7, 2) * 3**2)
    return Fraction(ranks * suits, comb(52, 7))


def dealer_qualifies() -> Fraction:
    """How often three cards are queen high or better."""
    strength = three_card.strength_unchecked
    least = three_card.least("high card", (QUEEN,))
    return Fraction(sum(strength(cards) >= least for cards in combinations(PACK, 3)), comb(52, 3))


MAIN, PAIR_PLUS, HOLDEM_BONUS = (
    lambda: three_cards(terms_of(THREE)),
    lambda: side(terms_of(THREE), "pair-plus"),
    lambda: side(terms_of(HOLDEM), "bonus"),
)
BEST_STUD: Figure = lambda: stud(terms_of(STUD))  # noqa: E731

QUOTED: dict[tuple[str, str], tuple[Figure, ...]] = {
    (THREE, "low-ace"): (
        *(PAIR_PLUS, MAIN),
        *(lambda: side(with_high_aces(), "pair-plus"), lambda: three_cards(with_high_aces())),
    ),
    (THREE, "times-the-stake"): (lambda: three_cards(including_the_stake(THREE, MISE_AT_EVEN_MONEY)),),
    (THREE, "no-game-even-money"): (MAIN, lambda: three_cards(by_the_hand())),
    (THREE, "bonus-stake"): (lambda: side(terms_of(THREE), "bonus"), on_the_mise),
    (THREE, "bonus-without-a-straight"): (lambda: side(bonus_returned(), "bonus"),),
    (ULTIMATE, "pour-is-to"): (
        partial(board_including_the_stake, ULTIMATE),
        lambda: side(including_the_stake(ULTIMATE), "trips"),
    ),
    (HOLDEM, "pour-is-to"): (
        *(partial(board, HOLDEM), HOLDEM_BONUS, partial(board_including_the_stake, HOLDEM)),
        lambda: side(including_the_stake(HOLDEM), "bonus"),
    ),
    (HOLDEM, "abandon"): (partial(board, HOLDEM),),
    (HOLDEM, "fold-and-bonus"): (HOLDEM_BONUS, bonus_lost_by_a_fold),
    (HOLDEM, "bonus-at-three"): (HOLDEM_BONUS,),
}
"""Figures quoted as a fraction and as a percentage."""
QUOTED_BY_STUD: dict[tuple[str, str], tuple[Figure, ...]] = {
    (STUD, "which-stake-is-multiplied"): (BEST_STUD, lambda: stud(ante_by_the_hand())),
    (STUD, "winning-ace-king"): (lambda: stud(raise_back()),),
}
"""The same of the game with a bought card, which takes half a minute on two cores for each reading."""
PERCENTAGES: dict[tuple[str, str], tuple[Figure, ...]] = {
    (THREE, "queen-or-better"): (dealer_qualifies, lambda: 1 - dealer_qualifies()),
    (THREE, "times-the-stake"): (
        *(PAIR_PLUS, MAIN),
        lambda: side(including_the_stake(THREE, MISE_AT_EVEN_MONEY), "pair-plus"),
    ),
    (THREE, "bonus-stake"): (MAIN,),
    (THREE, "bonus-without-a-straight"): (lambda: side(terms_of(THREE), "bonus"),),
    (THREE, "fold-and-bonus"): (lambda: side(terms_of(THREE), "bonus"),),
    (THREE, "fold-and-paire-plus"): (PAIR_PLUS,),
    (ULTIMATE, "pour-is-to"): (partial(board, ULTIMATE), lambda: side(terms_of(ULTIMATE), "trips")),
    (ULTIMATE, "fold-and-trips"): (lambda: side(terms_of(ULTIMATE), "trips"),),
}
"""Figures quoted as a percentage alone."""
PERCENTAGES_OF_STUD: dict[tuple[str, str], tuple[Figure, ...]] = {
    (STUD, "times-the-stake"): (BEST_STUD,),
    (STUD, "winning-ace-king"): (BEST_STUD,),
    (STUD, "price-is-kept"): (BEST_STUD, lambda: stud(terms_of(STUD), NEVER_BUY)),
}

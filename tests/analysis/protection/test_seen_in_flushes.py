"""Seen cards where flushes are compared: published figures, plain counts of small decks, sampled deals, limits."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from statistics import mean, stdev

import numpy as np
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.against_dealer.flushes.best_play import game_of
from tablelaw.analysis.against_dealer.flushes.kernels import CELLS, Counts, Deck, count_deals, deck_of
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.protection.against_dealer.flushes.dealer_card import deals_with_card_seen, deals_with_mark_seen
from tablelaw.analysis.protection.against_dealer.flushes.other_seats import best_plan, deals_with_seats_seen
from tablelaw.analysis.protection.against_dealer.flushes.strategies import by_suit_counts
from tablelaw.analysis.protection.api import protect
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.solver import NotThisGame
from tablelaw.cards import PACK

BOOK = rulebooks.get("pa-678a")
SEATS = range(5, 5 - int(os.environ.get("TABLELAW_SEATS", "1")), -1)
"""The numbers of other hands that are seen; fewer hands take minutes."""


@cache
def seen(item: str) -> Exposure:
    return protect(BOOK, [item])


# --- Published figures ---------------------------------------------------------------------------------------


def test_six_hands_seen_are_worth_what_is_published() -> None:
    found = seen("seats:5")
    assert found.value == Fraction(649_372_060_159_513, 8_873_135_184_513_600)
    assert f"{float(found.value):.4%}" == "7.3184%", "the source says at least 7.3 %"
    assert found.distribution is not None
    assert found.distribution.total == comb(52, 7) * comb(45, 10) * comb(10, 7)


def test_the_printed_strategy_is_worth_what_is_published() -> None:
    (note,) = seen("seats:5").notes
    assert note.startswith("by suit counts alone +3.0536%"), "the source says about 3.1 %"


def test_the_printed_strategy_by_its_counts() -> None:
    """The strategy depends on the most and the fewest cards left of any suit: 13 less the fewest and the most seen."""
    plan, game = by_suit_counts(game_of(BOOK.terms())), game_of(BOOK.terms())

    def bets(flush: str, *suits_seen: int) -> int:
        mask = sum(1 << "23456789TJQKA".index(rank) for rank in flush)
        place = int(np.flatnonzero(deck_of().masks == mask)[0])
        return int(game.options[len(flush)][plan[place, 13 - min(suits_seen), 13 - max(suits_seen)]].times)

    assert [bets("A2", 9, 11, 11, 11), bets("J32", 10, 10, 11, 11), bets("J32", 9, 10, 11, 12)] == [1, 1, 0]
    assert [bets("Q32", 9, 9, 12, 12), bets("Q32", 8, 11, 11, 12), bets("QJT", 10, 10, 10, 12)] == [1, 0, 1]
    assert [bets("K32", 8, 10, 11, 13), bets("K32", 7, 11, 12, 12), bets("AKQ", 8, 8, 13, 13)] == [1, 0, 1]
    assert [bets("5432", 3, 13, 13, 13), bets("65432", 3, 13, 13, 13), bets("765432", 6, 10, 13, 13)] == [1, 2, 3]
    assert bets("8765432", 7, 9, 13, 13) == 3


# --- Small decks, counted plainly ----------------------------------------------------------------------------

Pay = Counts


def plain_place(deck: Deck, cards: Iterable[int]) -> int:
    """The place of the best flush of some cards, numbered by rank and suit as in a pack."""
    held = [0] * 4
    for card in cards:
        held[card % 4] |= 1 << card // 4
    return max(range(len(deck.masks)), key=lambda place: (int(deck.masks[place]) in held, place))


def cell_of(own: int, dealer: int, line: int) -> int:
    return (3 if dealer >= line else 0) + (0 if own > dealer else 1 if own == dealer else 2)


def plain_ends(
    deck: Deck, line: int, pay: Pay, sights: Callable[[tuple[int, ...]], Iterable[list[tuple[int, ...]]]]
) -> Counts:
    """Deals by [flush, option, cell]; `sights` gives the dealer's hands for everything that may be seen with a hand."""
    pack = range(4 * deck.ranks)
    place = {hand: plain_place(deck, hand) for hand in combinations(pack, deck.cards)}
    ends = np.zeros((len(deck.masks), pay.shape[1], CELLS), np.int64)
    for hand, own in place.items():
        gains = pay[int(deck.masks[own]).bit_count()]
        for dealers in sights(hand):
            cells = np.bincount([cell_of(own, place[dealer], line) for dealer in dealers], minlength=CELLS)
            ends[own, int((gains @ cells).argmax())] += cells
    return ends


def small_game(ranks: int, cards: int) -> tuple[Deck, int, Pay]:
    """A small deck, a line, and gains as a house would pay them: more for a larger bet, and less for a lower hand."""
    deck = deck_of(ranks, cards)
    pay = np.zeros((cards + 1, 3, CELLS), np.int64)
    for length in range(cards + 1):
        pay[length] = [[-3] * CELLS, [3, 2, 1, 5, 0, -7], [4, 0, -1, 9 + length, 0, -14]]
    return deck, int(deck.first[2]) + 1, pay


@pytest.mark.parametrize(("ranks", "cards", "others"), [(3, 3, 1), (3, 3, 2), (4, 2, 5), (3, 2, 2)])
def test_other_seats_of_a_small_deck(ranks: int, cards: int, others: int) -> None:
    deck, line, pay = small_game(ranks, cards)

    def sights(hand: tuple[int, ...]) -> Iterable[list[tuple[int, ...]]]:
        rest = [card for card in range(4 * ranks) if card not in hand]
        for left in combinations(rest, 4 * ranks - cards * (1 + others)):
            yield list(combinations(left, cards))

    (found,) = deals_with_seats_seen(deck, line, pay, others, [best_plan(deck)])
    assert found.tolist() == plain_ends(deck, line, pay, sights).tolist()


@pytest.mark.parametrize(("ranks", "cards"), [(3, 3), (4, 2), (4, 3)])
def test_a_dealer_card_of_a_small_deck(ranks: int, cards: int) -> None:
    deck, line, pay = small_game(ranks, cards)

    def sights(hand: tuple[int, ...]) -> Iterable[list[tuple[int, ...]]]:
        rest = [card for card in range(4 * ranks) if card not in hand]
        for card in rest:
            others = [other for other in rest if other != card]
            yield [tuple(sorted((card, *more))) for more in combinations(others, cards - 1)]

    assert deals_with_card_seen(deck, line, pay).tolist() == plain_ends(deck, line, pay, sights).tolist()


@pytest.mark.parametrize(("ranks", "cards", "group"), [(3, 3, 0b100), (3, 3, 0b11), (4, 2, 0b1010), (4, 3, 0b1001)])
def test_a_marked_card_of_a_small_deck(ranks: int, cards: int, group: int) -> None:
    deck, line, pay = small_game(ranks, cards)

    def sights(hand: tuple[int, ...]) -> Iterable[list[tuple[int, ...]]]:
        rest = [card for card in range(4 * ranks) if card not in hand]
        shown: dict[int, list[tuple[int, ...]]] = {0: [], 1: []}
        for dealer in combinations(rest, cards):
            for card in dealer:
                shown[group >> card // 4 & 1].append(dealer)
        return (dealers for dealers in shown.values() if dealers)

    assert deals_with_mark_seen(deck, line, pay, group).tolist() == plain_ends(deck, line, pay, sights).tolist()


@pytest.mark.parametrize(("ranks", "cards"), [(4, 3), (5, 3), (5, 5)])
def test_no_other_seat_of_a_small_deck_is_the_honest_game(ranks: int, cards: int) -> None:
    deck, line, pay = small_game(ranks, cards)
    (found,) = deals_with_seats_seen(deck, line, pay, 0, [best_plan(deck)])
    assert found.tolist() == count_deals(deck, line, pay)[0].tolist()


def test_more_seats_of_a_small_deck_are_never_worth_less() -> None:
    deck, line, pay = small_game(6, 3)
    values = []
    for others in range(7):
        (found,) = deals_with_seats_seen(deck, line, pay, others, [best_plan(deck)])
        gains = np.array([pay[int(mask).bit_count()] for mask in deck.masks])
        values.append(Fraction(int((found * gains).sum()), int(found.sum())))
    assert values == sorted(values) and values[0] < values[-1]
    card = deals_with_card_seen(deck, line, pay)
    assert values[0] < Fraction(int((card * gains).sum()), int(card.sum()))


# --- Sampled deals -------------------------------------------------------------------------------------------


def sampled(sight: Callable[[list[int]], Iterable[tuple[int, ...]]], deals: int) -> tuple[float, float]:
    """The mean of best play over sampled deals, each with its exact gain over the dealer's hands, and its error."""
    game, draw, deck = game_of(BOOK.terms()), Random(678), deck_of()
    place = {int(mask): n for n, mask in enumerate(deck.masks)}

    def flush(cards: Iterable[int]) -> int:
        held = [0] * 4
        for card in cards:
            held[card % 4] |= 1 << card // 4
        return max(place[mask] for mask in held)

    gains = []
    for _ in range(deals):
        cards = draw.sample([int(card) for card in PACK], 52)
        own = flush(cards[:7])
        cells = [cell_of(own, flush(dealer), game.line) for dealer in sight(cards[7:])]
        options = game.pay[int(deck.masks[own]).bit_count()]
        gains.append(float(max(sum((pay[cell] for cell in cells), Fraction(0)) for pay in options) / len(cells)))
    return mean(gains), stdev(gains) / deals**0.5


def test_sampled_deals_agree_with_six_hands_seen() -> None:
    found, error = sampled(lambda rest: combinations(rest[:10], 7), 1_500)
    assert abs(found - float(seen("seats:5").value)) < 4 * error


# --- Limits --------------------------------------------------------------------------------------------------


def test_more_information_is_worth_more() -> None:
    honest = main_of(BOOK.terms()).ev
    growing = [honest, *(seen(f"seats:{count}").value for count in reversed(SEATS))]
    assert growing == sorted(growing) and len(set(growing)) == len(growing)
    assert seen("seats:5").honest == honest < seen("dealer:1/QKA").value < seen("dealer:1").value


def test_a_group_and_its_complement_tell_the_same() -> None:
    assert seen("dealer:1/23456789TJ").value == seen("dealer:1/QKA").value


def test_one_dealer_card() -> None:
    found = seen("dealer:1")
    assert found.distribution is not None and found.distribution.total == comb(52, 7) * 45 * comb(44, 6)
    assert f"{float(found.value):.4%}" == "-2.2914%"
    assert sum(found.actions.values()) == 1
    assert {(change.honest, change.informed) for change in found.changed} <= {("fold", "bet 1x"), ("bet 1x", "fold")}


def test_what_is_refused() -> None:
    for items in (["dealer:2"], ["dealer:2/QKA"], ["dealer:1", "seats:5"]):
        with pytest.raises(NotThisGame, match=r"seen.*either dealer:1 or the hands of other seats"):
            protect(BOOK, items)

"""What every option is worth where flushes are compared, given the cards that are known.

The dealer's hands are counted suit by suit: the number of hands without a flush above a bound is a coefficient of a
product of polynomials. Hands that contain certain cards are counted by inclusion and exclusion.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from operator import mul

import numpy as np

from tablelaw.analysis.advice import Advice, best_first
from tablelaw.analysis.against_dealer.flushes.best_play import game_of
from tablelaw.analysis.against_dealer.flushes.kernels import CELLS, Deck, deck_of, lower_sets, places_of, split_cells
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.cards import PACK, Card
from tablelaw.law.rulebook import Terms

SUITS = 4


def advice_knowing(terms: Terms, cards: Sequence[Card], known: Known) -> list[Advice]:
    """Every option open to a hand with its exact gain, best first."""
    game = game_of(terms)
    left = [card for card in PACK if card not in (*cards, *known.dealer, *known.out)]
    cells = cells_among(deck_of(), int(places_of(cards)[0]), game.line, left, known.dealer)
    length = max(sum(card % SUITS == suit for card in cards) for suit in range(SUITS))
    values = [sum(map(mul, pay, cells), Fraction(0)) / sum(cells) for pay in game.pay[length]]
    return best_first(Advice(o.action, o.times, ev) for o, ev in zip(game.options[length], values, strict=True))


def cells_among(deck: Deck, own: int, line: int, left: Sequence[Card], fixed: Sequence[Card]) -> tuple[int, ...]:
    """How many of the dealer's hands that contain the fixed cards are in each cell against the flush at a place."""
    below = upto = under = dealers = 0
    for count in range(len(fixed) + 1):
        for gone in combinations(fixed, count):
            masks = _masks((*left, *(card for card in fixed if card not in gone)))
            sign = (-1) ** count
            below += sign * _hands(deck, masks, own, False)
            upto += sign * _hands(deck, masks, own, True)
            under += sign * _hands(deck, masks, line, False)
            dealers += sign * comb(sum(mask.bit_count() for mask in masks), deck.cards)
    cells = np.zeros(CELLS, np.int64)
    split_cells(dealers, below, upto, under, cells)
    return tuple(cells.tolist())


def _masks(cards: Iterable[Card]) -> list[int]:
    """[suit] -> the ranks of these cards as bits."""
    masks = [0] * SUITS
    for card in cards:
        masks[card % SUITS] |= 1 << card // SUITS
    return masks


def _hands(deck: Deck, masks: Sequence[int], place: int, is_included: bool) -> int:
    """How many of the dealer's hands have no flush above the one at a place and, unless `is_included`, no equal one
    either.
    """
    flush = int(deck.masks[place])
    length, full = flush.bit_count(), (1 << deck.ranks) - 1
    product = [1] + [0] * deck.cards
    for mask in masks:
        ways = [comb(mask.bit_count(), count) if count < length else 0 for count in range(deck.cards + 1)]
        ways[length] = int(lower_sets(deck, full ^ mask, flush)) + (is_included and mask & flush == flush)
        product = [sum(product[n] * ways[size - n] for n in range(size + 1)) for size in range(deck.cards + 1)]
    return product[deck.cards]

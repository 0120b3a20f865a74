"""Hands for the tests: read from text, drawn by Hypothesis, or every class of them with its weight."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations
from math import comb

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from houserules.cards.card import PACK, Card, parse_cards

hand = parse_cards


def any_hand(size: int) -> st.SearchStrategy[tuple[Card, ...]]:
    return st.lists(st.sampled_from(PACK), min_size=size, max_size=size, unique=True).map(tuple)


def with_suits_moved(cards: tuple[Card, ...], order: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(PACK[card - (card & 3) + order[card & 3]] for card in cards)


def sampled_hands(count: int, size: int) -> npt.NDArray[np.uint8]:
    """Always the same hands: multiplicative steps through all combinations of the deck."""
    total = comb(52, size)
    step = next(n for n in range(int(total * 0.618), total) if np.gcd(n, total) == 1)
    rows = [_combination_at(place * step % total, size) for place in range(count)]
    return np.array(rows, np.uint8)


def _combination_at(place: int, size: int) -> list[int]:
    """The combination at a place of the combinatorial number system."""
    cards = []
    top = 52
    for left in range(size, 0, -1):
        top = next(card for card in range(top - 1, -1, -1) if comb(card, left) <= place)
        place -= comb(top, left)
        cards.append(top)
    return cards


def suit_distinct(size: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """One hand per class of hands that differ only in their suits, and how many the class holds."""
    held = _suit_holdings(size)
    for shape in _shapes(size):
        for suits in _holdings_in_order(shape, held):
            cards = tuple(PACK[card + suit] for suit, cards in enumerate(suits) for card in cards)
            yield cards, _ways[tuple(suits.index(cards) for cards in suits)]


def _suit_holdings(most: int) -> list[list[tuple[int, ...]]]:
    clubs = range(0, 52, 4)
    return [list(combinations(clubs, size)) for size in range(most + 1)]


def _shapes(size: int) -> Iterator[tuple[int, ...]]:
    for shape in combinations_with_replacement(range(size, -1, -1), 4):
        if sum(shape) == size:
            yield shape


Holding = tuple[int, ...]


def _holdings_in_order(shape: tuple[int, ...], held: list[list[Holding]]) -> Iterator[tuple[Holding, ...]]:
    """Suits of the same length in falling order, so that each class comes once."""

    def extend(suits: tuple[Holding, ...]) -> Iterator[tuple[Holding, ...]]:
        if len(suits) == 4:
            yield suits
            return
        size = shape[len(suits)]
        tied = suits and len(suits[-1]) == size
        for cards in held[size]:
            if not (tied and cards > suits[-1]):
                yield from extend((*suits, cards))

    return extend(())


def _count_orders(pattern: tuple[int, ...]) -> int:
    return len(set(permutations(pattern)))


_ways = {
    pattern: _count_orders(pattern)
    for pattern in {tuple(word.index(letter) for letter in word) for word in map(tuple, ["abcd", "aabc"])}
}

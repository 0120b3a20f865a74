"""Hands for the tests: from Hypothesis, sampled, or one for every class with its weight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement, product

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from tablelaw.cards.card import PACK, Card

Holding = tuple[int, ...]
SUIT_ORDERS = st.permutations(range(4)).map(tuple)
# Which neighbours of four ordered holdings are equal -> in how many ways the holdings can be given suits.
_WAYS = {
    (False, False, False): 24,
    (True, False, False): 12,
    (False, True, False): 12,
    (False, False, True): 12,
    (True, False, True): 6,
    (True, True, False): 4,
    (False, True, True): 4,
    (True, True, True): 1,
}


def any_hand(size: int) -> st.SearchStrategy[tuple[Card, ...]]:
    return st.lists(st.sampled_from(PACK), min_size=size, max_size=size, unique=True).map(tuple)


def with_suits_moved(cards: tuple[Card, ...], order: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(PACK[card - (card & 3) + order[card & 3]] for card in cards)


def sampled(count: int, size: int) -> npt.NDArray[np.uint8]:
    """Random hands that are the same in every run."""
    orders = np.random.default_rng(52).random((count, 52), np.float32).argsort(axis=1)
    return orders[:, :size].astype(np.uint8)


def suit_distinct(size: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """One hand for each class of hands that differ only in the names of suits, and how many hands the class has."""
    for shape in combinations_with_replacement(range(size, -1, -1), 4):
        if sum(shape) == size:
            for a, b, c, d in _suits_of(shape):
                cards = (*a, *(card + 1 for card in b), *(card + 2 for card in c), *(card + 3 for card in d))
                yield tuple(map(PACK.__getitem__, cards)), _WAYS[a == b, b == c, c == d]


def _suits_of(shape: tuple[int, ...], suits: tuple[Holding, ...] = ()) -> Iterator[tuple[Holding, ...]]:
    """Holdings of suits with these lengths; holdings of equal length are in falling order, so that each class occurs
    once.
    """
    if len(suits) == 4:
        yield suits
        return
    size = shape[len(suits)]
    for held in combinations(range(0, 52, 4), size):
        if suits and len(suits[-1]) == size and held > suits[-1]:
            break
        yield from _suits_of(shape, (*suits, held))


def rank_multisets(size: int) -> Iterator[tuple[int, ...]]:
    """Every choice of `size` ranks 0 to 12, at most four of each."""
    for ranks in combinations_with_replacement(range(13), size):
        if max(map(ranks.count, ranks)) <= 4:
            yield ranks


def without_flush(ranks: tuple[int, ...]) -> tuple[Card, ...]:
    """Cards of these ranks in alternating suits, so that no suit reaches five among seven."""
    return tuple(PACK[rank * 4 + place % 4] for place, rank in enumerate(ranks))


def flush_classes(size: int) -> Iterator[tuple[Card, ...]]:
    """Every choice of five or more ranks in one suit, combined with every choice of ranks for the other cards."""
    for length in range(5, size + 1):
        others = list(rank_multisets(size - length)) if length < size else [()]
        for suited in combinations(range(13), length):
            suit = sum(suited) % 4
            flush = tuple(PACK[rank * 4 + suit] for rank in suited)
            yield from (flush + _beside(suit, ranks) for ranks in others)


def _beside(suit: int, ranks: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(PACK[rank * 4 + (suit + 1 + place) % 4] for place, rank in enumerate(ranks))


def holdings() -> list[tuple[Card, ...]]:
    """Every set of at most seven clubs."""
    return [cards for size in range(8) for cards in combinations(PACK[::4], size)]


def count_sevens(length_in_suit: Callable[[tuple[Card, ...]], int]) -> Counter[int]:
    """Counts all seven-card hands by their longest suit, combining the four suits exactly."""
    one_suit = Counter((len(cards), length_in_suit(cards)) for cards in holdings())
    joined: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for _ in range(4):
        pairs = product(joined.items(), one_suit.items())
        grown: Counter[tuple[int, int]] = Counter()
        for ((size, best), ways), ((more, length), holding_ways) in pairs:
            if size + more <= 7:
                grown[size + more, max(best, length)] += ways * holding_ways
        joined = grown
    return Counter({best: ways for (size, best), ways in joined.items() if size == 7})

"""Suit symmetry: deals that differ only in the names of the suits are walked once and counted as often as they occur.

A set of cards is four masks of ranks, one a suit. With the masks in falling order each class of sets comes up once;
its multiplicity is 24 over the orders that leave it unchanged.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.analysis.suit_kernels import boards_into, masks_by_size

Bytes = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int64]

PAIRS = 1326


class Boards(NamedTuple):
    """Suit-distinct boards of five cards, each with its multiplicity."""

    cards: Bytes
    times: Counts


@cache
def boards() -> Boards:
    """The 134,459 suit-distinct boards; multiplicities add up to all 2,598,960."""
    cards, times = np.empty((134_459, 5), np.uint8), np.empty(134_459, np.int64)
    found = boards_into(masks_by_size(), cards, times)
    assert found == len(cards)
    return Boards(cards, times)


@cache
def suit_orders() -> Bytes:
    """The 24 ways to rename the suits: [order, card] -> card."""
    orders = np.array(list(permutations(range(4))), np.uint8)
    cards = np.arange(52)
    return (cards // 4 * 4 + orders[:, cards % 4]).astype(np.uint8)


@cache
def pair_cards() -> Bytes:
    """The two cards of every pair, the lower first; pair (a, b) with a < b has the number b(b-1)/2 + a."""
    return np.array([(a, b) for b in range(52) for a in range(b)], np.uint8)


def pair_number(first: npt.NDArray[np.integer], second: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    low, high = np.minimum(first, second).astype(np.int64), np.maximum(first, second).astype(np.int64)
    return high * (high - 1) // 2 + low


@cache
def pair_orders() -> npt.NDArray[np.uint16]:
    """[order, pair] -> pair with the suits renamed."""
    orders, pairs = suit_orders(), pair_cards()
    return pair_number(orders[:, pairs[:, 0]], orders[:, pairs[:, 1]]).astype(np.uint16)


class Classes(NamedTuple):
    """Suit-distinct sets of some cards: for every set its class and the order that leads to the class's own form."""

    of: npt.NDArray[np.int32]
    order: npt.NDArray[np.uint8]
    forms: Bytes
    number: npt.NDArray[np.int32]
    """[card, k] -> what the k-th lowest card adds to a set's number (the combinatorial number system)."""

    def __len__(self) -> int:
        return len(self.forms)


@cache
def classes(size: int) -> Classes:
    """The suit-distinct sets of `size` cards: 1,755 flops, 16,432 sets of four."""
    number = _place_values(size)
    sets = _all_sets(size)
    best = np.full(len(sets), np.iinfo(np.int64).max)
    order = np.zeros(len(sets), np.uint8)
    for which, renamed in enumerate(suit_orders()):
        numbers = _numbers(np.sort(renamed[sets], axis=1), number)
        better = numbers < best
        best[better], order[better] = numbers[better], which
    unique, of = np.unique(best, return_inverse=True)
    return Classes(of.astype(np.int32), order, sets[unique], number)


def _place_values(size: int) -> npt.NDArray[np.int32]:
    values = np.zeros((52, size), np.int32)
    for place in range(size):
        column = np.ones(52, np.int64)
        for step in range(place + 1):
            column = column * (np.arange(52) - step) // (step + 1)
        values[:, place] = np.maximum(column, 0)
    return values


def _all_sets(size: int) -> Bytes:
    """Every set of cards in the order of its number."""
    sets = np.zeros((1, 0), np.uint8)
    for _ in range(size):
        sets = np.concatenate([_below(sets, card) for card in range(52)])
    order = np.argsort(_numbers(sets, _place_values(size)), kind="stable")
    return sets[order]


def _below(sets: Bytes, card: int) -> Bytes:
    """The sets whose highest card is below a card, with that card added."""
    fits = sets if sets.shape[1] == 0 else sets[sets[:, -1] < card]
    return np.concatenate([fits, np.full((len(fits), 1), card, np.uint8)], axis=1)


def _numbers(sets: Bytes, values: npt.NDArray[np.int32]) -> Counts:
    return values[sets, np.arange(sets.shape[1])].sum(axis=1, dtype=np.int64)


@cache
def symmetries(size: int) -> npt.NDArray[np.bool_]:
    """[class, order] -> does the order leave the class's own form unchanged?"""
    known = classes(size)
    own = _numbers(known.forms, known.number)
    renamed = [_numbers(np.sort(order[known.forms], axis=1), known.number) == own for order in suit_orders()]
    return np.stack(renamed, axis=1)

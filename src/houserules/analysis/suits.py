"""Suit symmetry: sets that differ only in the names of the suits are looked at once and counted as often as they occur.

A set of cards is four masks of ranks, one a suit. With the masks in falling order each class of sets comes up once;
its multiplicity is 24 over the orders that leave it unchanged.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.analysis.suit_kernels import masks_by_size, sets_into

Bytes = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int64]

PAIRS, FLOP = 1326, 3
SUIT_DISTINCT = {3: 1_755, 4: 16_432, 5: 134_459}


class Distinct(NamedTuple):
    """Suit-distinct sets, their cards in rising order, each with its multiplicity."""

    cards: Bytes
    times: Counts


@cache
def distinct_sets(size: int) -> Distinct:
    """The suit-distinct flops, sets of four or boards; multiplicities add up to all sets of so many cards."""
    count = SUIT_DISTINCT[size]
    cards, times = np.empty((count, size), np.uint8), np.empty(count, np.int64)
    found = sets_into(size, masks_by_size(), cards, times)
    assert found == count
    return Distinct(cards, times)


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


def pair_number(first: npt.NDArray[np.integer], second: npt.NDArray[np.integer]) -> Counts:
    low, high = np.minimum(first, second).astype(np.int64), np.maximum(first, second).astype(np.int64)
    return high * (high - 1) // 2 + low


@cache
def pair_orders() -> npt.NDArray[np.uint16]:
    """[order, pair] -> pair with the suits renamed."""
    orders, pairs = suit_orders(), pair_cards()
    return pair_number(orders[:, pairs[:, 0]], orders[:, pairs[:, 1]]).astype(np.uint16)


class Flops(NamedTuple):
    """Every flop's place among the suit-distinct ones, and the order that leads to it; pairs under every order."""

    place_value: npt.NDArray[np.int32]
    """[place, card] -> what the card adds to a flop's number (the combinatorial number system)."""
    of: npt.NDArray[np.int32]
    order: npt.NDArray[np.uint8]
    pairs: npt.NDArray[np.uint16]


@cache
def flops() -> Flops:
    forms, orders = distinct_sets(FLOP).cards, suit_orders()
    of, back = np.full(22_100, -1, np.int32), np.zeros(22_100, np.uint8)
    value = np.array([[comb(card, place + 1) for card in range(52)] for place in range(FLOP)], np.int32)
    for order, renamed in enumerate(orders):
        numbers = value[np.arange(FLOP), np.sort(renamed[forms], axis=1)].sum(axis=1)
        of[numbers], back[numbers] = np.arange(len(forms)), _inverse(order)
    return Flops(value, of, back, pair_orders())


def _inverse(order: int) -> int:
    """The order that undoes an order."""
    orders = suit_orders()
    return int(np.flatnonzero((orders[:, orders[order]] == np.arange(52)).all(axis=1))[0])

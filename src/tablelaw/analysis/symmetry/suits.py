"""Suit symmetry: sets that differ only in the names of the suits are examined once and counted as often as they occur.

A set of cards is four masks of ranks, one for each suit. With the masks in falling order each class of sets occurs
once; its multiplicity is 24 divided by the number of orders that leave it unchanged.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.symmetry.suit_kernels import masks_by_size, sets_into

Bytes = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]

PAIRS, PACK_SIZE = 1326, 52
SUIT_DISTINCT = {0: 1, 1: 13, 2: 169, 3: 1_755, 4: 16_432, 5: 134_459}


class Distinct(NamedTuple):
    """Suit-distinct sets, their cards in rising order, each with its multiplicity."""

    cards: Bytes
    times: Counts


@cache
def distinct_sets(size: int) -> Distinct:
    """The suit-distinct sets of up to five cards; multiplicities add up to all sets of that size."""
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
    number: Counts = high * (high - 1) // 2 + low
    return number


@cache
def pair_orders() -> npt.NDArray[np.uint16]:
    """[order, pair] -> pair with the suits renamed."""
    orders, pairs = suit_orders(), pair_cards()
    return pair_number(orders[:, pairs[:, 0]], orders[:, pairs[:, 1]]).astype(np.uint16)


class Classes(NamedTuple):
    """Suit-distinct sets: for every set of that size its class, and the order of suits that turns it into the class's
    form.
    """

    of: npt.NDArray[np.int32]
    order: npt.NDArray[np.uint8]
    forms: Bytes
    place_value: npt.NDArray[np.int32]
    """[place, card] -> what the card adds to a set's number (the combinatorial number system)."""


@cache
def place_values(size: int) -> npt.NDArray[np.int32]:
    """[place, card] -> what the card adds to the number of a set of `size` cards."""
    value = np.array([[comb(card, place + 1) for card in range(PACK_SIZE)] for place in range(size)], np.int32)
    return value.reshape(size, PACK_SIZE)


@cache
def classes(size: int) -> Classes:
    """The suit-distinct sets of `size` cards, and the class of every set."""
    forms = distinct_sets(size).cards
    value = place_values(size)
    of, back = np.full(comb(52, size), -1, np.int32), np.zeros(comb(52, size), np.uint8)
    for order, renamed in enumerate(suit_orders()):
        numbers = value[np.arange(size), np.sort(renamed[forms], axis=1)].sum(axis=1)
        of[numbers], back[numbers] = np.arange(len(forms)), _inverse(order)
    return Classes(of, back, forms, value)


def _inverse(order: int) -> int:
    """The order of suits that undoes an order."""
    orders = suit_orders()
    return int(np.flatnonzero((orders[:, orders[order]] == np.arange(52)).all(axis=1))[0])


@cache
def with_one_more(size: int) -> Numbers:
    """[suit-distinct set, card to come] -> suit-distinct set of one card more."""
    grown = grown_sets(size)
    value = classes(size + 1).place_value
    numbers = value[np.arange(size + 1), np.sort(grown, axis=2)].sum(axis=2)
    found: Numbers = classes(size + 1).of[numbers]
    return found


def grown_sets(size: int) -> npt.NDArray[np.uint8]:
    """[suit-distinct set, card to come, place] -> card."""
    sets = distinct_sets(size).cards
    is_left = np.ones((len(sets), PACK_SIZE), np.bool)
    np.put_along_axis(is_left, sets.astype(np.intp), False, axis=1)
    others = np.nonzero(is_left)[1].astype(np.uint8).reshape(len(sets), -1)
    held = np.broadcast_to(sets[:, None, :], (*others.shape, size))
    return np.concatenate([held, others[:, :, None]], axis=2)

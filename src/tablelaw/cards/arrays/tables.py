"""The tables that `kernels` looks strengths up in, filled from the definition in `five_card`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.cards.arrays.kernels import HIGH_BITS, LOW_BITS, SUIT_SHIFT, Strengths, Tables
from tablelaw.cards.rankings import five_card

LOW_RANKS, HIGH_RANKS = range(2, 9), range(9, 15)
POWERS_OF_FIVE = (1, 5, 25, 125, 625, 3125, 15625)


class Half(NamedTuple):
    key: int
    size: int
    ranks: tuple[int, ...]


@cache
def tables(size: int) -> Tables:
    """The tables for hands of `size` cards, built on first use in a fraction of a second."""
    keys = [_key_of(card >> 2) + (1 << SUIT_SHIFT + 4 * (card & 3)) for card in range(52)]
    masks = [1 << 16 * (card & 3) + (card >> 2) for card in range(52)]
    return Tables(np.array(keys, np.uint64), np.array(masks, np.uint64), *_tables_by_ranks(size), _table_by_mask())


def _key_of(rank_index: int) -> int:
    place, shift = (rank_index, 0) if rank_index < 7 else (rank_index - 7, LOW_BITS)
    return POWERS_OF_FIVE[place] << shift


def _halves(ranks: range, most: int) -> Iterator[Half]:
    """Yields every multiset of `ranks` with at most four of each and at most `most` cards."""
    for counts in product(range(5), repeat=len(ranks)):
        if (size := sum(counts)) <= most:
            key = sum(count * power for count, power in zip(counts, POWERS_OF_FIVE, strict=False))
            held = tuple(rank for rank, count in zip(ranks, counts, strict=True) for _ in range(count))
            yield Half(key, size, held)


def _tables_by_ranks(size: int) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.int32], Strengths]:
    """Fills the tables by ranks. Entries that no hand reaches stay 0, so a hand with a repeated card never reads out of
    bounds.
    """
    low_place, high_start = np.zeros(1 << LOW_BITS, np.uint16), np.zeros(1 << HIGH_BITS, np.int32)
    lows: list[list[Half]] = [[] for _ in range(size + 1)]
    for low in _halves(LOW_RANKS, size):
        low_place[low.key] = len(lows[low.size])
        lows[low.size].append(low)
    strengths: list[int] = []
    for high in _halves(HIGH_RANKS, size):
        high_start[high.key] = len(strengths)
        fitting = lows[size - high.size]
        strengths += [five_card.strength_of_ranks(low.ranks + high.ranks) for low in fitting]
    strengths += [0] * max(map(len, lows))
    return low_place, high_start, np.array(strengths, np.int32)


@cache
def _table_by_mask() -> Strengths:
    strengths = np.zeros(1 << 13, np.int32)
    for mask in range(1 << 13):
        if mask.bit_count() in five_card.SIZES:
            held = [rank for rank in range(2, 15) if mask >> rank - 2 & 1]
            strengths[mask] = five_card.strength_of_suited(held)
    return strengths

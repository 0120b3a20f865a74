"""The tables from which the dealer's hands are counted, for a ranking and a number of cards.

A hand that contains a set also contains several sets with one card more: one for each of its cards outside the set. So
the count of a set is the sum of the counts of those larger sets, divided by that number.
"""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_dealer.whole_hands.count_kernels import LAST_PLACES, Counted, add_up_last, fill_last
from tablelaw.analysis.against_dealer.whole_hands.strength_levels import levels, levels_of_hands
from tablelaw.analysis.symmetry.suits import PACK_SIZE, classes, distinct_sets, place_values, with_one_more
from tablelaw.cards import Ranking

ByLevel = npt.NDArray[np.int32]
"""[suit-distinct set, level] -> number of hands."""


def counted(ranking: Ranking, size: int, least: int = 0) -> Counted:
    """Counts once, by level, the dealer's hands of `size` cards that contain each suit-distinct set; levels are those
    of the smaller of the two hands compared.
    """
    return _counted(ranking, size, least or size)


@cache
def _counted(ranking: Ranking, size: int, least: int) -> Counted:
    sizes = range(size)
    level = levels_of_hands(ranking, size, least)
    start = np.cumsum([0, *(comb(PACK_SIZE, n) for n in sizes)]).astype(np.int32)
    columns = np.cumsum([0, *(len(distinct_sets(n).cards) for n in sizes)])
    columns[size - 1] = 0
    form = np.concatenate([classes(n).of + columns[n] for n in sizes]).astype(np.int32)
    last = np.zeros((len(distinct_sets(size - 1).cards), PACK_SIZE - size + 1), np.uint16)
    fill_last(distinct_sets(size - 1).cards, place_values(size), level, last)
    last.sort(axis=1)
    by_level = _by_level(size, last, len(levels(ranking, least).strengths))
    below = np.zeros((by_level.shape[1] + 1, len(by_level)), np.int32)
    np.cumsum(by_level.T, axis=0, out=below[1:])
    filled = np.full((len(last), LAST_PLACES), np.iinfo(last.dtype).max, last.dtype)
    filled[:, : last.shape[1]] = last
    return Counted(size, place_values(size), start, form, below, filled, level)


def _by_level(size: int, last: npt.NDArray[np.uint16], count: int) -> ByLevel:
    """Counts the hands that contain each set at least two cards short of a hand; the smallest sets come first."""
    found = np.zeros((len(distinct_sets(size - 2).cards), count), np.int32)
    add_up_last(with_one_more(size - 2), last, found)
    found //= 2
    every = [found]
    for held in reversed(range(size - 2)):
        larger = [every[0][places].sum(axis=0, dtype=np.int64) for places in with_one_more(held)]
        every.insert(0, (np.array(larger) // (size - held)).astype(np.int32))
    return np.concatenate(every)

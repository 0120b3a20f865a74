"""The tables from which the dealer's hands are counted, for a ranking and a number of cards."""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np

from tablelaw.analysis.against_dealer.whole_hands.count_kernels import Counted, tabulate
from tablelaw.analysis.against_dealer.whole_hands.strength_levels import levels, number_of
from tablelaw.analysis.symmetry.suits import classes, distinct_sets
from tablelaw.cards import Ranking

PACK_SIZE = 52


@cache
def counted(ranking: Ranking, size: int) -> Counted:
    """The dealer's hands of `size` cards that contain each suit-distinct set, counted once."""
    sizes = range(size)
    known = levels(ranking, size)
    start = np.cumsum([0, *(comb(PACK_SIZE, n) for n in sizes)]).astype(np.int32)
    columns = np.cumsum([0, *(len(distinct_sets(n).cards) for n in sizes)])
    columns[size - 1] = 0
    form = np.concatenate([classes(n).of + columns[n] for n in sizes]).astype(np.int32)
    below = np.zeros((len(known.strengths) + 1, columns[size - 2] + len(distinct_sets(size - 2).cards)), np.int32)
    last = np.zeros((len(distinct_sets(size - 1).cards), PACK_SIZE - size + 1), np.uint16)
    found = Counted(size, classes(size).place_value, start, form, below, last, known.of_hand)
    tabulate(found, _is_form(size, start), below, np.zeros(len(last), np.int32))
    np.cumsum(below, axis=0, out=below)
    last.sort(axis=1)
    return found


def _is_form(size: int, start: np.ndarray[tuple[int], np.dtype[np.int32]]) -> np.ndarray[tuple[int], np.dtype[np.bool]]:
    """Whether a set is the one that stands for its class."""
    found = np.zeros(start[-1], np.bool)
    for n in range(size):
        found[start[n] + number_of(distinct_sets(n).cards)] = True
    return found

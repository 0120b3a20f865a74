"""Every hand of some cards as a level: its place among all strengths the ranking knows, the lowest first."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.symmetry.suits import classes, distinct_sets
from tablelaw.cards import Card, Ranking
from tablelaw.cards.arrays import batch
from tablelaw.cards.rankings.ranking import BEST_FIVE

Hands = npt.NDArray[np.uint8]
Strengths = npt.NDArray[np.int64]


class Levels(NamedTuple):
    """The strengths of all hands of one size."""

    strengths: Strengths
    """[level] -> strength, rising."""
    of_form: npt.NDArray[np.uint16]
    """[suit-distinct hand] -> level."""
    of_hand: npt.NDArray[np.uint16]
    """[number of a hand] -> level."""


@cache
def levels(ranking: Ranking, size: int) -> Levels:
    """The levels of every hand of `size` cards under a ranking that gives strengths."""
    strengths, places = np.unique(strengths_of(ranking, distinct_sets(size).cards), return_inverse=True)
    of_form = places.astype(np.uint16)
    return Levels(strengths, of_form, of_form[classes(size).of])


def strengths_of(ranking: Ranking, hands: Hands) -> Strengths:
    """The strength of each row of cards."""
    if ranking.family == BEST_FIVE:
        return batch.strengths(hands).astype(np.int64)
    assert ranking.strength is not None
    return np.array([ranking.strength(tuple(map(Card, hand))) for hand in hands.tolist()], np.int64)


def number_of(cards: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """The number of each row of cards in rising order: C(a, 1) + C(b, 2) + C(c, 3) + ... for cards a < b < c < ..."""
    size = cards.shape[-1]
    value = classes(size).place_value
    numbers: npt.NDArray[np.int64] = value[np.arange(size), cards].sum(axis=-1).astype(np.int64)
    return numbers

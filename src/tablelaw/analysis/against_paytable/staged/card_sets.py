"""Suit-distinct sets of cards as steps: the set that one more card makes, and how hands of five end from each set."""

from __future__ import annotations

from functools import cache
from math import prod

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.symmetry.suits import PACK_SIZE, distinct_sets, grown_sets, with_one_more
from tablelaw.cards import RANKINGS
from tablelaw.cards.arrays import batch

Counts = npt.NDArray[np.int64]

HAND = 5


def ways_to_go_on(size: int) -> int:
    """In how many orders the cards that complete a set to five can come."""
    return prod(PACK_SIZE - held for held in range(size, HAND))


@cache
def class_counts(ranking: str, size: int) -> Counts:
    """[suit-distinct set, class] -> in how many orders of the cards to come the five make a hand of the class."""
    if size == HAND - 1:
        return _last_card(ranking)
    found: Counts = class_counts(ranking, size + 1)[with_one_more(size)].sum(axis=1)
    return found


def _last_card(ranking: str) -> Counts:
    read = RANKINGS[ranking]
    assert read.class_of is not None
    hands = grown_sets(HAND - 1)
    strengths, place = np.unique(batch.strengths(hands.reshape(-1, HAND)), return_inverse=True)
    kinds = np.array([read.classes.index(read.class_of(strength)) for strength in strengths.tolist()])
    by_card = kinds[place].reshape(hands.shape[:2])
    return np.stack([(by_card == kind).sum(axis=1) for kind in range(len(read.classes))], axis=1)


def sums_over_next_cards(values: Counts, size: int, more: int) -> Counts:
    """What sets of `size` + `more` cards are worth, summed over the cards that come after each set of `size`."""
    for held in reversed(range(size, size + more)):
        values = values[with_one_more(held)].sum(axis=1)
    return values


def dealt_on(deals: Counts, size: int, more: int) -> Counts:
    """How many deals reach each set of `size` + `more` cards, given how many reach each set of `size`."""
    for held in range(size, size + more):
        into = np.zeros(len(distinct_sets(held + 1).cards), np.int64)
        np.add.at(into, with_one_more(held), deals[:, None])
        deals = into
    return deals

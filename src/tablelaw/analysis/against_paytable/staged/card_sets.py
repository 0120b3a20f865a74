"""Grows suit-distinct sets card by card: which set one more card makes, and how hands of five end from each set."""

from __future__ import annotations

from functools import cache
from math import prod

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.symmetry.suits import PACK_SIZE, distinct_sets, grown_sets, with_one_more
from tablelaw.cards.arrays import batch

Counts = npt.NDArray[np.int64]

HAND = 5


def ways_to_go_on(size: int) -> int:
    """In how many orders the cards that turn a set of `size` cards into a hand of five can be dealt."""
    return prod(PACK_SIZE - held for held in range(size, HAND))


@cache
def level_counts(bounds: tuple[int, ...], size: int) -> Counts:
    """[suit-distinct set, level] -> in how many orders of the remaining cards the five cards make a hand of the level;
    `bounds` are the lowest strengths of the levels, highest first.
    """
    if size >= HAND - 1:
        return _last_card(bounds, grown_sets(HAND - 1) if size < HAND else distinct_sets(HAND).cards[:, None, :])
    found: Counts = level_counts(bounds, size + 1)[with_one_more(size)].sum(axis=1)
    return found


def _last_card(bounds: tuple[int, ...], hands: npt.NDArray[np.uint8]) -> Counts:
    """For each suit-distinct set, counts by level the hands it may become, which are given as [set, hand, place]."""
    strengths = batch.strengths(hands.reshape(-1, HAND)).reshape(hands.shape[:2])
    above = np.searchsorted(np.array(bounds[::-1]), strengths, side="right")
    by_card = len(bounds) - above
    return np.stack([(by_card == level).sum(axis=1) for level in range(len(bounds))], axis=1)


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

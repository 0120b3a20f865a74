"""Every hand of a given size as a level: its place among all strengths of the ranking, the lowest first."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.parallel import share_out
from tablelaw.analysis.symmetry.suits import PACK_SIZE, SUIT_DISTINCT, classes, distinct_sets, place_values
from tablelaw.cards import Card, Ranking
from tablelaw.cards.arrays import batch, best_four
from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.rankings.ranking import BEST_FIVE, BEST_FOUR

Hands = npt.NDArray[np.uint8]
Strengths = npt.NDArray[np.int64]


class Levels(NamedTuple):
    """The levels of all hands of one size."""

    strengths: Strengths
    """[level] -> strength, in rising order."""
    of_form: npt.NDArray[np.uint16]
    """[suit-distinct hand] -> level."""
    of_hand: npt.NDArray[np.uint16]
    """[number of a hand] -> level."""


def levels(ranking: Ranking, size: int, least: int = 0) -> Levels:
    """The levels of every hand of `size` cards under a ranking that gives strengths.

    If they are compared with hands of `least` cards, the levels are those of the smaller hands: only the best cards of
    a larger hand count, so it has no other strengths.
    """
    return _levels(ranking, size, least or size)


@cache
def _levels(ranking: Ranking, size: int, least: int) -> Levels:
    strengths = np.unique(strengths_of(ranking, distinct_sets(least).cards))
    of_form = np.searchsorted(strengths, strengths_of(ranking, distinct_sets(size).cards)).astype(np.uint16)
    return Levels(strengths, of_form, of_form[classes(size).of])


@cache
def levels_of_hands(ranking: Ranking, size: int, least: int) -> npt.NDArray[np.uint16]:
    """[number of a hand] -> level, including hands one card larger than the suit-distinct sets that are listed."""
    if size in SUIT_DISTINCT:
        return levels(ranking, size, least).of_hand
    assert ranking.family == BEST_FOUR
    strengths = levels(ranking, least).strengths
    by_strength = np.zeros(strengths[-1] + 1, np.uint16)
    by_strength[strengths] = np.arange(len(strengths))
    into, value = np.zeros(comb(PACK_SIZE, size), np.uint16), place_values(size)

    def part(first: int, after: int) -> None:
        levels_into(first, after, value, by_strength, into)

    share_out(len(into), part)
    return into


@kernel
def levels_into(first: Any, after: Any, value: Any, by_strength: Any, into: Any) -> None:
    """Writes the level of every hand by its best four cards, in the order of the hands' numbers."""
    hand = hand_at(first, value)
    for place in range(first, after):
        into[place] = by_strength[best_four.best_four(hand)]
        next_hand(hand)


@kernel
def hand_at(number: Any, value: Any) -> Any:
    """The hand with a given number."""
    hand = np.zeros(len(value), np.int64)
    for place in range(len(value) - 1, -1, -1):
        card = PACK_SIZE - 1
        while value[place, card] > number:
            card -= 1
        hand[place] = card
        number -= value[place, card]
    return hand


@kernel
def next_hand(hand: Any) -> None:
    """Changes the hand to the next one in the order of their numbers."""
    place = 0
    while place + 1 < len(hand) and hand[place] + 1 == hand[place + 1]:
        hand[place] = place
        place += 1
    hand[place] += 1


def strengths_of(ranking: Ranking, hands: Hands) -> Strengths:
    """The strength of each row of cards."""
    if ranking.family == BEST_FIVE:
        return batch.strengths(hands).astype(np.int64)
    if ranking.family == BEST_FOUR:
        return best_four.strengths(hands).astype(np.int64)
    assert ranking.strength is not None
    return np.array([ranking.strength(tuple(map(Card, hand))) for hand in hands.tolist()], np.int64)


def number_of(cards: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """The number of each row of cards in rising order: C(a, 1) + C(b, 2) + C(c, 3) + ... for cards a < b < c < ..."""
    size = cards.shape[-1]
    numbers: npt.NDArray[np.int64] = place_values(size)[np.arange(size), cards].sum(axis=-1).astype(np.int64)
    return numbers

"""Finds the best four of four to seven cards for many hands together; `four_card` is the slow reference."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.rankings.four_card import (
    FLUSH,
    FOUR,
    HIGH_CARD,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
)

Hands = npt.NDArray[np.uint8]
Strengths = npt.NDArray[np.int32]
LOW_ACE = 1


def strengths(hands: Hands) -> Strengths:
    """The strength of each row of cards; a row must not repeat a card."""
    into = np.zeros(len(hands), np.int32)
    strengths_into(hands, into)
    return into


@kernel
def strengths_into(hands: Any, into: Any) -> None:
    for place in range(len(hands)):
        into[place] = best_four(hands[place])


@kernel
def best_four(hand: Any) -> Any:
    """The strength of one hand. Ranks are kept in bit masks: bit n is rank n, from 2 to 14 for the ace."""
    once, twice, thrice, four_times, suited = 0, 0, 0, 0, 0
    for suit in range(4):
        mask = 0
        for card in hand:
            if card & 3 == suit:
                mask |= 1 << (card >> 2) + 2
        four_times |= thrice & mask
        thrice |= twice & mask
        twice |= once & mask
        once |= mask
        if _ones(mask) >= 4:
            suited = mask
    if four_times:
        return FOUR << 16 | _highest(four_times) << 12
    top = _straight_top(suited)
    if top:
        return STRAIGHT_FLUSH << 16 | top << 12
    if thrice:
        three = _highest(thrice)
        return THREE << 16 | three << 12 | _highest(once & ~(1 << three)) << 8
    if suited:
        return FLUSH << 16 | _four_highest(suited)
    top = _straight_top(once)
    if top:
        return STRAIGHT << 16 | top << 12
    if twice:
        pair = _highest(twice)
        other = twice & ~(1 << pair)
        if other:
            return TWO_PAIR << 16 | pair << 12 | _highest(other) << 8
        rest = once & ~(1 << pair)
        first = _highest(rest)
        return PAIR << 16 | pair << 12 | first << 8 | _highest(rest & ~(1 << first)) << 4
    return HIGH_CARD << 16 | _four_highest(once)


@kernel
def _ones(mask: Any) -> Any:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def _highest(mask: Any) -> Any:
    """The highest rank in a mask; 0 if the mask is empty."""
    rank = 0
    while mask > 1:
        mask >>= 1
        rank += 1
    return rank


@kernel
def _straight_top(mask: Any) -> Any:
    """The top card of the highest four ranks in sequence, or 0 if there are none; the ace also counts as low."""
    low = mask | (mask >> 14 & 1) << LOW_ACE
    return _highest(low & low << 1 & low << 2 & low << 3)


@kernel
def _four_highest(mask: Any) -> Any:
    packed = 0
    for _ in range(4):
        rank = _highest(mask)
        packed = packed << 4 | rank
        mask &= ~(1 << rank)
    return packed

"""What a kernel finds out about a hold'em deal: the facts on which a wager's code may depend, and how hands are
read.

The cards of a round are the flop, the turn, the river, the dealer's two cards, two for each seat, and those of
separate bonuses.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.arrays.kernels import FIVE_SUITED, START, ZERO, Tables, by_ranks, by_suit

(
    LINE,
    FOLDED,
    STANDING,
    PLAYER,
    DEALER,
    PLAYER_FLOP,
    DEALER_FLOP,
    PLAYER_SIX,
    POCKET,
    DEALER_POCKET,
    OTHERS,
    CARD_DRAWN,
    POSITION_DRAWN,
    SHARERS,
) = range(14)
FACTS = 14
"""Facts about a seat: the line of play and whether it folds; standing; classes of hands; the total of the others'
hands; whether a draw hit its own hand or position (1) or the dealer's (2); and with how many others it shares."""

FLOP, TURN, BOARD = 3, 4, 5
DEALERS, SEATS = 5, 7
"""Where the dealer's cards and the first seat's are."""
OWN, THE_DEALERS = 1, 2
HIGHEST = 9
"""A class counts from the highest hand, a category of strength from the lowest."""
SIX_ROYAL = np.uint64(0b1111110000000)
"""The ranks from the nine to the ace in one suit."""
SUIT_BITS, SUIT_RANKS = np.uint64(16), np.uint64((1 << 13) - 1)
ROYAL_IN_ANOTHER_SUIT, ROYAL_IN_DIAMONDS, DIAMONDS = 10, 11, 1
"""Besides the ten categories of strength: a royal flush that uses all six cards."""


class Held(NamedTuple):
    """Cards held together, to which more may be added."""

    key: Any
    mask: Any


@kernel
def held(cards: Any, number: Any, first: Any, after: Any, tables: Tables) -> Any:
    """The cards at some places of a round."""
    key, mask = START, ZERO
    for place in range(first, after):
        key += tables.keys[cards[number, place]]
        mask |= tables.masks[cards[number, place]]
    return Held(key, mask)


@kernel
def strength_with(cards: Held, one: Any, other: Any, tables: Tables) -> Any:
    """The strength of some cards and two more."""
    key = cards.key + tables.keys[one] + tables.keys[other]
    if key & FIVE_SUITED:
        return by_suit(key, cards.mask | tables.masks[one] | tables.masks[other], tables)
    return by_ranks(key, tables)


@kernel
def class_of(strength: Any) -> Any:
    return np.int64(HIGHEST - (strength >> 20))


@kernel
def six_category(cards: Held, one: Any, other: Any, tables: Tables) -> Any:
    """The category of four cards and two more; a royal flush of all six has its own."""
    category = np.int64(strength_with(cards, one, other, tables) >> 20)
    mask = cards.mask | tables.masks[one] | tables.masks[other]
    if category == HIGHEST:
        for suit in range(4):
            if mask >> (SUIT_BITS * np.uint64(suit)) & SUIT_RANKS == SIX_ROYAL:
                return ROYAL_IN_DIAMONDS if suit == DIAMONDS else ROYAL_IN_ANOTHER_SUIT
    return category


@kernel
def pair_number(one: Any, other: Any) -> Any:
    """The number of two cards among the 1,326."""
    high, low = np.int64(max(one, other)), np.int64(min(one, other))
    return high * (high - 1) // 2 + low

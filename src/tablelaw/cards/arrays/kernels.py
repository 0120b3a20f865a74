"""The compiled loops behind `tablelaw.cards.arrays.batch`; `five_card` is the slow reference.

Each card adds a number to its hand's key. The low 17 bits of the key count the ranks 2 to 8 in base 5, and the next 15
bits count the ranks 9 to ace. Above them each suit has a four-bit counter that starts at 3, so its top bit means "five
or more". Together the two halves give a hand's index among all rank multisets of its size: the start for the high half
plus the low half's index among low halves of the same size.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.cards.arrays.compiled import kernel

Hands = npt.NDArray[np.uint8]
Keys = npt.NDArray[np.uint64]
Strengths = npt.NDArray[np.int32]
Counts = npt.NDArray[np.int64]


class Tables(NamedTuple):
    keys: Keys  # what each card adds to a key
    masks: Keys  # the bit of each card's rank among the 16 of its suit
    low_place: npt.NDArray[np.uint16]
    high_start: npt.NDArray[np.int32]
    by_ranks: Strengths
    by_mask: Strengths  # strengths of five or more ranks of one suit


LOW_BITS, HIGH_BITS, SUIT_SHIFT = 17, 15, 32
START = np.uint64(0x3333 << SUIT_SHIFT)
FIVE_SUITED = np.uint64(0x8888 << SUIT_SHIFT)
FIRST_FIVE_SUITED = np.uint64(8 << SUIT_SHIFT)
LOW = np.uint64((1 << LOW_BITS) - 1)
HIGH = np.uint64((1 << HIGH_BITS) - 1)
HIGH_SHIFT = np.uint64(LOW_BITS)
SUIT_MASK = np.uint64((1 << 13) - 1)
ZERO, ONE, TWO, FOUR, SIXTEEN = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(16)
PAIRS, FOURS, BYTES = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
EVERY_BYTE, TOP_BYTE = np.uint64(0x0101010101010101), np.uint64(56)


@kernel
def by_ranks(key: Any, tables: Tables) -> Any:
    """The strength of a key in which no suit has five cards."""
    start = tables.high_start[key >> HIGH_SHIFT & HIGH]
    return tables.by_ranks[start + tables.low_place[key & LOW]]


@kernel
def by_suit(key: Any, mask: Any, tables: Tables) -> Any:
    """The strength of a key in which one suit has five or more cards."""
    flush = FIRST_FIVE_SUITED
    while key & flush == ZERO:
        flush <<= FOUR
        mask >>= SIXTEEN
    return tables.by_mask[mask & SUIT_MASK]


@kernel
def mask_of(hand: Any, masks: Keys) -> Any:
    mask = ZERO
    for card in hand:
        mask |= masks[card]
    return mask


@kernel
def strengths_into(hands: Hands, tables: Tables, strengths: Strengths) -> Any:
    """Fills `strengths` and returns whether any hand repeats a card; constant sizes let the compiler unroll loops."""
    if hands.shape[1] == 7:
        return fill(hands, 7, tables, strengths)
    if hands.shape[1] == 6:
        return fill(hands, 6, tables, strengths)
    return fill(hands, 5, tables, strengths)


@kernel
def fill(hands: Hands, size: int, tables: Tables, strengths: Strengths) -> Any:
    """Fills `strengths` and returns whether any card is repeated. Without repeats, the sum of the cards as powers of
    two has one bit for each card.
    """
    repeated = False
    for place in range(hands.shape[0]):
        key, total = START, ZERO
        for held in range(size):
            card = hands[place, held]
            key += tables.keys[card]
            total += ONE << np.uint64(card)
        repeated |= ones(total) != np.uint64(size)
        if key & FIVE_SUITED:
            strengths[place] = by_suit(key, mask_of(hands[place], tables.masks), tables)
        else:
            strengths[place] = by_ranks(key, tables)
    return repeated


@kernel
def ones(bits: Any) -> Any:
    """The number of set bits; the compiler recognises this form and turns it into one instruction."""
    bits = bits - (bits >> ONE & PAIRS)
    bits = (bits & FOURS) + (bits >> TWO & FOURS)
    bits = bits + (bits >> FOUR) & BYTES
    return bits * EVERY_BYTE >> TOP_BYTE


@kernel
def count_into(size: int, tables: Tables, counts: Counts) -> None:
    """Counts every hand of `size` cards from the full deck; `count_last_cards` adds the last card."""
    head = np.arange(size - 1)
    keys, masks = np.full(size, START), np.zeros(size, np.uint64)
    depth = 0
    while depth >= 0:
        for place in range(depth, size - 1):
            keys[place + 1] = keys[place] + tables.keys[head[place]]
            masks[place + 1] = masks[place] | tables.masks[head[place]]
        count_last_cards(head[-1] + 1, keys[-1], masks[-1], tables, counts)
        depth = advance(head)


@kernel
def count_last_cards(first: int, key: Any, mask: Any, tables: Tables, counts: Counts) -> None:
    for card in range(first, 52):
        whole = key + tables.keys[card]
        if whole & FIVE_SUITED:
            counts[by_suit(whole, mask | tables.masks[card], tables) >> 20] += 1
        else:
            counts[by_ranks(whole, tables) >> 20] += 1


@kernel
def advance(head: Counts) -> Any:
    """Moves to the next combination in ascending order. Returns the first index that changed, or -1 after the last
    combination.
    """
    place = len(head) - 1
    while place >= 0 and head[place] == 51 - len(head) + place:
        place -= 1
    if place >= 0:
        head[place] += 1
        for later in range(place + 1, len(head)):
            head[later] = head[later - 1] + 1
    return place

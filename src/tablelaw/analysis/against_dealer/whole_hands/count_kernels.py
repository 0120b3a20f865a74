"""Compiled counts of the dealer's hands below a strength when some cards are seen and one may be turned up.

The dealer's hands that contain the cards turned up U and avoid the seen cards P are counted by inclusion and
exclusion: the sum over subsets S of P of (-1)^|S| times the hands that contain U and S. How many hands contain a set
depends on its suit pattern only, so it is looked up by suit-distinct sets: as a table of counts by level for sets at
least two cards short of a hand, as the sorted levels of the hands for sets one card short, directly for whole hands.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.cards.arrays.compiled import kernel

HIGHER, EQUAL, LOWER = range(3)
MOST_SEEN, PACK_SIZE = 8, 52


class Counted(NamedTuple):
    """How many of the dealer's hands contain a set of cards, by level."""

    size: int
    """The cards of the dealer's hand."""
    value: npt.NDArray[np.int32]
    """[place, card] -> what a card adds to the number of a set."""
    start: npt.NDArray[np.int32]
    """[cards of a set] -> where the sets of this size start in `form`."""
    form: npt.NDArray[np.int32]
    """[start of the size + number of the set] -> its suit-distinct set, as a column of `below` or a row of `last`."""
    below: npt.NDArray[np.int32]
    """[level, suit-distinct set of few cards] -> hands that contain the set and are below the level."""
    last: npt.NDArray[np.uint16]
    """[suit-distinct set one card short of a hand] -> the sorted levels of its hands."""
    level: npt.NDArray[np.uint16]
    """[number of a hand] -> its level."""


class Subsets(NamedTuple):
    """Work space: the subsets of the seen cards, by the bits of their places."""

    cards: npt.NDArray[np.int64]
    number: npt.NDArray[np.int64]
    cards_in: npt.NDArray[np.int64]
    """[bits] -> how many cards."""


def new_subsets() -> Subsets:
    ones = np.array([bits.bit_count() for bits in range(1 << MOST_SEEN)], np.int64)
    return Subsets(np.zeros(MOST_SEEN, np.int64), np.zeros(1 << MOST_SEEN, np.int64), ones)


# --- The tables ----------------------------------------------------------------------------------------


@kernel
def fill_last(forms: Any, value: Any, level: Any, last: Any) -> None:
    """[suit-distinct set one card short of a hand, card to come] -> the level of the hand."""
    hand = np.zeros(forms.shape[1] + 1, np.int64)
    for form in range(len(forms)):
        held, place = forms[form], 0
        for card in range(PACK_SIZE):
            if not np.any(held == card):
                last[form, place] = level[_number_with(held, card, value, hand)]
                place += 1


@kernel
def _number_with(held: Any, card: Any, value: Any, hand: Any) -> Any:
    """The number of the hand that cards in rising order make with one more."""
    place = len(held)
    while place > 0 and held[place - 1] > card:
        hand[place] = held[place - 1]
        place -= 1
    hand[place] = card
    hand[:place] = held[:place]
    number = 0
    for n in range(len(hand)):
        number += value[n, hand[n]]
    return number


@kernel
def add_up_last(larger: Any, last: Any, into: Any) -> None:
    """[suit-distinct set, level]: the hands of all sets with one card more."""
    for form in range(len(larger)):
        for grown in larger[form]:
            for level in last[grown]:
                into[form, level] += 1


# --- Counting ------------------------------------------------------------------------------------------


@kernel
def set_seen(hand: Any, turned_up: Any, c: Counted, s: Subsets) -> Any:
    """Takes in the seen cards in rising order, with the card turned up (-1 for none) among them; returns its bit."""
    seen = len(hand)
    up = 0
    place = 0
    for card in hand:
        if turned_up >= 0 and up == 0 and turned_up < card:
            s.cards[place] = turned_up
            up = 1 << place
            place += 1
        s.cards[place] = card
        place += 1
    if turned_up >= 0 and up == 0:
        s.cards[seen] = turned_up
        up = 1 << seen
    number_subsets(seen + (1 if turned_up >= 0 else 0), c, s)
    return up


@kernel
def number_subsets(seen: Any, c: Counted, s: Subsets) -> None:
    """The number of every subset of the seen cards that is not larger than a hand."""
    for top in range(seen):
        card = s.cards[top]
        for rest in range(1 << top):
            if s.cards_in[rest] < c.size:
                s.number[rest | 1 << top] = s.number[rest] + c.value[s.cards_in[rest], card]


@kernel
def hands_below(seen: Any, up: Any, levels: Any, c: Counted, s: Subsets, into: Any) -> None:
    """How many of the dealer's hands are below each level, when `up` is the bits of the cards turned up."""
    into[:] = 0
    turned_up = s.cards_in[up]
    for bits in range(1 << seen):
        count = s.cards_in[bits]
        if bits & up == up and count <= c.size:
            sign = 1 - 2 * (count - turned_up & 1)
            if count == c.size:
                own = c.level[s.number[bits]]
                for n in range(len(levels)):
                    if own < levels[n]:
                        into[n] += sign
            else:
                form = c.form[c.start[count] + s.number[bits]]
                if count == c.size - 1:
                    for n in range(len(levels)):
                        into[n] += sign * _below(c.last[form], levels[n])
                else:
                    for n in range(len(levels)):
                        into[n] += sign * c.below[levels[n], form]


@kernel
def _below(rising: Any, level: Any) -> Any:
    """How many of some rising levels are below a level."""
    first, after = 0, len(rising)
    while first < after:
        middle = (first + after) // 2
        if rising[middle] < level:
            first = middle + 1
        else:
            after = middle
    return first

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
LAST_PLACES = 64
"""A power of two greater than the number of cards that may come last."""


class Counted(NamedTuple):
    """How many of the dealer's hands contain a set of cards, by level."""

    size: int
    """How many cards the dealer's hand has."""
    value: npt.NDArray[np.int32]
    """[place, card] -> what a card adds to the number of a set."""
    start: npt.NDArray[np.int32]
    """[cards of a set] -> where the sets of this size start in `form`."""
    form: npt.NDArray[np.int32]
    """[start of the size + number of the set] -> its suit-distinct set, as a column of `below` or a row of `last`."""
    below: npt.NDArray[np.int32]
    """[level, suit-distinct set of a few cards] -> hands that contain the set and are below the level."""
    last: npt.NDArray[np.uint16]
    """[suit-distinct set one card short of a hand] -> the sorted levels of its hands, then a level above all."""
    level: npt.NDArray[np.uint16]
    """[number of a hand] -> its level."""


class Sets(NamedTuple):
    """Sets of cards whose hands are added up, each with its sign."""

    total: npt.NDArray[np.int64]
    """[0] -> how many sets there are."""
    cards_in: npt.NDArray[np.int64]
    sign: npt.NDArray[np.int64]
    number: npt.NDArray[np.int64]


class Subsets(NamedTuple):
    """Work space: the subsets of the seen cards, by the bits of their places, and those with all cards turned up."""

    cards: npt.NDArray[np.int64]
    """[place] -> a seen card, in rising order."""
    number: npt.NDArray[np.int64]
    cards_in: npt.NDArray[np.int64]
    """[bits] -> how many cards the subset has."""
    by_count: npt.NDArray[np.int64]
    """[cards, n] -> the bits of a subset of that many cards, the smallest subset first."""
    chosen: npt.NDArray[np.int64]
    """[n] -> the bits of a subset with all cards turned up; the smallest subset first."""
    sets: Sets
    """These subsets as sets of cards with their signs."""


def new_sets() -> Sets:
    return Sets(np.zeros(1, np.int64), *(np.zeros(1 << MOST_SEEN, np.int64) for _ in range(3)))


def new_subsets() -> Subsets:
    ones = np.array([bits.bit_count() for bits in range(1 << MOST_SEEN)], np.int64)
    numbers, chosen = np.zeros(1 << MOST_SEEN, np.int64), np.zeros(1 << MOST_SEEN, np.int64)
    by_count = np.zeros((MOST_SEEN + 1, 1 << MOST_SEEN), np.int64)
    for cards in range(MOST_SEEN + 1):
        by_count[cards, : 1 << cards] = np.argsort(ones[: 1 << cards], kind="stable")
    return Subsets(np.zeros(MOST_SEEN, np.int64), numbers, ones, by_count, chosen, new_sets())


# --- The tables ----------------------------------------------------------------------------------------


@kernel
def fill_last(forms: Any, value: Any, level: Any, last: Any) -> None:
    """Fills [suit-distinct set one card short of a hand, card to come] with the level of the hand."""
    hand = np.zeros(forms.shape[1] + 1, np.int64)
    for form in range(len(forms)):
        held, place = forms[form], 0
        for card in range(PACK_SIZE):
            if not np.any(held == card):
                last[form, place] = level[_number_with(held, card, value, hand)]
                place += 1


@kernel
def _number_with(held: Any, card: Any, value: Any, hand: Any) -> Any:
    """The number of the hand that cards in rising order make together with one more card."""
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
    """Adds to [suit-distinct set, level] the hands of all sets with one card more."""
    for form in range(len(larger)):
        for grown in larger[form]:
            for level in last[grown]:
                into[form, level] += 1


# --- Counting ------------------------------------------------------------------------------------------


@kernel
def set_seen(hand: Any, turned_up: Any, c: Counted, s: Subsets) -> Any:
    """Stores the seen cards in rising order, with the card turned up (-1 for none) among them; returns its bit."""
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
    _number_subsets(seen + (1 if turned_up >= 0 else 0), up, c, s)
    return up


@kernel
def set_seen_with(hand: Any, known: Any, c: Counted, s: Subsets) -> None:
    """Stores the seen cards in rising order, with any number of the dealer's known cards among them; `hand` and `known`
    are in rising order.
    """
    place, up, at = 0, 0, 0
    for card in hand:
        while at < len(known) and known[at] < card:
            s.cards[place] = known[at]
            up |= 1 << place
            place, at = place + 1, at + 1
        s.cards[place] = card
        place += 1
    while at < len(known):
        s.cards[place] = known[at]
        up |= 1 << place
        place, at = place + 1, at + 1
    _number_subsets(place, up, c, s)


@kernel
def _number_subsets(seen: Any, up: Any, c: Counted, s: Subsets) -> None:
    """Finds the number of every subset of the seen cards that is not larger than a hand, and lists those that contain
    the cards turned up."""
    for top in range(seen):
        card = s.cards[top]
        for rest in range(1 << top):
            if s.cards_in[rest] < c.size:
                s.number[rest | 1 << top] = s.number[rest] + c.value[s.cards_in[rest], card]
    others = seen - s.cards_in[up]
    for n in range(1 << others):
        rest = s.by_count[others, n]
        count = s.cards_in[rest] + s.cards_in[up]
        if count > c.size:
            break
        bits = _beside(rest, up) | up
        s.chosen[n], s.sets.cards_in[n], s.sets.number[n] = bits, count, s.number[bits]
        s.sets.sign[n] = 1 - 2 * (s.cards_in[rest] & 1)
        s.sets.total[0] = n + 1


@kernel
def _beside(rest: Any, up: Any) -> Any:
    """Moves the bits of a subset of the other cards to their places among all seen cards."""
    while up:
        low = (up & -up) - 1
        rest = rest & low | (rest & ~low) << 1
        up &= up - 1
    return rest


@kernel
def hands_below(asked: Any, levels: Any, c: Counted, sets: Sets, into: Any) -> None:
    """Counts how many of the dealer's hands are below each of the first `asked` levels."""
    into[:asked] = 0
    for n in range(sets.total[0]):
        count, sign = sets.cards_in[n], sets.sign[n]
        if count == c.size:
            own = c.level[sets.number[n]]
            for at in range(asked):
                into[at] += sign if own < levels[at] else 0
        else:
            form = c.form[c.start[count] + sets.number[n]]
            if count < c.size - 1:
                for at in range(asked):
                    into[at] += sign * c.below[levels[at], form]
            else:
                for at in range(asked):
                    below, step = 0, LAST_PLACES >> 1
                    while step > 0:
                        below += step if c.last[form, below + step - 1] < levels[at] else 0
                        step >>= 1
                    into[at] += sign * below


@kernel
def can_be_level(level: Any, c: Counted, sets: Sets) -> Any:
    """Whether some hand that contains the smallest of the sets has a given level."""
    if sets.cards_in[0] > c.size - 2:
        return True
    form = c.form[c.start[sets.cards_in[0]] + sets.number[0]]
    return c.below[level, form] < c.below[level + 1, form]


# --- Hands that contain one card more ------------------------------------------------------------------


class Joined(NamedTuple):
    """Work space: the subsets that contain the cards turned up, each with one more card added. A gap is the number of
    seen cards below that card.
    """

    place: npt.NDArray[np.int64]
    """[gap, subset] -> the place of the further card."""
    number: npt.NDArray[np.int64]
    """[gap, subset] -> the number of the set, without what the further card adds."""
    sets: Sets


def new_joined() -> Joined:
    by_gap = MOST_SEEN + 1, 1 << MOST_SEEN
    return Joined(np.zeros(by_gap, np.int64), np.zeros(by_gap, np.int64), new_sets())


@kernel
def set_joined(seen: Any, c: Counted, s: Subsets, j: Joined) -> None:
    """Numbers the subsets of the seen cards for every gap into which one more card may fall."""
    for n in range(s.sets.total[0]):
        if s.sets.cards_in[n] == c.size:
            break
        bits = s.chosen[n]
        j.sets.cards_in[n], j.sets.sign[n] = s.sets.cards_in[n] + 1, s.sets.sign[n]
        for gap in range(seen + 1):
            below = bits & (1 << gap) - 1
            j.place[gap, n] = place = s.cards_in[below]
            number = s.number[below]
            for at in range(gap, seen):
                if bits >> at & 1:
                    place += 1
                    number += c.value[place, s.cards[at]]
            j.number[gap, n] = number
        j.sets.total[0] = n + 1


@kernel
def join(card: Any, seen: Any, c: Counted, s: Subsets, j: Joined) -> None:
    """Lists the sets with one unseen card added to each."""
    gap = 0
    while gap < seen and s.cards[gap] < card:
        gap += 1
    for n in range(j.sets.total[0]):
        j.sets.number[n] = j.number[gap, n] + c.value[j.place[gap, n], card]

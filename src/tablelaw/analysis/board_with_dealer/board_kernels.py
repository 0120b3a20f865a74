"""Compiled loops over one board: how every pair of kinds compares with all 990 pairs of the dealer.

All pairs of kinds (see `card_kinds`) are sorted by strength, once for all passes over the boards. A pass counts for
each pair how many of the dealer's pairs are lower and equal, leaving out those that share a card with it; where it
crosses from one class to the next it notes how many came before. All payoffs follow from these counts.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.symmetry.card_kinds import View
from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.arrays.kernels import Tables as Strengths
from tablelaw.cards.arrays.kernels import by_ranks

DEALERS, FLUSH = 990, 5
PAIR_BITS, DIGIT_BITS = 9, 7
PAIR, DIGIT = (1 << PAIR_BITS) - 1, (1 << DIGIT_BITS) - 1
"""A sorted pair is one word: its strength in the high bits, its number in the low nine bits. The strength has two
digits.
"""


class Ladder(NamedTuple):
    """Seven-card strengths numbered from the lowest without gaps, and the class of each (0 is the lowest)."""

    strengths: Strengths
    category: npt.NDArray[np.int64]


class Boards(NamedTuple):
    """Boards of a view: their kinds, the cards left of each kind, the same board by rank alone, and [board, place] ->
    the pairs sorted by strength, with their number on each board.
    """

    pack: View
    kinds: npt.NDArray[np.uint8]
    left: npt.NDArray[np.int32]
    by_rank: npt.NDArray[np.int32]
    words: npt.NDArray[np.uint32]
    lengths: npt.NDArray[np.int32]


class Order(NamedTuple):
    """The order of one board's pairs: how many dealer pairs are lower and equal, and what came before each class."""

    lower: npt.NDArray[np.int32]
    equal: npt.NDArray[np.int32]
    with_kind: npt.NDArray[np.int32]
    """For each kind, how many of the pairs so far hold one particular card of it."""
    tied: npt.NDArray[np.int32]
    before: npt.NDArray[np.int32]
    before_with: npt.NDArray[np.int32]


def new_order(view: View, classes: int) -> Order:
    pairs, kinds = len(view.low), len(view.rank)
    shapes = (pairs, pairs, kinds, kinds, classes + 1, (classes + 1, kinds))
    return Order(*(np.zeros(shape, np.int32) for shape in shapes))


@kernel
def sort_pairs(first: Any, after: Any, boards: Boards, strengths: Strengths) -> None:
    """Fills in the sorted pairs of some boards."""
    spare, starts = np.zeros(boards.words.shape[1], np.uint32), np.zeros(DIGIT + 2, np.int32)
    for board in range(first, after):
        words = boards.words[board]
        count = _read_strengths(boards.kinds[board], boards.left[board], boards.pack, strengths, words)
        _sort_by(PAIR_BITS, count, words, spare, starts)
        _sort_by(PAIR_BITS + DIGIT_BITS, count, spare, words, starts)
        boards.lengths[board] = count


@kernel
def compare_pairs(board: Any, boards: Boards, category: Any, o: Order) -> None:
    """Fills every field of an `Order` for a board."""
    _walk(boards.lengths[board], boards.words[board], boards.left[board], boards.pack, category, o)


@kernel
def pair_at(place: Any, words: Any) -> Any:
    """The number of the pair at a place in the order."""
    return np.int64(words[place] & np.uint32(PAIR))


@kernel
def class_at(place: Any, words: Any, category: Any) -> Any:
    return category[words[place] >> np.uint32(PAIR_BITS)]


@kernel
def _read_strengths(board: Any, left: Any, view: View, strengths: Strengths, words: Any) -> Any:
    key, mask, suited = np.uint64(0), 0, 0
    for kind in board:
        key += strengths.keys[view.rank[kind] * 4]
        mask |= view.of_suit[kind] << view.rank[kind]
        suited += view.of_suit[kind]
    count = 0
    for pair in range(len(view.low)):
        low, high = view.low[pair], view.high[pair]
        if left[low] > (low == high) and left[high] > 0:
            if suited + view.of_suit[low] + view.of_suit[high] >= FLUSH:
                added = view.of_suit[low] << view.rank[low] | view.of_suit[high] << view.rank[high]
                strength = strengths.by_mask[mask | added]
            else:
                whole = key + strengths.keys[view.rank[low] * 4] + strengths.keys[view.rank[high] * 4]
                strength = by_ranks(whole, strengths)
            words[count] = np.uint32(strength) << np.uint32(PAIR_BITS) | np.uint32(pair)
            count += 1
    return count


@kernel
def _sort_by(shift: Any, count: Any, words: Any, into: Any, starts: Any) -> None:
    """Sorts words by one digit, keeping the order of equal ones."""
    starts[:] = 0
    for place in range(count):
        starts[(words[place] >> np.uint32(shift) & np.uint32(DIGIT)) + 1] += 1
    for digit in range(1, len(starts)):
        starts[digit] += starts[digit - 1]
    for place in range(count):
        digit = words[place] >> np.uint32(shift) & np.uint32(DIGIT)
        into[starts[digit]] = words[place]
        starts[digit] += 1


@kernel
def _walk(count: Any, words: Any, left: Any, view: View, category: Any, o: Order) -> None:
    """Walks along the order, strength by strength: first counts the ways to hold it, then sets each pair's counts."""
    low, high, with_kind, tied = view.low, view.high, o.with_kind, o.tied
    with_kind[:] = 0
    first, crossed, passed = 0, 0, 0
    while first < count:
        strength = words[first] >> np.uint32(PAIR_BITS)
        crossed = _cross(crossed, category[strength], passed, with_kind, o.before, o.before_with)
        after, ways = first, 0
        while after < count and words[after] >> np.uint32(PAIR_BITS) == strength:
            one, other = low[pair_at(after, words)], high[pair_at(after, words)]
            tied[one] += left[other] - (one == other)
            if one == other:
                ways += left[one] * (left[one] - 1) // 2
            else:
                tied[other] += left[one]
                ways += left[one] * left[other]
            after += 1
        for place in range(first, after):
            pair = pair_at(place, words)
            o.lower[pair] = passed - with_kind[low[pair]] - with_kind[high[pair]]
            o.equal[pair] = ways - tied[low[pair]] - tied[high[pair]] + 1
        for place in range(first, after):
            pair = pair_at(place, words)
            for kind in (low[pair], high[pair]):
                with_kind[kind] += tied[kind]
                tied[kind] = 0
        first = after
        passed += ways
    _cross(crossed, len(o.before) - 1, passed, with_kind, o.before, o.before_with)


@kernel
def _cross(crossed: Any, category: Any, passed: Any, with_kind: Any, before: Any, before_with: Any) -> Any:
    """Records, for every class up to this one, how many pairs came before it, in all and with a card of each kind."""
    while crossed <= category:
        before[crossed] = passed
        before_with[crossed] = with_kind
        crossed += 1
    return crossed

"""Compiled loops over one board: how every pair of kinds compares with all 990 pairs the dealer may hold.

All pairs of kinds (see `card_kinds`) are sorted by strength, and compared with the dealer's pairs that share no card
with them, only once in a process, whatever it then solves. Where the order crosses from one class to the next, the
number of pairs before that place is recorded. All payoffs follow from these counts.
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
"""A sorted pair is one word: its strength in the high bits, its number in the low nine bits. The strength is sorted by
two digits.
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
    lower: npt.NDArray[np.uint16]
    """[board, place] -> how many of the dealer's pairs are lower than this one."""
    equal: npt.NDArray[np.uint16]


class Starts(NamedTuple):
    """Where each class begins in the order of each board, and how many pairs come before it; the last entry is the end
    of the order.
    """

    place: npt.NDArray[np.int32]
    before: npt.NDArray[np.int32]
    before_with: npt.NDArray[np.int32]
    """[board, class, kind] -> how many of the pairs before the class hold one particular card of the kind."""


@kernel
def order_pairs(first: Any, after: Any, boards: Boards, strengths: Strengths) -> None:
    """Fills in the sorted pairs of some boards, and how each compares with the dealer's."""
    spare, starts = np.zeros(boards.words.shape[1], np.uint32), np.zeros(DIGIT + 2, np.int32)
    with_kind, tied = np.zeros(len(boards.pack.rank), np.int32), np.zeros(len(boards.pack.rank), np.int32)
    for board in range(first, after):
        words = boards.words[board]
        count = _read_strengths(boards.kinds[board], boards.left[board], boards.pack, strengths, words)
        _sort_by(PAIR_BITS, count, words, spare, starts)
        _sort_by(PAIR_BITS + DIGIT_BITS, count, spare, words, starts)
        boards.lengths[board] = count
        with_kind[:] = 0
        _compare(board, boards, with_kind, tied)


@kernel
def find_starts(first: Any, after: Any, boards: Boards, category: Any, starts: Starts) -> None:
    """Fills in where the classes begin on some boards; a class that no pair has begins where the next one does."""
    low, high = boards.pack.low, boards.pack.high
    with_kind = np.zeros(len(boards.pack.rank), np.int32)
    for board in range(first, after):
        with_kind[:] = 0
        left, words, crossed, passed = boards.left[board], boards.words[board], 0, 0
        for place in range(boards.lengths[board]):
            own = class_at(place, words, category)
            while crossed <= own:
                _start(board, crossed, place, passed, with_kind, starts)
                crossed += 1
            pair = pair_at(place, words)
            passed += _tie(low[pair], high[pair], left, with_kind)
        while crossed < starts.place.shape[1]:
            _start(board, crossed, boards.lengths[board], passed, with_kind, starts)
            crossed += 1


@kernel
def _start(board: Any, category: Any, place: Any, passed: Any, with_kind: Any, starts: Starts) -> None:
    starts.place[board, category] = place
    starts.before[board, category] = passed
    starts.before_with[board, category] = with_kind


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
    """Sorts words by one digit; words with the same digit keep their order."""
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
def _compare(board: Any, boards: Boards, with_kind: Any, tied: Any) -> None:
    """Walks along the order one strength at a time: counts the ways to hold that strength, then sets each pair's
    counts.

    `with_kind` counts for each kind the pairs so far that hold one particular card of it.
    """
    low, high, left, words = boards.pack.low, boards.pack.high, boards.left[board], boards.words[board]
    lower, equal = boards.lower[board], boards.equal[board]
    first, passed, count = 0, 0, boards.lengths[board]
    while first < count:
        strength = words[first] >> np.uint32(PAIR_BITS)
        after, ways = first, 0
        while after < count and words[after] >> np.uint32(PAIR_BITS) == strength:
            pair = pair_at(after, words)
            ways += _tie(low[pair], high[pair], left, tied)
            after += 1
        for place in range(first, after):
            pair = pair_at(place, words)
            lower[place] = passed - with_kind[low[pair]] - with_kind[high[pair]]
            equal[place] = ways - tied[low[pair]] - tied[high[pair]] + 1
        for place in range(first, after):
            pair = pair_at(place, words)
            for kind in (low[pair], high[pair]):
                with_kind[kind] += tied[kind]
                tied[kind] = 0
        first = after
        passed += ways


@kernel
def _tie(low: Any, high: Any, left: Any, with_kind: Any) -> Any:
    """Adds, for the kinds of a pair, the ways to hold it with one particular card; returns the ways to hold it."""
    if low == high:
        with_kind[low] += left[low] - 1
        return left[low] * (left[low] - 1) // 2
    with_kind[low] += left[high]
    with_kind[high] += left[low]
    return left[low] * left[high]

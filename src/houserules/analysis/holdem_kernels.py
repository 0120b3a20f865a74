"""Compiled loops over one board: how every pair of kinds stands against all 990 pairs of the dealer.

All pairs of kinds (see `kinds`) are put in order of strength. One walk along the order tells for each pair how many
of the dealer's pairs are lower and equal, those that share a card with it left out; where the walk crosses from one
class to the next it notes how many came before. From these counts follow all payoffs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.analysis.card_kinds import View
from houserules.cards.batch_kernels import Tables as Strengths
from houserules.cards.batch_kernels import by_ranks
from houserules.cards.compiled import kernel

DEALERS, CATEGORIES, FLUSH = 990, 10, 5
PAIR_BITS, DIGIT_BITS = 9, 7
PAIR, DIGIT = (1 << PAIR_BITS) - 1, (1 << DIGIT_BITS) - 1
"""A pair in order is one word: its strength above, its number in the low nine bits. The strength has two digits."""


class Order(NamedTuple):
    """One board's pairs: in order, how many dealer pairs are lower and equal, and what came before each class."""

    words: npt.NDArray[np.uint32]
    spare: npt.NDArray[np.uint32]
    starts: npt.NDArray[np.int32]
    lower: npt.NDArray[np.int32]
    equal: npt.NDArray[np.int32]
    with_kind: npt.NDArray[np.int32]
    """Of the pairs so far, how many hold one certain card of the kind."""
    tied: npt.NDArray[np.int32]
    before: npt.NDArray[np.int32]
    before_with: npt.NDArray[np.int32]


def new_order(view: View) -> Order:
    pairs, kinds = len(view.low), len(view.rank)
    words = [np.zeros(pairs, np.uint32) for _ in range(2)]
    sizes = (DIGIT + 2, pairs, pairs, kinds, kinds, CATEGORIES + 1, (CATEGORIES + 1, kinds))
    return Order(*words, *(np.zeros(size, np.int32) for size in sizes))


@kernel
def put_in_order(board: Any, left: Any, view: View, strengths: Strengths, category: Any, o: Order) -> Any:
    """Fills everything an `Order` tells about a board; `left` is the cards left of each kind. Tells how many pairs."""
    count = _read_strengths(board, left, view, strengths, o.words)
    _sort_by(PAIR_BITS, count, o.words, o.spare, o.starts)
    _sort_by(PAIR_BITS + DIGIT_BITS, count, o.spare, o.words, o.starts)
    _walk(count, left, view, category, o)
    return count


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
    """Puts words in order of one digit, keeping the order of those alike."""
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
def _walk(count: Any, left: Any, view: View, category: Any, o: Order) -> None:
    o.with_kind[:] = 0
    first, crossed, passed = 0, 0, 0
    while first < count:
        strength = o.words[first] >> PAIR_BITS
        crossed = _cross(crossed, category[strength], passed, o)
        last, ways = first, 0
        while last < count and o.words[last] >> PAIR_BITS == strength:
            ways += _tie(o.words[last] & PAIR, left, view, o.tied)
            last += 1
        _note(first, last, passed, ways, view, o)
        first = last
        passed += ways
    _cross(crossed, CATEGORIES, passed, o)


@kernel
def _cross(crossed: Any, category: Any, passed: Any, o: Order) -> Any:
    """Notes, for every class up to this one, how many pairs came before it, in all and with a card of each kind."""
    while crossed <= category:
        o.before[crossed] = passed
        for kind in range(len(o.with_kind)):
            o.before_with[crossed, kind] = o.with_kind[kind]
        crossed += 1
    return crossed


@kernel
def _tie(pair: Any, left: Any, view: View, tied: Any) -> Any:
    """Counts a pair among the equals; tells in how many ways it can be held."""
    low, high = view.low[pair], view.high[pair]
    if low == high:
        tied[low] += left[low] - 1
        return left[low] * (left[low] - 1) // 2
    tied[low] += left[high]
    tied[high] += left[low]
    return left[low] * left[high]


@kernel
def _note(first: Any, last: Any, passed: Any, ways: Any, view: View, o: Order) -> None:
    """How many are lower than and equal to each pair of one strength; a pair's own cards are with no one else."""
    for place in range(first, last):
        pair = o.words[place] & PAIR
        low, high = view.low[pair], view.high[pair]
        o.lower[pair] = passed - o.with_kind[low] - o.with_kind[high]
        o.equal[pair] = ways - o.tied[low] - o.tied[high] + 1
    for place in range(first, last):
        pair = o.words[place] & PAIR
        low, high = view.low[pair], view.high[pair]
        o.with_kind[low] += o.tied[low]
        o.tied[low] = 0
        o.with_kind[high] += o.tied[high]
        o.tied[high] = 0

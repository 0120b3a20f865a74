"""Groups cards by what matters for a hand's strength: rank alone, or rank and whether they are of one suit.

Ranks alone decide unless the board holds three cards of a suit. So any sum over boards is the value it would have if
ranks alone decided, plus a correction for each of the four suits from the boards on which it occurs three or more
times. For the value by rank, a card is one of 13 kinds with four copies each; for the corrections, it is one of 26: a
rank of the suit, or a rank of the three other suits, which are alike. Both views go through sets of kinds, of which
there are far fewer than sets of cards.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

RANKS, SUITS, BOARD = 13, 4, 5
CODE_BITS = 5
"""A set of kinds is found by its code: the kinds in rising order, five bits each."""

Small = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int32]
Codes = npt.NDArray[np.int64]


class View(NamedTuple):
    """The kinds of card; a pair of kinds (low, high) has the number high(high+1)/2 + low."""

    rank: Small
    of_suit: Small
    copies: Small
    low: Small
    high: Small
    rank_pair: Numbers
    """The number of the pair when only ranks are considered."""


class Sets(NamedTuple):
    """All sets of this many cards that matter in a view."""

    kinds: Small
    code: Codes
    left: Numbers
    """[set, kind] -> cards left in the pack."""
    more: Numbers
    """[set, kind] -> the set with one more card of the kind; -1 if there is none. Empty for boards."""
    fewer: Numbers
    """[set, kind] -> the set with one card of the kind fewer; -1 if there is none."""


@cache
def by_rank() -> View:
    return _view(np.arange(RANKS), np.zeros(RANKS, int), np.full(RANKS, SUITS))


@cache
def by_suit() -> View:
    """The view by suit: first the ranks of the suit considered, then those of the others."""
    of_suit = np.repeat([1, 0], RANKS)
    return _view(np.tile(np.arange(RANKS), 2), of_suit, np.where(of_suit, 1, SUITS - 1))


def _view(rank: npt.NDArray[np.integer], of_suit: npt.NDArray[np.integer], copies: npt.NDArray[np.integer]) -> View:
    low, high = np.array([(low, high) for high in range(len(rank)) for low in range(high + 1)]).T
    first, second, third = (column.astype(np.uint8) for column in (rank, of_suit, copies))
    return View(first, second, third, low.astype(np.uint8), high.astype(np.uint8), pair_of_kinds(rank[low], rank[high]))


def pair_of_kinds(one: npt.NDArray[np.integer], other: npt.NDArray[np.integer]) -> Numbers:
    low, high = np.minimum(one, other).astype(np.int32), np.maximum(one, other).astype(np.int32)
    number: Numbers = high * (high + 1) // 2 + low
    return number


@cache
def sets_by_rank() -> tuple[Sets, ...]:
    """Sets of 0 to 5 cards by rank: 455 flops, 1,820 sets of four, 6,175 boards."""
    return _all_sets(by_rank(), BOARD)


@cache
def sets_by_suit() -> tuple[Sets, ...]:
    """Sets from which the suit can still have three on the board: 2,483 flops, 11,531 sets of four, 36,608 boards."""
    return _all_sets(by_suit(), 2)


def _all_sets(view: View, of_others: int) -> tuple[Sets, ...]:
    """Sets of 0 to 5 cards of which at most this many are not of the suit."""
    kinds, code = np.zeros((1, 0), np.uint8), np.zeros(1, np.int64)
    fewer = np.full((1, len(view.rank)), -1, np.int32)
    found = []
    for size in range(1, BOARD + 1):
        left = _left(view, kinds)
        grown, codes, more = _grown(view, kinds, left, size - of_others)
        found.append(Sets(kinds, code, left, more, fewer))
        kinds, code, fewer = grown, codes, _turned_round(more, len(grown))
    return (*found, Sets(kinds, code, _left(view, kinds), fewer[:0], fewer))


def _left(view: View, kinds: Small) -> Numbers:
    left: Numbers = np.tile(view.copies.astype(np.int32), (len(kinds), 1))
    for place in range(kinds.shape[1]):
        left[np.arange(len(kinds)), kinds[:, place]] -= 1
    return left


def _grown(view: View, kinds: Small, left: Numbers, of_suit: int) -> tuple[Small, Codes, Numbers]:
    """The sets with one more card in which enough cards are of the suit, their codes, and the sets they came from."""
    one_more = np.broadcast_to(np.arange(len(view.rank), dtype=np.uint8), left.shape)
    rows = np.concatenate([np.repeat(kinds, left.shape[1], axis=0), one_more.reshape(-1, 1)], axis=1)
    rows.sort(axis=1)
    fits = (left.reshape(-1) > 0) & (view.of_suit[rows].sum(axis=1) >= of_suit)
    codes, first, number = np.unique(code_of(rows[fits]), return_index=True, return_inverse=True)
    more = np.full(left.size, -1, np.int32)
    more[fits] = number
    return rows[fits][first], codes, more.reshape(left.shape)


def code_of(rows: Small) -> Codes:
    """The code of each row of kinds in rising order."""
    codes = np.zeros(len(rows), np.int64)
    for place in range(rows.shape[1]):
        codes |= rows[:, place].astype(np.int64) << CODE_BITS * place
    return codes


def _turned_round(more: Numbers, count: int) -> Numbers:
    fewer = np.full((count, more.shape[1]), -1, np.int32)
    place, kind = np.nonzero(more >= 0)
    fewer[more[place, kind], kind] = place
    return fewer


def number_of(sets: Sets, kinds: Small) -> Numbers:
    """The index of sets of kinds among those that matter; -1 for any other set."""
    codes = code_of(np.sort(kinds, axis=1))
    place = np.minimum(np.searchsorted(sets.code, codes), len(sets.code) - 1)
    return np.where(sets.code[place] == codes, place, -1).astype(np.int32)


def seen_by_rank(cards: npt.NDArray[np.integer]) -> Small:
    """The kind of each card when only ranks are considered."""
    return (cards // SUITS).astype(np.uint8)


def seen_from(cards: npt.NDArray[np.integer], suit: int) -> Small:
    """The kind of each card when one suit is considered."""
    return (cards // SUITS + np.where(cards % SUITS == suit, 0, RANKS)).astype(np.uint8)

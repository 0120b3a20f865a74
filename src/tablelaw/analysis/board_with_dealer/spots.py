"""Where a player decides: every suit-distinct flop or set of four with every pair, and what is best there."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.symmetry.card_kinds import (
    SUITS,
    number_of,
    pair_of_kinds,
    seen_by_rank,
    seen_from,
    sets_by_rank,
    sets_by_suit,
)
from tablelaw.analysis.symmetry.suits import distinct_sets, pair_cards
from tablelaw.cards.arrays.compiled import kernel


class Pairs(NamedTuple):
    """The 1,326 pairs: their cards as a mask, their kind among the 169, their number in each view."""

    mask: npt.NDArray[np.uint64]
    kind: npt.NDArray[np.int64]
    by_rank: npt.NDArray[np.int32]
    by_suit: npt.NDArray[np.int32]


class Spots(NamedTuple):
    """Suit-distinct flops or sets of four: how often each occurs, and its number in each view (-1 for none)."""

    cards: npt.NDArray[np.uint8]
    times: npt.NDArray[np.int64]
    mask: npt.NDArray[np.uint64]
    by_rank: npt.NDArray[np.int32]
    by_suit: npt.NDArray[np.int32]


@cache
def pairs() -> Pairs:
    cards = pair_cards()
    by_suit = [_pair_numbers(seen_from(cards, suit)) for suit in range(SUITS)]
    return Pairs(_masks(cards), _kinds(cards), _pair_numbers(seen_by_rank(cards)), np.stack(by_suit))


def _pair_numbers(kinds: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
    return pair_of_kinds(kinds[:, 0], kinds[:, 1])


def _kinds(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """The kinds of pair, numbered as in `starting_hands.kind_of`."""
    low, high = cards[:, 0].astype(np.int64), cards[:, 1].astype(np.int64)
    suited = low % SUITS == high % SUITS
    first, second = high // SUITS, low // SUITS
    return np.where(suited, 13 * first + second, 13 * second + first)


@cache
def spots(size: int) -> Spots:
    """Every suit-distinct flop (3) or set of four (4)."""
    cards, times = distinct_sets(size)
    by_suit = [number_of(sets_by_suit()[size], seen_from(cards, suit)) for suit in range(SUITS)]
    by_rank = number_of(sets_by_rank()[size], seen_by_rank(cards))
    return Spots(cards, times, _masks(cards), by_rank, np.stack(by_suit, axis=1))


def _masks(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint64]:
    bits = np.uint64(1) << cards.astype(np.uint64)
    masks: npt.NDArray[np.uint64] = np.bitwise_or.reduce(bits, axis=1)
    return masks


@kernel
def decide(
    first: Any,
    after: Any,
    spots: Spots,
    pairs: Pairs,
    by_rank: Any,
    by_suit: Any,
    choices: Any,
    chosen: Any,
    sums: Any,
    best: Any,
) -> None:
    """Finds the best choice for every spot and pair, and sums by kind the value of it and of each part.

    `by_rank` and `by_suit` hold the parts [part, set, pair of kinds]; a row of `choices` has the multiple of each
    part.
    """
    values = np.zeros((len(by_rank), len(pairs.mask)), np.int64)
    for spot in range(first, after):
        for part in range(len(by_rank)):
            spot_values(spots, spot, pairs, by_rank[part], by_suit[part], values[part])
        for pair in range(len(pairs.mask)):
            if pairs.mask[pair] & spots.mask[spot] == 0:
                row, value = _best_choice(choices, values, pair)
                chosen[spot, pair] = row
                best[pairs.kind[pair]] += spots.times[spot] * value
                for part in range(len(by_rank)):
                    sums[part, pairs.kind[pair]] += spots.times[spot] * values[part, pair]


@kernel
def spot_values(spots: Spots, spot: Any, pairs: Pairs, by_rank: Any, by_suit: Any, into: Any) -> None:
    """One part of the value of every pair at a spot: by rank alone, plus the correction for each suit."""
    row = by_rank[spots.by_rank[spot]]
    for pair in range(len(into)):
        into[pair] = row[pairs.by_rank[pair]]
    for suit in range(4):
        if spots.by_suit[spot, suit] >= 0:
            added = by_suit[spots.by_suit[spot, suit]]
            for pair in range(len(into)):
                into[pair] += added[pairs.by_suit[suit, pair]]


@kernel
def _best_choice(choices: Any, values: Any, pair: Any) -> Any:
    """The first of the best choices, and its value."""
    best_row, best = 0, np.int64(0)
    for row in range(len(choices)):
        value = np.int64(0)
        for part in range(len(values)):
            value += choices[row, part] * values[part, pair]
        if row == 0 or value > best:
            best_row, best = row, value
    return best_row, best

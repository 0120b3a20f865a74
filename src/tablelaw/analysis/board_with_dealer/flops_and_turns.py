"""The spots at which a player decides: every suit-distinct flop or set of four with every pair, and the best action
there.
"""

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
from tablelaw.analysis.symmetry.suits import Classes, distinct_sets, pair_cards
from tablelaw.cards.arrays.compiled import kernel


class Pairs(NamedTuple):
    """The 1,326 pairs: their cards as a mask, their kind among the 169, and their number in each view."""

    mask: npt.NDArray[np.uint64]
    kind: npt.NDArray[np.int64]
    by_rank: npt.NDArray[np.int32]
    by_suit: npt.NDArray[np.int32]


class Actions(NamedTuple):
    """The actions of a decision: what each gains for certain, and by [action, part] how many times each part counts."""

    fixed: npt.NDArray[np.int64]
    times: npt.NDArray[np.int64]


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
    """Every suit-distinct flop (`size` 3) or set of four (`size` 4)."""
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
    later: Any,
    choices: Actions,
    chosen: Any,
    sums: Any,
    best: Any,
    values_of_best: Any,
) -> None:
    """Finds the best choice for every spot and pair, and sums its value and the value of each part by kind.

    `by_rank` and `by_suit` hold the parts [part, set, pair of kinds], `later` those decided after another card [part,
    spot, pair]. The value of the best choice is also written [spot, pair], if there is room.
    """
    count = len(pairs.mask)
    values = np.zeros((len(by_rank) + len(later), count), np.int64)
    by_pair = np.zeros((len(by_rank) + 1, count), np.int64)
    is_open, value_of_best, value = np.zeros(count, np.int8), np.zeros(count, np.int64), np.zeros(count, np.int64)
    for spot in range(first, after):
        for part in range(len(by_rank)):
            spot_values(spots, spot, pairs, by_rank[part], by_suit[part], values[part])
        for part in range(len(later)):
            values[len(by_rank) + part] = later[part, spot]
        for pair in range(count):
            is_open[pair] = pairs.mask[pair] & spots.mask[spot] == 0
        _best_choices(choices, values, is_open, value, chosen[spot], value_of_best)
        for part in range(len(by_rank)):
            _add_times(spots.times[spot], values[part], is_open, by_pair[part])
        _add_times(spots.times[spot], value_of_best, is_open, by_pair[-1])
        if len(values_of_best):
            _add_times(1, value_of_best, is_open, values_of_best[spot])
    for pair in range(count):
        best[pairs.kind[pair]] += by_pair[-1, pair]
        for part in range(len(by_rank)):
            sums[part, pairs.kind[pair]] += by_pair[part, pair]


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
def _best_choices(choices: Actions, values: Any, is_open: Any, value: Any, chosen: Any, best: Any) -> None:
    """Finds the first of the best choices for every pair that shares no card with the spot, and its value for all
    pairs.
    """
    for row in range(len(choices.fixed)):
        value[:] = choices.fixed[row]
        for part in range(len(values)):
            times = choices.times[row, part]
            if times:
                for pair in range(len(value)):
                    value[pair] += times * values[part, pair]
        if row == 0:
            best[:] = value
        else:
            for pair in range(len(value)):
                chosen[pair] = is_open[pair] * row if value[pair] > best[pair] else chosen[pair]
                best[pair] = max(best[pair], value[pair])


@kernel
def _add_times(times: Any, values: Any, is_open: Any, into: Any) -> None:
    """Adds the values of the pairs that share no card with a spot, `times` times."""
    for pair in range(len(into)):
        into[pair] += times * is_open[pair] * values[pair]


@kernel
def sum_over_turns(
    first: Any, after: Any, flops: Spots, fours: Classes, pair_orders: Any, by_four: Any, into: Any
) -> None:
    """Fills [flop, pair] with the values of sets of four and pairs, summed over every turn card; a pair that holds a
    card of the set counts as 0.
    """
    four = np.zeros(4, np.int64)
    for flop in range(first, after):
        for card in range(52):
            if not flops.mask[flop] >> np.uint64(card) & np.uint64(1):
                number = _number_with(flops.cards[flop], card, fours, four)
                row, renamed = by_four[fours.of[number]], pair_orders[fours.order[number]]
                for pair in range(into.shape[1]):
                    into[flop, pair] += row[renamed[pair]]


@kernel
def _number_with(flop: Any, card: Any, fours: Classes, four: Any) -> Any:
    """The number of the set of four that a flop makes with one more card."""
    place = 3
    while place > 0 and flop[place - 1] > card:
        four[place] = flop[place - 1]
        place -= 1
    four[place] = card
    for lower in range(place):
        four[lower] = flop[lower]
    number = 0
    for n in range(4):
        number += fours.place_value[n, four[n]]
    return number

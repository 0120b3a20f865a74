"""Compiled loops over boards: what every pair of cards is worth on it against all 990 pairs of the dealer.

For a board all 1,081 pairs are put in order of strength by counting. One walk along the order tells for each pair
how many of the dealer's pairs are lower and equal, those that share a card with it left out; where the walk crosses
from one class to the next it notes how many came before. From these counts follow all payoffs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.cards.batch_kernels import FIVE_SUITED, START, by_ranks, by_suit
from houserules.cards.batch_kernels import Tables as Strengths
from houserules.cards.compiled import kernel

LEFT, HANDS, DEALERS = 47, 1081, 990
CATEGORIES = 10


class Order(NamedTuple):
    """One board's pairs: cards, number and strength of each; how many dealer pairs are lower and equal."""

    left: npt.NDArray[np.uint8]
    low: npt.NDArray[np.uint8]
    high: npt.NDArray[np.uint8]
    pair: npt.NDArray[np.int32]
    strength: npt.NDArray[np.uint16]
    starts: npt.NDArray[np.int32]
    order: npt.NDArray[np.int32]
    lower: npt.NDArray[np.int32]
    equal: npt.NDArray[np.int32]
    with_card: npt.NDArray[np.int32]
    tied: npt.NDArray[np.int32]
    before: npt.NDArray[np.int32]
    before_with: npt.NDArray[np.int32]


def new_order(strengths: int) -> Order:
    def zeros(shape: int | tuple[int, int], kind: Any = np.int32) -> npt.NDArray[Any]:
        return np.zeros(shape, kind)

    return Order(
        zeros(LEFT, np.uint8),
        zeros(HANDS, np.uint8),
        zeros(HANDS, np.uint8),
        zeros(HANDS),
        zeros(HANDS, np.uint16),
        zeros(strengths + 2),
        zeros(HANDS),
        zeros(HANDS),
        zeros(HANDS),
        zeros(52),
        zeros(52),
        zeros(CATEGORIES + 1),
        zeros((CATEGORIES + 1, 52)),
    )


@kernel
def put_in_order(board: Any, strengths: Strengths, category: Any, o: Order) -> None:
    """Fills everything an `Order` tells about a board."""
    _cards_left(board, o.left)
    _read_strengths(board, strengths, o)
    _sort(o)
    _walk(category, o)


@kernel
def _cards_left(board: Any, left: Any) -> None:
    found = 0
    for card in range(52):
        if card != board[0] and card != board[1] and card != board[2] and card != board[3] and card != board[4]:
            left[found] = card
            found += 1


@kernel
def _read_strengths(board: Any, strengths: Strengths, o: Order) -> None:
    key, mask = START, np.uint64(0)
    for card in board:
        key += strengths.keys[card]
        mask |= strengths.masks[card]
    o.starts[:] = 0
    hand = 0
    for i in range(LEFT):
        high = o.left[i]
        high_key, high_mask = key + strengths.keys[high], mask | strengths.masks[high]
        for j in range(i):
            low = o.left[j]
            whole = high_key + strengths.keys[low]
            if whole & FIVE_SUITED:
                strength = by_suit(whole, high_mask | strengths.masks[low], strengths)
            else:
                strength = by_ranks(whole, strengths)
            o.low[hand], o.high[hand], o.strength[hand] = low, high, strength
            o.pair[hand] = np.int32(high) * (np.int32(high) - 1) // 2 + np.int32(low)
            o.starts[strength + 1] += 1
            hand += 1


@kernel
def _sort(o: Order) -> None:
    for place in range(1, len(o.starts)):
        o.starts[place] += o.starts[place - 1]
    for hand in range(HANDS):
        strength = o.strength[hand]
        o.order[o.starts[strength]] = hand
        o.starts[strength] += 1


@kernel
def _walk(category: Any, o: Order) -> None:
    o.with_card[:] = 0
    first, crossed = 0, 0
    while first < HANDS:
        strength = o.strength[o.order[first]]
        crossed = _cross(crossed, category[strength], first, o)
        last = first
        while last < HANDS and o.strength[o.order[last]] == strength:
            hand = o.order[last]
            o.tied[o.low[hand]] += 1
            o.tied[o.high[hand]] += 1
            last += 1
        _note(first, last, o)
        first = last
    _cross(crossed, CATEGORIES, HANDS, o)


@kernel
def _cross(crossed: Any, category: Any, count: Any, o: Order) -> Any:
    """Notes, for every class up to this one, how many pairs came before it, in all and with each card."""
    while crossed <= category:
        o.before[crossed] = count
        o.before_with[crossed] = o.with_card
        crossed += 1
    return crossed


@kernel
def _note(first: Any, last: Any, o: Order) -> None:
    for place in range(first, last):
        hand = o.order[place]
        low, high = o.low[hand], o.high[hand]
        o.lower[hand] = first - o.with_card[low] - o.with_card[high]
        o.equal[hand] = last - first - o.tied[low] - o.tied[high] + 1
    for place in range(first, last):
        hand = o.order[place]
        low, high = o.low[hand], o.high[hand]
        o.with_card[low] += 1
        o.with_card[high] += 1
        o.tied[low] = 0
        o.tied[high] = 0


@kernel
def below(hand: Any, own: Any, category: Any, o: Order) -> Any:
    """How many of the dealer's pairs are below a class; `own` is the hand's own class."""
    count = o.before[category] - o.before_with[category, o.low[hand]] - o.before_with[category, o.high[hand]]
    return count + 1 if own < category else count


@kernel
def worth(hand: Any, own: Any, group_of: Any, bounds: Any, opening: Any, unit: Any, o: Order) -> Any:
    """Two payoffs summed over the dealer's 990 pairs; dealer classes that pay alike stand in one group."""
    mine, last = group_of[own], len(bounds) - 2
    of_opening, of_unit, seen = np.int64(0), np.int64(0), 0
    for group in range(last + 1):
        upto = DEALERS if group == last else below(hand, own, bounds[group + 1], o)
        if group == mine:
            lower, equal = o.lower[hand] - seen, o.equal[hand]
            higher = upto - seen - lower - equal
            pay, one = opening[own, group], unit[own, group]
            of_opening += pay[0] * lower + pay[1] * equal + pay[2] * higher
            of_unit += one[0] * lower + one[1] * equal + one[2] * higher
        else:
            side = 0 if group < mine else 2
            of_opening += opening[own, group, side] * (upto - seen)
            of_unit += unit[own, group, side] * (upto - seen)
        seen = upto
    return of_opening, of_unit

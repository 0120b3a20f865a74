"""The first walk over all boards: what every flop and set of four holds for every pair."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.analysis.holdem_kernels import DEALERS, HANDS, Order, put_in_order, worth
from houserules.cards.compiled import kernel

OPENING, UNIT, BEST = 0, 1, 2
"""What is gathered for each (flop, pair): the opening wagers, one unit of the decision wager, and the best of the
choices that are left once the whole board lies."""


class Payoffs(NamedTuple):
    """Integer payoffs by [own class][dealer group][standing], classes lowest first as strengths count them."""

    group_of: npt.NDArray[np.int64]
    bounds: npt.NDArray[np.int64]
    opening: npt.NDArray[np.int64]
    unit: npt.NDArray[np.int64]
    last_choices: npt.NDArray[np.int64]
    """Rows (constant, times opening, times unit); no rows when nothing is decided after the last card."""


class Flops(NamedTuple):
    """The suit-distinct flops: place values, class and order of every set of three cards, pairs renamed."""

    number: Any
    of: Any
    order: Any
    pairs: Any


@kernel
def gather(
    boards: Any,
    times: Any,
    strengths: Any,
    category: Any,
    pay: Payoffs,
    flops: Flops,
    turns: Any,
    o: Order,
    into: Any,
    turn_into: Any,
) -> None:
    """Adds every board's worth to the flops (and sets of four) it contains, for all pairs."""
    values = np.zeros((HANDS, 3), np.int64)
    for place in range(len(boards)):
        board = boards[place]
        put_in_order(board, strengths, category, o)
        _values(times[place], category, pay, o, values)
        _to_flops(board, flops, o, values, into)
        if len(turn_into):
            _to_turns(board, turns, o, values, turn_into)


@kernel
def _values(times: Any, category: Any, pay: Payoffs, o: Order, values: Any) -> None:
    for hand in range(HANDS):
        own = category[o.strength[hand]]
        opening, unit = worth(hand, own, pay.group_of, pay.bounds, pay.opening, pay.unit, o)
        values[hand, OPENING] = opening * times
        values[hand, UNIT] = unit * times
        values[hand, BEST] = best_of(pay.last_choices, opening, unit) * times


@kernel
def best_of(choices: Any, opening: Any, unit: Any) -> Any:
    """The best of the last choices; what the opening wagers are worth when there are none."""
    if len(choices) == 0:
        return opening
    best = choices[0, 0] * DEALERS + choices[0, 1] * opening + choices[0, 2] * unit
    for row in range(1, len(choices)):
        value = choices[row, 0] * DEALERS + choices[row, 1] * opening + choices[row, 2] * unit
        best = max(best, value)
    return best


@kernel
def _to_flops(board: Any, flops: Flops, o: Order, values: Any, into: Any) -> None:
    for a in range(3):
        for b in range(a + 1, 4):
            for c in range(b + 1, 5):
                number = flops.number[board[a], 0] + flops.number[board[b], 1] + flops.number[board[c], 2]
                row = into[flops.of[number]]
                renamed = flops.pairs[flops.order[number]]
                for hand in range(HANDS):
                    place = renamed[o.pair[hand]]
                    row[place, 0] += values[hand, 0]
                    row[place, 1] += values[hand, 1]
                    row[place, 2] += values[hand, 2]


@kernel
def _to_turns(board: Any, turns: Flops, o: Order, values: Any, into: Any) -> None:
    for gone in range(5):
        number = 0
        for k in range(4):
            number += turns.number[board[k if k < gone else k + 1], k]
        row = into[turns.of[number]]
        renamed = turns.pairs[turns.order[number]]
        for hand in range(HANDS):
            row[renamed[o.pair[hand]]] += values[hand, UNIT]

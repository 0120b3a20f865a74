"""Two walks over all boards: the first gathers what decisions need, the second counts what they lead to."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.analysis.holdem_kernels import DEALERS, HANDS, Order, below, put_in_order, worth
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


# --- The second walk ---------------------------------------------------------------------------


class Played(NamedTuple):
    """Best play found: [pair] path before the flop or -1, [flop, pair] path after it or -1; then the last choice."""

    before: npt.NDArray[np.int8]
    after: npt.NDArray[np.int8]
    last: npt.NDArray[np.int8]


@kernel
def count_paths(
    boards: Any,
    times: Any,
    strengths: Any,
    category: Any,
    pay: Payoffs,
    flops: Flops,
    played: Played,
    o: Order,
    into: Any,
) -> None:
    """Adds to [path, own class, dealer class, standing] the deals that end so, each flop of a board by itself."""
    ways = np.zeros((HANDS, into.shape[0]), np.int64)
    for place in range(len(boards)):
        board = boards[place]
        put_in_order(board, strengths, category, o)
        ways[:] = 0
        _paths_by_flop(board, flops, played, o, ways)
        for hand in range(HANDS):
            own = category[o.strength[hand]]
            _last_path(hand, own, pay, played, o, ways)
            _add_counts(hand, own, times[place], o, ways, into)


@kernel
def _paths_by_flop(board: Any, flops: Flops, played: Played, o: Order, ways: Any) -> None:
    for a in range(3):
        for b in range(a + 1, 4):
            for c in range(b + 1, 5):
                number = flops.number[board[a], 0] + flops.number[board[b], 1] + flops.number[board[c], 2]
                row = played.after[flops.of[number]]
                renamed = flops.pairs[flops.order[number]]
                for hand in range(HANDS):
                    path = played.before[o.pair[hand]]
                    if path < 0:
                        path = row[renamed[o.pair[hand]]]
                    ways[hand, max(path, 0)] += 1 if path >= 0 else 1 << 32


@kernel
def _last_path(hand: Any, own: Any, pay: Payoffs, played: Played, o: Order, ways: Any) -> None:
    """Deals that come to the last decision take its best choice."""
    waiting = ways[hand, 0] >> 32
    if waiting == 0:
        return
    ways[hand, 0] &= (1 << 32) - 1
    opening, unit = worth(hand, own, pay.group_of, pay.bounds, pay.opening, pay.unit, o)
    best, chosen = best_of(pay.last_choices, opening, unit), 0
    for row in range(len(pay.last_choices) - 1, -1, -1):
        choice = pay.last_choices[row]
        if choice[0] * DEALERS + choice[1] * opening + choice[2] * unit == best:
            chosen = played.last[row]
    ways[hand, chosen] += waiting


@kernel
def _add_counts(hand: Any, own: Any, times: Any, o: Order, ways: Any, into: Any) -> None:
    seen = 0
    for dealer in range(10):
        upto = below(hand, own, dealer + 1, o)
        count = np.int64(upto - seen)
        lower, equal = (o.lower[hand] - seen, o.equal[hand]) if dealer == own else (0, 0)
        if count:
            for path in range(into.shape[0]):
                way = ways[hand, path] * times
                if way:
                    _by_standing(into[path, own, dealer], own, dealer, count, lower, equal, way)
        seen = upto


@kernel
def _by_standing(cell: Any, own: Any, dealer: Any, count: Any, lower: Any, equal: Any, way: Any) -> None:
    if dealer < own:
        cell[0] += way * count
    elif dealer > own:
        cell[2] += way * count
    else:
        cell[0] += way * lower
        cell[1] += way * equal
        cell[2] += way * (count - lower - equal)

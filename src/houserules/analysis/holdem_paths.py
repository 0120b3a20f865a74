"""The second walk over all boards: with best play known, how often each line of play meets each outcome.

A line of play is a row of `Lines`: what is done before the flop, after it and after the turn, and how it ends. The
walk takes every board's flops (and turn cards) one by one, as they would be dealt.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.analysis.holdem_kernels import CATEGORIES, DEALERS, HANDS, Order, below, put_in_order, worth
from houserules.analysis.holdem_walk import Flops, Payoffs, best_of
from houserules.cards.compiled import kernel

UNDECIDED = -1


class Lines(NamedTuple):
    """Best play as numbers of lines: by pair before the flop, by [flop, pair] after it, added by [set of four, pair]
    after the turn; and the line of each last choice. UNDECIDED leaves it to the next."""

    before: npt.NDArray[np.int8]
    after_flop: npt.NDArray[np.int8]
    after_turn: npt.NDArray[np.int8]
    last: npt.NDArray[np.int8]


@kernel
def count_lines(
    boards: Any,
    times: Any,
    strengths: Any,
    category: Any,
    pay: Payoffs,
    flops: Flops,
    turns: Flops,
    lines: Lines,
    o: Order,
    into: Any,
) -> None:
    """Adds to [line, own class, dealer class, standing] the deals that end so; twenty orders of every board."""
    ways = np.zeros((HANDS, into.shape[0]), np.int64)
    waiting = np.zeros(HANDS, np.int64)
    for place in range(len(boards)):
        put_in_order(boards[place], strengths, category, o)
        ways[:] = 0
        waiting[:] = 0
        _walk_flops(boards[place], flops, turns, lines, o, ways, waiting)
        for hand in range(HANDS):
            own = category[o.strength[hand]]
            if waiting[hand]:
                ways[hand, last_line(hand, own, pay, lines, o)] += waiting[hand]
            _add_counts(hand, own, times[place], o, ways, into)


@kernel
def _walk_flops(board: Any, flops: Flops, turns: Flops, lines: Lines, o: Order, ways: Any, waiting: Any) -> None:
    for a in range(3):
        for b in range(a + 1, 4):
            for c in range(b + 1, 5):
                number = flops.number[board[a], 0] + flops.number[board[b], 1] + flops.number[board[c], 2]
                row, renamed = lines.after_flop[flops.of[number]], flops.pairs[flops.order[number]]
                if len(lines.after_turn):
                    _with_turns(board, a, b, c, row, renamed, turns, lines, o, ways)
                else:
                    _without_turns(row, renamed, lines, o, ways, waiting)


@kernel
def _without_turns(row: Any, renamed: Any, lines: Lines, o: Order, ways: Any, waiting: Any) -> None:
    for hand in range(HANDS):
        pair = o.pair[hand]
        line = lines.before[pair]
        if line == UNDECIDED:
            line = row[renamed[pair]]
        if line == UNDECIDED:
            waiting[hand] += 2
        else:
            ways[hand, line] += 2


@kernel
def _with_turns(
    board: Any, a: Any, b: Any, c: Any, row: Any, renamed: Any, turns: Flops, lines: Lines, o: Order, ways: Any
) -> None:
    """Both cards that are not in the flop come once as the turn card."""
    for turn in range(5):
        if turn in (a, b, c):
            continue
        number, k = 0, 0
        for place in range(5):
            if place in (a, b, c, turn):
                number += turns.number[board[place], k]
                k += 1
        fours, four_renamed = lines.after_turn[turns.of[number]], turns.pairs[turns.order[number]]
        for hand in range(HANDS):
            pair = o.pair[hand]
            line = lines.before[pair]
            if line == UNDECIDED:
                line = row[renamed[pair]] + fours[four_renamed[pair]]
            ways[hand, line] += 1


@kernel
def last_line(hand: Any, own: Any, pay: Payoffs, lines: Lines, o: Order) -> Any:
    """The line of the best last choice; the first named where two are equally good."""
    opening, unit = worth(hand, own, pay.group_of, pay.bounds, pay.opening, pay.unit, o)
    best = best_of(pay.last_choices, opening, unit)
    for row in range(len(pay.last_choices)):
        choice = pay.last_choices[row]
        if choice[0] * DEALERS + choice[1] * opening + choice[2] * unit == best:
            return lines.last[row]
    return lines.last[0]


@kernel
def _add_counts(hand: Any, own: Any, times: Any, o: Order, ways: Any, into: Any) -> None:
    seen = 0
    for dealer in range(CATEGORIES):
        upto = below(hand, own, dealer + 1, o)
        lower, equal = (o.lower[hand] - seen, o.equal[hand]) if dealer == own else (0, 0)
        if upto > seen:
            for line in range(into.shape[0]):
                if ways[hand, line]:
                    cell = into[line, own, dealer]
                    _by_standing(cell, own, dealer, upto - seen, lower, equal, ways[hand, line] * times)
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

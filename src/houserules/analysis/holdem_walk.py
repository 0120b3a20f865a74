"""What every pair is worth on every board, and that summed over the cards to come: to sets of four, and to flops."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.analysis.holdem_kernels import DEALERS, PAIR, PAIR_BITS, Order, below, put_in_order
from houserules.analysis.card_kinds import View
from houserules.cards.compiled import kernel

OPENING, UNIT, BEST = 0, 1, 2
"""What is summed for every set and pair: the opening wagers, one unit of the decision wager, and the best of the
choices that are left once the whole board lies."""


class Payoffs(NamedTuple):
    """Integer payoffs by [own class][dealer group][standing], classes lowest first as strengths count them."""

    group_of: npt.NDArray[np.int64]
    bounds: npt.NDArray[np.int64]
    opening: npt.NDArray[np.int64]
    unit: npt.NDArray[np.int64]
    last_choices: npt.NDArray[np.int64]
    """Rows (constant, times opening, times unit); no rows when nothing is decided after the last card."""


class Boards(NamedTuple):
    """Boards of a view: their kinds, and the cards left of each kind."""

    kinds: Any
    left: Any
    by_rank: Any
    """The same board by ranks alone."""


@kernel
def board_values(
    first: Any,
    after: Any,
    boards: Boards,
    view: View,
    strengths: Any,
    category: Any,
    pay: Payoffs,
    o: Order,
    by_rank: Any,
    into: Any,
) -> None:
    """Writes what each pair is worth on each board, less what it would be worth if ranks alone decided."""
    values = np.zeros(BEST + 1, np.int64)
    for board in range(first, after):
        count = put_in_order(boards.kinds[board], boards.left[board], view, strengths, category, o)
        for place in range(count):
            pair = o.words[place] & PAIR
            own = category[o.words[place] >> PAIR_BITS]
            values[OPENING], values[UNIT] = worth(pair, own, pay, view, o)
            values[BEST] = best_of(pay.last_choices, values[OPENING], values[UNIT])
            for what in range(len(into)):
                plain = by_rank[what, boards.by_rank[board], view.rank_pair[pair]]
                into[what, board, pair] = values[what] - plain


@kernel
def worth(pair: Any, own: Any, pay: Payoffs, view: View, o: Order) -> Any:
    """Two payoffs summed over the dealer's 990 pairs; dealer classes that pay alike stand in one group."""
    mine, last = pay.group_of[own], len(pay.bounds) - 2
    of_opening, of_unit, seen = np.int64(0), np.int64(0), 0
    for group in range(last + 1):
        upto = DEALERS if group == last else below(pair, own, pay.bounds[group + 1], view, o)
        side, count = 0 if group < mine else 2, upto - seen
        if group == mine:
            lower, equal = o.lower[pair] - seen, o.equal[pair]
            count -= lower + equal
            of_opening += pay.opening[own, group, 0] * lower + pay.opening[own, group, 1] * equal
            of_unit += pay.unit[own, group, 0] * lower + pay.unit[own, group, 1] * equal
        of_opening += pay.opening[own, group, side] * count
        of_unit += pay.unit[own, group, side] * count
        seen = upto
    return of_opening, of_unit


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
def sum_over_next_card(first: Any, after: Any, left: Any, more: Any, larger: Any, into: Any) -> None:
    """For each set and pair: the sum over every next card that neither holds."""
    for place in range(first, after):
        for kind in range(left.shape[1]):
            grown = more[place, kind]
            if grown >= 0:
                add_row(left[place, kind], kind, larger[grown], into[place])


@kernel
def add_row(cards: Any, kind: Any, row: Any, into: Any) -> None:
    """Adds a row of pairs as often as cards of a kind are left; those a pair itself holds are not."""
    for pair in range(len(into)):
        into[pair] += cards * row[pair]
    for low in range(kind + 1):
        pair = kind * (kind + 1) // 2 + low
        into[pair] -= row[pair]
    pair = kind * (kind + 1) // 2 + kind
    while pair < len(into):
        into[pair] -= row[pair]
        kind += 1
        pair += kind

"""What every pair is worth on every board, and that summed over the cards to come: to sets of four, and to flops."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.analysis.holdem_kernels import CATEGORIES, DEALERS, PAIR, PAIR_BITS, Order, put_in_order
from houserules.analysis.card_kinds import View
from houserules.cards.compiled import kernel

OPENING, UNIT, BEST = 0, 1, 2
"""What is summed for every set and pair: the opening wagers, one unit of the decision wager, and the best of the
choices that are left once the whole board lies."""


class Payoffs(NamedTuple):
    """Integer payoffs of the opening wagers and of one unit: [which, own class, dealer class, standing], classes
    lowest first as strengths count them."""

    pay: npt.NDArray[np.int64]
    last_choices: npt.NDArray[np.int64]
    """Rows (constant, times opening, times unit); no rows when nothing is decided after the last card."""


class Scale(NamedTuple):
    """What pairs of one class gain on one board, by payoff: so much, less something for each of the two cards, plus
    so much for every dealer's pair that is lower and for every one that is equal."""

    fixed: npt.NDArray[np.int64]
    less: npt.NDArray[np.int64]
    lower: npt.NDArray[np.int64]
    equal: npt.NDArray[np.int64]


def new_scale(view: View) -> Scale:
    shapes: list[tuple[int, ...]] = [(2,), (2, len(view.rank)), (2,), (2,)]
    return Scale(*(np.zeros(shape, np.int64) for shape in shapes))


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
    scale: Scale,
    by_rank: Any,
    into: Any,
) -> None:
    """Writes what each pair is worth on each board, less what it would be worth if ranks alone decided."""
    for board in range(first, after):
        count = put_in_order(boards.kinds[board], boards.left[board], view, strengths, category, o)
        own, plain = -1, boards.by_rank[board]
        for place in range(count):
            pair, cls = np.int64(o.words[place] & PAIR), category[o.words[place] >> PAIR_BITS]
            if cls != own:
                own = cls
                set_scale(own, pay, o, scale)
            opening, unit = worth(OPENING, pair, view, o, scale), worth(UNIT, pair, view, o, scale)
            ranks = view.rank_pair[pair]
            into[OPENING, board, pair] = opening - by_rank[OPENING, plain, ranks]
            into[UNIT, board, pair] = unit - by_rank[UNIT, plain, ranks]
            if len(into) > BEST:
                into[BEST, board, pair] = best_of(pay.last_choices, opening, unit) - by_rank[BEST, plain, ranks]


@kernel
def set_scale(own: Any, pay: Payoffs, o: Order, scale: Scale) -> None:
    """The dealer's pairs of a class are those before the next class less those before it; and in the pair's own
    class, the lower ones are those the walk counted less those before the class."""
    for which in range(2):
        paid = pay.pay[which, own]
        lost = paid[own, 2]
        scale.lower[which], scale.equal[which] = paid[own, 0] - lost, paid[own, 1] - lost
        scale.fixed[which] = lost - scale.lower[which] * o.before[own]
        for kind in range(len(o.with_kind)):
            scale.less[which, kind] = -scale.lower[which] * o.before_with[own, kind]
        for dealer in range(CATEGORIES):
            amount = paid[dealer, 0 if dealer < own else 2]
            if amount and o.before[dealer + 1] > o.before[dealer]:
                scale.fixed[which] += amount * (o.before[dealer + 1] - o.before[dealer])
                for kind in range(len(o.with_kind)):
                    more = o.before_with[dealer + 1, kind] - o.before_with[dealer, kind]
                    scale.less[which, kind] += amount * more


@kernel
def worth(which: Any, pair: Any, view: View, o: Order, scale: Scale) -> Any:
    """A payoff summed over the dealer's 990 pairs."""
    held = scale.less[which, view.low[pair]] + scale.less[which, view.high[pair]]
    return scale.fixed[which] - held + scale.lower[which] * o.lower[pair] + scale.equal[which] * o.equal[pair]


@kernel
def best_of(choices: Any, opening: Any, unit: Any) -> Any:
    """The best of the last choices; what the opening wagers are worth when there are none."""
    if len(choices) == 0:
        return opening
    best = choice_value(choices, 0, opening, unit)
    for row in range(1, len(choices)):
        best = max(best, choice_value(choices, row, opening, unit))
    return best


@kernel
def choice_value(choices: Any, row: Any, opening: Any, unit: Any) -> Any:
    return choices[row, 0] * DEALERS + choices[row, 1] * opening + choices[row, 2] * unit


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

"""The value of every pair on every board, summed over the cards to come: to sets of four, and to flops."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.board_kernels import (
    DEALERS,
    Boards,
    Starts,
    pair_at,
)
from tablelaw.analysis.symmetry.card_kinds import View
from tablelaw.cards.arrays.compiled import kernel

OPENING, UNIT, BEST = 0, 1, 2
"""What is summed for every set and pair: the opening wagers, one step of the decision wager, and from BEST on the best
of each decision that comes once the whole board is dealt."""


class Payoffs(NamedTuple):
    """Integer payoffs of the opening wagers and of one unit: [which, own class, dealer class, standing], classes
    lowest first as strengths count them."""

    pay: npt.NDArray[np.int64]
    last_choices: npt.NDArray[np.int64]
    """[decision, action]: (constant, times opening, times unit); no decisions if none comes after the last card."""


class Scale(NamedTuple):
    """What pairs of one class gain on one board, by payoff: a constant, less an amount for each of the two cards, plus
    an amount for each of the dealer's pairs that is lower and for each that is equal.
    """

    fixed: npt.NDArray[np.int64]
    less: npt.NDArray[np.int64]
    lower: npt.NDArray[np.int64]
    equal: npt.NDArray[np.int64]


def new_scale(view: View) -> Scale:
    shapes: list[tuple[int, ...]] = [(2,), (2, len(view.rank)), (2,), (2,)]
    return Scale(*(np.zeros(shape, np.int64) for shape in shapes))


@kernel
def board_values(
    first: Any, after: Any, boards: Boards, starts: Starts, pay: Payoffs, scale: Scale, plain: Any, into: Any
) -> None:
    """Writes the value of a pair at [part, board, pair], minus its value if ranks alone decided."""
    pack = boards.pack
    for board in range(first, after):
        by_rank, words = boards.by_rank[board], boards.words[board]
        for own in range(starts.place.shape[1] - 1):
            if starts.place[board, own] < starts.place[board, own + 1]:
                set_scale(board, own, pay, starts, scale)
            for place in range(starts.place[board, own], starts.place[board, own + 1]):
                pair = pair_at(place, words)
                opening = worth(OPENING, board, place, pair, boards, scale)
                unit = worth(UNIT, board, place, pair, boards, scale)
                ranks = pack.rank_pair[pair]
                into[OPENING, board, pair] = opening - plain[OPENING, by_rank, ranks]
                into[UNIT, board, pair] = unit - plain[UNIT, by_rank, ranks]
                for n in range(len(into) - BEST):
                    best = best_of(pay.last_choices[n], opening, unit)
                    into[BEST + n, board, pair] = best - plain[BEST + n, by_rank, ranks]


@kernel
def set_scale(board: Any, own: Any, pay: Payoffs, starts: Starts, scale: Scale) -> None:
    """Sets what each payoff gains from the pairs before the classes at which the amount changes: all before the end at
    the last amount, less the change of the amount for those before each such class. In the pair's own class, the lower
    pairs are those that were counted for the pair minus those before the class.
    """
    before, before_with, end = starts.before[board], starts.before_with[board], starts.before.shape[1] - 1
    for which in range(2):
        paid = pay.pay[which, own]
        lost = paid[own, 2]
        scale.lower[which], scale.equal[which] = paid[own, 0] - lost, paid[own, 1] - lost
        last = paid[end - 1, 2]
        scale.fixed[which] = lost + last * before[end] - scale.lower[which] * before[own]
        for kind in range(before_with.shape[1]):
            held = last * before_with[end, kind] - scale.lower[which] * before_with[own, kind]
            scale.less[which, kind] = held
        for dealer in range(1, end):
            change = paid[dealer, 0 if dealer < own else 2] - paid[dealer - 1, 0 if dealer - 1 < own else 2]
            if change and before[dealer]:
                scale.fixed[which] -= change * before[dealer]
                for kind in range(before_with.shape[1]):
                    scale.less[which, kind] -= change * before_with[dealer, kind]


@kernel
def worth(which: Any, board: Any, place: Any, pair: Any, boards: Boards, scale: Scale) -> Any:
    """A payoff of the pair at a place of a board's order, summed over the dealer's 990 pairs."""
    held = scale.less[which, boards.pack.low[pair]] + scale.less[which, boards.pack.high[pair]]
    compared = scale.lower[which] * boards.lower[board, place] + scale.equal[which] * boards.equal[board, place]
    return scale.fixed[which] - held + compared


@kernel
def best_of(choices: Any, opening: Any, unit: Any) -> Any:
    """The value of the best last choice."""
    best = choice_value(choices, 0, opening, unit)
    for row in range(1, len(choices)):
        best = max(best, choice_value(choices, row, opening, unit))
    return best


@kernel
def best_place(board: Any, place: Any, pair: Any, choices: Any, boards: Boards, scale: Scale) -> Any:
    """The number of the best last choice; the first if two are equally good."""
    opening = worth(OPENING, board, place, pair, boards, scale)
    unit = worth(UNIT, board, place, pair, boards, scale)
    best, row = best_of(choices, opening, unit), 0
    while choice_value(choices, row, opening, unit) != best:
        row += 1
    return row


@kernel
def choice_value(choices: Any, row: Any, opening: Any, unit: Any) -> Any:
    return choices[row, 0] * DEALERS + choices[row, 1] * opening + choices[row, 2] * unit


@kernel
def sum_over_next_card(first: Any, after: Any, left: Any, more: Any, larger: Any, into: Any) -> None:
    """Writes, for each set and pair, the sum over every next card that neither holds."""
    for place in range(first, after):
        for kind in range(left.shape[1]):
            grown = more[place, kind]
            if grown >= 0:
                add_row(left[place, kind], kind, larger[grown], into[place])


@kernel
def add_row(cards: Any, kind: Any, row: Any, into: Any) -> None:
    """Adds a row of pairs as often as cards of a kind are left, excluding those that a pair itself holds."""
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

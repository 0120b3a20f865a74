"""With best play known: how often each line of play meets each outcome.

A line of play is what is done before the flop, after it and later. The lines taken at every flop (or set of four) and
pair are weights; they are handed down to the boards in the same kinds of card in which values were summed up.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.analysis.card_kinds import View
from houserules.analysis.holdem_kernels import CATEGORIES, DEALERS, PAIR, PAIR_BITS, Order, below, put_in_order
from houserules.analysis.holdem_spots import Pairs, Spots
from houserules.analysis.holdem_walk import Boards, Payoffs, add_row, best_of, worth
from houserules.analysis.suits import Flops
from houserules.cards.compiled import kernel

UNDECIDED = -1


class Lines(NamedTuple):
    """Best play as numbers of lines: by pair before the flop, by [flop, pair] after it, by [set of four, pair] added
    after the turn; and the line of each last choice. UNDECIDED leaves it to the next."""

    before: npt.NDArray[np.int8]
    after_flop: npt.NDArray[np.int8]
    after_turn: npt.NDArray[np.int8]
    last: npt.NDArray[np.int8]


@kernel
def weigh_flops(
    first: Any, after: Any, spots: Spots, pairs: Pairs, lines: Lines, by_rank: Any, by_suit: Any
) -> None:
    """Adds each flop and pair to its line; UNDECIDED counts as the line after the last."""
    for spot in range(first, after):
        for pair in range(len(pairs.mask)):
            if pairs.mask[pair] & spots.mask[spot] == 0:
                line = lines.before[pair]
                if line == UNDECIDED:
                    line = lines.after_flop[spot, pair]
                add_weight(spots, spot, pairs, pair, spots.times[spot], by_rank[line], by_suit[line])


@kernel
def add_weight(spots: Spots, spot: Any, pairs: Pairs, pair: Any, weight: Any, by_rank: Any, by_suit: Any) -> None:
    """Adds a weight to a spot and pair, by rank and by every suit that can come to three."""
    by_rank[spots.by_rank[spot], pairs.by_rank[pair]] += weight
    for suit in range(4):
        if spots.by_suit[spot, suit] >= 0:
            by_suit[spots.by_suit[spot, suit], pairs.by_suit[suit, pair]] += weight


@kernel
def weigh_turns(
    first: Any, after: Any, spots: Spots, pairs: Pairs, flops: Flops, lines: Lines, by_rank: Any, by_suit: Any
) -> None:
    """Adds each set of four and pair to its lines: any of the four cards may have been the turn."""
    rows, orders = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for spot in range(first, after):
        _flops_of(spots.cards[spot], flops, rows, orders)
        for pair in range(len(pairs.mask)):
            if pairs.mask[pair] & spots.mask[spot] == 0:
                line, turn = lines.before[pair], lines.after_turn[spot, pair]
                if line != UNDECIDED:
                    add_weight(spots, spot, pairs, pair, 4 * spots.times[spot], by_rank[line], by_suit[line])
                    continue
                for gone in range(4):
                    line = turn + lines.after_flop[rows[gone], flops.pairs[orders[gone], pair]]
                    add_weight(spots, spot, pairs, pair, spots.times[spot], by_rank[line], by_suit[line])


@kernel
def _flops_of(four: Any, flops: Flops, rows: Any, orders: Any) -> None:
    """The four flops a set of four may have come from: their place, and the order that leads there."""
    for gone in range(4):
        number, place = 0, 0
        for card in range(4):
            if card != gone:
                number += flops.place_value[place, four[card]]
                place += 1
        rows[gone], orders[gone] = flops.of[number], flops.order[number]


@kernel
def hand_down(first: Any, after: Any, left: Any, fewer: Any, smaller: Any, into: Any) -> None:
    """Weights of sets with one card more, from `first` on: each set's weight goes to every next card neither holds."""
    for place in range(first, after):
        for kind in range(left.shape[1]):
            if fewer[place, kind] >= 0:
                for line in range(len(into)):
                    add_row(left[place, kind] + 1, kind, smaller[line, fewer[place, kind]], into[line, place - first])


@kernel
def take_off(first: Any, boards: Boards, view: View, weights: Any, by_rank: Any) -> None:
    """Takes the boards on which a suit lies three times or more off those on which ranks alone decide."""
    for line in range(len(weights)):
        for place in range(weights.shape[1]):
            board = boards.by_rank[first + place]
            for pair in range(weights.shape[2]):
                by_rank[line, board, view.rank_pair[pair]] -= weights[line, place, pair]


@kernel
def count_lines(
    first: Any,
    boards: Boards,
    view: View,
    strengths: Any,
    category: Any,
    pay: Payoffs,
    last: Any,
    weights: Any,
    o: Order,
    into: Any,
) -> None:
    """Adds to [line, own class, dealer class, standing] the deals that end so, from the weights of boards."""
    dealers = np.zeros((CATEGORIES, 3), np.int64)
    for place in range(weights.shape[1]):
        board = first + place
        count = put_in_order(boards.kinds[board], boards.left[board], view, strengths, category, o)
        for rank in range(count):
            pair, own = np.int64(o.words[rank] & PAIR), category[o.words[rank] >> PAIR_BITS]
            _by_dealer(pair, own, view, o, dealers)
            for line in range(len(weights)):
                weight = np.int64(weights[line, place, pair])
                if weight:
                    to = line if line < len(into) else last_line(pair, own, pay, last, view, o)
                    _add(weight, dealers, into[to, own])


@kernel
def _by_dealer(pair: Any, own: Any, view: View, o: Order, dealers: Any) -> None:
    """How many of the dealer's pairs are of each class and stand lower, equal and higher."""
    seen = 0
    for dealer in range(CATEGORIES):
        upto = below(pair, own, dealer + 1, view, o)
        lower, equal = (o.lower[pair] - seen, o.equal[pair]) if dealer == own else (0, 0)
        if dealer < own:
            lower = upto - seen
        dealers[dealer, 0], dealers[dealer, 1] = lower, equal
        dealers[dealer, 2] = upto - seen - lower - equal
        seen = upto


@kernel
def _add(weight: Any, dealers: Any, into: Any) -> None:
    for dealer in range(CATEGORIES):
        for standing in range(3):
            into[dealer, standing] += weight * dealers[dealer, standing]


@kernel
def last_line(pair: Any, own: Any, pay: Payoffs, last: Any, view: View, o: Order) -> Any:
    """The line of the best last choice; the first named where two are equally good."""
    opening, unit = worth(pair, own, pay, view, o)
    best = best_of(pay.last_choices, opening, unit)
    for row in range(len(pay.last_choices)):
        choice = pay.last_choices[row]
        if choice[0] * DEALERS + choice[1] * opening + choice[2] * unit == best:
            return last[row]
    return last[0]

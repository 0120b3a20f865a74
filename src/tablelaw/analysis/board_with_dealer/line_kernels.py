"""How often each line of play leads to each outcome, once best play is known.

A line of play is what is done before the flop, after it and later. The lines taken at every flop (or set of four) and
pair are weights; they are carried down to the boards by the same kinds of card that were used to sum up the values.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.board_kernels import (
    Boards,
    Starts,
    pair_at,
)
from tablelaw.analysis.board_with_dealer.flops_and_turns import Pairs, Spots
from tablelaw.analysis.board_with_dealer.value_kernels import (
    Payoffs,
    Scale,
    add_row,
    best_place,
    set_scale,
)
from tablelaw.analysis.symmetry.card_kinds import View
from tablelaw.analysis.symmetry.suits import Classes
from tablelaw.cards.arrays.compiled import kernel

UNDECIDED = -1
FLOPS = 4
"""From how many flops a set of four may have come."""
PLACE_BITS, PLACE = np.uint32(8), np.uint32(255)
"""The place that a pair has reached after each of these flops takes one byte of a word."""


class Rows(NamedTuple):
    """The line of each row of weights, or UNDECIDED where the last choice decides it; then the number of that decision,
    and by [row, action] the lines it leads to.
    """

    lines: npt.NDArray[np.int8]
    decision: npt.NDArray[np.int8]
    last: npt.NDArray[np.int8]


class Turns(NamedTuple):
    """A strategy with a decision after the turn. After the flop, the place a pair has reached is a number; after the
    turn, it is a row.
    """

    at_flop: npt.NDArray[np.int8]
    """[flop, pair] -> the number of the place it has reached."""
    row: npt.NDArray[np.int8]
    """[place] -> row, if nothing is decided there."""
    decision: npt.NDArray[np.int8]
    """[place] -> which of the decisions, or UNDECIDED for none."""
    after: npt.NDArray[np.int8]
    """[place, action] -> row."""
    chosen: npt.NDArray[np.int8]
    """[decision, set of four, pair] -> action."""
    pair_orders: npt.NDArray[np.uint16]
    """[order, pair] -> pair with the suits renamed, to find the suit-distinct form of a flop."""


class Tally(NamedTuple):
    """For the pairs of one class on a board, by line: deals, deals with a card of each kind, and the dealer's pairs
    that are lower and equal.
    """

    deals: npt.NDArray[np.int64]
    with_kind: npt.NDArray[np.int64]
    lower: npt.NDArray[np.int64]
    equal: npt.NDArray[np.int64]


def new_tally(lines: int, view: View) -> Tally:
    shapes: list[tuple[int, ...]] = [(lines,), (lines, len(view.rank)), (lines,), (lines,)]
    return Tally(*(np.zeros(shape, np.int64) for shape in shapes))


# --- From the spots where play is decided to the boards -----------------------------------------------


@kernel
def weigh_flops(first: Any, after: Any, spots: Spots, pairs: Pairs, rows: Any, by_rank: Any, by_suit: Any) -> None:
    """Adds each flop and pair to its row of weights [row, set, pair of kinds], by rank and by every suit that can make
    three."""
    for spot in range(first, after):
        for pair in range(len(pairs.mask)):
            if pairs.mask[pair] & spots.mask[spot] == 0:
                weight, row = spots.times[spot], rows[spot, pair]
                by_rank[row, spots.by_rank[spot], pairs.by_rank[pair]] += weight
                for suit in range(4):
                    if spots.by_suit[spot, suit] >= 0:
                        by_suit[row, spots.by_suit[spot, suit], pairs.by_suit[suit, pair]] += weight


@kernel
def weigh_turns(
    first: Any, after: Any, spots: Spots, pairs: Pairs, flops: Classes, play: Turns, by_rank: Any, by_suit: Any
) -> None:
    """Adds each set of four and pair to its rows; any of the four cards may have been the turn."""
    most = FLOPS * len(pairs.mask)
    places, weight = np.zeros(len(pairs.mask), np.uint32), np.zeros(most, np.int32)
    who, row = np.zeros(most, np.int32), np.zeros(most, np.int32)
    for spot in range(first, after):
        _places_after_flops(spots.cards[spot], flops, play, places)
        count = _rows_after_turn(spots, spot, pairs, play, places, who, row, weight)
        place = spots.by_rank[spot]
        for n in range(count):
            by_rank[row[n], place, pairs.by_rank[who[n]]] += weight[n]
        for suit in range(4):
            place = spots.by_suit[spot, suit]
            if place >= 0:
                for n in range(count):
                    by_suit[row[n], place, pairs.by_suit[suit, who[n]]] += weight[n]


@kernel
def _rows_after_turn(
    spots: Spots, spot: Any, pairs: Pairs, play: Turns, places: Any, who: Any, row: Any, weight: Any
) -> Any:
    """Lists the pairs at a set of four with their rows and weights; equal places are counted together."""
    count, taken, times = 0, spots.mask[spot], spots.times[spot]
    for pair in range(len(places)):
        if pairs.mask[pair] & taken == 0:
            word, left = places[pair], FLOPS
            while left:
                where, added = word & PLACE, 0
                while left and word & PLACE == where:
                    added += times
                    word >>= PLACE_BITS
                    left -= 1
                goes_to, decision = play.row[where], play.decision[where]
                if decision != UNDECIDED:
                    goes_to = play.after[where, play.chosen[decision, spot, pair]]
                who[count], weight[count], row[count] = pair, added, goes_to
                count += 1
    return count


@kernel
def _places_after_flops(four: Any, flops: Classes, play: Turns, places: Any) -> None:
    """One word for each pair: the place it has reached after each of the four flops from which a set of four may
    come.
    """
    places[:] = 0
    for gone in range(FLOPS):
        number, place = 0, 0
        for card in range(4):
            if card != gone:
                number += flops.place_value[place, four[card]]
                place += 1
        row, renamed = play.at_flop[flops.of[number]], play.pair_orders[flops.order[number]]
        for pair in range(len(places)):
            places[pair] |= np.uint32(row[renamed[pair]]) << (PLACE_BITS * np.uint32(gone))


@kernel
def hand_down(first: Any, after: Any, left: Any, fewer: Any, smaller: Any, into: Any) -> None:
    """Writes the weights of sets with one more card, from `first` on: a set passes its weight to every next card that
    neither it nor the pair holds.
    """
    for place in range(first, after):
        for kind in range(left.shape[1]):
            if fewer[place, kind] >= 0:
                for line in range(len(into)):
                    row = smaller[line, fewer[place, kind]]
                    add_row(left[place, kind] + 1, kind, row, into[line, place - first])


@kernel
def take_off(first: Any, boards: Boards, weights: Any, by_rank: Any) -> None:
    """Subtracts the boards on which a suit occurs three or more times from those decided by rank alone."""
    for row in range(len(weights)):
        for place in range(weights.shape[1]):
            board = boards.by_rank[first + place]
            for pair in range(weights.shape[2]):
                by_rank[row, board, boards.pack.rank_pair[pair]] -= weights[row, place, pair]


# --- On the boards --------------------------------------------------------------------------------------


@kernel
def count_lines(
    first: Any,
    boards: Boards,
    starts: Starts,
    pay: Payoffs,
    rows: Rows,
    told: Any,
    weights: Any,
    scale: Scale,
    tally: Tally,
    into: Any,
) -> None:
    """Adds deals to [line, own class, dealer class, standing] by how they end, class by class on every board.

    `told` is the place of the last choice by [board, pair]; if it has no entries for pairs, the best choice is taken.
    """
    for number in range(weights.shape[1]):
        board = first + number
        for own in range(starts.place.shape[1] - 1):
            if starts.place[board, own] < starts.place[board, own + 1]:
                if len(pay.last_choices):
                    set_scale(board, own, pay, starts, scale)
                _collect(board, own, weights[:, number], boards, starts, pay, rows, told[number], scale, tally)
                for line in range(len(into)):
                    if tally.deals[line]:
                        _settle(board, own, line, starts, tally, into[line, own])


@kernel
def _collect(
    board: Any,
    own: Any,
    weights: Any,
    boards: Boards,
    starts: Starts,
    pay: Payoffs,
    rows: Rows,
    told: Any,
    scale: Scale,
    tally: Tally,
) -> None:
    """Tallies the pairs of one class, which are adjacent in the order."""
    _clear(tally)
    begin, end = starts.place[board, own], starts.place[board, own + 1]
    for row in range(len(weights)):
        if rows.lines[row] != UNDECIDED:
            _take_all(begin, end, board, weights[row], rows.lines[row], boards, tally)
            continue
        choices = pay.last_choices[max(rows.decision[row], 0) :]
        for place in range(begin, end):
            pair = pair_at(place, boards.words[board])
            if weights[row, pair]:
                if len(told):
                    line = rows.last[row, told[pair]]
                else:
                    line = rows.last[row, best_place(board, place, pair, choices[0], boards, scale)]
                _take(np.int64(weights[row, pair]), board, place, pair, line, boards, tally)


@kernel
def _take_all(begin: Any, end: Any, board: Any, weights: Any, line: Any, boards: Boards, tally: Tally) -> None:
    """Tallies all pairs of a class under one line, with the sums kept in local variables until the end."""
    with_kind, low, high = tally.with_kind[line], boards.pack.low, boards.pack.high
    words, lower, equal = boards.words[board], boards.lower[board], boards.equal[board]
    deals, beaten, tied = np.int64(0), np.int64(0), np.int64(0)
    for place in range(begin, end):
        pair = pair_at(place, words)
        weight = np.int64(weights[pair])
        if weight:
            deals += weight
            with_kind[low[pair]] += weight
            with_kind[high[pair]] += weight
            beaten += weight * lower[place]
            tied += weight * equal[place]
    tally.deals[line] += deals
    tally.lower[line] += beaten
    tally.equal[line] += tied


@kernel
def _clear(tally: Tally) -> None:
    tally.deals[:] = 0
    tally.with_kind[:] = 0
    tally.lower[:] = 0
    tally.equal[:] = 0


@kernel
def _take(weight: Any, board: Any, place: Any, pair: Any, line: Any, boards: Boards, tally: Tally) -> None:
    tally.deals[line] += weight
    tally.with_kind[line, boards.pack.low[pair]] += weight
    tally.with_kind[line, boards.pack.high[pair]] += weight
    tally.lower[line] += weight * boards.lower[board, place]
    tally.equal[line] += weight * boards.equal[board, place]


@kernel
def _settle(board: Any, own: Any, line: Any, starts: Starts, tally: Tally, into: Any) -> None:
    """Counts, for the deals of one line and class, the dealer's hands of each class that they beat, tie and lose to."""
    deals, equal, before, place = tally.deals[line], tally.equal[line], np.int64(0), starts.place[board]
    for dealer in range(len(place) - 1):
        if place[dealer] < place[dealer + 1]:
            after = _before(board, dealer + 1, line, starts, tally)
            count = after - before
            if dealer < own:
                into[dealer, 0] += count
            elif dealer > own:
                into[dealer, 2] += count
            else:
                higher = tally.lower[line] - before
                into[own, 0] += higher
                into[own, 1] += equal
                into[own, 2] += count + deals - higher - equal
            before = after


@kernel
def _before(board: Any, category: Any, line: Any, starts: Starts, tally: Tally) -> Any:
    """The number of the dealer's pairs before a class, summed over deals. A player's own pair is subtracted twice, once
    for each card; the caller corrects this in the pair's class.
    """
    count = tally.deals[line] * starts.before[board, category]
    with_kind, before_with = tally.with_kind[line], starts.before_with[board, category]
    for kind in range(len(with_kind)):
        count -= with_kind[kind] * before_with[kind]
    return count

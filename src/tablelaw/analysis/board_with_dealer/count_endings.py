"""Counts exactly in how many deals each line of a strategy leads to each outcome."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.best_play import (
    FLOP,
    TURN,
    Solved,
    boards_by_rank,
    boards_by_suit,
    starts_by_rank,
    starts_by_suit,
)
from tablelaw.analysis.board_with_dealer.board_kernels import Boards, Starts
from tablelaw.analysis.board_with_dealer.endings import Ends
from tablelaw.analysis.board_with_dealer.flops_and_turns import pairs, spots
from tablelaw.analysis.board_with_dealer.game import BOARD
from tablelaw.analysis.board_with_dealer.line_kernels import (
    Rows,
    count_lines,
    hand_down,
    new_tally,
    take_off,
    weigh_flops,
    weigh_turns,
)
from tablelaw.analysis.board_with_dealer.lines_of_play import Plan, best_plan
from tablelaw.analysis.board_with_dealer.value_kernels import Payoffs, new_scale
from tablelaw.analysis.parallel import share_out
from tablelaw.analysis.symmetry.card_kinds import Sets, by_rank, by_suit, sets_by_rank, sets_by_suit
from tablelaw.analysis.symmetry.suits import PAIRS, classes

Weights = npt.NDArray[np.signedinteger]
Counts = npt.NDArray[np.int64]
Bounds = tuple[int, ...]

BOARDS_AT_ONCE = 512


def outcomes(solved: Solved) -> Ends:
    """How all deals end under best play."""
    return ends_of(best_plan(solved), solved.game.payoffs, solved.game.bounds)


@cache
def showdowns(bounds: Bounds) -> Ends:
    """How all deals end if nobody ever folds."""
    line, no_choice = np.zeros(1, np.int8), np.zeros((1, 0), np.int8)
    at_flop = np.zeros((len(spots(FLOP).times), PAIRS), np.int8)
    nothing = Payoffs(np.zeros((2, len(bounds), len(bounds), 3), np.int64), np.zeros((0, 0, 3), np.int64))
    return ends_of(Plan((("stay", 0),), Rows(line, line, no_choice), at_flop), nothing, bounds)


def ends_of(plan: Plan, pay: Payoffs, bounds: Bounds) -> Ends:
    """Follows a strategy to all boards and counts where every line ends, by classes that begin at `bounds`."""
    ranks, suits = _weights(plan)
    with_suit, off = _on_boards_with_a_suit(pay, plan, suits, bounds)
    by_ranks = _on_other_boards(pay, plan, ranks, off, bounds)
    return Ends(plan.names, (with_suit + by_ranks)[:, ::-1, ::-1].astype(object))


# --- Weights --------------------------------------------------------------------------------------------


def _weights(plan: Plan) -> tuple[Weights, Weights]:
    """[row, set of four, pair of kinds] -> weight, by rank and by suit.

    By suit 16 bits are enough: four suits, nine ways each for the board and the hand to hold two of the others, and
    four flops make at most 4 x 9 x 9 x 4.
    """
    size = FLOP if plan.turns is None else TURN
    ranks, suits = sets_by_rank(), sets_by_suit()

    def part(first: int, after: int) -> tuple[Weights, Weights]:
        by_ranks = np.zeros((len(plan.rows.lines), len(ranks[size].code), len(by_rank().low)), np.int32)
        by_suits = np.zeros((len(plan.rows.lines), len(suits[size].code), len(by_suit().low)), np.int16)
        if plan.turns is None:
            weigh_flops(first, after, spots(FLOP), pairs(), plan.at_flop, by_ranks, by_suits)
        else:
            weigh_turns(first, after, spots(TURN), pairs(), classes(FLOP), plan.turns, by_ranks, by_suits)
        return by_ranks, by_suits

    by_ranks, by_suits = (sum(parts) for parts in zip(*share_out(len(spots(size).times), part), strict=True))
    if size == FLOP:
        by_ranks = _handed_down(ranks[TURN], by_ranks, np.int32)
        by_suits = _handed_down(suits[TURN], by_suits, np.int16)
    return by_ranks, by_suits


def _handed_down(
    sets: Sets, smaller: Weights, kind: type[np.signedinteger] = np.int32, first: int = 0, after: int | None = None
) -> Weights:
    """The weights of sets with one more card, for all of them or for those from `first` up to, but not including,
    `after`.
    """
    upto = len(sets.code) if after is None else after
    into = np.zeros((len(smaller), upto - first, smaller.shape[2]), kind)
    hand_down(first, upto, sets.left, sets.fewer, smaller, into)
    return into


def _on_boards_with_a_suit(pay: Payoffs, plan: Plan, fours: Weights, bounds: Bounds) -> tuple[Counts, Weights]:
    """How deals end on boards with three or more cards of a suit, and the correction to the count by rank."""
    boards, starts = sets_by_suit()[BOARD], starts_by_suit(bounds)

    def part(first: int, after: int) -> tuple[Counts, Weights]:
        counts = _no_counts(plan, bounds)
        off = np.zeros((len(fours), len(sets_by_rank()[BOARD].code), len(by_rank().low)), np.int32)
        for start in range(first, after, BOARDS_AT_ONCE):
            weights = _handed_down(boards, fours, first=start, after=min(after, start + BOARDS_AT_ONCE))
            take_off(start, boards_by_suit(), weights, off)
            _count(pay, plan, boards_by_suit(), starts, start, weights, counts)
        return counts, off

    counts, off = (sum(parts) for parts in zip(*share_out(len(boards.code), part), strict=True))
    return counts, off


def _on_other_boards(pay: Payoffs, plan: Plan, fours: Weights, off: Weights, bounds: Bounds) -> Counts:
    weights, starts = _handed_down(sets_by_rank()[BOARD], fours) + off, starts_by_rank(bounds)

    def part(first: int, after: int) -> Counts:
        counts = _no_counts(plan, bounds)
        own = np.ascontiguousarray(weights[:, first:after])
        _count(pay, plan, boards_by_rank(), starts, first, own, counts)
        return counts

    counts: Counts = np.add.reduce(share_out(weights.shape[1], part))
    return counts


def _no_counts(plan: Plan, bounds: Bounds) -> Counts:
    return np.zeros((len(plan.names), len(bounds), len(bounds), 3), np.int64)


def _count(
    pay: Payoffs, plan: Plan, boards: Boards, starts: Starts, first: int, weights: Weights, into: Counts
) -> None:
    after = first + weights.shape[1]
    told = np.zeros((len(weights[0]), 0), np.uint8) if plan.river is None else plan.river(boards, first, after)
    work = new_scale(boards.pack), new_tally(len(plan.names), boards.pack)
    count_lines(first, boards, starts, pay, plan.rows, told, weights, *work, into)

"""Counts how the deals of a sight end once its decisions are known: by line of play, classes of both hands, standing.

How often play leads to each place is a weight at flops or sets of four; weights are carried down to the boards by the
same kinds of card by which values were summed up.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.best_play import boards_by_rank, boards_by_suit, ladder
from tablelaw.analysis.board_with_dealer.board_kernels import Boards
from tablelaw.analysis.board_with_dealer.flops_and_turns import pairs, spots
from tablelaw.analysis.board_with_dealer.line_kernels import hand_down, take_off
from tablelaw.analysis.parallel import share_out
from tablelaw.analysis.protection.board_with_dealer.best_play import Decided, Question, left_with
from tablelaw.analysis.protection.board_with_dealer.board_kernels import count_boards
from tablelaw.analysis.protection.board_with_dealer.first_decision import Classes, First
from tablelaw.analysis.protection.board_with_dealer.known_board import BOARD, FLOP_CARDS, FOUR
from tablelaw.analysis.protection.board_with_dealer.sights import Kinds, Sight
from tablelaw.analysis.protection.board_with_dealer.spot_kernels import Reached, follow_flops, weigh_spots
from tablelaw.analysis.symmetry.card_kinds import Sets, by_rank, by_suit, sets_by_rank, sets_by_suit
from tablelaw.analysis.symmetry.suits import PAIRS, classes, pair_orders

Weights = npt.NDArray[np.int32]
Counts = npt.NDArray[np.int64]
Nodes = npt.NDArray[np.int64]
BOARDS_AT_ONCE = 512


def endings(question: Question, sight: Sight, known: Classes, first: First, found: Decided) -> Counts:
    """[line, own class, dealer class, standing] -> deals of a sight under best play; classes lowest first."""
    size, before = _reached(question, sight, known, first, found)
    rows, ranks, suits = _weights(question, sight, size, before, found)
    off = np.zeros((len(rows), len(sets_by_rank()[BOARD].code), len(by_rank().low)), np.int32)
    total = _no_counts(question)
    for seen, fours in zip(sight.by_suit, suits, strict=True):
        counts, less = _on_boards_with_a_suit(question, sight, seen, fours, rows)
        total += counts
        off += less
    return total + _on_other_boards(question, sight, ranks, off, rows)


def _reached(question: Question, sight: Sight, known: Classes, first: First, found: Decided) -> tuple[int, Reached]:
    """The size of the last spots at which something is decided, and where play has led before them."""
    tree, none = question.tree, np.zeros((0, 1, 1, 1), np.int8)
    before = Reached(first.node, known.of, none)
    if tree.size == FOUR or not tree.parts(FOUR):
        return tree.size, before
    flops = spots(FLOP_CARDS)
    cards = FLOP_CARDS if tree.single else 1
    after = np.zeros((cards, len(sight.cells.mask), len(flops.times), PAIRS), np.int8)

    def part(start: int, stop: int) -> None:
        chosen = found.chosen[FLOP_CARDS]
        follow_flops(start, stop, flops, pairs(), sight.cells, before, tree.nodes, chosen, after)

    share_out(len(flops.times), part)
    return FOUR, Reached(first.node, known.of, after)


def _weights(
    question: Question, sight: Sight, size: int, before: Reached, found: Decided
) -> tuple[Nodes, Weights, list[Weights]]:
    """The nodes that play leads to before the whole board is known, one for each row of weights; and the weights [row,
    set of four, pair of kinds], by rank and, for each pattern, by suit.
    """
    ranks, suits, nodes = sets_by_rank(), sets_by_suit(), question.tree.nodes
    rows = np.flatnonzero(nodes.level >= BOARD)
    row_of = np.full(len(nodes.level), -1, np.int64)
    row_of[rows] = np.arange(len(rows))

    def part(first: int, after: int) -> tuple[Weights, Weights]:
        by_ranks = np.zeros((len(rows), len(ranks[size].code), len(by_rank().low)), np.int32)
        by_suits = np.zeros((len(sight.by_suit), len(rows), len(suits[size].code), len(by_suit().low)), np.int32)
        weigh_spots(
            *(first, after, spots(size), pairs(), classes(FLOP_CARDS), pair_orders(), sight.cells, before),
            *(nodes, found.chosen[size], row_of, by_ranks, by_suits),
        )
        return by_ranks, by_suits

    shares = share_out(len(spots(size).times), part)
    by_ranks: Weights = np.add.reduce([one for one, _ in shares])
    is_reached = by_ranks.any(axis=(1, 2))
    by_ranks, rows = by_ranks[is_reached], rows[is_reached]
    by_suits: list[Weights] = list(np.add.reduce([other for _, other in shares])[:, is_reached])
    if size == FLOP_CARDS:
        by_ranks = handed_down(ranks[FOUR], by_ranks, sight.by_rank, sight.is_group)
        by_suits = [
            handed_down(suits[FOUR], weights, seen, sight.is_group)
            for weights, seen in zip(by_suits, sight.by_suit, strict=True)
        ]
    return rows, by_ranks, by_suits


def handed_down(
    sets: Sets, smaller: Weights, seen: Kinds, is_group: bool, first: int = 0, after: int | None = None
) -> Weights:
    """The weights of sets with one more card, for all of them or for those from `first` to before `after`."""
    upto = len(sets.code) if after is None else after
    into = np.zeros((len(smaller), upto - first, smaller.shape[2]), np.int32)
    hand_down(first, upto, left_with(sets, seen, is_group), sets.fewer, smaller, into)
    return into


def _on_boards_with_a_suit(
    question: Question, sight: Sight, seen: Kinds, fours: Weights, rows: Nodes
) -> tuple[Counts, Weights]:
    """How deals end on boards with three or more cards of a suit, and the correction to the count by rank."""
    boards = sets_by_suit()[BOARD]

    def part(first: int, after: int) -> tuple[Counts, Weights]:
        counts = _no_counts(question)
        off = np.zeros((len(rows), len(sets_by_rank()[BOARD].code), len(by_rank().low)), np.int32)
        for start in range(first, after, BOARDS_AT_ONCE):
            upto = min(after, start + BOARDS_AT_ONCE)
            weights = handed_down(boards, fours, seen, sight.is_group, start, upto)
            take_off(start, boards_by_suit(), weights, off)
            _count(question, sight, seen, boards_by_suit(), start, weights, rows, counts)
        return counts, off

    counts, off = (sum(parts) for parts in zip(*share_out(len(boards.code), part), strict=True))
    return counts, off


def _on_other_boards(question: Question, sight: Sight, fours: Weights, off: Weights, rows: Nodes) -> Counts:
    weights = handed_down(sets_by_rank()[BOARD], fours, sight.by_rank, sight.is_group) + off

    def part(first: int, after: int) -> Counts:
        counts = _no_counts(question)
        own = np.ascontiguousarray(weights[:, first:after])
        _count(question, sight, sight.by_rank, boards_by_rank(), first, own, rows, counts)
        return counts

    counts: Counts = np.add.reduce(share_out(weights.shape[1], part))
    return counts


def _no_counts(question: Question) -> Counts:
    bounds = len(question.game.bounds)
    return np.zeros((len(question.tree.names), bounds, bounds, 3), np.int64)


def _count(
    question: Question,
    sight: Sight,
    seen: Kinds,
    boards: Boards,
    first: int,
    weights: Weights,
    rows: Nodes,
    into: Counts,
) -> None:
    game = question.game
    count_boards(
        *(first, boards, ladder(game.bounds).category, game.payoffs.pay, seen, sight.is_group),
        *(question.last, question.tree.nodes, rows, weights, into),
    )

"""How often best play folds after the last card, by the class that the two cards make with the Flop."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.best_play import (
    FLOP,
    Solved,
    Values,
    boards_by_rank,
    boards_by_suit,
    over_cards_to_come,
    starts_by_rank,
    starts_by_suit,
)
from tablelaw.analysis.board_with_dealer.board_kernels import DEALERS, Boards, Starts, pair_at
from tablelaw.analysis.board_with_dealer.flop_and_turn_rules import classes_at
from tablelaw.analysis.board_with_dealer.flops_and_turns import pairs, spot_values, spots
from tablelaw.analysis.board_with_dealer.game import Game
from tablelaw.analysis.board_with_dealer.line_kernels import UNDECIDED
from tablelaw.analysis.board_with_dealer.lines_of_play import best_plan
from tablelaw.analysis.board_with_dealer.value_kernels import (
    Payoffs,
    Scale,
    best_place,
    new_scale,
    set_scale,
)
from tablelaw.analysis.parallel import share_out
from tablelaw.analysis.symmetry.card_kinds import by_rank, sets_by_rank, sets_by_suit
from tablelaw.analysis.symmetry.suits import PAIRS
from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.rankings.five_card import CLASSES


def folded_by_class(solved: Solved) -> Counter[str]:
    """How many deals (flop, turn, river and dealer's pair in order) best play folds, by the class at the Flop."""
    ranks, suits = folds_after(solved.game)
    plan = best_plan(solved)
    undecided = plan.rows.lines[plan.at_flop] == UNDECIDED
    folded, values = np.zeros(len(CLASSES), np.int64), np.zeros(PAIRS, np.int64)
    for spot, times in enumerate(spots(FLOP).times.tolist()):
        spot_values(spots(FLOP), spot, pairs(), ranks[0], suits[0], values)
        apart = undecided[spot] & (pairs().mask & spots(FLOP).mask[spot] == 0)
        np.add.at(folded, classes_at(FLOP)[spot, apart], times * DEALERS * values[apart])
    return Counter({CLASSES[-1 - n]: int(deals) for n, deals in enumerate(folded) if deals})


def folds_after(game: Game) -> tuple[Values, Values]:
    """[0, flop, pair of kinds] -> how often turn and river lead to a fold: first by rank alone, then the correction for
    a suit.
    """
    nothing = np.zeros((1, 1, len(by_rank().low)), np.int32)
    ranks = _folds(game, boards_by_rank(), starts_by_rank(game.bounds), nothing)
    suits = _folds(game, boards_by_suit(), starts_by_suit(game.bounds), ranks)
    return over_cards_to_come(sets_by_rank(), ranks)[FLOP], over_cards_to_come(sets_by_suit(), suits)[FLOP]


def _folds(game: Game, boards: Boards, starts: Starts, plain: Values) -> Values:
    into: npt.NDArray[np.int32] = np.zeros((1, len(boards.kinds), len(boards.pack.low)), np.int32)

    def part(first: int, after: int) -> None:
        fold_boards(first, after, boards, starts, game.payoffs, new_scale(boards.pack), plain, into)

    share_out(len(boards.kinds), part)
    return into


@kernel
def fold_boards(
    first: Any, after: Any, boards: Boards, starts: Starts, pay: Payoffs, scale: Scale, plain: Any, into: Any
) -> None:
    """Writes 1 at [0, board, pair] where a fold, the first of the last choices, is best, minus the count by rank
    alone.
    """
    pack, choices = boards.pack, pay.last_choices[0]
    for board in range(first, after):
        for own in range(starts.place.shape[1] - 1):
            if starts.place[board, own] < starts.place[board, own + 1]:
                set_scale(board, own, pay, starts, scale)
            for place in range(starts.place[board, own], starts.place[board, own + 1]):
                pair = pair_at(place, boards.words[board])
                folds = best_place(board, place, pair, choices, boards, scale) == 0
                into[0, board, pair] = folds - plain[0, boards.by_rank[board], pack.rank_pair[pair]]

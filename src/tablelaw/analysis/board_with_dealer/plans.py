"""A play as lines: what is done before the flop, after it and later, at every spot and with every pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.board_kernels import Boards
from tablelaw.analysis.board_with_dealer.endings import FOLD, Lines
from tablelaw.analysis.board_with_dealer.game import Game
from tablelaw.analysis.board_with_dealer.line_kernels import UNDECIDED, Bets, Rows
from tablelaw.analysis.board_with_dealer.solve import Choices, Solved
from tablelaw.analysis.board_with_dealer.spots import pairs
from tablelaw.analysis.symmetry.suits import pair_orders

River = Callable[[Boards, int, int], npt.NDArray[np.uint8]]
"""(boards, first, after) -> [board, pair]: the place of the last choice that a play prescribes."""


class Plan(NamedTuple):
    """Weights have a row for each line taken, and one for what is left to the last choice."""

    names: Lines
    rows: Rows
    at_flop: npt.NDArray[np.int8]
    """[flop, pair] -> row; empty where bets add up."""
    bets: Bets | None = None
    river: River | None = None
    """What is done after the last card; None for the best."""


def best_plan(solved: Solved) -> Plan:
    """Best play."""
    return plan_of(solved.game, solved.best_before_flop(), solved.after_flop, solved.after_turn)


def plan_of(
    game: Game, before: Sequence[str], after_flop: Choices, after_turn: Choices, river: River | None = None
) -> Plan:
    """By kind of pair the action before the flop; by spot and pair the place of the later ones, where 0 is a check."""
    if game.once:
        return _once(game, before, after_flop, river)
    return _added_up(game, before, after_flop, after_turn)


def _once(game: Game, before: Sequence[str], after_flop: Choices, river: River | None) -> Plan:
    """One bet in the round: before the flop, after it, or after the last card; or a fold."""
    first, second, third = game.decisions
    names: list[tuple[str, int | None]] = [(f"{first.stage}: bet {bet}x", bet) for bet in first.bets]
    names += [(f"{second.stage}: bet {bet}x", bet) for bet in second.bets]
    names += [(f"{third.stage}: fold", FOLD)] if third.can_fold else []
    names += [(f"{third.stage}: check", 0)] if third.can_check else []
    names += [(f"{third.stage}: bet {bet}x", bet) for bet in third.bets]
    decided = _lines(before, {f"bet {bet}x": line for line, bet in enumerate(first.bets)})
    after = np.where(after_flop == 0, UNDECIDED, after_flop + len(first.bets) - 1)
    lines, rows = np.unique(np.where(decided == UNDECIDED, after, decided), return_inverse=True)
    last = np.arange(len(first.bets) + len(second.bets), len(names), dtype=np.int8)
    at_flop = rows.reshape(after.shape).astype(np.int8)
    return Plan(tuple(names), Rows(lines.astype(np.int8), last), at_flop, river=river)


def _added_up(game: Game, before: Sequence[str], after_flop: Choices, after_turn: Choices) -> Plan:
    """A bet to stay in, then one more after the flop and one more after the turn, or none."""
    stay, flop, turn = game.decisions
    (start,), (more,), (last,) = stay.bets, flop.bets, turn.bets
    names: Lines = (
        ("stay", start),
        (f"bet {turn.stage}", start + last),
        (f"bet {flop.stage}", start + more),
        (f"bet {flop.stage} and {turn.stage}", start + more + last),
        (f"{stay.stage}: fold", FOLD),
    )
    bets = Bets(_lines(before, {"fold": len(names) - 1}), after_flop, after_turn, pair_orders())
    none = np.zeros(0, np.int8)
    return Plan(names, Rows(np.arange(len(names), dtype=np.int8), none), none, bets)


def _lines(before: Sequence[str], line_of: dict[str, int]) -> npt.NDArray[np.int8]:
    """The line of every pair that is decided before the flop."""
    return np.array([line_of.get(action, UNDECIDED) for action in before], np.int8)[pairs().kind]

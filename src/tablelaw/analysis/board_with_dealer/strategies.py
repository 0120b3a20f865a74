"""Strategies for the two-card games that people can remember, with their exact value, computed like best play.

A strategy bets the most it may wherever it bets. It is defined by the hands it bets or folds before the flop, by rules
for the flop and the turn, any one of which makes it bet, and by outs after the last card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.best_play import FLOP, TURN, Choices, solve
from tablelaw.analysis.board_with_dealer.board_kernels import Boards
from tablelaw.analysis.board_with_dealer.count_endings import ends_of
from tablelaw.analysis.board_with_dealer.endings import Ends
from tablelaw.analysis.board_with_dealer.game import BOARD, Game, game_of
from tablelaw.analysis.board_with_dealer.lines_of_play import Plan, River, plan_of
from tablelaw.analysis.board_with_dealer.spots import spots
from tablelaw.analysis.board_with_dealer.strategy_rules import (
    Rule,
    above_the_board,
    four_to_a_high_flush,
    hidden_pair,
    sight_of,
    two_pair_or_better,
)
from tablelaw.analysis.symmetry.starting_hands import KINDS, kinds_in
from tablelaw.analysis.symmetry.suits import PAIRS
from tablelaw.law.decisions import Decision
from tablelaw.law.text_values import Multiple


class Rules(NamedTuple):
    """The rules of a strategy for each stage; it bets if one of them is met."""

    bets: str = ""
    """Starting hands that bet before the flop if checking is possible."""
    folds: str = ""
    """Starting hands that fold before the flop if folding is possible."""
    after_flop: tuple[Rule, ...] = ()
    after_turn: tuple[Rule, ...] = ()
    outs: int = 0
    """After the last card, the strategy bets if the hand's class is above the board's or fewer than this many outs beat
    the hand.
    """

    @property
    def says(self) -> str:
        """Describes the strategy in words."""
        parts = [f"bet {self.bets}" if self.bets else "", f"fold {self.folds}" if self.folds else ""]
        for when, rules in (("after the flop", self.after_flop), ("after the turn", self.after_turn)):
            named = ", ".join(rule.__name__.replace("_", " ") for rule in rules)
            parts.append(f"{when} bet {named}" if rules else "")
        if self.outs:
            fewer = "any hand" if self.outs >= ALWAYS else f"above the board, or with fewer than {self.outs} outs"
            parts.append(f"after the river bet {fewer}")
        return "; ".join(filter(None, parts))


HIDDEN = (two_pair_or_better, hidden_pair, four_to_a_high_flush)
UNDER_21 = 21
ALWAYS = 46
"""More outs than there are cards, so that the strategy never folds."""
ULTIMATE = "33+ A2s+ A2o+ K2s+ K5o+ Q6s+ Q8o+ J8s+ JTo"
HEADS_UP = "33+ A2s+ A2o+ K4s+ K7o+ Q8s+ QTo+ JTs"

PATTERNS = ([0, FLOP, BOARD], [0, FLOP, TURN])
"""The patterns of decisions for which strategies are known, by the community cards seen."""
STRATEGIES: Mapping[tuple[Multiple, ...], Mapping[str, Rules]] = {
    (4, 2, 1): {
        "basic strategy": Rules(ULTIMATE, after_flop=HIDDEN, outs=UNDER_21),
        "basic strategy, never folding": Rules(ULTIMATE, after_flop=HIDDEN, outs=ALWAYS),
    },
    (3, 2, 1): {
        "as Ultimate's basic strategy": Rules(HEADS_UP, after_flop=HIDDEN, outs=UNDER_21),
    },
    (2, 1, 1): {
        "bet above the board": Rules(
            folds="32o 42o 52o 62o 72o",
            after_flop=(above_the_board, four_to_a_high_flush),
            after_turn=(above_the_board,),
        ),
    },
}
"""Strategies by the largest wager of each stage. The basic strategy of Ultimate is M. Shackleford's, as widely printed:
the hands named; two pair or better, a hidden pair but pocket deuces, four to a flush with a hidden ten or better; a
hidden pair or better, or fewer than 21 outs. Heads-Up bets the same way after its own chart of first hands.
"""


def known_strategies(game: Game) -> Mapping[str, Rules]:
    """The named strategies that fit the decisions and wagers of a game."""
    if [decision.seen for decision in game.decisions] not in PATTERNS:
        return {}
    return STRATEGIES.get(tuple(max(decision.bets) for decision in game.decisions), {})


def strategy_ends(game: Game, rules: Rules) -> Ends:
    """How all deals end under a strategy."""
    return ends_of(strategy_plan(game, rules), game.payoffs, game.bounds)


def strategy_plan(game: Game, rules: Rules) -> Plan:
    return plan_of(game, *strategy_choices(game, rules))


def strategy_choices(game: Game, rules: Rules) -> tuple[list[str], Choices, Choices, River]:
    """The action before the flop by kind of pair, the numbers of later actions by spot and pair, and the last
    choice.
    """
    first, flop, last = game.decisions
    at_flop = _chosen(flop, FLOP, rules.after_flop)
    at_turn = _chosen(last, TURN, rules.after_turn) if last.seen == TURN else np.zeros((0, PAIRS), np.int8)
    return _before(first, rules), at_flop, at_turn, _river(last, rules.outs)


def _before(decision: Decision, rules: Rules) -> list[str]:
    """The action before the flop by starting hand: the largest bet, or else a check or fold."""
    most, folds = f"bet {max(decision.bets)}x", kinds_in(rules.folds)
    bets = kinds_in(rules.bets) if decision.can_check else frozenset(range(KINDS)) - folds
    return [most if kind in bets else "check" if decision.can_check else "fold" for kind in range(KINDS)]


def _chosen(decision: Decision, seen: int, rules: Sequence[Rule]) -> Choices:
    """The number of the largest bet where a rule is met, otherwise of the check."""
    met = np.zeros((len(spots(seen).times), PAIRS), np.bool_)
    for rule in rules:
        met |= rule(seen)
    return np.where(met, len(decision.bets), 0).astype(np.int8)


def _river(decision: Decision, outs: int) -> River:
    """The last decision of a strategy: bets instead of folding if the hand beats the board or few cards beat the
    hand.
    """

    def told(boards: Boards, first: int, after: int) -> npt.NDArray[np.uint8]:
        seen = sight_of(boards, first, after)
        stays = (seen.is_above > 0) | (seen.outs < outs)
        return np.where(stays, len(decision.bets), 0).astype(np.uint8)

    return told


# --- Never folding -----------------------------------------------------------------------------------


def never_folding(game: Game) -> Fraction:
    """The value per Ante of the best play that never folds."""
    return solve(game_of(game.terms, folding=False)).value

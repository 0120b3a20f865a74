"""Strategies that people can remember for the two-card games, with their exact value, computed like best play.

A strategy bets the maximum permitted wherever it bets. It is defined by the hands it bets or folds before the flop, by
rules for the flop and the turn, any one of which makes it bet, and by outs after the last card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.best_play import FLOP, TURN, Choices
from tablelaw.analysis.board_with_dealer.board_kernels import Boards
from tablelaw.analysis.board_with_dealer.count_endings import ends_of
from tablelaw.analysis.board_with_dealer.endings import Ends
from tablelaw.analysis.board_with_dealer.flop_and_turn_rules import (
    Rule,
    above_the_board,
    any_hand,
    four_to_a_flush,
    four_to_a_high_flush,
    four_to_a_straight,
    hidden_pair,
    sight_of,
    ten_or_better_in_hand,
    top_or_middle_pair,
    two_pair_or_better,
)
from tablelaw.analysis.board_with_dealer.flops_and_turns import spots
from tablelaw.analysis.board_with_dealer.game import BOARD, Game
from tablelaw.analysis.board_with_dealer.lines_of_play import Plan, River, plan_of
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
    """After the last card, the strategy bets if fewer than this many outs beat the hand."""
    bets_above_the_board: bool = True
    """Whether it then also bets every hand whose class is above the board's."""

    @property
    def says(self) -> str:
        """Describes the strategy in words."""
        parts = [f"bet {self.bets}" if self.bets else "", f"fold {self.folds}" if self.folds else ""]
        for when, rules in (("after the flop", self.after_flop), ("after the turn", self.after_turn)):
            named = ", ".join(rule.__name__.replace("_", " ") for rule in rules)
            parts.append(f"{when} bet {named}" if rules else "")
        if self.outs:
            above = "above the board, or " if self.bets_above_the_board else ""
            fewer = "any hand" if self.outs >= ALWAYS else f"{above}with fewer than {self.outs} outs"
            parts.append(f"after the river bet {fewer}")
        return "; ".join(filter(None, parts))


HIDDEN = (two_pair_or_better, hidden_pair, four_to_a_high_flush)
UNDER_21 = 21
ALWAYS = 46
"""More outs than there are cards, so that the strategy never folds."""
FOUR_TIMES = "33+ A2s+ A2o+ K2s+ K5o+ Q6s+ Q8o+ J8s+ JTo"
HALF_BETS = "66+ A8s+ ATo+ KTs+"
HALF = Fraction(1, 2)
THREE_TIMES = "33+ A2s+ A2o+ K4s+ K7o+ Q8s+ QTo+ JTs"

Pattern = tuple[tuple[int, Multiple], ...]
"""The community cards seen at each decision, and the largest wager there."""
STRATEGIES: Mapping[Pattern, Mapping[str, Rules]] = {
    ((0, 4), (FLOP, 2), (BOARD, 1)): {
        "basic strategy": Rules(FOUR_TIMES, after_flop=HIDDEN, outs=UNDER_21),
        "basic strategy, never folding": Rules(FOUR_TIMES, after_flop=HIDDEN, outs=ALWAYS),
    },
    ((0, 3), (FLOP, 2), (BOARD, 1)): {
        "basic strategy, three times the Ante": Rules(THREE_TIMES, after_flop=HIDDEN, outs=UNDER_21),
    },
    ((0, 2), (FLOP, 1), (TURN, 1)): {
        "bet above the board": Rules(
            folds="32o 42o 52o 62o 72o",
            after_flop=(above_the_board, four_to_a_high_flush),
            after_turn=(above_the_board,),
        ),
    },
    ((0, 4), (FLOP, 2), (TURN, HALF), (BOARD, HALF)): {
        "middle pair, then under six outs": Rules(
            HALF_BETS,
            after_flop=(two_pair_or_better, top_or_middle_pair),
            after_turn=(any_hand,),
            outs=6,
            bets_above_the_board=False,
        ),
    },
    ((FLOP, 2),): {
        "any pair, any draw or a ten": Rules(
            after_flop=(above_the_board, four_to_a_flush, four_to_a_straight, ten_or_better_in_hand)
        ),
    },
}
"""Strategies by the pattern of the decisions. The basic strategy with bets of up to four Antes is M. Shackleford's, as
widely printed: the hands named; two pair or better, a hidden pair other than pocket deuces, four to a flush with a
hidden ten or better; a hidden pair or better, or fewer than 21 outs. With bets of up to three Antes it is the same, but
with a different chart of first hands. Where half bets follow, best play folds three deals in a thousand after the turn,
so the strategy stays in with any hand.
"""


def known_strategies(game: Game) -> Mapping[str, Rules]:
    """The named strategies that fit the decisions and wagers of a game; they bet or else take the only other action."""
    if any(decision.can_check == decision.can_fold for decision in game.decisions):
        return {}
    return STRATEGIES.get(tuple((decision.seen, max(decision.bets, default=0)) for decision in game.decisions), {})


def strategy_ends(game: Game, rules: Rules) -> Ends:
    """How all deals end under a strategy."""
    return ends_of(strategy_plan(game, rules), game.payoffs, game.bounds)


def strategy_plan(game: Game, rules: Rules) -> Plan:
    return plan_of(game, *strategy_choices(game, rules))


def strategy_choices(game: Game, rules: Rules) -> tuple[list[str], Choices, Choices, River]:
    """The action before the flop by kind of pair, the numbers of later actions by spot and pair, and the last choice;
    empty where a game has no such decision.
    """
    at = {decision.seen: decision for decision in game.decisions}
    at_flop, at_turn = _chosen(at.get(FLOP), FLOP, rules.after_flop), _chosen(at.get(TURN), TURN, rules.after_turn)
    return _before(at.get(0), rules), at_flop, at_turn, _river(at.get(BOARD), rules)


def _before(decision: Decision | None, rules: Rules) -> list[str]:
    """The action before the flop by starting hand: the largest bet, or else a check or fold."""
    if decision is None:
        return []
    most, folds = f"bet {max(decision.bets)}x", kinds_in(rules.folds)
    bets = kinds_in(rules.bets) if decision.can_check else frozenset(range(KINDS)) - folds
    return [most if kind in bets else "check" if decision.can_check else "fold" for kind in range(KINDS)]


def _chosen(decision: Decision | None, seen: int, rules: Sequence[Rule]) -> Choices:
    """The number of the largest bet where a rule is met, otherwise of the check or fold."""
    if decision is None:
        return np.zeros((0, PAIRS), np.int8)
    met = np.zeros((len(spots(seen).times), PAIRS), np.bool_)
    for rule in rules:
        met |= rule(seen)
    return np.where(met, len(decision.bets), 0).astype(np.int8)


def _river(decision: Decision | None, rules: Rules) -> River:
    """The last decision of a strategy: bets instead of checking or folding if few cards beat the hand, or if its class
    is above the board's and that is enough.
    """
    bet = 0 if decision is None else len(decision.bets)

    def told(boards: Boards, first: int, after: int) -> npt.NDArray[np.uint8]:
        seen = sight_of(boards, first, after)
        stays = (seen.outs < rules.outs) | ((seen.is_above > 0) & rules.bets_above_the_board)
        return np.where(stays, bet, 0).astype(np.uint8)

    return told

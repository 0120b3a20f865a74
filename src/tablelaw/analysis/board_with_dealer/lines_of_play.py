"""A strategy as lines: the actions before the flop, after it and later, at every spot and with every pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.best_play import FLOP, TURN, Choices, Solved
from tablelaw.analysis.board_with_dealer.board_kernels import Boards
from tablelaw.analysis.board_with_dealer.decision_tree import Fork, Line, Part, Place, amount
from tablelaw.analysis.board_with_dealer.endings import FOLD, Lines
from tablelaw.analysis.board_with_dealer.flops_and_turns import pairs, spots
from tablelaw.analysis.board_with_dealer.game import BOARD, Game
from tablelaw.analysis.board_with_dealer.line_kernels import UNDECIDED, Rows, Turns
from tablelaw.analysis.symmetry.suits import PAIRS, pair_orders

River = Callable[[Boards, int, int], npt.NDArray[np.uint8]]
"""(boards, first, after) -> [board, pair]: the number of the last choice that a strategy prescribes."""
Chosen = Callable[[Part], Choices]
"""A decision after the flop or turn -> [spot, pair]: the number of the action."""


class Plan(NamedTuple):
    """A strategy, arranged for counting: one row of weights for each line taken, and one for each decision left to the
    last choice.
    """

    names: Lines
    rows: Rows
    at_flop: npt.NDArray[np.int8]
    """[flop, pair] -> row; empty if something is decided after the turn."""
    turns: Turns | None = None
    river: River | None = None
    """The actions after the last card; None if the best are taken."""


def best_plan(solved: Solved) -> Plan:
    """Best play as a plan."""
    return plan_with(solved.game, solved.best_before_flop(), solved.chosen.__getitem__)


def plan_of(
    game: Game, before: Sequence[str], after_flop: Choices, after_turn: Choices, river: River | None = None
) -> Plan:
    """Builds a plan from the action before the flop for each kind of pair and the numbers of later actions for each
    spot and pair, whatever was bet.
    """
    return plan_with(game, before, lambda part: after_flop if part[0] == FLOP else after_turn, river)


def plan_with(game: Game, before: Sequence[str], chosen: Chosen, river: River | None = None) -> Plan:
    """Builds a plan from the action before the flop for each kind of pair and, for each later decision, the numbers of
    its actions, which may depend on earlier bets.
    """
    walk, last = _Walk(game), river if game.tree.parts(BOARD) else None
    at_flop = walk.after_flop(walk.before_flop(before), chosen)
    if any(isinstance(place, Fork) and place.decision.seen == TURN for place in walk.places):
        turns = walk.turns(at_flop, chosen)
        return Plan(walk.names, walk.rows(), np.zeros(0, np.int8), turns, last)
    used, row = np.unique(at_flop, return_inverse=True)
    walk.places = [walk.places[place] for place in used]
    return Plan(walk.names, walk.rows(), row.reshape(at_flop.shape).astype(np.int8), river=last)


def named_lines(game: Game) -> Lines:
    """The lines of a game by name, with the Antes that each wagers."""
    return tuple((name, FOLD if line.is_folded else game.antes(line.made)) for name, line in game.lines.items())


class _Walk:
    """Follows the tree and numbers the places that a strategy reaches."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines = list(game.lines.values())
        self.names = named_lines(game)
        self.places: list[Place] = []

    def number(self, place: Place) -> int:
        for number, known in enumerate(self.places):
            if known is place:
                return number
        self.places.append(place)
        return len(self.places) - 1

    def before_flop(self, before: Sequence[str]) -> list[Place]:
        """The place in the tree that each pair has reached when the flop comes."""
        root = self.game.tree.root
        if isinstance(root, Line) or root.decision.seen:
            return [root] * PAIRS
        steps = self.game.steps
        names = [amount(name, int(times * steps), steps) for name, times in root.decision.actions]
        after = dict(zip(names, root.actions, strict=True))
        return [after[before[kind]] for kind in pairs().kind]

    def after_flop(self, at: Sequence[Place], chosen: Chosen) -> npt.NDArray[np.int8]:
        """[flop, pair] -> the number of the place reached after the decision at the flop, if there is one."""
        into = np.zeros((len(spots(FLOP).times), PAIRS), np.int8)
        for place in {id(place): place for place in at}.values():
            here = np.array([place is other for other in at])
            if isinstance(place, Fork) and place.decision.seen == FLOP:
                after = np.array([self.number(action) for action in place.actions], np.int8)
                into[:, here] = after[chosen(place.part)[:, here]]
            else:
                into[:, here] = self.number(place)
        return into

    def turns(self, at_flop: npt.NDArray[np.int8], chosen: Chosen) -> Turns:
        """The actions after the turn; `places` then lists the places reached after it."""
        before, self.places = self.places, []
        forks = [place for place in before if isinstance(place, Fork) and place.decision.seen == TURN]
        parts = list(dict.fromkeys(fork.part for fork in forks))
        row, decision = (np.full(len(before), UNDECIDED, np.int8) for _ in range(2))
        after = np.zeros((len(before), max(len(fork.actions) for fork in forks)), np.int8)
        for n, place in enumerate(before):
            if isinstance(place, Fork) and place.decision.seen == TURN:
                decision[n] = parts.index(place.part)
                after[n, : len(place.actions)] = [self.number(action) for action in place.actions]
            else:
                row[n] = self.number(place)
        return Turns(at_flop, row, decision, after, np.array([chosen(part) for part in parts]), pair_orders())

    def rows(self) -> Rows:
        """For each place, its line, or the lines that its last decision leads to."""
        decided = self.game.tree.parts(BOARD)
        forks = [place for place in self.places if isinstance(place, Fork)]
        last = np.zeros((len(self.places), max((len(fork.actions) for fork in forks), default=0)), np.int8)
        line, decision = (np.full(len(self.places), UNDECIDED, np.int8) for _ in range(2))
        for n, place in enumerate(self.places):
            if isinstance(place, Line):
                line[n] = self._line(place)
            else:
                decision[n] = decided.index(place.part)
                last[n, : len(place.actions)] = [self._line(end) for end in place.actions]
        return Rows(line, decision, last)

    def _line(self, place: Place) -> int:
        return next(n for n, line in enumerate(self.lines) if line is place)

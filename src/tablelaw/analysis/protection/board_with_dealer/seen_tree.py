"""The decisions of a game for a player who sees cards of the board early, as a tree and as arrays for kernels.

A card that is seen early counts as dealt for every decision at which it is known. So a decision after the flop with the
turn card known is one with four community cards; only the decision before the flop can depend on a single card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer import decision_tree
from tablelaw.analysis.board_with_dealer.decision_tree import (
    CONSTANT,
    OPENING_PART,
    STEP_PART,
    Fork,
    Line,
    Part,
    Place,
    Tree,
    line_name,
    lines_of,
    tree_of,
)
from tablelaw.analysis.board_with_dealer.endings import FOLD, Lines
from tablelaw.analysis.board_with_dealer.game import Game
from tablelaw.analysis.protection.board_with_dealer.known_board import (
    FLOP_CARDS,
    FOUR,
    board_items,
    known_cards,
    single_card,
)
from tablelaw.analysis.protection.information import RIVER, TURN, Information

AT_END = 9
"""The level of a line: nothing is left to decide."""


class Rules(NamedTuple):
    """The decisions of one level: [decision, action] what an action gains for certain, and [decision, action, part] how
    many times it counts each part; missing actions repeat the first.
    """

    fixed: npt.NDArray[np.int64]
    times: npt.NDArray[np.int64]


class Nodes(NamedTuple):
    """The places of the tree as arrays."""

    level: npt.NDArray[np.int8]
    """How many community cards are known there; AT_END for a line."""
    decision: npt.NDArray[np.int8]
    """The number of the decision among those of its level, or of the line."""
    after: npt.NDArray[np.int8]
    """[node, action] -> node."""


@dataclass(frozen=True, slots=True)
class SeenTree:
    """A game's decisions with what is known at each."""

    tree: Tree
    names: Lines
    nodes: Nodes
    places: tuple[Place, ...]
    single: str
    """The place of the card that is known before the flop; empty if there is none."""

    @property
    def size(self) -> int:
        """How many community cards the spots have from which the first decision is summed up."""
        return FOUR if self.single in (TURN, RIVER) else FLOP_CARDS

    def parts(self, level: int) -> list[Part]:
        return self.tree.parts(level)

    def rules(self, level: int, known: Sequence[Part]) -> Rules:
        """The decisions of a level as arrays; their columns are the parts known there, then the level's own parts."""
        return rules_of(self.tree.rows, level, known)


def rules_of(rows: Mapping[Part, decision_tree.Rows], level: int, known: Sequence[Part]) -> Rules:
    """The decisions of a level as arrays; their columns are the parts known there, then the level's own parts."""
    decided = [part for part in rows if part[0] == level]
    columns = [*known, *decided]
    most = max((len(rows[part]) for part in decided), default=0)
    fixed = np.zeros((len(decided), most), np.int64)
    times = np.zeros((len(decided), most, len(columns)), np.int64)
    for n, part in enumerate(decided):
        for action in range(most):
            row = dict(rows[part][action if action < len(rows[part]) else 0])
            fixed[n, action] = row.get(CONSTANT, 0)
            times[n, action] = [row.get(column, 0) for column in columns]
    return Rules(fixed, times)


def seen_tree_of(game: Game, information: Information) -> SeenTree:
    """The tree of a game's decisions, each with as many community cards as are known there."""
    board = board_items(information)
    decisions = [replace(one, seen=known_cards(one, n, board)) for n, one in enumerate(game.decisions, 1)]
    folded, folded_step = int(game.fold * game.unit), int(game.folded_bet / game.steps * game.unit)
    tree = tree_of(decisions, game.steps, folded, folded_step)
    lines = lines_of(tree.root)
    named = {id(line): line_name(line, game.decisions, game.steps) for line in lines}
    names = tuple((named[id(line)], FOLD if line.is_folded else game.antes(line.made)) for line in lines)
    places = _places(tree.root)
    nodes = _nodes(places, {id(line): n for n, line in enumerate(lines)})
    return SeenTree(tree, names, nodes, places, single_card(game.decisions, board))


def _places(root: Place) -> tuple[Place, ...]:
    found: list[Place] = [root]
    for place in found:
        if isinstance(place, Fork):
            found.extend(place.actions)
    return tuple(found)


def _nodes(places: Sequence[Place], line_numbers: Mapping[int, int]) -> Nodes:
    number = {id(place): n for n, place in enumerate(places)}
    most = max((len(place.actions) for place in places if isinstance(place, Fork)), default=1)
    level, decision = np.full(len(places), AT_END, np.int8), np.zeros(len(places), np.int8)
    after = np.zeros((len(places), most), np.int8)
    for n, place in enumerate(places):
        if isinstance(place, Line):
            decision[n] = line_numbers[id(place)]
        else:
            level[n], decision[n] = place.part
            after[n, : len(place.actions)] = [number[id(action)] for action in place.actions]
    return Nodes(level, decision, after)


BASE_PARTS = (OPENING_PART, STEP_PART)
"""The parts that are summed over boards; in arrays they come before those decided with the whole board known."""

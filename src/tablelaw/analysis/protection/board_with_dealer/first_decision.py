"""What is known at the first decision, in classes of equal knowledge, and the best action in each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.decision_tree import CONSTANT, Fork, Part, Value
from tablelaw.analysis.board_with_dealer.flops_and_turns import pairs
from tablelaw.analysis.protection.board_with_dealer.seen_tree import SeenTree
from tablelaw.analysis.protection.board_with_dealer.sights import Sight
from tablelaw.analysis.symmetry.suits import PACK_SIZE, PAIRS, pair_number, pair_orders, suit_orders


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """Classes of what is known at the first decision: deals that differ only in the names of suits are one class."""

    of: npt.NDArray[np.int32]
    """[cell, card, pair] -> class; one column if no card of the board is known."""
    kind: npt.NDArray[np.int64]
    """[class] -> the kind of the pair."""


def classes_of(sight: Sight, tree: SeenTree, knows_dealer: bool) -> Classes:
    """The classes of a sight; if the dealer's card is not known yet, they do not depend on it."""
    cells = len(sight.cells.mask)
    if tree.nodes.level[0]:
        return Classes(np.zeros((cells, 1, PAIRS), np.int32), np.zeros(1, np.int64))
    cards = sight.cards if knows_dealer else np.zeros((1, 0), np.int64)
    columns = np.arange(PACK_SIZE) if tree.single else np.zeros(0, np.int64)
    codes = _codes(cards, columns)
    _, first, of = np.unique(codes, return_index=True, return_inverse=True)
    numbers = np.broadcast_to(of.reshape(codes.shape), (cells, *codes.shape[1:]))
    return Classes(np.ascontiguousarray(numbers, np.int32), pairs().kind[first % PAIRS])


def _codes(cards: npt.NDArray[np.int64], columns: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """[cell, card, pair] -> a number that is equal where only the names of suits differ: the least over all names."""
    least: npt.NDArray[np.int64] | None = None
    for order, renamed in zip(suit_orders().astype(np.int64), pair_orders().astype(np.int64), strict=True):
        seen = _seen_code(order[cards])[:, None, None] * PACK_SIZE
        known = (order[columns] if len(columns) else np.zeros(1, np.int64))[None, :, None]
        code = (seen + known) * PAIRS + renamed[None, None, :]
        least = code if least is None else np.minimum(least, code)
    assert least is not None
    return least


def _seen_code(cards: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """[cell] -> a number for the seen cards, the same in whatever order they are listed."""
    if cards.shape[1] == 0:
        return np.zeros(len(cards), np.int64)
    return cards[:, 0] if cards.shape[1] == 1 else pair_number(cards[:, 0], cards[:, 1])


@dataclass(frozen=True, slots=True, eq=False)
class First:
    """The best first action of every class."""

    action: list[int]
    """[class] -> the number of the action; empty if the first decision comes after the flop."""
    node: npt.NDArray[np.int8]
    """[class] -> the node of the tree that it leads to."""
    total: int
    """The value of all deals in parts of the unit; `deals` is their number."""
    deals: int


def first_actions(tree: SeenTree, sums: Mapping[Part, list[int]], deals: list[int]) -> First:
    """Makes the first decision in every class, from the sums of the parts over its deals."""
    root = tree.tree.root
    known = {**sums, CONSTANT: deals}
    if not isinstance(root, Fork) or root.decision.seen:
        return First([], np.zeros(len(deals), np.int8), _value(root.value, known, 0), sum(deals))
    action, total = [], 0
    for number in range(len(deals)):
        values = [_value(place.value, known, number) for place in root.actions]
        action.append(values.index(max(values)))
        total += max(values)
    return First(action, tree.nodes.after[0, action], total, sum(deals))


def _value(value: Value, sums: Mapping[Part, list[int]], number: int) -> int:
    return sum(times * sums[part][number] for part, times in value.items())

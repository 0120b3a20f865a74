"""Compiled loops over one board: how every pair of the player compares with the hands the dealer can have, given the
cards that are seen.

A seen card fixes one of the dealer's cards; the other is one of the 44 left, by kind (see `symmetry.card_kinds`). If
both are seen, the dealer's hand is fixed. If only a group is known, all cards of the group are taken in turn.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.board_kernels import PAIR_BITS as STRENGTH_SHIFT
from tablelaw.analysis.board_with_dealer.board_kernels import Boards, class_at, pair_at
from tablelaw.analysis.protection.board_with_dealer.known_board import BOARD
from tablelaw.analysis.protection.board_with_dealer.seen_tree import Nodes, Rules
from tablelaw.analysis.symmetry.card_kinds import View
from tablelaw.cards.arrays.compiled import kernel

BOTH = 2
PAYOFFS = 2
"""The payoffs that are summed: of the opening wagers, and of one step of the decision wager."""


class Dealers(NamedTuple):
    """What the dealer can have on one board, and how every pair of the player compares with it.

    Where both cards are seen, the dealer's hand stands at the place after the last kind, which no pair holds.
    """

    strength: npt.NDArray[np.int64]
    """[pair] -> its strength on the board."""
    left: npt.NDArray[np.int64]
    """[kind] -> cards that are neither on the board nor seen."""
    ways: npt.NDArray[np.int64]
    """[kind] -> ways in which the dealer's other card is of the kind."""
    reached: npt.NDArray[np.int64]
    """[kind] -> the strength that the dealer reaches with it."""
    order: npt.NDArray[np.int64]
    """The possible kinds, by the strength that the dealer reaches with them, lowest first."""
    is_lower: npt.NDArray[np.int64]
    """[kind] -> 1 if the dealer's hand with it is lower than the pair compared, and of its class."""
    is_equal: npt.NDArray[np.int64]
    lower: npt.NDArray[np.int64]
    """[pair] -> the dealer's hands of the pair's class that are lower; `equal` those that are equal."""
    equal: npt.NDArray[np.int64]


class Scale(NamedTuple):
    """What pairs of one class gain on one board, by payoff: a constant, less an amount for each card of the pair, plus
    an amount for each of the dealer's hands that is lower and for each that is equal.
    """

    fixed: npt.NDArray[np.int64]
    lower: npt.NDArray[np.int64]
    equal: npt.NDArray[np.int64]
    opening: npt.NDArray[np.int64]
    """[kind] -> what the opening wagers gain against the dealer's hand with a card of the kind; `step` the same for one
    step."""
    step: npt.NDArray[np.int64]
    one: npt.NDArray[np.int64]
    """[kind] -> 1 if the dealer's other card can be of the kind."""


class Worth(NamedTuple):
    """What every pair of the player gains on one board, summed over what the dealer can have."""

    scale: Scale
    sums: npt.NDArray[np.int64]
    """[payoff, pair] -> the sum."""
    deals: npt.NDArray[np.int64]
    """[pair] -> how many of the dealer's hands the sums cover."""
    parts: npt.NDArray[np.int64]
    """The parts of one pair: payoffs, then decisions with the whole board known."""
    chosen: npt.NDArray[np.int64]
    """The action taken at each of those decisions."""


class Tally(NamedTuple):
    """For the pairs of a class on a board, by line: deals, those with a card of each kind, lower and equal dealers."""

    deals: npt.NDArray[np.int64]
    with_kind: npt.NDArray[np.int64]
    lower: npt.NDArray[np.int64]
    equal: npt.NDArray[np.int64]


# --- What the dealer can have ------------------------------------------------------------------------------


@kernel
def read_board(board: Any, boards: Boards, d: Dealers) -> None:
    """Sets the strength of every pair that is possible on a board."""
    for place in range(boards.lengths[board]):
        d.strength[pair_at(place, boards.words[board])] = boards.words[board, place] >> np.uint32(STRENGTH_SHIFT)


@kernel
def find_dealers(left: Any, seen: Any, d: Dealers) -> Any:
    """Finds the hands that the dealer can have with seen cards of some kinds; returns how many kinds the other card can
    be of, or 0 if the seen cards are no longer in the pack.
    """
    kinds = len(left)
    d.ways[:] = 0
    for kind in range(kinds):
        d.left[kind] = left[kind]
    for kind in seen:
        d.left[kind] -= 1
        if d.left[kind] < 0:
            return 0
    count = 0
    if len(seen) == BOTH:
        d.ways[kinds], d.reached[kinds], d.order[0] = 1, d.strength[_pair_of(seen[0], seen[1])], kinds
        return 1
    for kind in range(kinds):
        if d.left[kind] > 0:
            d.ways[kind] = d.left[kind]
            d.reached[kind] = d.strength[_pair_of(seen[0], kind)]
            _insert(kind, count, d)
            count += 1
    return count


@kernel
def _pair_of(one: Any, other: Any) -> Any:
    low, high = min(one, other), max(one, other)
    return high * (high + 1) // 2 + low


@kernel
def _insert(kind: Any, count: Any, d: Dealers) -> None:
    """Inserts a kind into the order by strength."""
    place = count
    while place > 0 and d.reached[d.order[place - 1]] > d.reached[kind]:
        d.order[place] = d.order[place - 1]
        place -= 1
    d.order[place] = kind


@kernel
def compare(board: Any, boards: Boards, category: Any, count: Any, d: Dealers) -> None:
    """Counts for every pair the dealer's hands of its own class that are lower and equal, leaving out those that need a
    card of the pair.
    """
    view, words = boards.pack, boards.words[board]
    own, strength, lower, equal, first, after = -1, -1, 0, 0, 0, 0
    d.is_lower[:] = 0
    d.is_equal[:] = 0
    for place in range(boards.lengths[board]):
        pair = pair_at(place, words)
        if d.strength[pair] != strength:
            strength = d.strength[pair]
            for n in range(first, after):
                d.is_equal[d.order[n]] = 0
            if category[strength] != own:
                own, lower = category[strength], 0
                d.is_lower[:] = 0
            while first < count and d.reached[d.order[first]] < strength:
                kind = d.order[first]
                if category[d.reached[kind]] == own:
                    d.is_lower[kind] = 1
                    lower += d.ways[kind]
                first += 1
            after, equal = first, 0
            while after < count and d.reached[d.order[after]] == strength:
                d.is_equal[d.order[after]] = 1
                equal += d.ways[d.order[after]]
                after += 1
        low, high = view.low[pair], view.high[pair]
        d.lower[pair] = lower - d.is_lower[low] - d.is_lower[high]
        d.equal[pair] = equal - d.is_equal[low] - d.is_equal[high]


# --- What every pair gains ---------------------------------------------------------------------------------


@kernel
def sum_board(
    board: Any, boards: Boards, category: Any, pay: Any, seen: Any, is_group: Any, d: Dealers, w: Worth
) -> Any:
    """Sums what every pair gains on a board over the dealer's hands, for all alternatives of what is seen; returns how
    many kinds the dealer's other card can be of in the last alternative.
    """
    read_board(board, boards, d)
    w.sums[:] = 0
    w.deals[:] = 0
    count = 0
    for alternative in range(len(seen)):
        count = find_dealers(boards.left[board], seen[alternative], d)
        if count:
            compare(board, boards, category, count, d)
            _add_gains(board, boards, category, pay, seen[alternative], is_group, count, d, w)
    return count


@kernel
def _add_gains(
    board: Any, boards: Boards, category: Any, pay: Any, seen: Any, is_group: Any, count: Any, d: Dealers, w: Worth
) -> None:
    low_of, high_of, words, own = boards.pack.low, boards.pack.high, boards.words[board], -1
    opening, step, s = w.sums[0], w.sums[1], w.scale
    hands = 0
    for place in range(boards.lengths[board]):
        pair = pair_at(place, words)
        if class_at(place, words, category) != own:
            own = class_at(place, words, category)
            hands = _set_scale(own, category, pay, count, d, s)
            opening_fixed, opening_lower, opening_equal = s.fixed[0], s.lower[0], s.equal[0]
            step_fixed, step_lower, step_equal = s.fixed[1], s.lower[1], s.equal[1]
        low, high = low_of[pair], high_of[pair]
        if d.left[low] > (low == high) and d.left[high] > 0:
            times = multiple(low, high, seen, is_group, d)
            lower, equal = d.lower[pair], d.equal[pair]
            held = s.opening[low] + s.opening[high]
            opening[pair] += times * (opening_fixed - held + opening_lower * lower + opening_equal * equal)
            held = s.step[low] + s.step[high]
            step[pair] += times * (step_fixed - held + step_lower * lower + step_equal * equal)
            w.deals[pair] += times * (hands - s.one[low] - s.one[high])


@kernel
def multiple(low: Any, high: Any, seen: Any, is_group: Any, d: Dealers) -> Any:
    """How many cards of a group the seen card may be, given the board and the two kinds of a pair; 1 if the card itself
    is known.
    """
    if not is_group:
        return 1
    return d.left[seen[0]] + 1 - (low == seen[0]) - (high == seen[0])


@kernel
def _set_scale(own: Any, category: Any, pay: Any, count: Any, d: Dealers, s: Scale) -> Any:
    """Sets what pairs of a class gain; returns how many hands the dealer can have.

    The dealer's hands of the same class count as higher at first; `lower` and `equal` are what to add for each hand
    that is lower or equal.
    """
    for which in range(PAYOFFS):
        lost = pay[which, own, own, 2]
        s.fixed[which] = 0
        s.lower[which], s.equal[which] = pay[which, own, own, 0] - lost, pay[which, own, own, 1] - lost
    s.opening[:] = 0
    s.step[:] = 0
    s.one[:] = 0
    hands = 0
    for n in range(count):
        kind = d.order[n]
        dealer = category[d.reached[kind]]
        standing = 0 if dealer < own else 2
        hands += d.ways[kind]
        s.one[kind] = 1
        s.opening[kind], s.step[kind] = pay[0, own, dealer, standing], pay[1, own, dealer, standing]
        s.fixed[0] += d.ways[kind] * s.opening[kind]
        s.fixed[1] += d.ways[kind] * s.step[kind]
    return hands


@kernel
def decide_board(pair: Any, rules: Rules, w: Worth) -> None:
    """Sets the parts of a pair on a board: its payoffs, and the best of each decision with the whole board known."""
    for which in range(PAYOFFS):
        w.parts[which] = w.sums[which, pair]
    for decision in range(len(rules.fixed)):
        for action in range(rules.fixed.shape[1]):
            value = rules.fixed[decision, action] * w.deals[pair]
            for part in range(PAYOFFS + decision):
                value += rules.times[decision, action, part] * w.parts[part]
            if action == 0 or value > w.parts[PAYOFFS + decision]:
                w.parts[PAYOFFS + decision] = value
                w.chosen[decision] = action


@kernel
def board_values(
    first: Any,
    after: Any,
    boards: Boards,
    category: Any,
    pay: Any,
    seen: Any,
    is_group: Any,
    rules: Rules,
    plain: Any,
    into: Any,
) -> None:
    """Writes the value of a pair at [part, board, pair], minus its value if ranks alone decided."""
    view = boards.pack
    d, w = _room(view, len(rules.fixed))
    for board in range(first, after):
        sum_board(board, boards, category, pay, seen, is_group, d, w)
        by_rank = boards.by_rank[board]
        for place in range(boards.lengths[board]):
            pair = pair_at(place, boards.words[board])
            if w.deals[pair]:
                decide_board(pair, rules, w)
                for part in range(len(into)):
                    into[part, board, pair] = w.parts[part] - plain[part, by_rank, view.rank_pair[pair]]


@kernel
def _room(view: View, decisions: Any) -> Any:
    """Room for what is found out about one board."""
    pairs, kinds = len(view.low), len(view.rank) + 1
    by_kind = np.zeros((6, kinds), np.int64)
    by_pair = np.zeros((4, pairs), np.int64)
    d = Dealers(
        by_pair[0], by_kind[0], by_kind[1], by_kind[2], by_kind[3], by_kind[4], by_kind[5], by_pair[1], by_pair[2]
    )
    parts, chosen = np.zeros(PAYOFFS + decisions, np.int64), np.zeros(decisions, np.int64)
    by_payoff, gains = np.zeros((3, PAYOFFS), np.int64), np.zeros((3, kinds), np.int64)
    scale = Scale(by_payoff[0], by_payoff[1], by_payoff[2], gains[0], gains[1], gains[2])
    return d, Worth(scale, np.zeros((PAYOFFS, pairs), np.int64), by_pair[3], parts, chosen)


# --- How deals end -------------------------------------------------------------------------------------------


@kernel
def count_boards(
    first: Any,
    boards: Boards,
    category: Any,
    pay: Any,
    seen: Any,
    is_group: Any,
    rules: Rules,
    nodes: Nodes,
    places: Any,
    weights: Any,
    into: Any,
) -> None:
    """Adds deals to [line, own class, dealer class, standing] by how they end.

    `weights` are [row, board, pair], and `places` the node of the tree that each row has reached.
    """
    view = boards.pack
    d, w = _room(view, len(rules.fixed))
    rows, pairs = len(weights), len(view.low)
    lines = np.zeros((rows, pairs), np.int64)
    count_of = np.zeros(len(into), np.int64)
    t = Tally(count_of, np.zeros((len(into), len(view.rank) + 1), np.int64), count_of.copy(), count_of.copy())
    for board in range(weights.shape[1]):
        count = sum_board(first + board, boards, category, pay, seen, is_group, d, w)
        for place in range(boards.lengths[first + board]):
            pair = pair_at(place, boards.words[first + board])
            if w.deals[pair]:
                decide_board(pair, rules, w)
                for row in range(rows):
                    lines[row, pair] = _line_of(places[row], nodes, w)
        for alternative in range(len(seen)):
            if len(seen) > 1:
                count = find_dealers(boards.left[first + board], seen[alternative], d)
                if count:
                    compare(first + board, boards, category, count, d)
            if count:
                _tally_board(
                    *(first + board, boards, category, seen[alternative], is_group, count),
                    *(lines, weights[:, board], d, t, into),
                )


@kernel
def _line_of(node: Any, nodes: Nodes, w: Worth) -> Any:
    while nodes.level[node] == BOARD:
        node = nodes.after[node, w.chosen[nodes.decision[node]]]
    return nodes.decision[node]


@kernel
def _tally_board(
    board: Any,
    boards: Boards,
    category: Any,
    seen: Any,
    is_group: Any,
    count: Any,
    lines: Any,
    weights: Any,
    d: Dealers,
    t: Tally,
    into: Any,
) -> None:
    """Counts how the deals of one board end against the dealer's hands of one alternative."""
    view, words, place = boards.pack, boards.words[board], 0
    while place < boards.lengths[board]:
        own = class_at(place, words, category)
        t.deals[:] = 0
        t.with_kind[:] = 0
        t.lower[:] = 0
        t.equal[:] = 0
        while place < boards.lengths[board] and class_at(place, words, category) == own:
            pair = pair_at(place, words)
            low, high = view.low[pair], view.high[pair]
            if d.left[low] > (low == high) and d.left[high] > 0:
                times = multiple(low, high, seen, is_group, d)
                for row in range(len(weights)):
                    weight = times * weights[row, pair]
                    if weight:
                        line = lines[row, pair]
                        t.deals[line] += weight
                        t.with_kind[line, low] += weight
                        t.with_kind[line, high] += weight
                        t.lower[line] += weight * d.lower[pair]
                        t.equal[line] += weight * d.equal[pair]
            place += 1
        for line in range(len(into)):
            if t.deals[line]:
                _settle(own, line, category, count, d, t, into[line, own])


@kernel
def _settle(own: Any, line: Any, category: Any, count: Any, d: Dealers, t: Tally, into: Any) -> None:
    """Counts the dealer's hands of each class that the deals of one line and class beat, tie and lose to."""
    same = 0
    for n in range(count):
        kind = d.order[n]
        dealer = category[d.reached[kind]]
        hands = t.deals[line] * d.ways[kind] - t.with_kind[line, kind]
        if dealer == own:
            same += hands
        else:
            into[dealer, 0 if dealer < own else 2] += hands
    into[own, 0] += t.lower[line]
    into[own, 1] += t.equal[line]
    into[own, 2] += same - t.lower[line] - t.equal[line]

"""Compiled loops over the spots at which a player decides: every suit-distinct flop or set of four, every cell of a
sight, and every pair.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.flops_and_turns import Pairs, Spots
from tablelaw.analysis.protection.board_with_dealer.known_board import FLOP_CARDS, FOUR
from tablelaw.analysis.protection.board_with_dealer.seen_tree import Nodes, Rules
from tablelaw.analysis.protection.board_with_dealer.sights import Cells
from tablelaw.analysis.symmetry.suits import Classes
from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.arrays.kernels import ones


class Summed(NamedTuple):
    """How the values at spots are summed up for the first decision."""

    classes: npt.NDArray[np.int32]
    """[cell, card, pair] -> the class of what is known at the first decision; one column if no card of the board is."""
    parts: npt.NDArray[np.int64]
    """The parts that are summed, by their number at the spots."""
    times: int
    """How often each spot counts, beside its own multiplicity, for every card that may be known."""
    deals: int
    """In how many ways the cards to come and the dealer's other card can be dealt after a spot."""


@kernel
def decide_spots(
    first: Any,
    after: Any,
    spots: Spots,
    pairs: Pairs,
    cells: Cells,
    by_rank: Any,
    by_suit: Any,
    later: Any,
    rules: Rules,
    summed: Summed,
    chosen: Any,
    kept: Any,
    sums: Any,
    deals: Any,
) -> None:
    """Finds the best action of every decision at every spot, cell and pair, and sums parts for the first decision.

    `by_rank` holds parts [part, set, pair of kinds], `by_suit` the same for each pattern, `later` those decided after
    another card [part, cell, spot, pair]. The actions are written to `chosen` [decision, cell, spot, pair], and the
    values of the first decisions, as many as there is room for, to `kept`.
    """
    base, decisions = len(by_rank) + len(later), len(rules.fixed)
    values = np.zeros((base + decisions, len(pairs.mask)), np.int64)
    ways, value = np.zeros(len(pairs.mask), np.int64), np.zeros(len(pairs.mask), np.int64)
    for spot in range(first, after):
        for cell in range(len(cells.mask)):
            if cells.mask[cell] & spots.mask[spot]:
                continue
            _find_ways(spots.mask[spot] | cells.mask[cell], cells.group[cell], pairs, ways)
            for part in range(len(by_rank)):
                _spot_values(spots, spot, pairs, cells.pattern[cell], by_rank[part], by_suit, part, values[part])
            for part in range(len(later)):
                values[len(by_rank) + part] = later[part, cell, spot]
            for n in range(decisions):
                constant = rules.fixed[n] * summed.deals
                _decide(constant, rules.times[n], values, base + n, ways, value, chosen[n, cell, spot])
            for n in range(len(kept)):
                _keep(values[base + n], ways, kept[n, cell, spot])
            _add_up(spots, spot, summed, summed.classes[cell], values, ways, sums, deals)


@kernel
def _find_ways(taken: Any, group: Any, pairs: Pairs, ways: Any) -> None:
    """Counts for every pair how many cards the dealer's seen card may be: 1 if it is known, 0 if the pair is not
    possible.
    """
    for pair in range(len(ways)):
        if pairs.mask[pair] & taken:
            ways[pair] = 0
        elif group:
            ways[pair] = np.int64(ones(group & ~(taken | pairs.mask[pair])))
        else:
            ways[pair] = 1


@kernel
def _spot_values(
    spots: Spots, spot: Any, pairs: Pairs, pattern: Any, by_rank: Any, by_suit: Any, part: Any, into: Any
) -> None:
    """One part of the value of every pair at a spot: by rank alone, plus the correction for each suit."""
    row = by_rank[spots.by_rank[spot]]
    for pair in range(len(into)):
        into[pair] = row[pairs.by_rank[pair]]
    for suit in range(4):
        if spots.by_suit[spot, suit] >= 0:
            added = by_suit[pattern[suit], part, spots.by_suit[spot, suit]]
            for pair in range(len(into)):
                into[pair] += added[pairs.by_suit[suit, pair]]


@kernel
def _decide(constant: Any, times: Any, values: Any, place: Any, ways: Any, value: Any, chosen: Any) -> None:
    """Writes the value of the best action of a decision for every pair, and the first action that has it."""
    best = values[place]
    for action in range(len(constant)):
        for pair in range(len(value)):
            value[pair] = constant[action] * ways[pair]
        for part in range(place):
            count = times[action, part]
            if count:
                for pair in range(len(value)):
                    value[pair] += count * values[part, pair]
        if action == 0:
            best[:] = value
            chosen[:] = 0
        else:
            for pair in range(len(value)):
                chosen[pair] = action if value[pair] > best[pair] else chosen[pair]
                best[pair] = max(best[pair], value[pair])


@kernel
def _keep(values: Any, ways: Any, into: Any) -> None:
    for pair in range(len(into)):
        into[pair] = values[pair] if ways[pair] else 0


@kernel
def _add_up(
    spots: Spots, spot: Any, summed: Summed, classes: Any, values: Any, ways: Any, sums: Any, deals: Any
) -> None:
    """Adds the summed parts and the deals of a spot to the classes of the first decision."""
    times = spots.times[spot] * summed.times
    for n in range(spots.cards.shape[1] if len(classes) > 1 else 1):
        row = classes[spots.cards[spot, n]] if len(classes) > 1 else classes[0]
        for pair in range(len(ways)):
            if ways[pair]:
                deals[row[pair]] += times * summed.deals * ways[pair]
        for place in range(len(sums)):
            part = summed.parts[place]
            for pair in range(len(ways)):
                if ways[pair]:
                    sums[place, row[pair]] += times * values[part, pair]


@kernel
def sum_over_turns(
    first: Any, after: Any, flops: Spots, fours: Classes, pair_orders: Any, cells: Cells, by_four: Any, into: Any
) -> None:
    """Fills [cell, flop, pair] with the values [cell, set of four, pair], summed over every turn card."""
    four = np.zeros(FOUR, np.int64)
    for flop in range(first, after):
        for cell in range(len(cells.mask)):
            taken = flops.mask[flop] | cells.mask[cell]
            for card in range(52):
                if not taken >> np.uint64(card) & np.uint64(1):
                    number = _number_with(flops.cards[flop], card, fours, four)
                    order = fours.order[number]
                    row, renamed = by_four[cells.renamed[order, cell], fours.of[number]], pair_orders[order]
                    for pair in range(into.shape[2]):
                        into[cell, flop, pair] += row[renamed[pair]]


@kernel
def _number_with(flop: Any, card: Any, fours: Classes, four: Any) -> Any:
    """The number of the set of four that a flop makes with one more card."""
    place = FOUR - 1
    while place > 0 and flop[place - 1] > card:
        four[place] = flop[place - 1]
        place -= 1
    four[place] = card
    for lower in range(place):
        four[lower] = flop[lower]
    number = 0
    for n in range(FOUR):
        number += fours.place_value[n, four[n]]
    return number


# --- Where play has led ----------------------------------------------------------------------------------


class Reached(NamedTuple):
    """The node of the tree that play has reached before the decisions at the spots of one size.

    At the first spots with a decision, it is `of_class` [class], found through `classes` [cell, card, pair]; at sets of
    four after decisions at the flop, it is `after_flop` [card, cell, flop, pair].
    """

    of_class: npt.NDArray[np.int8]
    classes: npt.NDArray[np.int32]
    after_flop: npt.NDArray[np.int8]


@kernel
def follow(node: Any, level: Any, nodes: Nodes, chosen: Any, cell: Any, spot: Any, pair: Any) -> Any:
    """The node after all decisions at a spot."""
    while nodes.level[node] == level:
        node = nodes.after[node, chosen[nodes.decision[node], cell, spot, pair]]
    return node


@kernel
def follow_flops(
    first: Any,
    after: Any,
    spots: Spots,
    pairs: Pairs,
    cells: Cells,
    before: Reached,
    nodes: Nodes,
    chosen: Any,
    into: Any,
) -> None:
    """Writes [card, cell, flop, pair] -> the node after the decisions at a flop, for every card that may be known."""
    for spot in range(first, after):
        for cell in range(len(cells.mask)):
            taken = spots.mask[spot] | cells.mask[cell]
            for n in range(len(into)):
                row = before.classes[cell, spots.cards[spot, n] if len(into) > 1 else 0]
                for pair in range(len(pairs.mask)):
                    if not pairs.mask[pair] & taken and not cells.mask[cell] & spots.mask[spot]:
                        node = before.of_class[row[pair]]
                        into[n, cell, spot, pair] = follow(node, FLOP_CARDS, nodes, chosen, cell, spot, pair)


@kernel
def weigh_spots(
    first: Any,
    after: Any,
    spots: Spots,
    pairs: Pairs,
    flops: Classes,
    pair_orders: Any,
    cells: Cells,
    before: Reached,
    nodes: Nodes,
    chosen: Any,
    row_of: Any,
    by_rank: Any,
    by_suit: Any,
) -> None:
    """Adds each spot, cell and pair to its rows of weights [row, set, pair of kinds], by rank and by every suit that
    can make three ([pattern, row, set, pair of kinds]).

    At sets of four after a flop, any of the four cards may have been the turn.
    """
    size, follows_flop = spots.cards.shape[1], len(before.after_flop) > 0
    turns = FOUR if follows_flop else 1
    known = len(before.after_flop) if follows_flop else size if before.classes.shape[1] > 1 else 1
    place = np.zeros((turns * known, len(pairs.mask)), np.int8)
    for spot in range(first, after):
        for cell in range(len(cells.mask)):
            if cells.mask[cell] & spots.mask[spot]:
                continue
            for n in range(turns * known):
                if follows_flop:
                    _after_flop(
                        n // known, n % known, spots.cards[spot], flops, pair_orders, cells, cell, before, place[n]
                    )
                else:
                    row = before.classes[cell, spots.cards[spot, n] if known > 1 else 0]
                    for pair in range(len(pairs.mask)):
                        place[n, pair] = before.of_class[row[pair]]
            taken = spots.mask[spot] | cells.mask[cell]
            for pair in range(len(pairs.mask)):
                if pairs.mask[pair] & taken == 0:
                    _weigh(
                        *(spots, spot, pairs, pair, cells.pattern[cell], cell, size, place, nodes, chosen, row_of),
                        *(by_rank, by_suit),
                    )


@kernel
def _after_flop(
    gone: Any,
    known: Any,
    four: Any,
    flops: Classes,
    pair_orders: Any,
    cells: Cells,
    cell: Any,
    before: Reached,
    into: Any,
) -> None:
    """Writes the node that each pair has reached before a set of four, if the card at the place `gone` was the turn."""
    number, place = 0, 0
    for card in range(FOUR):
        if card != gone:
            number += flops.place_value[place, four[card]]
            place += 1
    order = flops.order[number]
    row, renamed = before.after_flop[known, cells.renamed[order, cell], flops.of[number]], pair_orders[order]
    for pair in range(len(into)):
        into[pair] = row[renamed[pair]]


@kernel
def _weigh(
    spots: Spots,
    spot: Any,
    pairs: Pairs,
    pair: Any,
    pattern: Any,
    cell: Any,
    size: Any,
    place: Any,
    nodes: Nodes,
    chosen: Any,
    row_of: Any,
    by_rank: Any,
    by_suit: Any,
) -> None:
    """Adds one pair at a spot to the rows of weights that it reaches; ways to the same node are added together."""
    n, ways = 0, len(place)
    while n < ways:
        node, weight = place[n, pair], 0
        while n < ways and place[n, pair] == node:
            weight += spots.times[spot]
            n += 1
        row = row_of[follow(node, size, nodes, chosen, cell, spot, pair)]
        by_rank[row, spots.by_rank[spot], pairs.by_rank[pair]] += weight
        for suit in range(4):
            if spots.by_suit[spot, suit] >= 0:
                by_suit[pattern[suit], row, spots.by_suit[spot, suit], pairs.by_suit[suit, pair]] += weight

"""Compiled walk over a game in which a player who bets may discard one card and buy another.

A purchase is worth a sum over the card bought and the dealer's hands that avoid it. Most purchases are not worth the
price, and a bound shows this without computing that sum. The bound treats every hand of one kind and band as the
highest of them, counts the dealer's hands whether or not they hold the card bought, and subtracts the least that the
hands holding it can gain: each of the dealer's hands holds as many of the cards for sale as it has unknown cards.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_dealer.whole_hands.count_kernels import (
    Counted,
    Joined,
    Subsets,
    can_be_level,
    hands_below,
    join,
    set_joined,
    set_seen,
)
from tablelaw.analysis.against_dealer.whole_hands.kernels import (
    NO_CARD,
    PACK_SIZE,
    Counts,
    Hands,
    Pay,
    best_option,
    split_bands,
    worth_of,
)
from tablelaw.cards.arrays.compiled import kernel

LEAST = np.iinfo(np.int64).min


class Purchase(NamedTuple):
    """What a bet pays once a card has been bought."""

    gains: Counts
    """[kind after the purchase, band, standing] -> gain, in the units of the options."""
    most: Counts
    """[kind after the purchase, band, standing] -> the highest gain at this standing or a lower one: an upper bound for
    every lower hand.
    """
    least: Counts
    """[band] -> the least of these gains."""
    kind: npt.NDArray[np.uint16]
    """[level] -> the number of its kind."""
    dealers: int
    """How many hands the dealer may hold when the card bought is known too."""
    sold: int
    """How many cards may be bought once the dealer's hand is known."""


class Improved(NamedTuple):
    """Work space: what one hand becomes when the card at a place is discarded. A group is a kind within one band."""

    level: Counts
    """[place discarded, card bought] -> level; -1 for a card of the hand."""
    number: Counts
    """[place discarded, card bought] -> the number of its level."""
    reached: Counts
    """[place discarded] -> how many levels are reached."""
    distinct: Counts
    """[place discarded, number of a level] -> the level."""
    group: Counts
    """[place discarded, card bought] -> the number of its group."""
    groups: Counts
    """[place discarded] -> how many groups are reached."""
    kind: Counts
    """[place discarded, number of a group] -> its kind and band, combined in one number."""
    times: Counts
    """[place discarded, number of a group] -> how many cards reach it."""
    highest: Counts
    """[place discarded, number of a group] -> its highest level that is reached."""
    top: Counts
    """[place discarded, number of a group] -> where the level after the highest is in `levels`."""
    asked: Counts
    """[0] -> how many entries of `levels` are in use."""
    levels: Counts
    """The edges of the bands, the hand's own level and the level after it, then the level after the highest of each
    group.
    """
    below: Counts
    """[n] -> the dealer's hands below `levels[n]`."""


def new_improved(size: int, groups: int) -> Improved:
    by_place, by_card, by_group, all_levels = (size,), (size, PACK_SIZE), (size, groups), (2 + (size + 1) * groups,)
    by_cards = by_card, by_card, by_place, by_card, by_card
    by_groups = by_place, by_group, by_group, by_group, by_group
    return Improved(*(np.zeros(shape, np.int64) for shape in (*by_cards, *by_groups, (1,), all_levels, all_levels)))


@kernel
def walk_with_purchase(
    first: Any,
    after: Any,
    turned_up: Any,
    h: Hands,
    p: Pay,
    b: Purchase,
    c: Counted,
    s: Subsets,
    j: Joined,
    i: Improved,
    plan: Any,
    ends: Any,
    bought: Any,
) -> None:
    """Counts how deals end if a card may be bought: by [option, kind, band, standing] without a purchase, and by [kind,
    band, standing] with one. Writes to `plan` the option taken, or the number of options plus the place of the card
    discarded.
    """
    for place in range(first, after):
        improve(h.cards[place], h.level[place], p, b, c, i)
        if turned_up:
            for card in range(PACK_SIZE):
                if not np.any(h.cards[place] == card):
                    _decide(place, card, card, h, p, b, c, s, j, i, plan, ends, bought)
        else:
            _decide(place, NO_CARD, 0, h, p, b, c, s, j, i, plan, ends, bought)


@kernel
def improve(hand: Any, own: Any, p: Pay, b: Purchase, c: Counted, i: Improved) -> None:
    """Finds the level and group of a hand after every possible purchase, and lists the levels below which the dealer's
    hands must be counted.
    """
    kept, is_held = np.empty(len(hand), np.int64), np.zeros(PACK_SIZE, np.bool_)
    is_held[hand] = True
    i.times[:] = 0
    i.highest[:] = 0
    i.reached[:] = 0
    i.groups[:] = 0
    for away in range(len(hand)):
        for card in range(PACK_SIZE):
            i.level[away, card] = -1
            if not is_held[card]:
                _replace(hand, away, card, kept)
                number = 0
                for place in range(len(kept)):
                    number += c.value[place, kept[place]]
                _note(away, card, c.level[number], p, b, i)
    edges = len(p.edges) - 2
    i.levels[:edges] = p.edges[1 : edges + 1]
    i.levels[edges], i.levels[edges + 1] = own, own + 1
    i.asked[0] = edges + 2
    for away in range(len(hand)):
        for group in range(i.groups[away]):
            i.top[away, group] = place = _place(i.highest[away, group] + 1, edges + 2, i.asked[0], i.levels)
            i.levels[place] = i.highest[away, group] + 1
            i.asked[0] = max(i.asked[0], place + 1)


@kernel
def _place(value: Any, first: Any, after: Any, values: Any) -> Any:
    """The place of a value in part of an array, or the place after that part if the value is not there."""
    while first < after and values[first] != value:
        first += 1
    return first


@kernel
def _replace(hand: Any, away: Any, card: Any, kept: Any) -> None:
    """Writes the hand in rising order with one card replaced by another."""
    place = 0
    is_in = False
    for at in range(len(hand)):
        if at != away:
            if not is_in and card < hand[at]:
                kept[place] = card
                place += 1
                is_in = True
            kept[place] = hand[at]
            place += 1
    if not is_in:
        kept[place] = card


@kernel
def _note(away: Any, card: Any, level: Any, p: Pay, b: Purchase, i: Improved) -> None:
    bands = len(p.edges) - 1
    kind = b.kind[level] * bands
    while level >= p.edges[kind % bands + 1]:
        kind += 1
    i.level[away, card] = level
    i.number[away, card] = number = _place(level, 0, i.reached[away], i.distinct[away])
    i.distinct[away, number] = level
    i.reached[away] = max(i.reached[away], number + 1)
    i.group[away, card] = group = _place(kind, 0, i.groups[away], i.kind[away])
    i.kind[away, group] = kind
    i.groups[away] = max(i.groups[away], group + 1)
    i.times[away, group] += 1
    i.highest[away, group] = max(i.highest[away, group], level)


@kernel
def _decide(
    place: Any,
    card: Any,
    at: Any,
    h: Hands,
    p: Pay,
    b: Purchase,
    c: Counted,
    s: Subsets,
    j: Joined,
    i: Improved,
    plan: Any,
    ends: Any,
    bought: Any,
) -> None:
    hand, own, bands = h.cards[place], h.kind[place], len(p.edges) - 1
    cells, room = np.zeros((bands, 3), np.int64), np.zeros((bands, 3), np.int64)
    set_seen(hand, card, c, s)
    hands_below(i.asked[0], i.levels, c, s.sets, i.below)
    split_bands(h.level[place], p.edges, i.below, i.below[bands - 1], i.below[bands], p.dealers, cells)
    option = best_option(own, p, cells)
    best = b.sold * worth_of(p.gains[option, own], cells)
    bounds = np.empty(len(hand), np.int64)
    least = 0
    for band in range(bands):
        least += b.least[band] * cells[band].sum() * (c.size - s.sets.cards_in[0])
    for away in range(len(hand)):
        bounds[away] = bound(away, card, p, b, i, room) - least
    chosen, found = -1, np.zeros(bought.shape, np.int64)
    if bounds.max() > best:
        chosen = _best_purchase(card, best, bounds, p, b, c, s, j, i, found)
    if chosen < 0:
        plan[place, at] = option
        ends[option, own] += h.times[place] * b.sold * cells
    else:
        plan[place, at] = len(p.gains) + chosen
        bought += h.times[place] * found


@kernel
def _best_purchase(
    card: Any, best: Any, bounds: Any, p: Pay, b: Purchase, c: Counted, s: Subsets, j: Joined, i: Improved, found: Any
) -> Any:
    """The place to discard if a purchase gains more than `best`, the first of equally good places, or -1 if there is
    none; writes its cells to `found`. The highest bounds come first, so that only a few purchases have to be counted.
    """
    seen, chosen = len(bounds) + (1 if card >= 0 else 0), -1
    set_joined(seen, c, s, j)
    sums = np.zeros(found.shape, np.int64)
    while True:
        away = bounds.argmax()
        if bounds[away] < best or (bounds[away] == best and chosen < away):
            return chosen
        bounds[away] = LEAST
        worth = purchase_cells(away, card, seen, p, b, c, s, j, i, sums)
        if worth > best or (worth == best and away < chosen):
            best, chosen = worth, away
            found[:] = sums


@kernel
def bound(away: Any, card: Any, p: Pay, b: Purchase, i: Improved, cells: Any) -> Any:
    """An upper bound on what a purchase with this card discarded can gain, if the dealer's hands with the card bought
    are counted too."""
    bands = len(p.edges) - 1
    most = 0
    for group in range(i.groups[away]):
        times = i.times[away, group]
        if card >= 0 and i.group[away, card] == group:
            times -= 1
        below = i.below[i.top[away, group]]
        split_bands(i.highest[away, group], p.edges, i.below, below, below, p.dealers, cells)
        most += times * worth_of(b.most[i.kind[away, group] // bands], cells)
    return most


@kernel
def purchase_cells(
    away: Any,
    card: Any,
    seen: Any,
    p: Pay,
    b: Purchase,
    c: Counted,
    s: Subsets,
    j: Joined,
    i: Improved,
    sums: Any,
) -> Any:
    """What a purchase gains, summed over every card that may be bought and every hand the dealer may hold; also counts
    the deals by [kind, band, standing].

    The dealer's hands without the card bought are all those that avoid the seen cards, less those that contain it.
    """
    bands = len(p.edges) - 1
    reached = i.reached[away]
    levels, every = np.empty(bands - 1 + 2 * reached, np.int64), np.empty(bands - 1 + 2 * reached, np.int64)
    at_level = np.zeros(reached, np.int64)
    levels[: bands - 1] = p.edges[1:bands]
    asked = bands - 1 + reached
    for n in range(reached):
        levels[bands - 1 + n] = i.distinct[away, n]
        if can_be_level(i.distinct[away, n], c, s.sets):
            at_level[n] = asked
            levels[asked] = i.distinct[away, n] + 1
            asked += 1
    hands_below(asked, levels, c, s.sets, every)
    cells = np.zeros((bands, 3), np.int64)
    sums[:] = 0
    below, with_card = np.empty(bands + 1, np.int64), np.empty(bands + 1, np.int64)
    worth = 0
    for new in range(PACK_SIZE):
        own = i.level[away, new]
        if own >= 0 and new != card:
            number = i.number[away, new]
            join(new, seen, c, s, j)
            levels[bands - 1], levels[bands] = own, own + 1
            tie = at_level[number]
            hands_below(bands + 1 if tie else bands, levels, c, j.sets, with_card)
            for n in range(bands - 1):
                below[n] = every[n] - with_card[n]
            lower = every[bands - 1 + number] - with_card[bands - 1]
            not_higher = every[tie] - with_card[bands] if tie else lower
            split_bands(own, p.edges, below, lower, not_higher, b.dealers, cells)
            kind = b.kind[own]
            worth += worth_of(b.gains[kind], cells)
            sums[kind] += cells
    return worth

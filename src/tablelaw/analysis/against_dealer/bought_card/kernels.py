"""Compiled walk over a game in which a player who bets may discard one card and buy another.

A purchase is worth a sum over the card bought and the dealer's hands that avoid it. Most purchases are not worth the
price, which a bound shows without that sum. The bound treats every hand of one class and band as the highest of them,
counts the dealer's hands whether or not they hold the card bought, and subtracts the least that those which hold it can
gain: each of the dealer's hands holds as many of the cards for sale as it has unknown cards.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_dealer.whole_hands.count_kernels import Counted, Subsets, hands_below, set_seen
from tablelaw.analysis.against_dealer.whole_hands.kernels import (
    NO_CARD,
    PACK_SIZE,
    Counts,
    Hands,
    Pay,
    best_option,
    set_cells,
    split_bands,
    worth_of,
)
from tablelaw.cards.arrays.compiled import kernel


class Purchase(NamedTuple):
    """What a bet with a card bought pays."""

    gains: Counts
    """[class of the hand after the purchase, band, standing], in the units of the options."""
    least: Counts
    """[band] -> the least of these gains."""
    kind: npt.NDArray[np.uint8]
    """[level] -> class."""
    dealers: int
    """The dealer's hands when the card bought is known too."""
    sold: int
    """The cards that may be bought once the dealer's hand is known."""


class Improved(NamedTuple):
    """Work space: what one hand becomes when the card at a place is discarded. A group is a class in one band."""

    level: npt.NDArray[np.int64]
    """[place discarded, card bought] -> level; -1 for a card of the hand."""
    group: npt.NDArray[np.int64]
    """[the same] -> group."""
    highest: npt.NDArray[np.int64]
    """[place discarded, group] -> the highest level of the group that is reached."""
    times: npt.NDArray[np.int64]
    """[place discarded, group] -> by how many cards it is reached."""


def new_improved(size: int, groups: int) -> Improved:
    by_card, by_group = (size, PACK_SIZE), (size, groups)
    return Improved(*(np.zeros(shape, np.int64) for shape in (by_card, by_card, by_group, by_group)))


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
    more: Subsets,
    i: Improved,
    plan: Any,
    ends: Any,
    bought: Any,
) -> None:
    """Counts how deals with a card to buy end: [option, class, band, standing] without, [class, band, standing] with a
    purchase. `plan` is the option taken, or the number of options plus the place of the card discarded."""
    for place in range(first, after):
        improve(h.cards[place], p, b, c, i)
        if turned_up:
            for card in range(PACK_SIZE):
                if not np.any(h.cards[place] == card):
                    _decide(place, card, card, h, p, b, c, s, more, i, plan, ends, bought)
        else:
            _decide(place, NO_CARD, 0, h, p, b, c, s, more, i, plan, ends, bought)


@kernel
def improve(hand: Any, p: Pay, b: Purchase, c: Counted, i: Improved) -> None:
    """What every purchase makes of a hand."""
    kept = np.empty(len(hand), np.int64)
    i.times[:] = 0
    i.highest[:] = 0
    for away in range(len(hand)):
        for card in range(PACK_SIZE):
            i.level[away, card] = -1
            if not np.any(hand == card):
                _replace(hand, away, card, kept)
                number = 0
                for place in range(len(kept)):
                    number += c.value[place, kept[place]]
                _note(away, card, c.level[number], p, b, i)


@kernel
def _replace(hand: Any, away: Any, card: Any, kept: Any) -> None:
    """The hand in rising order with one card replaced by another."""
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
    group = b.kind[level] * bands
    while level >= p.edges[group % bands + 1]:
        group += 1
    i.level[away, card], i.group[away, card] = level, group
    i.highest[away, group] = max(i.highest[away, group], level)
    i.times[away, group] += 1


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
    more: Subsets,
    i: Improved,
    plan: Any,
    ends: Any,
    bought: Any,
) -> None:
    hand, own = h.cards[place], h.kind[place]
    cells = np.zeros((len(p.edges) - 1, 3), np.int64)
    sums = np.zeros(bought.shape, np.int64)
    found = np.zeros(bought.shape, np.int64)
    set_cells(hand, card, h.level[place], p, c, s, cells)
    option = best_option(own, p, cells)
    best = b.sold * worth_of(p.gains[option, own], cells)
    plan[place, at] = option
    for away in range(len(hand)):
        if bound(away, hand, card, p, b, c, s, i, cells) > best:
            worth = purchase_cells(away, hand, card, p, b, c, more, i, sums)
            if worth > best:
                best = worth
                plan[place, at] = len(p.gains) + away
                found[:] = sums
    if plan[place, at] < len(p.gains):
        ends[option, own] += h.times[place] * b.sold * cells
    else:
        bought += h.times[place] * found


@kernel
def bound(away: Any, hand: Any, card: Any, p: Pay, b: Purchase, c: Counted, s: Subsets, i: Improved, now: Any) -> Any:
    """An upper bound on what any purchase with this card discarded can gain; `s` holds the seen cards, `now` their
    cells.
    """
    bands = len(now)
    groups = np.flatnonzero(i.times[away])
    count = len(groups)
    levels, below = np.empty(2 * count, np.int64), np.empty(2 * count, np.int64)
    levels[:count] = i.highest[away][groups]
    levels[count:] = levels[:count] + 1
    up = _bit_of(card, len(hand), s)
    hands_below(len(hand) + (1 if up else 0), up, levels, c, s, below)
    in_band = now.sum(axis=1)
    before, cells = np.cumsum(in_band), np.zeros((bands, 3), np.int64)
    most = -(c.size - (1 if up else 0)) * np.sum(b.least * in_band)
    for n in range(count):
        times = i.times[away, groups[n]]
        if card >= 0 and i.group[away, card] == groups[n]:
            times -= 1
        split_bands(levels[n], p.edges, before, below[n], below[count + n], p.dealers, cells)
        most += times * worth_of(b.gains[groups[n] // bands], cells)
    return most


@kernel
def _bit_of(card: Any, own: Any, s: Subsets) -> Any:
    if card >= 0:
        for place in range(own + 1):
            if s.cards[place] == card:
                return 1 << place
    return 0


@kernel
def purchase_cells(
    away: Any, hand: Any, card: Any, p: Pay, b: Purchase, c: Counted, more: Subsets, i: Improved, sums: Any
) -> Any:
    """What a purchase gains over every card bought and every hand of the dealer, and [class, band, standing] of it."""
    bands = len(p.edges) - 1
    levels, below = np.empty(bands + 1, np.int64), np.empty(bands + 1, np.int64)
    levels[: bands - 1] = p.edges[1:bands]
    cells, seen = np.zeros((bands, 3), np.int64), np.empty(len(hand) + 1, np.int64)
    sums[:] = 0
    worth = 0
    for new in range(PACK_SIZE):
        own = i.level[away, new]
        if own >= 0 and new != card:
            _insert(hand, new, seen)
            levels[bands - 1], levels[bands] = own, own + 1
            up = set_seen(seen, card, c, more)
            hands_below(len(seen) + (1 if up else 0), up, levels, c, more, below)
            split_bands(own, p.edges, below, below[bands - 1], below[bands], b.dealers, cells)
            kind = b.kind[own]
            worth += worth_of(b.gains[kind], cells)
            sums[kind] += cells
    return worth


@kernel
def _insert(hand: Any, card: Any, seen: Any) -> None:
    """The hand in rising order with one more card."""
    place = len(hand)
    while place > 0 and hand[place - 1] > card:
        seen[place] = hand[place - 1]
        place -= 1
    seen[place] = card
    for before in range(place):
        seen[before] = hand[before]

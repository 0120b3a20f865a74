"""Compiled walk over all suit-distinct hands of the player, and every card the dealer may turn up."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_dealer.whole_hands.count_kernels import (
    EQUAL,
    HIGHER,
    LOWER,
    Counted,
    Subsets,
    hands_below,
    set_seen,
)
from tablelaw.cards.arrays.compiled import kernel

PACK_SIZE = 52
NO_CARD = -1
BEST = 255
"""Used in a plan in place of an option: the best option is to be taken."""

Counts = npt.NDArray[np.int64]
Plan = npt.NDArray[np.uint8]


class Hands(NamedTuple):
    """The suit-distinct hands of the player."""

    cards: npt.NDArray[np.uint8]
    times: Counts
    """[hand] -> how many hands differ from it at most in suits."""
    level: npt.NDArray[np.uint16]
    kind: npt.NDArray[np.uint16]
    """[hand] -> the number of its kind: hands of one kind are paid alike and may take the same options."""


class Pay(NamedTuple):
    """What each option pays, in integers."""

    edges: Counts
    """The first level of each band of the dealer's hands, within which all are paid alike, and the level after all."""
    gains: Counts
    """[option, kind of the player's hand, band, standing] -> gain."""
    is_open: npt.NDArray[np.bool]
    """[option, kind of the player's hand] -> whether the hand may take the option."""
    dealers: int
    """How many hands the dealer may hold when the player's cards and the upcard are known."""


@kernel
def walk(
    first: Any,
    after: Any,
    turned_up: Any,
    h: Hands,
    p: Pay,
    c: Counted,
    s: Subsets,
    open_to: Any,
    plans: Any,
    ends: Any,
) -> None:
    """Counts deals by [play, option, kind, band, standing] for the hands from `first` on. Where a play has BEST in
    place of an option, chooses the best of those in `open_to` [play, option, kind] and writes it there.
    """
    cells = np.zeros((len(p.edges) - 1, 3), np.int64)
    for place in range(first, after):
        if turned_up:
            for card in range(PACK_SIZE):
                if not np.any(h.cards[place] == card):
                    _decide(place, card, card, h, p, c, s, open_to, plans, cells, ends)
        else:
            _decide(place, NO_CARD, 0, h, p, c, s, open_to, plans, cells, ends)


@kernel
def _decide(
    place: Any,
    card: Any,
    at: Any,
    h: Hands,
    p: Pay,
    c: Counted,
    s: Subsets,
    open_to: Any,
    plans: Any,
    cells: Any,
    ends: Any,
) -> None:
    own = h.kind[place]
    set_cells(h.cards[place], card, h.level[place], p, c, s, cells)
    for play in range(len(plans)):
        if plans[play, place, at] == BEST:
            plans[play, place, at] = _best_of(open_to[play], own, p, cells)
        counted = ends[play, plans[play, place, at], own]
        for band in range(len(cells)):
            for standing in range(3):
                counted[band, standing] += h.times[place] * cells[band, standing]


@kernel
def best_option(own: Any, p: Pay, cells: Any) -> Any:
    """The open option with the highest sum; the first of equals."""
    return _best_of(p.is_open, own, p, cells)


@kernel
def _best_of(is_open: Any, own: Any, p: Pay, cells: Any) -> Any:
    best, most = -1, 0
    for option in range(len(p.gains)):
        if is_open[option, own]:
            worth = worth_of(p.gains[option, own], cells)
            if best < 0 or worth > most:
                best, most = option, worth
    return best


@kernel
def set_cells(hand: Any, card: Any, own: Any, p: Pay, c: Counted, s: Subsets, cells: Any) -> None:
    """Counts the dealer's hands by [band, standing of the player], given the player's hand and the dealer's upcard, if
    there is one.
    """
    bands = len(cells)
    levels, below = np.empty(bands + 1, np.int64), np.empty(bands + 1, np.int64)
    levels[: bands - 1] = p.edges[1:bands]
    levels[bands - 1], levels[bands] = own, own + 1
    set_seen(hand, card, c, s)
    hands_below(bands + 1, levels, c, s.sets, below)
    split_bands(own, p.edges, below, below[bands - 1], below[bands], p.dealers, cells)


@kernel
def split_bands(own: Any, edges: Any, below: Any, lower: Any, not_higher: Any, dealers: Any, cells: Any) -> None:
    """Derives the counts by [band, standing] from how many of the dealer's hands are below each inner edge of the bands
    (`below`), below the player's level (`lower`), and not above it (`not_higher`).
    """
    bands = len(cells)
    low = 0
    for band in range(bands):
        high = below[band] if band < bands - 1 else dealers
        cells[band] = 0
        if own >= edges[band + 1]:
            cells[band, HIGHER] = high - low
        elif own < edges[band]:
            cells[band, LOWER] = high - low
        else:
            cells[band, HIGHER] = lower - low
            cells[band, EQUAL] = not_higher - lower
            cells[band, LOWER] = high - not_higher
        low = high


@kernel
def worth_of(gains: Any, cells: Any) -> Any:
    """What a hand gains against the dealer's hands counted in the cells."""
    worth = 0
    for band in range(len(cells)):
        for standing in range(3):
            worth += gains[band, standing] * cells[band, standing]
    return worth

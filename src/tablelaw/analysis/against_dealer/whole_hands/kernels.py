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
"""In place of an option: the best one is taken."""

Counts = npt.NDArray[np.int64]
Plan = npt.NDArray[np.uint8]


class Hands(NamedTuple):
    """The player's hands, suit-distinct."""

    cards: npt.NDArray[np.uint8]
    times: Counts
    """How many hands are like it."""
    level: npt.NDArray[np.uint16]
    kind: npt.NDArray[np.uint8]
    """The place of its class."""


class Pay(NamedTuple):
    """What each option pays, in integers."""

    edges: Counts
    """The first level of each band of the dealer's hands, within which all are paid alike, and the level after all."""
    gains: Counts
    """[option, class of the player's hand, band, standing]."""
    is_open: npt.NDArray[np.bool]
    """[option, class of the player's hand]."""
    dealers: int
    """The dealer's hands when the player's cards and the card turned up are gone."""


@kernel
def walk(
    first: Any, after: Any, turned_up: Any, h: Hands, p: Pay, c: Counted, s: Subsets, plan: Any, ends: Any
) -> None:
    """Counts [option, class, band, standing] of the hands from `first`; an option of `plan` that is BEST is chosen and
    written there."""
    cells = np.zeros((len(p.edges) - 1, 3), np.int64)
    for place in range(first, after):
        if turned_up:
            for card in range(PACK_SIZE):
                if not np.any(h.cards[place] == card):
                    _decide(place, card, card, h, p, c, s, plan, cells, ends)
        else:
            _decide(place, NO_CARD, 0, h, p, c, s, plan, cells, ends)


@kernel
def _decide(
    place: Any, card: Any, at: Any, h: Hands, p: Pay, c: Counted, s: Subsets, plan: Any, cells: Any, ends: Any
) -> None:
    own = h.kind[place]
    set_cells(h.cards[place], card, h.level[place], p, c, s, cells)
    if plan[place, at] == BEST:
        plan[place, at] = best_option(own, p, cells)
    ends[plan[place, at], own] += h.times[place] * cells


@kernel
def best_option(own: Any, p: Pay, cells: Any) -> Any:
    """The open option with the highest sum; among equals the first."""
    best, most = -1, 0
    for option in range(len(p.gains)):
        if p.is_open[option, own]:
            worth = worth_of(p.gains[option, own], cells)
            if best < 0 or worth > most:
                best, most = option, worth
    return best


@kernel
def set_cells(hand: Any, card: Any, own: Any, p: Pay, c: Counted, s: Subsets, cells: Any) -> None:
    """[band, standing of the player]: the dealer's hands when these cards are seen, one of them turned up."""
    bands = len(cells)
    levels, below = np.empty(bands + 1, np.int64), np.empty(bands + 1, np.int64)
    levels[: bands - 1] = p.edges[1:bands]
    levels[bands - 1], levels[bands] = own, own + 1
    up = set_seen(hand, card, c, s)
    hands_below(len(hand) + (1 if up else 0), up, levels, c, s, below)
    split_bands(own, p.edges, below, below[bands - 1], below[bands], p.dealers, cells)


@kernel
def split_bands(own: Any, edges: Any, below: Any, lower: Any, not_higher: Any, dealers: Any, cells: Any) -> None:
    """The same from counts: the dealer's hands below every edge but the first and last, and below and at `own`."""
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
    """What a hand gains against all the dealer's hands of the cells."""
    worth = 0
    for band in range(len(cells)):
        for standing in range(3):
            worth += gains[band, standing] * cells[band, standing]
    return worth

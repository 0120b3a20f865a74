"""Compiled walk over all suit-distinct hands of the player, and everything that may be seen of the dealer's cards."""

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
    set_seen_with,
)
from tablelaw.analysis.against_dealer.whole_hands.kernels import (
    NO_CARD,
    PACK_SIZE,
    Hands,
    Pay,
    best_option,
    set_cells,
    split_bands,
)
from tablelaw.cards.arrays.compiled import kernel


class Sight(NamedTuple):
    """How much a player sees of the dealer's cards: which are face up, known, or known only by group."""

    turned_up: int
    """How many cards are face up for everyone."""
    known: int
    """How many cards the player knows by their faces, those turned up included."""
    marked: int
    """How many further cards the player knows only as in the group or not."""
    in_group: npt.NDArray[np.bool]
    """[card] -> whether it is in the group."""


class Work(NamedTuple):
    """Work space for one hand."""

    subsets: Subsets
    rest: npt.NDArray[np.int64]
    """The cards that the player does not hold, in rising order."""
    known: npt.NDArray[np.int64]
    """The places in `rest` of the dealer's cards that are known."""
    marked: npt.NDArray[np.int64]
    """The places of the marked cards among those cards of `rest` that are not known."""
    dealt: npt.NDArray[np.int64]
    """The known and marked cards in rising order."""
    cells: npt.NDArray[np.int64]
    """[band, standing] -> the dealer's hands that contain these cards."""
    by_sight: npt.NDArray[np.int64]
    """[marked cards that are in the group, band, standing] -> the dealer's hands."""


# --- Part of the dealer's cards --------------------------------------------------------------------------


@kernel
def walk(
    first: Any, after: Any, sight: Sight, h: Hands, p: Pay, c: Counted, w: Work, honest: Any, ends: Any, changes: Any
) -> None:
    """Counts deals under best play by [option, class, band, standing] for the hands from `first`, and in `changes` the
    deals of each [hand, option of honest play, option taken]. `honest` is [hand, upcard] -> option.
    """
    for place in range(first, after):
        set_rest(h.cards[place], w.rest)
        start(w.known)
        is_left = True
        while is_left:
            _set_by_sight(h.cards[place], h.level[place], sight, p, c, w)
            _take_best(place, sight, h, p, w, honest, ends, changes)
            is_left = next_set(w.known, len(w.rest))


@kernel
def set_rest(hand: Any, rest: Any) -> None:
    """Lists the cards that are not in a hand."""
    place = 0
    for card in range(PACK_SIZE):
        if not np.any(hand == card):
            rest[place] = card
            place += 1


@kernel
def start(places: Any) -> None:
    """Sets the places to the first set."""
    for n in range(len(places)):
        places[n] = n


@kernel
def next_set(places: Any, count: Any) -> Any:
    """Changes a set of places below `count` to the next one; returns whether there is one."""
    if len(places) == 0:
        return False
    place = 0
    while place + 1 < len(places) and places[place] + 1 == places[place + 1]:
        places[place] = place
        place += 1
    places[place] += 1
    return places[len(places) - 1] < count


@kernel
def _set_by_sight(hand: Any, level: Any, sight: Sight, p: Pay, c: Counted, w: Work) -> None:
    """Counts the dealer's hands that contain the known cards, by what the marked cards show."""
    w.by_sight[:] = 0
    start(w.marked)
    is_left = True
    while is_left:
        shown = _set_dealt(sight, w)
        if len(w.dealt) == c.size:
            _add_hand(level, p, c, w.dealt, w.by_sight[shown])
        else:
            _set_cells(hand, level, p, c, w)
            _add_cells(1, w.cells, w.by_sight[shown])
        is_left = next_set(w.marked, len(w.rest) - len(w.known))


@kernel
def _set_dealt(sight: Sight, w: Work) -> Any:
    """Lists the known and the marked cards; returns how many marked cards are in the group."""
    for n in range(len(w.known)):
        w.dealt[n] = w.rest[w.known[n]]
    shown = 0
    for n in range(len(w.marked)):
        card = w.rest[_beside(w.known, w.marked[n])]
        shown += 1 if sight.in_group[card] else 0
        place = len(w.known) + n
        while place > 0 and w.dealt[place - 1] > card:
            w.dealt[place] = w.dealt[place - 1]
            place -= 1
        w.dealt[place] = card
    return shown


@kernel
def _beside(known: Any, place: Any) -> Any:
    """Turns a place among the cards that are not known into a place in `rest`."""
    for at in known:
        place += 1 if at <= place else 0
    return place


@kernel
def _set_cells(hand: Any, own: Any, p: Pay, c: Counted, w: Work) -> None:
    """Counts the dealer's hands with the cards dealt so far, by [band, standing of the player]."""
    bands = len(w.cells)
    levels, below = np.empty(bands + 1, np.int64), np.empty(bands + 1, np.int64)
    levels[: bands - 1] = p.edges[1:bands]
    levels[bands - 1], levels[bands] = own, own + 1
    set_seen_with(hand, w.dealt, c, w.subsets)
    hands_below(bands + 1, levels, c, w.subsets.sets, below)
    split_bands(own, p.edges, below, below[bands - 1], below[bands], p.dealers, w.cells)


@kernel
def _add_hand(own: Any, p: Pay, c: Counted, dealt: Any, cells: Any) -> None:
    """Counts the one hand that the dealer holds when all of its cards are dealt."""
    number, band = 0, 0
    for n in range(len(dealt)):
        number += c.value[n, dealt[n]]
    level = c.level[number]
    while p.edges[band + 1] <= level:
        band += 1
    cells[band, HIGHER if own > level else EQUAL if own == level else LOWER] += 1


@kernel
def _add_cells(times: Any, cells: Any, into: Any) -> None:
    for band in range(len(cells)):
        for standing in range(3):
            into[band, standing] += times * cells[band, standing]


@kernel
def _take_best(place: Any, sight: Sight, h: Hands, p: Pay, w: Work, honest: Any, ends: Any, changes: Any) -> None:
    own, times = h.kind[place], h.times[place]
    for shown in range(len(w.by_sight)):
        cells = w.by_sight[shown]
        deals = times * cells.sum()
        if deals:
            option = best_option(own, p, cells)
            _add_cells(times, cells, ends[option, own])
            if sight.turned_up:
                for at in w.known:
                    changes[place, honest[place, w.rest[at]], option] += deals
            else:
                changes[place, honest[place, 0], option] += deals


# --- All of the dealer's cards ---------------------------------------------------------------------------


@kernel
def walk_all_seen(
    first: Any, after: Any, turned_up: Any, h: Hands, p: Pay, c: Counted, w: Work, honest: Any, ends: Any, changes: Any
) -> None:
    """Counts deals and changes under best play, as `walk` does, for a player who sees the dealer's whole hand."""
    for place in range(first, after):
        if turned_up:
            for card in range(PACK_SIZE):
                if not np.any(h.cards[place] == card):
                    _take_best_of_cells(place, card, honest[place, card], h, p, c, w, ends, changes)
        else:
            _take_best_of_cells(place, NO_CARD, honest[place, 0], h, p, c, w, ends, changes)


@kernel
def _take_best_of_cells(
    place: Any, card: Any, honest: Any, h: Hands, p: Pay, c: Counted, w: Work, ends: Any, changes: Any
) -> None:
    """Takes the best option in every cell, because hands of a cell are paid alike."""
    own, one = h.kind[place], w.by_sight[0]
    set_cells(h.cards[place], card, h.level[place], p, c, w.subsets, w.cells)
    for band in range(len(w.cells)):
        for standing in range(3):
            deals = h.times[place] * w.cells[band, standing]
            if deals:
                one[:] = 0
                one[band, standing] = 1
                option = best_option(own, p, one)
                ends[option, own, band, standing] += deals
                changes[place, honest, option] += deals

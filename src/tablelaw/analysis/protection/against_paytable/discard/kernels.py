"""Compiled loops over the boards that can come: for each discard and each set of seen board cards, the hands that the
other two cards make.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_paytable.discard.kernels import BOARD, HELD
from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.arrays.kernels import FIVE_SUITED, START, Tables, by_ranks, by_suit

Counts = npt.NDArray[np.int64]


class Plays(NamedTuple):
    """Every play, for kernels."""

    gains: Counts
    """[play, class of the three cards, final class] -> gain in parts."""
    is_open: npt.NDArray[np.bool]
    """[play, class of the three cards] -> whether the play may be taken."""
    put_away: Counts
    """[play] -> the place of the discarded card, 0 where none is."""


@kernel
def count_boards(hand: Any, left: Any, fixed: Any, seen: Any, read: Tables, into: Any) -> None:
    """Counts the boards made of `fixed` and remaining cards by [set of `seen` remaining cards, discard, final class].

    A set of two cards at places a < b of `left` has the number b(b-1)/2 + a.
    """
    places, need, chosen = np.zeros(BOARD, np.int64), BOARD - len(fixed), np.zeros(HELD, np.int64)
    for n in range(need):
        places[n] = n
    is_left = len(left) >= need
    while is_left:
        for put_away in range(HELD):
            chosen[put_away] = _class_of(hand, put_away, left, places[:need], fixed, read)
        if seen == 0:
            _add(0, chosen, into)
        elif seen == 1:
            for n in range(need):
                _add(places[n], chosen, into)
        else:
            for high in range(need):
                for low in range(high):
                    _add(places[high] * (places[high] - 1) // 2 + places[low], chosen, into)
        is_left = _next(places, need, len(left))


@kernel
def _add(number: Any, chosen: Any, into: Any) -> None:
    for put_away in range(HELD):
        into[number, put_away, chosen[put_away]] += 1


@kernel
def _next(places: Any, need: Any, count: Any) -> Any:
    """Changes the first `need` places to the next set of places below `count`; returns whether there is one."""
    if need == 0:
        return False
    n = 0
    while n + 1 < need and places[n] + 1 == places[n + 1]:
        places[n] = n
        n += 1
    places[n] += 1
    return places[need - 1] < count


@kernel
def _class_of(hand: Any, put_away: Any, left: Any, places: Any, fixed: Any, read: Tables) -> Any:
    """The class of the two cards kept and a board."""
    key, mask = START, START ^ START
    for card in range(HELD):
        if card != put_away:
            key += read.keys[hand[card]]
            mask |= read.masks[hand[card]]
    for card in fixed:
        key += read.keys[card]
        mask |= read.masks[card]
    for place in places:
        key += read.keys[left[place]]
        mask |= read.masks[left[place]]
    return by_suit(key, mask, read) if key & FIVE_SUITED else by_ranks(key, read)


@kernel
def decide(counts: Any, own: Any, times: Any, plays: Plays, ends: Any, taken: Any) -> None:
    """Takes the best play for each set of seen cards; adds the deals by [play, class of the three cards, final class],
    and the number of sets by [play].
    """
    for number in range(len(counts)):
        best, most = -1, 0
        for play in range(len(plays.put_away)):
            if plays.is_open[play, own]:
                total = 0
                for final in range(counts.shape[2]):
                    total += counts[number, plays.put_away[play], final] * plays.gains[play, own, final]
                if best < 0 or total > most:
                    best, most = play, total
        for final in range(counts.shape[2]):
            ends[best, own, final] += times * counts[number, plays.put_away[best], final]
        taken[best] += 1


@kernel
def decide_boards(
    hand: Any, left: Any, own: Any, times: Any, read: Tables, plays: Plays, ends: Any, taken: Any
) -> None:
    """Takes the best play for each whole board that may be seen, and adds up deals and plays as `decide` does."""
    places, chosen, none = np.arange(BOARD), np.zeros(HELD, np.int64), left[:0]
    is_left = True
    while is_left:
        for put_away in range(HELD):
            chosen[put_away] = _class_of(hand, put_away, left, places, none, read)
        best, most = -1, 0
        for play in range(len(plays.put_away)):
            gain = plays.gains[play, own, chosen[plays.put_away[play]]]
            if plays.is_open[play, own] and (best < 0 or gain > most):
                best, most = play, gain
        ends[best, own, chosen[plays.put_away[best]]] += times
        taken[best] += 1
        is_left = _next(places, BOARD, len(left))

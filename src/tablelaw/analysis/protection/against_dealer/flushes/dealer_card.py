"""Counts all deals of a game of flushes for a player who sees one of the dealer's cards, or only whether its rank is in
a group.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_dealer.flushes.kernels import CELLS, Counts, Deck, flushes_of
from tablelaw.analysis.parallel import share_out
from tablelaw.analysis.protection.against_dealer.flushes import card_kernels, mark_kernels
from tablelaw.analysis.protection.against_dealer.flushes.card_kernels import hands_by_sizes
from tablelaw.analysis.sum_bounds import ROOM


def deals_with_card_seen(deck: Deck, line: int, pay: npt.NDArray[np.int64]) -> Counts:
    """[flush, option, cell] -> the number of deals that end this way under best play with the seen card."""
    sizes, dealers = hands_by_sizes(deck), _dealers(deck)

    def part(flushes: Counts, ends: Counts) -> None:
        card_kernels.walk(deck, line, dealers, sizes, flushes, pay, card_kernels.new_work(deck), ends)

    return _all_deals(deck, pay, part)


def deals_with_mark_seen(deck: Deck, line: int, pay: npt.NDArray[np.int64], group: int) -> Counts:
    """[flush, option, cell] -> the number of deals that end this way under best play, if the player knows only whether
    the rank of one of the dealer's cards is in the group, given as bits.
    """
    sizes, dealers = hands_by_sizes(deck), _dealers(deck)

    def part(flushes: Counts, ends: Counts) -> None:
        mark_kernels.walk(deck, line, group, dealers, sizes, flushes, pay, mark_kernels.new_work(deck), ends)

    return _all_deals(deck, pay, part)


def _dealers(deck: Deck) -> int:
    """How many of the dealer's hands contain a given card that the player does not hold."""
    return comb(4 * deck.ranks - deck.cards - 1, deck.cards - 1)


def _all_deals(deck: Deck, pay: npt.NDArray[np.int64], part: Callable[[Counts, Counts], None]) -> Counts:
    flushes, shortest = flushes_of(deck), -(-deck.cards // 4)
    hands = 4 * comb(3 * deck.ranks, deck.cards - shortest)
    assert hands * 4 * deck.ranks * _dealers(deck) < ROOM, "the deals with one flush are counted in 64 bits"
    ends = np.zeros((len(deck.masks), pay.shape[1], CELLS), np.int64)
    share_out(len(flushes), lambda first, after: part(flushes[first:after], ends))
    return ends

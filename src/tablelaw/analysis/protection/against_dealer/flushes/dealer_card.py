"""Counts all deals of a game of flushes for a player who sees one of the dealer's cards."""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_dealer.flushes.kernels import CELLS, Counts, Deck, flushes_of
from tablelaw.analysis.parallel import share_out
from tablelaw.analysis.protection.against_dealer.flushes.card_kernels import hands_by_sizes, new_work, walk
from tablelaw.analysis.sum_bounds import ROOM


def deals_with_card_seen(deck: Deck, line: int, pay: npt.NDArray[np.int64]) -> Counts:
    """[flush, option, cell] -> the number of deals in which best play with the seen card ends so."""
    sizes, flushes = hands_by_sizes(deck), flushes_of(deck)
    unseen = 4 * deck.ranks - deck.cards
    dealers = comb(unseen - 1, deck.cards - 1)
    hands = 4 * comb(3 * deck.ranks, deck.cards - int(sizes[:, 0].min()))
    assert hands * unseen * dealers < ROOM, "the deals with one flush are counted in 64 bits"
    ends = np.zeros((len(deck.masks), pay.shape[1], CELLS), np.int64)
    share_out(len(flushes), lambda a, b: walk(deck, line, dealers, sizes, flushes[a:b], pay, new_work(deck), ends))
    return ends

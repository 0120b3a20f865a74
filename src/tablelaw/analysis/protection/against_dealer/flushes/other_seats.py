"""Counts all deals of a game of flushes for a player who sees every card of other seats' hands.

For each flush that the player may hold, all cards that may be left are counted by kinds of suits (`seat_kernels`); the
option with the highest sum over the dealer's hands among the cards left is best play.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_dealer.flushes.kernels import CELLS, Deck, flushes_of
from tablelaw.analysis.parallel import share_out
from tablelaw.analysis.protection.against_dealer.flushes.seat_kernels import BEST, LIMB_BITS, LIMBS, new_work, walk
from tablelaw.analysis.sum_bounds import ROOM

PARTS = 16
"""How many parts the flushes are divided into for each core, because flushes differ in the time they take."""

Plan = npt.NDArray[np.uint8]
"""[flush, most cards left of a suit, least] -> option, or BEST."""
Deals = npt.NDArray[Any]
"""[flush, option, cell] -> number of deals, as whole numbers of any size."""


def best_plan(deck: Deck) -> Plan:
    """The plan that takes the best option with all cards."""
    return np.full((len(deck.masks), deck.ranks + 1, deck.ranks + 1), BEST, np.uint8)


def deals_with_seats_seen(
    deck: Deck, line: int, pay: npt.NDArray[np.int64], others: int, plans: Sequence[Plan]
) -> list[Deals]:
    """Counts all deals under each of several plans when the hands of this many other seats are seen."""
    left, chosen, flushes = 4 * deck.ranks - deck.cards * (1 + others), np.array(plans), flushes_of(deck)
    ends = np.zeros((len(plans), len(deck.masks), pay.shape[1], CELLS, LIMBS), np.int64)

    def part(first: int, after: int) -> float:
        work = new_work(deck)
        walk(deck, line, left, comb(left, deck.cards), flushes[first:after], pay, chosen, work, ends)
        return float(work.most_sets[0])

    most_sets = max(share_out(len(flushes), part, each=PARTS))
    assert most_sets * comb(4 * deck.ranks - left, deck.cards) < ROOM, "the player's hands are counted in 64 bits"
    found = [_whole(one) for one in ends]
    assert all(one.sum() == _all_deals(deck, left) for one in found), "every deal is counted once"
    return found


def _all_deals(deck: Deck, left: int) -> int:
    """How many deals there are: the player's hand, the cards left, and the dealer's hand among them."""
    pack = 4 * deck.ranks
    return comb(pack, deck.cards) * comb(pack - deck.cards, left) * comb(left, deck.cards)


def _whole(ends: npt.NDArray[np.int64]) -> Deals:
    """Puts the parts of every sum together."""
    parts = [ends[..., limb].astype(object) * (1 << LIMB_BITS * limb) for limb in range(LIMBS)]
    found: Deals = np.add.reduce(parts)
    return found

"""What actions are worth where whole hands are compared, for every dealer's card that may have been seen."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_dealer.whole_hands.count_kernels import (
    Counted,
    Subsets,
    hands_below,
    new_subsets,
    set_seen_with,
)
from tablelaw.analysis.against_dealer.whole_hands.count_tables import counted
from tablelaw.analysis.against_dealer.whole_hands.game import game_of, kind_of_levels, pay_of
from tablelaw.analysis.against_dealer.whole_hands.kernels import Pay, split_bands
from tablelaw.analysis.against_dealer.whole_hands.strength_levels import levels, strengths_of
from tablelaw.analysis.earlier_decisions import Done
from tablelaw.analysis.symmetry.suits import PACK_SIZE
from tablelaw.analysis.watch.spots import Spot, Valuer, Worths
from tablelaw.cards import Card
from tablelaw.cards.arrays.compiled import kernel
from tablelaw.law.rulebook import Terms

UNSEEN = PACK_SIZE
"""The index after those of all cards, for a player who has seen none."""


class WholeHands(Valuer):
    """Values the one decision of a game in which whole hands are compared."""

    def __init__(self, terms: Terms) -> None:
        self.game = game_of(terms)
        self.pay, self.unit = pay_of(self.game)
        self.counted = counted(self.game.ranking, self.game.dealer_size, self.game.least)
        self.kind_of = kind_of_levels(self.game)
        self.subsets = new_subsets()
        self.actions = tuple(Done(option.action, option.times) for option in self.game.options)

    def worths(self, cards: Sequence[Card], spot: Spot) -> Worths:
        game, hand = self.game, np.array(sorted(cards), np.uint8)
        (strength,) = strengths_of(game.ranking, hand[None])
        level = int(np.searchsorted(levels(game.ranking, game.least).strengths, strength))
        up = np.array(spot.board[: int(game.turned_up)], np.int64)
        cells = np.zeros((PACK_SIZE + 1, len(game.bands), 3), np.int64)
        left, rest = PACK_SIZE - game.size - len(up), game.dealer_size - len(up)
        dealers = np.array([comb(left, rest), comb(left - 1, rest - 1)], np.int64)
        count_by_card(hand, level, up, self.pay, dealers, self.counted, self.subsets, cells)
        own = int(self.kind_of[level])
        is_open = self.pay.is_open[:, own]
        sums = np.einsum("obs,xbs->ox", self.pay.gains[is_open, own], cells).astype(np.float64)
        deals = cells.sum(axis=(1, 2))
        worth = np.divide(sums, deals * self.unit, out=np.full(sums.shape, np.nan), where=deals > 0)
        actions = tuple(action for action, may in zip(self.actions, is_open, strict=True) if may)
        return Worths(actions, worth[:, UNSEEN], worth[:, :UNSEEN])


@kernel
def count_by_card(
    hand: Any, own: Any, up: Any, p: Pay, dealers: npt.NDArray[np.int64], c: Counted, s: Subsets, into: Any
) -> None:
    """Counts the dealer's hands by [seen card, band, standing of the player], with no card seen at the index UNSEEN.
    `dealers` is how many hands the dealer may hold without and with a seen card.
    """
    dealt = np.empty(len(up) + 1, np.int64)
    for card in range(PACK_SIZE):
        if not np.any(hand == card) and not np.any(up == card):
            place = len(up)
            dealt[:place] = up
            while place > 0 and dealt[place - 1] > card:
                dealt[place] = dealt[place - 1]
                place -= 1
            dealt[place] = card
            _count(hand, own, dealt, p, dealers[1], c, s, into[card])
    _count(hand, own, up, p, dealers[0], c, s, into[PACK_SIZE])


@kernel
def _count(hand: Any, own: Any, dealt: Any, p: Pay, dealers: Any, c: Counted, s: Subsets, into: Any) -> None:
    bands = len(into)
    edges, below = np.empty(bands + 1, np.int64), np.empty(bands + 1, np.int64)
    edges[: bands - 1] = p.edges[1:bands]
    edges[bands - 1], edges[bands] = own, own + 1
    set_seen_with(hand, dealt, c, s)
    hands_below(bands + 1, edges, c, s.sets, below)
    split_bands(own, p.edges, below, below[bands - 1], below[bands], dealers, into)

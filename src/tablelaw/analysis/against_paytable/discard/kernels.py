"""Compiled loops over hands of three cards: for each discard, the hands that the other two make with every board."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.parallel import share_out
from tablelaw.cards import RANKINGS
from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.arrays.kernels import FIVE_SUITED, START, Tables, by_ranks, by_suit
from tablelaw.cards.rankings.class_tables import class_tables

Hands = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int64]

HELD, BOARD = 3, 3
LEFT = 52 - HELD
BOARDS = comb(LEFT, BOARD)


def count_classes(hands: Hands, ranking: str) -> Counts:
    """Counts for each [hand, card discarded, class] how many of the 18,424 boards give the two cards kept that
    class.
    """
    read = class_tables(ranking)
    counts = np.zeros((len(hands), HELD, len(RANKINGS[ranking].classes)), np.int64)
    share_out(len(hands), lambda first, after: count_into(hands[first:after], read, counts[first:after]))
    return counts


@kernel
def count_into(hands: Any, read: Tables, counts: Any) -> None:
    left = np.empty(LEFT, np.uint8)
    for place in range(len(hands)):
        _leave(hands[place], left)
        for put_away in range(HELD):
            key, mask = START, START ^ START
            for card in range(HELD):
                if card != put_away:
                    key += read.keys[hands[place, card]]
                    mask |= read.masks[hands[place, card]]
            _boards(left, key, mask, read, counts[place, put_away])


@kernel
def _leave(hand: Any, left: Any) -> None:
    """Writes the cards that remain in the pack after a hand is dealt."""
    place = 0
    for card in range(52):
        if card != hand[0] and card != hand[1] and card != hand[2]:
            left[place] = card
            place += 1


@kernel
def _boards(left: Any, key: Any, mask: Any, read: Tables, counts: Any) -> None:
    for a in range(LEFT - 2):
        key_a, mask_a = key + read.keys[left[a]], mask | read.masks[left[a]]
        for b in range(a + 1, LEFT - 1):
            _last_cards(left, b + 1, key_a + read.keys[left[b]], mask_a | read.masks[left[b]], read, counts)


@kernel
def _last_cards(left: Any, first: Any, key: Any, mask: Any, read: Tables, counts: Any) -> None:
    for place in range(first, LEFT):
        whole = key + read.keys[left[place]]
        if whole & FIVE_SUITED:
            counts[by_suit(whole, mask | read.masks[left[place]], read)] += 1
        else:
            counts[by_ranks(whole, read)] += 1

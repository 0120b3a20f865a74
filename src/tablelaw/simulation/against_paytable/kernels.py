"""A compiled table without a dealer: three cards each, of which one is discarded, and three community cards."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.arrays.kernels import FIVE_SUITED, START, ZERO, Tables, by_ranks, by_suit
from tablelaw.simulation.one_decision import Lookup, code_of, slip
from tablelaw.simulation.streams import deal

HELD, BOARD = 3, 3
KEPT_ALL = HELD
"""Instead of the place of a discarded card: the hand is settled without the board."""
LINE, INITIAL, FINAL = range(3)
"""What a wager may look at, in the order of its strides."""
FEATURES = 3


class Decisions(NamedTuple):
    """What each seat does with three cards."""

    by_hand: npt.NDArray[np.uint8]
    """[seat, number of the hand] -> the place of a play."""
    initial: npt.NDArray[np.uint8]
    """[number of the hand] -> the place of its class before the discard."""
    put_away: npt.NDArray[np.int64]
    """[play] -> the place of the card among the three in rising order, or KEPT_ALL."""
    lines: npt.NDArray[np.int64]
    """[play] -> what it does and wagers, whichever card it discards."""
    open: npt.NDArray[np.int64]
    """[class before the discard, ...] -> the plays open to it, -1 after the last."""
    mistakes: npt.NDArray[np.int64]
    """[seat] -> the share of mistaken decisions, as numerator and denominator."""


@kernel
def play_rounds(
    stream: Any, slips: Any, pack: Any, read: Tables, decisions: Decisions, lookup: Lookup, into: Any
) -> None:
    """Fills [round, seat, column] with codes. Mistakes are drawn from a separate stream."""
    seats = into.shape[1]
    hand, seen = np.zeros(HELD, np.int64), np.zeros(FEATURES, np.int64)
    for number in range(into.shape[0]):
        deal(stream, pack, HELD * seats + BOARD)
        for seat in range(seats):
            take(pack, HELD * seat, hand)
            held = number_of(hand)
            play = np.int64(decisions.by_hand[seat, held])
            play = slip(slips, play, decisions.open[decisions.initial[held]], decisions.mistakes[seat])
            seen[LINE], seen[INITIAL] = decisions.lines[play], decisions.initial[held]
            seen[FINAL] = final_class(pack, HELD * seats, hand, decisions.put_away[play], read)
            for column in range(into.shape[2]):
                into[number, seat, column] = code_of(lookup, seat, column, seen)


@kernel
def take(pack: Any, first: Any, hand: Any) -> None:
    """Three cards in rising order."""
    a, b, c = np.int64(pack[first]), np.int64(pack[first + 1]), np.int64(pack[first + 2])
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    hand[0], hand[1], hand[2] = min(a, b), max(a, b), c


@kernel
def number_of(hand: Any) -> Any:
    """C(c, 3) + C(b, 2) + a for cards a < b < c."""
    a, b, c = hand[0], hand[1], hand[2]
    return c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a


@kernel
def final_class(pack: Any, board: Any, hand: Any, put_away: Any, read: Tables) -> Any:
    """The class of the two cards kept with the board; index 0 if the hand is settled without it."""
    if put_away == KEPT_ALL:
        return 0
    key, mask = START, ZERO
    for place in range(HELD):
        if place != put_away:
            key += read.keys[hand[place]]
            mask |= read.masks[hand[place]]
    for place in range(board, board + BOARD):
        key += read.keys[pack[place]]
        mask |= read.masks[pack[place]]
    if key & FIVE_SUITED:
        return np.int64(by_suit(key, mask, read))
    return np.int64(by_ranks(key, read))

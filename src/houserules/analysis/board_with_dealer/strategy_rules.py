"""Rules a player can keep in mind after the flop and after the turn: true or false at every spot, for every pair."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import numpy.typing as npt

from houserules.analysis.board_with_dealer.spots import spots
from houserules.analysis.symmetry.card_kinds import RANKS, SUITS
from houserules.analysis.symmetry.parallel import share_out
from houserules.analysis.symmetry.suits import PAIRS, pair_cards
from houserules.cards.arrays.kernels import strengths_into
from houserules.cards.arrays.tables import tables
from houserules.cards.rankings.five_card import FOUR, HIGH_CARD, PAIR, THREE, TWO_PAIR

Met = npt.NDArray[np.bool_]
Rule = Callable[[int], Met]
"""Community cards seen -> [spot, pair]; what it says of a pair that shares a card with the spot does not matter."""

DEUCE, TEN = 0, 8
SPOTS_AT_ONCE = 256


def two_pair_or_better(seen: int) -> Met:
    """The best five of all cards seen are two pair or better."""
    return classes_at(seen) >= TWO_PAIR


def hidden_pair(seen: int) -> Met:
    """A card in hand is paired, by the other or by the board; a pair of deuces in hand does not count."""
    low, high = (ranks[None, :] for ranks in _held_ranks())
    board = spots(seen).cards[:, :, None] // SUITS
    with_board: Met = ((board == low) | (board == high)).any(axis=1)
    in_hand: Met = (low == high) & (low > DEUCE)
    return with_board | in_hand


def four_to_a_high_flush(seen: int) -> Met:
    """Four cards of one suit, one of them a ten or better in hand."""
    met = np.zeros((len(spots(seen).times), PAIRS), np.bool_)
    cards = pair_cards()
    for suit in range(SUITS):
        held = cards % SUITS == suit
        has_high = (held & (cards // SUITS >= TEN)).any(axis=1)
        on_board = (spots(seen).cards % SUITS == suit).sum(axis=1)
        met |= (on_board[:, None] + held.sum(axis=1)[None, :] == SUITS) & has_high
    return met


def above_the_board(seen: int) -> Met:
    """The hand's class is above what the community cards are worth by themselves."""
    return classes_at(seen) > _board_classes(seen)[:, None]


# --- Classes of hands ------------------------------------------------------------------------------


def _held_ranks() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    low, high = (pair_cards() // SUITS).T
    return low, high


@cache
def classes_at(seen: int) -> npt.NDArray[np.int8]:
    """[spot, pair] the class of the best five, 0 for high card."""
    found = np.zeros((len(spots(seen).times), PAIRS), np.int8)

    def part(first: int, after: int) -> None:
        for start in range(first, after, SPOTS_AT_ONCE):
            upto = min(after, start + SPOTS_AT_ONCE)
            found[start:upto] = _classes_of(spots(seen).cards[start:upto])

    share_out(len(found), part)
    return found


def _classes_of(boards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
    """A pair that shares a card with the board reads as some class or other."""
    held = np.broadcast_to(pair_cards(), (len(boards), PAIRS, 2))
    seen = np.broadcast_to(boards[:, None], (len(boards), PAIRS, boards.shape[1]))
    hands = np.concatenate([held, seen], axis=2).reshape(len(boards) * PAIRS, -1)
    strengths = np.empty(len(hands), np.int32)
    strengths_into(np.ascontiguousarray(hands), tables(hands.shape[1]), strengths)
    return strengths.reshape(len(boards), PAIRS) >> 20


def _board_classes(seen: int) -> npt.NDArray[np.int8]:
    """[spot] the class of three or four cards by themselves, which is told by ranks alone."""
    ranks = spots(seen).cards // SUITS
    alike = np.sort((ranks[:, :, None] == np.arange(RANKS)).sum(axis=1), axis=1)
    most, next_most = alike[:, -1], alike[:, -2]
    of_two = np.where(next_most == 2, TWO_PAIR, PAIR)
    classes = np.select([most == 4, most == 3, most == 2], [FOUR, THREE, of_two], HIGH_CARD)
    return classes.astype(np.int8)

"""Rules for the flop and the turn that a player can remember: true or false at every spot, for every pair."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.board_kernels import FLUSH, Boards
from tablelaw.analysis.board_with_dealer.flops_and_turns import Pairs, Spots, pairs, spots
from tablelaw.analysis.parallel import share_out
from tablelaw.analysis.symmetry.card_kinds import RANKS, SUITS, View
from tablelaw.analysis.symmetry.suits import PAIRS, pair_cards
from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.arrays.kernels import FIVE_SUITED, START, ZERO, Tables, by_ranks, by_suit
from tablelaw.cards.arrays.tables import tables
from tablelaw.cards.rankings.five_card import FOUR, HIGH_CARD, PAIR, THREE, TWO_PAIR

Met = npt.NDArray[np.bool_]
Rule = Callable[[int], Met]
"""Community cards seen -> [spot, pair]; the value for a pair that shares a card with the spot is arbitrary."""

DEUCE, TEN = 0, 8
STRAIGHT = 0b11111
IN_A_RUN = np.array([ranks.bit_count() for ranks in range(STRAIGHT + 1)], np.int8)
"""[bits of five neighbouring ranks] -> how many of them are held."""


def two_pair_or_better(seen: int) -> Met:
    """Whether the best five of all cards seen are two pair or better."""
    return classes_at(seen) >= TWO_PAIR


def hidden_pair(seen: int) -> Met:
    """Whether a card in hand is paired by the other card in hand or by the board; a pair of deuces in hand does not
    count.
    """
    low, high = (ranks[None, :] for ranks in _held_ranks())
    board = spots(seen).cards[:, :, None] // SUITS
    with_board: Met = ((board == low) | (board == high)).any(axis=1)
    in_hand: Met = (low == high) & (low > DEUCE)
    return with_board | in_hand


def top_or_middle_pair(seen: int) -> Met:
    """Whether a card in hand is paired by the highest or second highest of the community cards."""
    low, high = (ranks[None, :] for ranks in _held_ranks())
    highest = np.sort(spots(seen).cards // SUITS, axis=1)[:, -2:, None]
    met: Met = ((highest == low) | (highest == high)).any(axis=1)
    return met


def any_hand(seen: int) -> Met:
    """True for every hand: the strategy always stays in."""
    return np.ones((len(spots(seen).times), PAIRS), np.bool_)


def four_to_a_flush(seen: int) -> Met:
    """Whether there are four cards of one suit, at least one of them in hand."""
    return _four_of_a_suit(seen, DEUCE)


def four_to_a_high_flush(seen: int) -> Met:
    """Whether there are four cards of one suit, one of them a ten or better in hand."""
    return _four_of_a_suit(seen, TEN)


def _four_of_a_suit(seen: int, least: int) -> Met:
    """Whether there are four cards of one suit, one of them in hand and of at least this rank."""
    met = np.zeros((len(spots(seen).times), PAIRS), np.bool_)
    cards = pair_cards()
    for suit in range(SUITS):
        held = cards % SUITS == suit
        is_high = (held & (cards // SUITS >= least)).any(axis=1)
        on_board = (spots(seen).cards % SUITS == suit).sum(axis=1)
        met |= (on_board[:, None] + held.sum(axis=1)[None, :] == SUITS) & is_high
    return met


def four_to_a_straight(seen: int) -> Met:
    """Whether four cards, at least one of them in hand, could be part of one straight; an ace counts high or low."""
    low, high = _held_ranks()
    board = np.bitwise_or.reduce(_run_bits(spots(seen).cards // SUITS), axis=1)[:, None]
    together = board | (_run_bits(low) | _run_bits(high))[None, :]
    found = np.zeros(together.shape, np.bool_)
    for lowest in range(RANKS - 3):
        in_all, on_board = (IN_A_RUN[ranks >> lowest & STRAIGHT] for ranks in (together, board))
        found |= (in_all == 4) & (on_board < 4)
    return found


def _run_bits(ranks: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """A bit for each rank, from the deuce in the second lowest; an ace also has the lowest."""
    is_ace = ranks == RANKS - 1
    bits: npt.NDArray[np.int64] = 2 << ranks.astype(np.int64) | is_ace
    return bits


def ten_or_better_in_hand(seen: int) -> Met:
    """Whether a card in hand is a ten or better."""
    return np.repeat((_held_ranks()[1] >= TEN)[None, :], len(spots(seen).times), axis=0)


def above_the_board(seen: int) -> Met:
    """Whether the hand's class is above that of the community cards alone."""
    return classes_at(seen) > _board_classes(seen)[:, None]


# --- Classes of hands ------------------------------------------------------------------------------


def _held_ranks() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    low, high = (pair_cards() // SUITS).T
    return low, high


@cache
def classes_at(seen: int) -> npt.NDArray[np.int8]:
    """[spot, pair] -> the class of the best five, 0 for high card."""
    found = np.zeros((len(spots(seen).times), PAIRS), np.int8)

    def part(first: int, after: int) -> None:
        classes_into(first, after, spots(seen), pairs(), pair_cards(), tables(seen + 2), found)

    share_out(len(found), part)
    return found


@kernel
def classes_into(first: Any, after: Any, spots: Spots, pairs: Pairs, cards: Any, strengths: Tables, into: Any) -> None:
    """Writes the class of the best five [spot, pair]; 0 for a pair that shares a card with the spot."""
    for spot in range(first, after):
        board, suits = START, ZERO
        for card in spots.cards[spot]:
            board += strengths.keys[card]
            suits |= strengths.masks[card]
        for pair in range(len(cards)):
            if pairs.mask[pair] & spots.mask[spot] == 0:
                low, high = cards[pair, 0], cards[pair, 1]
                key = board + strengths.keys[low] + strengths.keys[high]
                if key & FIVE_SUITED:
                    mask = suits | strengths.masks[low] | strengths.masks[high]
                    into[spot, pair] = by_suit(key, mask, strengths) >> 20
                else:
                    into[spot, pair] = by_ranks(key, strengths) >> 20


def _board_classes(seen: int) -> npt.NDArray[np.int8]:
    """[spot] -> the class of its three or four cards alone, which depends only on ranks."""
    ranks = spots(seen).cards // SUITS
    alike = np.sort((ranks[:, :, None] == np.arange(RANKS)).sum(axis=1), axis=1)
    most, next_most = alike[:, -1], alike[:, -2]
    of_two = np.where(next_most == 2, TWO_PAIR, PAIR)
    classes = np.select([most == 4, most == 3, most == 2], [FOUR, THREE, of_two], HIGH_CARD)
    return classes.astype(np.int8)


class Sight(NamedTuple):
    """[board, pair] -> the dealer's outs, and whether the hand's class is above that of the board alone."""

    outs: npt.NDArray[np.uint8]
    is_above: npt.NDArray[np.uint8]


def sight_of(boards: Boards, first: int, after: int) -> Sight:
    """The dealer's outs and the comparison with the board, for each pair of kinds on some boards."""
    shape = (after - first, len(boards.pack.low))
    found = Sight(np.zeros(shape, np.uint8), np.zeros(shape, np.uint8))
    look(first, boards, tables(5), tables(6), tables(7), found)
    return found


class Held(NamedTuple):
    """A set of cards: the key of their ranks, the ranks of the suit considered, and how many are of that suit."""

    key: Any
    mask: Any
    suited: Any


@kernel
def look(first: Any, boards: Boards, five: Tables, six: Tables, seven: Tables, into: Sight) -> None:
    view = boards.pack
    with_one = np.zeros(len(view.rank), np.int32)
    for place in range(len(into.outs)):
        left, board = boards.left[first + place], Held(ZERO, np.int64(0), np.int64(0))
        for kind in boards.kinds[first + place]:
            board = _and(board, kind, view, five)
        alone = _strength(board, five) >> 20
        for kind in range(len(with_one)):
            with_one[kind] = _strength(_and(board, kind, view, six), six) if left[kind] else 0
        for pair in range(len(view.low)):
            low, high = view.low[pair], view.high[pair]
            if left[low] > (low == high) and left[high] > 0:
                own = _strength(_and(_and(board, low, view, seven), high, view, seven), seven)
                into.is_above[place, pair] = own >> 20 > alone
                into.outs[place, pair] = _outs(own, low, high, left, with_one)


@kernel
def _and(held: Held, kind: Any, view: View, strengths: Tables) -> Any:
    """The cards held, with one card added."""
    rank, of_suit = view.rank[kind], np.int64(view.of_suit[kind])
    return Held(held.key + strengths.keys[rank * 4], held.mask | of_suit << rank, held.suited + of_suit)


@kernel
def _strength(held: Held, strengths: Tables) -> Any:
    return strengths.by_mask[held.mask] if held.suited >= FLUSH else by_ranks(held.key, strengths)


@kernel
def _outs(own: Any, low: Any, high: Any, left: Any, with_one: Any) -> Any:
    count = 0
    for kind in range(len(with_one)):
        if with_one[kind] > own:
            count += left[kind] - (kind == low) - (kind == high)
    return count

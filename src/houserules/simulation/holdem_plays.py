"""A play of a hold'em game as tables that a kernel reads: the action with every pair of cards at every spot.

Actions are numbered as a decision names them and kept in two bits. Flops and sets of four that differ only in the names
of the suits share a row. A board is looked up by its ranks alone, or, where a suit lies three times or more, by the
ranks of that suit and those of the others: no hand and no dealer tells more of it apart.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.cards.batch_kernels import HIGH, HIGH_SHIFT, LOW, SUIT_SHIFT, Tables
from houserules.cards.compiled import kernel
from houserules.simulation.holdem_facts import BOARD, FLOP, SUIT_BITS, SUIT_RANKS, TURN, Held

Bytes = npt.NDArray[np.uint8]

PAIRS, RANK_PAIRS, SUIT_PAIRS, RANKS = 1326, 91, 351, 13
NO_SUIT, UNSEEN = -1, -1
TWO_MORE = np.uint64(0x2222 << SUIT_SHIFT)
FIRST_THREE_SUITED, THREE_SUITED = np.uint64(8 << SUIT_SHIFT), np.uint64(0x8888 << SUIT_SHIFT)
"""A suit counts from three in four bits: with two more, three cards or more set the top one."""


class Charts(NamedTuple):
    """Where spots stand in the tables, the same for every play."""

    flop_row: npt.NDArray[np.uint16]
    """[number of a flop among 22,100] -> its row."""
    flop_order: Bytes
    """... -> the renaming of suits that leads to the row's own form."""
    turn_row: npt.NDArray[np.uint16]
    turn_order: Bytes
    pair_orders: npt.NDArray[np.uint16]
    """[renaming, pair] -> pair."""
    suit_start: npt.NDArray[np.int32]
    """[ranks of the suit that lies three times or more] -> the first of the rows with them."""


class Play(NamedTuple):
    """What is done; empty where a game has no such decision."""

    before: Bytes
    """[pair]."""
    flop: Bytes
    """[row, pair], two bits each; so are the others."""
    turn: Bytes
    """[row, pair]."""
    by_rank: Bytes
    """[board by its ranks, as five cards' strengths are looked up; pair of ranks]."""
    by_suit: Bytes
    """[board with a suit three times or more; pair of 26 kinds, the ranks of that suit and of the others]."""


def stacked(plays: tuple[Play, ...]) -> Play:
    """Several plays as one, each table with an axis of plays before."""
    return Play(*(np.ascontiguousarray(np.stack(tables)) for tables in zip(*plays, strict=True)))


@kernel
def unpacked(table: Any, place: Any) -> Any:
    return np.int64(table[place >> 2] >> ((place & 3) << 1) & 3)


@kernel
def find_spot(seen: Any, pack: Any, board: Held, five: Tables, charts: Charts, spots: Any) -> None:
    """Writes the row of what is seen, and the renaming of suits (or on a board its suit, NO_SUIT for none)."""
    if seen == FLOP:
        number = flop_number(pack)
        spots[FLOP, 0], spots[FLOP, 1] = charts.flop_row[number], charts.flop_order[number]
    elif seen == TURN:
        number = turn_number(pack)
        spots[TURN, 0], spots[TURN, 1] = charts.turn_row[number], charts.turn_order[number]
    else:
        spots[BOARD, 0], spots[BOARD, 1] = board_row(pack, board, five, charts)


@kernel
def flop_number(pack: Any) -> Any:
    """The number of three cards in the combinatorial number system."""
    a, b, c = np.int64(pack[0]), np.int64(pack[1]), np.int64(pack[2])
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6


@kernel
def turn_number(pack: Any) -> Any:
    """The number of four cards."""
    a, b, c, d = np.int64(pack[0]), np.int64(pack[1]), np.int64(pack[2]), np.int64(pack[3])
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6 + d * (d - 1) * (d - 2) * (d - 3) // 24


@kernel
def board_row(pack: Any, board: Held, five: Tables, charts: Charts) -> Any:
    """The row of a whole board, and the suit that lies three times or more."""
    key = board.key + TWO_MORE
    if key & THREE_SUITED == 0:
        return np.int64(five.high_start[board.key >> HIGH_SHIFT & HIGH] + five.low_place[board.key & LOW]), NO_SUIT
    suit, bit = 0, FIRST_THREE_SUITED
    while key & bit == 0:
        suit, bit = suit + 1, bit << np.uint64(4)
    ranks = board.mask >> (SUIT_BITS * np.uint64(suit)) & SUIT_RANKS
    one, other = np.int64(-1), np.int64(-1)
    for place in range(BOARD):
        if pack[place] & 3 != suit:
            one, other = np.int64(pack[place] >> 2), one
    others = one if other < 0 else max(one, other) * (max(one, other) + 1) // 2 + min(one, other)
    return np.int64(charts.suit_start[ranks] + max(others, 0)), suit


@kernel
def action_at(seen: Any, one: Any, other: Any, pair: Any, which: Any, plays: Play, charts: Charts, spots: Any) -> Any:
    """What a play does with two cards at a spot that has been found."""
    if seen == 0:
        return np.int64(plays.before[which, pair])
    row = spots[seen, 0]
    if seen == BOARD:
        return _river_action(one, other, row, spots[BOARD, 1], which, plays)
    place = row * PAIRS + charts.pair_orders[spots[seen, 1], pair]
    return unpacked(plays.flop[which], place) if seen == FLOP else unpacked(plays.turn[which], place)


@kernel
def _river_action(one: Any, other: Any, row: Any, suit: Any, which: Any, plays: Play) -> Any:
    first, second = np.int64(one >> 2), np.int64(other >> 2)
    if suit == NO_SUIT:
        return unpacked(plays.by_rank[which], row * RANK_PAIRS + _pair_of_kinds(first, second))
    first += 0 if one & 3 == suit else RANKS
    second += 0 if other & 3 == suit else RANKS
    return unpacked(plays.by_suit[which], row * SUIT_PAIRS + _pair_of_kinds(first, second))


@kernel
def _pair_of_kinds(one: Any, other: Any) -> Any:
    high, low = max(one, other), min(one, other)
    return high * (high + 1) // 2 + low

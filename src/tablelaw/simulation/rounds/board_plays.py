"""A strategy for a hold'em game as tables for a kernel: the action for every pair of cards at every spot.

Actions are numbered in the order in which a decision lists them, and stored in a byte before the flop and in two bits
later. Flops and sets of four that differ only in the names of the suits share a row. A board is looked up by its ranks
alone or, if a suit occurs three or more times, by the ranks of that suit and the ranks of the other cards; nothing else
about the board matters.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.arrays.kernels import HIGH, HIGH_SHIFT, LOW, START, SUIT_SHIFT, Tables
from tablelaw.cards.arrays.play_tables import Bytes, DecisionTables, SpotRows
from tablelaw.cards.arrays.tables import tables
from tablelaw.simulation.rounds.dealt_cards import DealtCards
from tablelaw.simulation.rounds.kernels import look_up
from tablelaw.simulation.rounds.lines_of_play import DecisionPoint, asked_after, weights
from tablelaw.simulation.rounds.reading_kernels import pair_number, ranks_in, suits_of
from tablelaw.simulation.streams import Stream, below

FLOP, TURN, BOARD = 3, 4, 5
MOST_ACTS = 4
"""The most acts a decision may have, since an act is stored in two bits."""
PAIRS, RANK_PAIRS, SUIT_PAIRS, RANKS = 1326, 91, 351, 13
TWO_MORE = np.uint64(0x2222 << SUIT_SHIFT)
FIRST_THREE_SUITED, THREE_SUITED = np.uint64(8 << SUIT_SHIFT), np.uint64(0x8888 << SUIT_SHIFT)
"""The top bits of the suit counters. The start value of the four-bit counters makes three or more cards set the top
bit.
"""


class BoardPoint(NamedTuple):
    """A decision: how many community cards are seen, the number of acts, and what each act adds to the line of play."""

    seen: int
    acts: int
    weight: int
    asked: Bytes
    """[line so far] -> 1 if the player is asked."""


class BoardPlays(NamedTuple):
    """The strategies of all seats, in games with two cards each and a board in the first columns."""

    plays: tuple[DecisionTables, ...]
    mistakes: tuple[tuple[int, int], ...]
    """[seat] -> the share of mistaken decisions, as numerator and denominator."""
    charts: SpotRows
    points: tuple[BoardPoint, ...]

    def decide(
        self, dealt: DealtCards, first_own: int, own: int, board: int, slips: Stream, lines: Bytes, away: Bytes
    ) -> None:
        """Fills [seat, round] with lines; mistakes are drawn by seat, then by decision point, then by round."""
        cards = dealt.rows
        acts: Bytes = np.zeros(len(cards), np.uint8)
        lines[:] = 0
        for seat, (play, (rate, every)) in enumerate(zip(self.plays, self.mistakes, strict=True)):
            asked: Bytes = np.empty(len(cards), np.uint8)
            for point in self.points:
                look_up(point.asked, lines[seat], asked)
                decide(point.seen, first_own + own * seat, cards, play, self.charts, asked, acts)
                if rate:
                    mistake(rate, point.acts, every, slips, asked, acts)
                go_on(point.weight, acts, asked, lines[seat])


def board_points(points: tuple[DecisionPoint, ...]) -> tuple[BoardPoint, ...]:
    return tuple(
        BoardPoint(point.seen, len(point.acts), weight, asked_after(points, place))
        for place, (point, weight) in enumerate(zip(points, weights(points), strict=True))
    )


def decide(
    seen: int, place: int, cards: Bytes, play: DecisionTables, charts: SpotRows, asked: Bytes, into: Bytes
) -> None:
    """Writes the action for the two cards at a place, in every round that has this decision."""
    if seen == 0:
        decide_before(place, cards, play.before, asked, into)
    elif seen == FLOP:
        decide_at_spot(
            seen, place, cards, play.flop, charts.flop_row, charts.flop_order, charts.pair_orders, asked, into
        )
    elif seen == TURN:
        decide_at_spot(
            seen, place, cards, play.turn, charts.turn_row, charts.turn_order, charts.pair_orders, asked, into
        )
    else:
        decide_at_river(place, cards, play.by_rank, play.by_suit, charts.suit_start, tables(5), asked, into)


@kernel
def mistake(rate: Any, among: Any, every: Any, stream: Any, asked: Any, actions: Any) -> None:
    """Replaces `rate` in `every` of the actions taken with one of the other possible actions, all equally likely."""
    for number in range(len(asked)):
        if asked[number] and below(stream, every) < rate:
            another = below(stream, among - 1)
            actions[number] = another + 1 if another >= actions[number] else another


@kernel
def go_on(weight: Any, actions: Any, asked: Any, lines: Any) -> None:
    """Adds the actions of players who are asked to their lines of play."""
    for number in range(len(asked)):
        lines[number] += asked[number] * actions[number] * weight


@kernel
def unpacked(table: Any, place: Any) -> Any:
    return np.int64(table[place >> 2] >> ((place & 3) << 1) & 3)


@kernel
def decide_before(place: Any, cards: Any, table: Any, asked: Any, into: Any) -> None:
    """Writes the action before the flop for the two cards at a place, in every round that has this decision."""
    for number in range(len(cards)):
        if asked[number]:
            into[number] = table[pair_number(cards[number, place], cards[number, place + 1])]


@kernel
def decide_at_spot(
    seen: Any, place: Any, cards: Any, table: Any, rows: Any, orders: Any, renamed: Any, asked: Any, into: Any
) -> None:
    """Writes the action after the flop or turn: looks up the row of the cards seen, with the suits renamed to its
    canonical form.
    """
    for number in range(len(cards)):
        if asked[number]:
            spot = flop_number(cards, number) if seen == FLOP else turn_number(cards, number)
            pair = renamed[orders[spot], pair_number(cards[number, place], cards[number, place + 1])]
            into[number] = unpacked(table, np.int64(rows[spot]) * PAIRS + pair)


@kernel
def decide_at_river(
    place: Any, cards: Any, by_rank: Any, by_suit: Any, start: Any, five: Tables, asked: Any, into: Any
) -> None:
    """Writes the action after the river, by the ranks of the board alone or by the suit that occurs three or more
    times.
    """
    for number in range(len(cards)):
        if asked[number]:
            key, one, other = START, cards[number, place], cards[number, place + 1]
            for community in range(BOARD):
                key += five.keys[cards[number, community]]
            first, second = np.int64(one >> 2), np.int64(other >> 2)
            if key + TWO_MORE & THREE_SUITED == 0:
                row = five.high_start[key >> HIGH_SHIFT & HIGH] + np.int64(five.low_place[key & LOW])
                into[number] = unpacked(by_rank, row * RANK_PAIRS + pair_of_kinds(first, second))
            else:
                suit = _suit_of(key)
                row = start[ranks_in(suits_of(cards, number, 0, BOARD), suit)] + _others(cards, number, suit)
                first += 0 if one & 3 == suit else RANKS
                second += 0 if other & 3 == suit else RANKS
                into[number] = unpacked(by_suit, row * SUIT_PAIRS + pair_of_kinds(first, second))


@kernel
def flop_number(cards: Any, number: Any) -> Any:
    """The index of three cards in the combinatorial number system."""
    a, b, c = np.int64(cards[number, 0]), np.int64(cards[number, 1]), np.int64(cards[number, 2])
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6


@kernel
def turn_number(cards: Any, number: Any) -> Any:
    """The index of four cards in the combinatorial number system."""
    a, b = np.int64(cards[number, 0]), np.int64(cards[number, 1])
    c, d = np.int64(cards[number, 2]), np.int64(cards[number, 3])
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6 + d * (d - 1) * (d - 2) * (d - 3) // 24


@kernel
def _suit_of(key: Any) -> Any:
    """The suit that occurs three or more times."""
    suit, bit = 0, FIRST_THREE_SUITED
    while key + TWO_MORE & bit == 0:
        suit, bit = suit + 1, bit << np.uint64(4)
    return suit


@kernel
def _others(cards: Any, number: Any, suit: Any) -> Any:
    """The index of the other suits' ranks on the board, which are a pair of ranks, a single rank or none."""
    one, other = np.int64(-1), np.int64(-1)
    for place in range(BOARD):
        if cards[number, place] & 3 != suit:
            one, other = np.int64(cards[number, place] >> 2), one
    return pair_of_kinds(one, other) if other >= 0 else max(one, 0)


@kernel
def pair_of_kinds(one: Any, other: Any) -> Any:
    high, low = max(one, other), min(one, other)
    return high * (high + 1) // 2 + low

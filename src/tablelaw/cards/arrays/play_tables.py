"""A strategy's decisions by the cards held and seen: built by the analysis, looked up by the simulation."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]


class DecisionTables(NamedTuple):
    """One strategy for a game with two cards and a board; tables for decisions the game does not have are empty."""

    before: Bytes
    """[pair] -> action, one byte each."""
    flop: Bytes
    """[suit-distinct flop, pair] -> action, four to a byte, as in the tables below."""
    turn: Bytes
    """[suit-distinct set of four, pair] -> action."""
    by_rank: Bytes
    """[board by its ranks, numbered like five-card strengths; pair of ranks] -> action."""
    by_suit: Bytes
    """[board with three or more cards of a suit, by its ranks in that suit, then by its other ranks; pair of 26 kinds]
    -> action.
    """


class SpotRows(NamedTuple):
    """The position of each spot in the tables; the same for every strategy."""

    flop_row: npt.NDArray[np.uint16]
    """[number of a flop among 22,100] -> its row."""
    flop_order: Bytes
    """[number of a flop among 22,100] -> the permutation of suits that turns the flop into the row's canonical form."""
    turn_row: npt.NDArray[np.uint16]
    turn_order: Bytes
    pair_orders: npt.NDArray[np.uint16]
    """[permutation of suits, pair] -> the pair with its suits renamed."""
    suit_start: npt.NDArray[np.int32]
    """[ranks of the suit that has three or more cards] -> the first row with these ranks."""


class FlushDecisions(NamedTuple):
    """One strategy for a game of flushes: the index of the option taken among those available for the flush's length,
    with fold first.
    """

    by_flush: Bytes
    """[ranks of the flush as bits, number of other cards above its top card] -> option, or BY_SUITS."""
    hands: npt.NDArray[np.uint64]
    """The hands that depend on the other suits, sorted; each is the ranks of four suits as bits, with the best flush in
    the highest bits.
    """
    options: Bytes
    """The option taken with each of `hands`."""


BY_SUITS = 255
"""Used in place of an option where the other suits decide and the hand must be looked up in `hands`."""

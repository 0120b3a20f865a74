"""What a way to play does, by the cards held and seen: made by the analysis, looked up by a simulated table."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]


class DecisionTables(NamedTuple):
    """One play of a game of two cards and a board; the tables of decisions a game has not are empty."""

    before: Bytes
    """[pair], a byte each."""
    flop: Bytes
    """[suit-distinct flop, pair], four to a byte; so are the others."""
    turn: Bytes
    """[suit-distinct set of four, pair]."""
    by_rank: Bytes
    """[board by its ranks, as five cards' strengths are looked up; pair of ranks]."""
    by_suit: Bytes
    """[board with a suit three times or more, by its ranks of that suit, then of the others; pair of 26 kinds]."""


class SpotRows(NamedTuple):
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


class FlushDecisions(NamedTuple):
    """One play of a game of flushes: the place of the option taken among those open to the flush's length, a fold
    first."""

    by_flush: Bytes
    """[ranks of the flush as bits, cards beside it above its top card] -> option, or BY_SUITS."""
    hands: npt.NDArray[np.uint64]
    """Rising: hands the other suits decide, the ranks of four suits as bits, the best flush first (highest bits)."""
    options: Bytes
    """What is done with them."""


BY_SUITS = 255
"""Instead of an option: the other suits decide, look the hand up."""

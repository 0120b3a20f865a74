"""A compiled table at which players and dealer hold seven cards each and compare flushes.

A hand is four sets of ranks, one for each suit, as bits. A flush's strength is the number of ranks, then the ranks
themselves: more cards beat fewer, then the highest card that the other does not hold.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.arrays.play_tables import BY_SUITS
from tablelaw.simulation.one_decision import Lookup, code_of, slip
from tablelaw.simulation.streams import deal

CARDS, SUITS, RANK_BITS = 7, 4, 13
RANKS = (1 << RANK_BITS) - 1
LINE, FLUSH, DEALER, QUALIFIES, RUN, STANDING = range(6)
"""What a wager may look at, in the order of its strides."""
FEATURES = 6
HIGHER, EQUAL, LOWER = range(3)


class Hands(NamedTuple):
    """How sets of ranks are read."""

    lengths: npt.NDArray[np.uint8]
    """[ranks of a suit] -> how many they are."""
    classes: npt.NDArray[np.int64]
    """[length of a flush] -> the place of its class."""
    runs: npt.NDArray[np.uint8]
    """[ranks of a suit] -> the place of the class of straight flush they make; 0 is the highest."""
    line: int
    """The strength from which a dealer qualifies."""


class Decisions(NamedTuple):
    """What each seat does: the index of an option among those open to a flush of that length, a fold first."""

    play: npt.NDArray[np.int64]
    """[seat] -> its play."""
    by_flush: npt.NDArray[np.uint8]
    """[play, ranks of the flush, cards beside it above its top card]."""
    hands: npt.NDArray[np.uint64]
    options: npt.NDArray[np.uint8]
    """Hands that are looked up by all their suits, sorted for each play, and their options."""
    first: npt.NDArray[np.int64]
    """[play] -> where its hands begin; one more entry at the end."""
    lines: npt.NDArray[np.int64]
    """[length of a flush, option] -> the line of play."""
    open: npt.NDArray[np.int64]
    """[length of a flush, ...] -> the options open to it, -1 after the last."""
    mistakes: npt.NDArray[np.int64]
    """[seat] -> the share of mistaken decisions, as numerator and denominator."""


@kernel
def play_rounds(
    stream: Any, slips: Any, pack: Any, read: Hands, decisions: Decisions, lookup: Lookup, into: Any
) -> None:
    """Fills [round, seat, column] with codes. Mistakes are drawn from a separate stream."""
    seats = into.shape[1]
    suits, dealer, seen = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64), np.zeros(FEATURES, np.int64)
    for number in range(into.shape[0]):
        deal(stream, pack, CARDS * (seats + 1))
        set_suits(pack, CARDS * seats, dealer)
        shown = best_flush(dealer, read.lengths)
        for seat in range(seats):
            set_suits(pack, CARDS * seat, suits)
            own = best_flush(suits, read.lengths)
            option = decide(decisions.play[seat], own, suits, read.lengths, decisions)
            option = slip(slips, option, decisions.open[own >> RANK_BITS], decisions.mistakes[seat])
            seen[LINE] = decisions.lines[own >> RANK_BITS, option]
            see(own, shown, suits, read, seen)
            for column in range(into.shape[2]):
                into[number, seat, column] = code_of(lookup, seat, column, seen)


@kernel
def set_suits(pack: Any, first: Any, suits: Any) -> None:
    """Seven cards as the ranks held in each suit."""
    for suit in range(SUITS):
        suits[suit] = 0
    for place in range(first, first + CARDS):
        suits[pack[place] & 3] |= 1 << (pack[place] >> 2)


@kernel
def best_flush(suits: Any, lengths: Any) -> Any:
    """The strength of the best suit."""
    best = 0
    for suit in range(SUITS):
        best = max(best, np.int64(lengths[suits[suit]]) << RANK_BITS | suits[suit])
    return best


@kernel
def see(own: Any, shown: Any, suits: Any, read: Hands, seen: Any) -> None:
    """What a wager may look at besides the line of play: classes by index, and the standing."""
    seen[FLUSH] = read.classes[own >> RANK_BITS]
    seen[DEALER] = read.classes[shown >> RANK_BITS]
    seen[QUALIFIES] = 0 if shown >= read.line else 1
    seen[STANDING] = HIGHER if own > shown else LOWER if own < shown else EQUAL
    seen[RUN] = read.runs[suits[0]]
    for suit in range(1, SUITS):
        seen[RUN] = min(seen[RUN], read.runs[suits[suit]])


# --- Decisions -----------------------------------------------------------------------------------


@kernel
def decide(play: Any, own: Any, suits: Any, lengths: Any, decisions: Decisions) -> Any:
    """The option a play takes with a hand."""
    flush = own & RANKS
    over, above, ranks = 0, 0, flush
    while ranks:
        ranks, over = ranks >> 1, over + 1
    for suit in range(SUITS):
        above += lengths[suits[suit] >> over]
    option = decisions.by_flush[play, flush, above]
    if option != BY_SUITS:
        return np.int64(option)
    first, after = decisions.first[play], decisions.first[play + 1]
    place = first + np.searchsorted(decisions.hands[first:after], packed(suits, lengths))
    return np.int64(decisions.options[place])


@kernel
def packed(suits: Any, lengths: Any) -> Any:
    """The four suits in falling order of strength, the best flush in the highest bits."""
    for last in range(SUITS - 1, 0, -1):
        for suit in range(last):
            one, next_one = suits[suit], suits[suit + 1]
            if np.int64(lengths[one]) << RANK_BITS | one < np.int64(lengths[next_one]) << RANK_BITS | next_one:
                suits[suit], suits[suit + 1] = next_one, one
    hand = 0
    for suit in range(SUITS):
        hand = hand << RANK_BITS | suits[suit]
    return np.uint64(hand)

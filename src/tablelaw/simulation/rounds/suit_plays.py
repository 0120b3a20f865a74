"""Strategies for a game that compares flushes: by the best suit and the other cards, or by all four suits.

Mistakes are drawn by round, then by seat.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.arrays.play_tables import BY_SUITS
from tablelaw.simulation.rounds.dealt_cards import DealtCards
from tablelaw.simulation.rounds.reading_kernels import RANK_BITS, SUITS, best_flush, ranks_in, suits_of
from tablelaw.simulation.rounds.set_plays import mistake
from tablelaw.simulation.streams import Stream

RANKS = (1 << RANK_BITS) - 1
Small = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]


class SuitPlays(NamedTuple):
    """The strategies of all seats as arrays; an option is its index among those open to a flush of that length, with a
    fold first.
    """

    play: Numbers
    """[seat] -> its strategy."""
    mistakes: Numbers
    """[seat] -> the share of mistaken decisions, as numerator and denominator."""
    by_flush: Small
    """[strategy, ranks of the flush, number of other cards above its top card] -> option."""
    hands: npt.NDArray[np.uint64]
    options: Small
    """The option taken with each hand of `hands`, which are looked up by all suits and sorted for each strategy."""
    first: Numbers
    """[strategy] -> the index of its first hand; one more entry at the end."""
    lines: Numbers
    """[length of a flush, option] -> the line of play."""
    legal: npt.NDArray[np.uint32]
    """[length of a flush] -> the available options, as bits."""
    lengths: Small
    """[ranks of a suit] -> the number of ranks."""

    def decide(
        self, dealt: DealtCards, first_own: int, own: int, board: int, slips: Stream, lines: Small, away: Small
    ) -> None:
        """Fills [seat, round] with lines."""
        decide_rounds(self, dealt.rows, first_own, own, slips, lines)


@kernel
def decide_rounds(plays: SuitPlays, cards: Any, first_own: Any, own: Any, slips: Any, lines: Any) -> None:
    for number in range(len(cards)):
        for seat in range(lines.shape[0]):
            suits = suits_of(cards, number, first_own + seat * own, own)
            flush = best_flush(suits, plays.lengths)
            length = flush >> RANK_BITS
            option = option_of(plays.play[seat], flush, suits, plays)
            if plays.mistakes[seat, 0]:
                option = mistake(slips, option, plays.legal[length], plays.mistakes[seat, 0], plays.mistakes[seat, 1])
            lines[seat, number] = plays.lines[length, option]


@kernel
def option_of(play: Any, best: Any, suits: Any, plays: SuitPlays) -> Any:
    """The option that a strategy takes with a hand."""
    flush = best & RANKS
    above, higher = 0, RANKS & ~up_to(flush)
    for suit in range(SUITS):
        above += plays.lengths[ranks_in(suits, suit) & higher]
    option = plays.by_flush[play, flush, above]
    if option != BY_SUITS:
        return np.int64(option)
    first, after = plays.first[play], plays.first[play + 1]
    place = first + np.searchsorted(plays.hands[first:after], packed(suits, plays.lengths))
    return np.int64(plays.options[place])


@kernel
def up_to(ranks: Any) -> Any:
    """All ranks up to the highest of the given ranks, as bits."""
    ranks |= ranks >> 1
    ranks |= ranks >> 2
    ranks |= ranks >> 4
    return ranks | ranks >> 8


@kernel
def packed(held: Any, lengths: Any) -> Any:
    """The four suits in descending order of strength, with the best flush in the highest bits."""
    suits = np.zeros(SUITS, np.int64)
    for suit in range(SUITS):
        suits[suit] = ranks_in(held, suit)
    for last in range(SUITS - 1, 0, -1):
        for suit in range(last):
            one, next_one = suits[suit], suits[suit + 1]
            if np.int64(lengths[one]) << RANK_BITS | one < np.int64(lengths[next_one]) << RANK_BITS | next_one:
                suits[suit], suits[suit + 1] = next_one, one
    hand = 0
    for suit in range(SUITS):
        hand = hand << RANK_BITS | suits[suit]
    return np.uint64(hand)

"""A strategy for a game that compares flushes, as arrays in which a program can look up the action for every hand.

Most hands are identified by their flush and by how many of the other cards rank above its top card. Where best play
also depends on the other suits, the hands are in a sorted list, by the ranks of their four suits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, lcm, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_dealer.flushes.best_play import STRATEGIES, Game, Pay, by_lines, game_of
from tablelaw.analysis.against_dealer.flushes.kernels import (
    CELLS,
    Deck,
    Work,
    best_option,
    deck_of,
    new_work,
    set_cells,
    set_flush,
    set_last_sizes,
    set_line,
    set_second,
    set_second_size,
)
from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.arrays.play_tables import BY_SUITS, FlushDecisions
from tablelaw.law.rulebook import Terms

SUIT_BITS = 13

Options = npt.NDArray[np.uint8]
Hands = npt.NDArray[np.uint64]


def best_decisions(terms: Terms, folding: bool = True) -> FlushDecisions:
    """Best play, or the best play that never folds, as arrays; of equally good options the smallest wager."""
    game = game_of(terms)
    return _decided(game.line, game.pay, 0 if folding else 1)


@lru_cache(maxsize=4)
def _decided(line: int, pay: Pay, first: int) -> FlushDecisions:
    """The best option for every hand among the options numbered `first` and above."""
    deck = deck_of()
    count = sum(_hands_of(deck, sizes) for sizes in _suit_sizes(deck.cards))
    hands, options, cells = np.empty(count, np.uint64), np.empty(count, np.uint8), np.empty(count, np.int32)
    found = decide_into(deck, line, pay_table(pay, first), new_work(deck), hands, options, cells)
    assert found == count
    return _told(deck, hands, options + np.uint8(first), cells)


def named_decisions(terms: Terms, name: str) -> FlushDecisions:
    """A named strategy, which either raises the maximum permitted or folds, as arrays."""
    return _by_flush(game_of(terms), by_lines(STRATEGIES[name]))


def _by_flush(game: Game, raises: Callable[[int, int], bool]) -> FlushDecisions:
    deck = deck_of()
    by_flush = np.zeros((1 << deck.ranks, deck.cards + 1), np.uint8)
    for place in range(int(deck.first[-(-deck.cards // 4)]), len(deck.masks)):
        mask = int(deck.masks[place])
        for above in range(deck.cards - mask.bit_count() + 1):
            by_flush[mask, above] = len(game.options[mask.bit_count()]) - 1 if raises(place, above) else 0
    return FlushDecisions(by_flush, np.zeros(0, np.uint64), np.zeros(0, np.uint8))


def _told(deck: Deck, hands: Hands, options: Options, cells: npt.NDArray[np.int32]) -> FlushDecisions:
    """Lists a hand individually only where the flush and the number of higher cards do not decide the option."""
    least, most = (np.full((1 << deck.ranks) * (deck.cards + 1), start, np.uint8) for start in (BY_SUITS, 0))
    np.minimum.at(least, cells, options)
    np.maximum.at(most, cells, options)
    by_flush = np.where(least < most, BY_SUITS, most)
    listed = by_flush[cells] == BY_SUITS
    order = np.argsort(hands[listed])
    return FlushDecisions(
        by_flush.reshape(-1, deck.cards + 1).astype(np.uint8), hands[listed][order], options[listed][order]
    )


def pay_table(pay: Pay, first: int = 0) -> npt.NDArray[np.int64]:
    """[length, option, cell] -> gain, for the options numbered `first` and above; an option closed to a flush is given
    the value of the first one, so that it is never chosen.
    """
    unit = lcm(*(gain.denominator for options in pay for cells in options for gain in cells))
    most = max(map(len, pay)) - first
    table = np.zeros((len(pay), most, CELLS), np.int64)
    for length, options in enumerate(pay):
        for n in range(most if options else 0):
            table[length, n] = [int(gain * unit) for gain in options[first + n if first + n < len(options) else first]]
    return table


# --- Every suit-distinct hand ----------------------------------------------------------------------


def _suit_sizes(cards: int) -> Iterator[tuple[int, ...]]:
    return (sizes for sizes in combinations_with_replacement(range(cards + 1), 4) if sum(sizes) == cards)


def _hands_of(deck: Deck, sizes: tuple[int, ...]) -> int:
    """How many suit-distinct hands have suits of these sizes; suits of equal size are chosen with repetition."""
    alike = ((comb(deck.ranks, size), sizes.count(size)) for size in set(sizes))
    return prod(comb(sets + suits - 1, suits) for sets, suits in alike)


@kernel
def decide_into(deck: Deck, line: Any, pay: Any, work: Work, hands: Any, options: Any, cells: Any) -> Any:
    """Writes every hand, its best option, and its flush with the cards above it; returns how many there are."""
    found = 0
    set_line(deck, line, work)
    for top in range(deck.first[-(-deck.cards // 4)], len(deck.masks)):
        length = deck.ones[deck.masks[top]]
        left = deck.cards - length
        set_flush(deck, top, work)
        for size in range((left + 2) // 3, min(length, left) + 1):
            set_second_size(deck, size, work)
            for second in range(deck.first[size], min(deck.first[size + 1], top + 1)):
                set_second(deck, second, work)
                for third in range((left - size + 1) // 2, min(size, left - size) + 1):
                    set_last_sizes(deck, third, left - size - third, work)
                    found = _last_suits(
                        deck, third, left - size - third, work, pay[length], hands, options, cells, found
                    )
    return found


@kernel
def _last_suits(
    deck: Deck,
    third_size: Any,
    fourth_size: Any,
    work: Work,
    pay: Any,
    hands: Any,
    options: Any,
    cells: Any,
    found: Any,
) -> Any:
    top, second, beside = work.places[0], work.places[1], work.beside
    for third in range(deck.first[third_size], min(deck.first[third_size + 1], second + 1)):
        for fourth in range(deck.first[fourth_size], min(deck.first[fourth_size + 1], third + 1)):
            set_cells(deck.dealers, work.last, work.lower, third, fourth, work.cells)
            above = beside[second] + beside[third] + beside[fourth]
            hands[found] = _packed(deck, top, second, third, fourth)
            options[found] = best_option(pay, work.cells)
            cells[found] = deck.masks[top] * (deck.cards + 1) + above
            found += 1
    return found


@kernel
def _packed(deck: Deck, top: Any, second: Any, third: Any, fourth: Any) -> Any:
    high = deck.masks[top] << SUIT_BITS | deck.masks[second]
    return np.uint64((high << SUIT_BITS | deck.masks[third]) << SUIT_BITS | deck.masks[fourth])

"""Compiled loops over suit-distinct hands of a game that compares flushes.

A hand is four sets of ranks, one for each suit. Sets are numbered by the ranks they hold: more ranks above fewer, then
by rank from the top, so that a set's place in the list is also its strength as a flush. With the four places in falling
order each suit-distinct hand occurs once, and its first place is the player's flush.

The dealer's hands below some flush are those in which every suit holds fewer ranks, or as many and lower ones. Each
suit gives a polynomial (how many such sets of k ranks it has left); the count is the coefficient of their product at
the power of the hand's size. Only the last suit's leading coefficient changes in the innermost loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.parallel import share_out
from tablelaw.analysis.symmetry.suit_kernels import multiplicity
from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.card import Card

Counts = npt.NDArray[np.int64]

BOUNDS, CELLS = 3, 6
"""Bounds: below the player's flush, not above it, below the line at which the dealer qualifies. Cells: below the line,
then at or above it, each with the player higher, equal, lower.
"""
LOWER, NOT_ABOVE, LINE = range(BOUNDS)
INTERLEAVED = 8


class Deck(NamedTuple):
    """A deck of four suits, the size of a hand, and counts that are used repeatedly."""

    cards: int
    ranks: int
    dealers: int
    masks: Counts
    """Every set of ranks a hand can hold of one suit, lowest first."""
    first: Counts
    """[k] -> the place of the lowest set of k ranks."""
    ones: Counts
    choose: Counts


class Work(NamedTuple):
    """What is known about the hand being formed, suit by suit, with every count for each of the bounds."""

    lower: Counts
    """[bound, place] -> how many sets as long as the bound, and below it, a suit still holds without the ranks of the
    set at `place`.
    """
    beside: Counts
    """[place] -> how many ranks of the set are above the flush's top card."""
    length: Counts
    one: Counts
    second: Counts
    two: Counts
    three: Counts
    last: Counts
    cells: Counts
    places: Counts


def new_work(deck: Deck) -> Work:
    sets, by_power = len(deck.masks), (BOUNDS, deck.cards + 1)
    shapes = ((BOUNDS, sets), sets, BOUNDS, by_power, by_power, by_power, by_power, (BOUNDS, 4), CELLS, 4)
    return Work(*(np.zeros(shape, np.int64) for shape in shapes))


@cache
def deck_of(ranks: int = 13, cards: int = 7) -> Deck:
    """A deck of four suits with these ranks, and hands of this many cards; tests count smaller decks by hand."""
    sets = sorted((m for m in range(1 << ranks) if m.bit_count() <= cards), key=lambda m: (m.bit_count(), m))
    first = np.searchsorted([mask.bit_count() for mask in sets], np.arange(cards + 2))
    ones = np.array([mask.bit_count() for mask in range(1 << ranks)])
    choose = np.array([[comb(n, k) for k in range(cards + 1)] for n in range(ranks + 1)])
    return Deck(cards, ranks, comb(4 * ranks - cards, cards), np.array(sets), first, ones, choose)


def places_of(cards: Sequence[Card]) -> Counts:
    """The four suits of a hand as the places of their sets, highest first."""
    held = [sum(1 << (card >> 2) for card in cards if card & 3 == suit) for suit in range(4)]
    return np.sort([place_of(mask) for mask in held])[::-1].copy()


def place_of(mask: int) -> int:
    deck = deck_of()
    start = int(deck.first[mask.bit_count()])
    return start + int(np.searchsorted(deck.masks[start : deck.first[mask.bit_count() + 1]], mask))


# --- One suit ------------------------------------------------------------------------------------


@kernel
def lower_sets(deck: Deck, held: Any, flush: Any) -> Any:
    """How many sets of the same size rank below `flush` and share no rank with `held`."""
    count, wanted = 0, deck.ones[flush]
    for rank in range(deck.ranks - 1, -1, -1):
        bit = 1 << rank
        if flush & bit:
            count += deck.choose[deck.ones[bit - 1 & ~held], wanted]
            if held & bit:
                return count
            wanted -= 1
    return count


@kernel
def set_line(deck: Deck, line: Any, work: Work) -> None:
    """Counts the sets below the line at which the dealer qualifies, for every set that a suit may have lost."""
    flush = deck.masks[line]
    work.length[LINE] = deck.ones[flush]
    for place in range(len(deck.masks)):
        work.lower[LINE, place] = lower_sets(deck, deck.masks[place], flush)


@kernel
def set_flush(deck: Deck, top: Any, work: Work) -> None:
    """Counts the sets below the player's flush and not above it, for every set that the player's suits may hold."""
    length = deck.ones[deck.masks[top]]
    work.places[0] = top
    work.length[LOWER] = work.length[NOT_ABOVE] = length
    for place in range(deck.first[min(length, deck.cards - length) + 1]):
        _set_place(deck, top, place, work)
    _set_place(deck, top, top, work)
    for bound in range(BOUNDS):
        size = work.length[bound]
        for power in range(deck.cards + 1):
            work.one[bound, power] = deck.choose[deck.ranks - length, power] if power < size else 0
        work.one[bound, size] = work.lower[bound, top]


@kernel
def _set_place(deck: Deck, top: Any, place: Any, work: Work) -> None:
    flush, held = deck.masks[top], deck.masks[place]
    lower, over = lower_sets(deck, held, flush), held
    while flush:
        flush, over = flush >> 1, over >> 1
    work.lower[LOWER, place] = lower
    work.lower[NOT_ABOVE, place] = lower + (1 if deck.masks[top] & held == 0 else 0)
    work.beside[place] = deck.ones[over]


# --- Two suits, three, four ----------------------------------------------------------------------
# A suit's polynomial follows from how many ranks it lost, except for its leading coefficient, which is at the power
# of the bound's length. So the contribution of a further suit is computed once for its size, then completed per set.


@kernel
def _join(known: Any, row: Any, length: Any, power: Any) -> Any:
    """What a further suit, without its leading coefficient, contributes to a power of the product."""
    count = 0
    for size in range(min(power + 1, length)):
        count += known[power - size] * row[size]
    return count


@kernel
def set_second_size(deck: Deck, size: Any, work: Work) -> None:
    for bound in range(BOUNDS):
        for power in range(deck.cards + 1):
            row = deck.choose[deck.ranks - size]
            work.second[bound, power] = _join(work.one[bound], row, work.length[bound], power)


@kernel
def set_second(deck: Deck, place: Any, work: Work) -> None:
    work.places[1] = place
    for bound in range(BOUNDS):
        length, lead = work.length[bound], work.lower[bound, place]
        for power in range(deck.cards + 1):
            count = work.second[bound, power]
            work.two[bound, power] = count + (work.one[bound, power - length] * lead if power >= length else 0)


@kernel
def set_last_sizes(deck: Deck, third: Any, fourth: Any, work: Work) -> None:
    """Writes the dealer's hands as a function of the last two suits' leading coefficients: the factors of 1, the third,
    the fourth, and their product.
    """
    for bound in range(BOUNDS):
        length, two, three = work.length[bound], work.two[bound], work.three[bound]
        for power in range(deck.cards - length, deck.cards + 1):
            three[power] = _join(two, deck.choose[deck.ranks - third], length, power)
        row, last = deck.choose[deck.ranks - fourth], work.last[bound]
        last[0] = _join(three, row, length, deck.cards)
        last[1] = _join(two, row, length, deck.cards - length)
        last[2] = three[deck.cards - length]
        last[3] = two[deck.cards - 2 * length] if 2 * length <= deck.cards else 0


@kernel
def set_cells(dealers: Any, last: Any, lower: Any, third: Any, fourth: Any, cells: Any) -> None:
    """Counts the dealer's hands by the line and the player's standing."""
    below = dealer_hands(last[LOWER], lower[LOWER, third], lower[LOWER, fourth])
    upto = dealer_hands(last[NOT_ABOVE], lower[NOT_ABOVE, third], lower[NOT_ABOVE, fourth])
    under = dealer_hands(last[LINE], lower[LINE, third], lower[LINE, fourth])
    split_cells(dealers, below, upto, under, cells)


@kernel
def split_cells(dealers: Any, below: Any, upto: Any, under: Any, cells: Any) -> None:
    """Derives the cells from how many of the dealer's hands are within each bound; flushes are totally ordered, so the
    smaller bound decides.
    """
    cells[0] = min(below, under)
    cells[1] = min(upto, under) - cells[0]
    cells[2] = under - min(upto, under)
    cells[3] = below - cells[0]
    cells[4] = upto - below - cells[1]
    cells[5] = dealers - upto - cells[2]


@kernel
def dealer_hands(last: Any, third: Any, fourth: Any) -> Any:
    return last[0] + last[1] * third + (last[2] + last[3] * third) * fourth


@kernel
def count_dealers(deck: Deck, places: Any, line: Any, work: Work) -> None:
    """Fills the cells for one hand, whose places are in falling order."""
    sizes = deck.ones[deck.masks[places]]
    set_line(deck, line, work)
    set_flush(deck, places[0], work)
    set_second_size(deck, sizes[1], work)
    set_second(deck, places[1], work)
    set_last_sizes(deck, sizes[2], sizes[3], work)
    set_cells(deck.dealers, work.last, work.lower, places[2], places[3], work.cells)


# --- All hands -----------------------------------------------------------------------------------


def count_deals(deck: Deck, line: int, pay: Counts) -> tuple[Counts, Counts]:
    """Counts all deals by cell, for each [flush, best option] and each [flush, number of other cards above its top
    card].
    """
    sets = len(deck.masks)
    best = np.zeros((sets, pay.shape[1], CELLS), np.int64)
    held = np.zeros((sets, deck.cards, CELLS), np.int64)
    flushes = flushes_of(deck)
    share_out(len(flushes), lambda a, b: walk(deck, line, flushes[a:b], pay, new_work(deck), best, held))
    return best, held


def flushes_of(deck: Deck) -> Counts:
    """The places of all flushes that a hand may have, in mixed order, so that equal parts take about the same time."""
    flushes = np.arange(deck.first[-(-deck.cards // 4)], len(deck.masks))
    return np.concatenate([flushes[n::INTERLEAVED] for n in range(INTERLEAVED)])


@kernel
def walk(deck: Deck, line: Any, tops: Any, pay: Any, work: Work, best: Any, held: Any) -> None:
    """Counts the deals of every hand with one of these flushes, by cell: in `best` for each [flush, best option], and
    in `held` for each [flush, number of other cards that rank above its top card]. `pay` is by [length, option, cell].
    """
    set_line(deck, line, work)
    for top in tops:
        length = deck.ones[deck.masks[top]]
        left = deck.cards - length
        set_flush(deck, top, work)
        for size in range((left + 2) // 3, min(length, left) + 1):
            set_second_size(deck, size, work)
            for second in range(deck.first[size], min(deck.first[size + 1], top + 1)):
                set_second(deck, second, work)
                _third_sizes(deck, size, left - size, work, pay[length], best[top], held[top])


@kernel
def _third_sizes(deck: Deck, second: Any, left: Any, work: Work, pay: Any, best: Any, held: Any) -> None:
    for size in range((left + 1) // 2, min(second, left) + 1):
        set_last_sizes(deck, size, left - size, work)
        _last_suits(deck, size, left - size, work, pay, best, held)


@kernel
def _last_suits(deck: Deck, third_size: Any, fourth_size: Any, work: Work, pay: Any, best: Any, held: Any) -> None:
    places, cells, beside = work.places, work.cells, work.beside
    for third in range(deck.first[third_size], min(deck.first[third_size + 1], places[1] + 1)):
        places[2], over = third, beside[places[1]] + beside[third]
        for fourth in range(deck.first[fourth_size], min(deck.first[fourth_size + 1], third + 1)):
            places[3] = fourth
            set_cells(deck.dealers, work.last, work.lower, third, fourth, cells)
            times = multiplicity(places)
            option = best_option(pay, cells)
            for cell in range(CELLS):
                best[option, cell] += times * cells[cell]
                held[over + beside[fourth], cell] += times * cells[cell]


@kernel
def best_option(pay: Any, cells: Any) -> Any:
    """The option with the highest value; the first of equals."""
    best, most = 0, 0
    for option in range(len(pay)):
        worth = 0
        for cell in range(CELLS):
            worth += pay[option, cell] * cells[cell]
        if option == 0 or worth > most:
            best, most = option, worth
    return best

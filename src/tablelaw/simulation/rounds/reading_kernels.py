"""The compiled loops that read hands: strengths and classes of cards in one or two runs of a row, for all rounds."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.arrays.kernels import FIVE_SUITED, START, ZERO, Tables, by_ranks, by_suit

HIGHEST = 9
"""The highest category. Classes count down from the highest hand, but categories count up from the lowest."""
SIX_ROYAL = np.uint64(0b1111110000000)
"""The ranks from the nine to the ace in one suit."""
SUIT_BITS, SUIT_RANKS = np.uint64(16), np.uint64((1 << 13) - 1)
ROYAL_IN_ANOTHER_SUIT, ROYAL_IN_DIAMONDS, DIAMONDS = 10, 11, 1
"""Categories beyond the ten of a strength: a royal flush that uses all six cards."""
SUITS, RANK_BITS = 4, 13
ONE, TWO, LAST_SUIT = np.uint64(1), np.uint64(2), np.uint64(3)

# --- The best five cards ------------------------------------------------------------------------------------


@kernel
def read_best(cards: Any, first: Any, count: Any, then: Any, more: Any, tables: Tables, into: Any) -> None:
    """Reads the strengths of two runs of cards together; literal counts let the compiler unroll loops."""
    if count == 5 and more == 2:
        fill_best(cards, first, 5, then, 2, tables, into)
    elif count == 3 and more == 2:
        fill_best(cards, first, 3, then, 2, tables, into)
    elif count == 5 and more == 0:
        fill_best(cards, first, 5, then, 0, tables, into)
    else:
        fill_best(cards, first, count, then, more, tables, into)


@kernel
def fill_best(cards: Any, first: Any, count: Any, then: Any, more: Any, tables: Tables, into: Any) -> None:
    for number in range(len(cards)):
        key = START
        for place in range(first, first + count):
            key += tables.keys[cards[number, place]]
        for place in range(then, then + more):
            key += tables.keys[cards[number, place]]
        if key & FIVE_SUITED:
            into[number] = by_suit(key, mask_of(cards, number, first, count, then, more, tables), tables)
        else:
            into[number] = by_ranks(key, tables)


@kernel
def mask_of(cards: Any, number: Any, first: Any, count: Any, then: Any, more: Any, tables: Tables) -> Any:
    """The ranks of two runs of cards, suit by suit."""
    mask = ZERO
    for place in range(first, first + count):
        mask |= tables.masks[cards[number, place]]
    for place in range(then, then + more):
        mask |= tables.masks[cards[number, place]]
    return mask


@kernel
def plain_classes(strengths: Any, into: Any) -> None:
    """Writes the index among the ten plain classes, highest first, for each five-card strength."""
    for number in range(len(strengths)):
        into[number] = HIGHEST - (strengths[number] >> 20)


@kernel
def ladder_classes(strengths: Any, bounds: Any, places: Any, into: Any) -> None:
    """Writes the class of each strength, found by the number of bounds it reaches."""
    into[:] = 0
    for bound in bounds:
        for number in range(len(strengths)):
            into[number] += strengths[number] >= bound
    for number in range(len(strengths)):
        into[number] = places[into[number]]


@kernel
def compare(own: Any, dealer: Any, standing: Any) -> None:
    """Compares two strengths in every round: 0 higher, 1 equal, 2 lower."""
    for number in range(len(own)):
        standing[number] = 0 if own[number] > dealer[number] else 1 if own[number] == dealer[number] else 2


@kernel
def read_sixes(
    cards: Any, first: Any, count: Any, then: Any, more: Any, six: Tables, classes: Any, strengths: Any, into: Any
) -> None:
    """Writes the class of six cards in every round; a royal flush that uses all six has its own class."""
    fill_best(cards, first, count, then, more, six, strengths)
    for number in range(len(cards)):
        category: Any = np.int64(strengths[number] >> 20)
        if category == HIGHEST:
            mask = mask_of(cards, number, first, count, then, more, six)
            for suit in range(SUITS):
                if mask >> (SUIT_BITS * np.uint64(suit)) & SUIT_RANKS == SIX_ROYAL:
                    category = ROYAL_IN_DIAMONDS if suit == DIAMONDS else ROYAL_IN_ANOTHER_SUIT
        into[number] = classes[category]


# --- The indexes of sets ---------------------------------------------------------------------------------------


@kernel
def number_sets(cards: Any, first: Any, count: Any, then: Any, more: Any, into: Any) -> None:
    """Writes the index of a set of two to five cards: C(a, 1) + C(b, 2) + ... for cards in ascending order."""
    if count == 3 and more == 0:
        fill_numbers(cards, first, 3, then, 3, into)
    elif count == 5 and more == 0:
        fill_numbers(cards, first, 5, then, 5, into)
    elif count == 2 and more == 0:
        fill_numbers(cards, first, 2, then, 2, into)
    else:
        fill_numbers(cards, first, count, then, count + more, into)


@kernel
def fill_numbers(cards: Any, first: Any, count: Any, then: Any, size: Any, into: Any) -> None:
    a, b, c, d, e = np.int64(0), np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for number in range(len(cards)):
        a = card_at(cards, number, 0, first, count, then)
        b = card_at(cards, number, 1, first, count, then)
        a, b = min(a, b), max(a, b)
        if size > 2:
            c = card_at(cards, number, 2, first, count, then)
            b, c = min(b, c), max(b, c)
            a, b = min(a, b), max(a, b)
        if size > 3:
            d = card_at(cards, number, 3, first, count, then)
            c, d = min(c, d), max(c, d)
            b, c = min(b, c), max(b, c)
            a, b = min(a, b), max(a, b)
        if size > 4:
            e = card_at(cards, number, 4, first, count, then)
            d, e = min(d, e), max(d, e)
            c, d = min(c, d), max(c, d)
            b, c = min(b, c), max(b, c)
            a, b = min(a, b), max(a, b)
        found = a + b * (b - 1) // 2
        if size > 2:
            found += c * (c - 1) * (c - 2) // 6
        if size > 3:
            found += d * (d - 1) * (d - 2) * (d - 3) // 24
        if size > 4:
            found += e * (e - 1) * (e - 2) * (e - 3) * (e - 4) // 120
        into[number] = found


@kernel
def card_at(cards: Any, number: Any, place: Any, first: Any, count: Any, then: Any) -> Any:
    """The card at a position in two runs, treated as one."""
    return np.int64(cards[number, first + place if place < count else then + place - count])


@kernel
def pair_number(one: Any, other: Any) -> Any:
    """The index of two cards among the 1,326 pairs."""
    high, low = np.int64(max(one, other)), np.int64(min(one, other))
    return high * (high - 1) // 2 + low


# --- The best suit ---------------------------------------------------------------------------------------------


@kernel
def suits_of(cards: Any, number: Any, first: Any, count: Any) -> Any:
    """The ranks held in each suit by a run of cards, sixteen bits per suit."""
    suits = ZERO
    for place in range(first, first + count):
        card = np.uint64(cards[number, place])
        suits |= ONE << ((card & LAST_SUIT) * SUIT_BITS + (card >> TWO))
    return suits


@kernel
def ranks_in(suits: Any, suit: Any) -> Any:
    """The ranks held in one suit, as bits."""
    return np.int64(suits >> SUIT_BITS * np.uint64(suit) & SUIT_RANKS)


@kernel
def best_flush(suits: Any, lengths: Any) -> Any:
    """The strength of the best suit: the number of its ranks, then the ranks themselves."""
    best = 0
    for suit in range(SUITS):
        ranks = ranks_in(suits, suit)
        best = max(best, np.int64(lengths[ranks]) << RANK_BITS | ranks)
    return best


@kernel
def read_flushes(cards: Any, first: Any, count: Any, lengths: Any, into: Any) -> None:
    """Writes the strength of the best suit of a run of cards in every round."""
    for number in range(len(cards)):
        into[number] = best_flush(suits_of(cards, number, first, count), lengths)


@kernel
def read_suit_runs(cards: Any, first: Any, count: Any, runs: Any, into: Any) -> None:
    """Writes the highest class in any one suit of a run of cards, in every round."""
    for number in range(len(cards)):
        suits = suits_of(cards, number, first, count)
        best = runs[ranks_in(suits, 0)]
        for suit in range(1, SUITS):
            best = min(best, runs[ranks_in(suits, suit)])
        into[number] = best


# --- Own cards after a discard or a purchase --------------------------------------------------------------------


@kernel
def put_last(cards: Any, first: Any, own: Any, away: Any) -> None:
    """Swaps the discarded card with the seat's last card, so the cards kept are adjacent."""
    last = first + own - 1
    for number in range(len(cards)):
        place = min(np.int64(away[number]), last)
        cards[number, place], cards[number, last] = cards[number, last], cards[number, place]


@kernel
def keep_with_bought(cards: Any, first: Any, own: Any, away: Any, bought: Any, into: Any) -> None:
    """Writes the seat's own cards in all rounds, with the bought card in place of the discarded one."""
    for number in range(len(cards)):
        for n in range(own):
            into[number, n] = cards[number, bought if first + n == away[number] else first + n]

"""Compiled count of all deals when the player knows only whether one of the dealer's cards is in a group of ranks.

As in `card_kernels`, the ranks that the player holds of a suit matter only by what they leave to the dealer. Every
count is a pair here: the dealer's sets of the suit, and these sets with one of their cards in the group marked. Hands
with one marked card come from the products of four such pairs, in which the marked card is in one suit.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np

from tablelaw.analysis.against_dealer.flushes.kernels import (
    BOUNDS,
    CELLS,
    LINE,
    LOWER,
    NOT_ABOVE,
    Counts,
    Deck,
    best_option,
    lower_sets,
    split_cells,
)
from tablelaw.analysis.protection.against_dealer.flushes.card_kernels import place_after
from tablelaw.cards.arrays.compiled import kernel

ALL, MARKED = range(2)
"""The members of a pair."""
FLUSH_BITS, MARKED_BITS, RANK_BITS = 11, 14, 4
"""Bits for the flushes of one length in a suit, for those flushes with one of their cards marked, and for ranks."""


class Kinds(NamedTuple):
    """The kinds of one suit of the player's hand."""

    total: Counts
    """[0] -> how many kinds there are."""
    sets: Counts
    """[kind] -> how many sets of ranks are of the kind."""
    is_top: Counts
    """[kind] -> 1 for the player's flush itself."""
    in_group: Counts
    """[kind] -> how many ranks of the group the player does not hold."""
    dealers: Counts
    """[kind, member, bound, cards of the suit] -> the sets that the dealer may hold of the suit within the bound."""
    keys: Counts


class Work(NamedTuple):
    """Work space."""

    kinds: tuple[Kinds, Kinds, Kinds, Kinds]
    two: Counts
    three: Counts
    four: Counts
    cells: Counts
    """[member, cell] -> the dealer's hands."""


def new_work(deck: Deck) -> Work:
    pairs = 2, BOUNDS, deck.cards + 1
    most = max(comb(deck.ranks, size) for size in range(deck.cards // 2 + 1))
    shapes = (1, most, most, most, (most, *pairs), most)
    one, two, three, four = (Kinds(*(np.zeros(shape, np.int64) for shape in shapes)) for _ in range(4))
    return Work((one, two, three, four), *(np.zeros(shape, np.int64) for shape in (pairs, pairs, pairs, (2, CELLS))))


# --- Kinds -----------------------------------------------------------------------------------------------


@kernel
def set_kinds(deck: Deck, top: Any, line: Any, group: Any, size: Any, first: Any, after: Any, k: Kinds) -> None:
    """Finds the kinds of the sets at the places from `first`, all of one size."""
    for place in range(first, after):
        is_top = 1 if place == top else 0
        k.keys[place - first] = _key(deck, top, line, group, deck.masks[place]) << 1 | is_top
    k.total[0] = 0
    last = -1
    for key in np.sort(k.keys[: after - first]):
        if key != last:
            _start_kind(deck, top, line, size, key, k)
            last = key
        k.sets[k.total[0] - 1] += 1


@kernel
def _key(deck: Deck, top: Any, line: Any, group: Any, held: Any) -> Any:
    """What decides the kind of the ranks held: the flushes they leave to the dealer, and the ranks of the group."""
    flush, bound = deck.masks[top], deck.masks[line]
    lower, under = lower_sets(deck, held, flush), lower_sets(deck, held, bound)
    same = 1 if held & flush == 0 else 0
    lower_marked, same_marked, under_marked = 0, 0, 0
    for rank in range(deck.ranks):
        if group & ~held & 1 << rank:
            lower_marked += lower - lower_sets(deck, held | 1 << rank, flush)
            same_marked += same if flush & 1 << rank else 0
            under_marked += under - lower_sets(deck, held | 1 << rank, bound)
    key = lower << FLUSH_BITS | under
    key = key << MARKED_BITS | lower_marked
    key = key << MARKED_BITS | under_marked
    key = key << RANK_BITS | same_marked
    return (key << RANK_BITS | deck.ones[group & ~held]) << 1 | same


@kernel
def _start_kind(deck: Deck, top: Any, line: Any, size: Any, key: Any, k: Kinds) -> None:
    kind = k.total[0]
    marks, flushes = (1 << MARKED_BITS) - 1, (1 << FLUSH_BITS) - 1
    k.total[0], k.sets[kind], k.is_top[kind] = kind + 1, 0, key & 1
    same = key >> 1 & 1
    k.in_group[kind] = in_group = key >> 2 & (1 << RANK_BITS) - 1
    rest = key >> 2 + RANK_BITS
    same_marked, rest = rest & (1 << RANK_BITS) - 1, rest >> RANK_BITS
    under_marked, lower_marked = rest & marks, rest >> MARKED_BITS & marks
    under, lower = rest >> 2 * MARKED_BITS & flushes, rest >> 2 * MARKED_BITS + FLUSH_BITS
    k.dealers[kind] = 0
    for bound in range(BOUNDS):
        length = deck.ones[deck.masks[line if bound == LINE else top]]
        for cards in range(length):
            k.dealers[kind, ALL, bound, cards] = deck.choose[deck.ranks - size, cards]
            if cards and in_group:
                k.dealers[kind, MARKED, bound, cards] = in_group * deck.choose[deck.ranks - size - 1, cards - 1]
        is_same = 1 if bound == NOT_ABOVE else 0
        k.dealers[kind, ALL, bound, length] = under if bound == LINE else lower + is_same * same
        k.dealers[kind, MARKED, bound, length] = under_marked if bound == LINE else lower_marked + is_same * same_marked


# --- All deals -------------------------------------------------------------------------------------------


@kernel
def walk(deck: Deck, line: Any, group: Any, dealers: Any, sizes: Any, tops: Any, pay: Any, w: Work, ends: Any) -> None:
    """Counts all deals by [flush, option, cell] for these flushes. The dealer has `dealers` hands that contain a given
    card; `pay` is by [length, option, cell].
    """
    one, two, three, four = w.kinds
    for top in tops:
        length = deck.ones[deck.masks[top]]
        for row in sizes:
            if row[0] == length:
                set_kinds(deck, top, line, group, row[0], top, top + 1, one)
                set_kinds(deck, top, line, group, row[1], deck.first[row[1]], place_after(deck, top, row[1]), two)
                set_kinds(deck, top, line, group, row[2], deck.first[row[2]], place_after(deck, top, row[2]), three)
                set_kinds(deck, top, line, group, row[3], deck.first[row[3]], place_after(deck, top, row[3]), four)
                _count_hands(deck, row, dealers, pay[length], w, ends[top])


@kernel
def _count_hands(deck: Deck, row: Any, dealers: Any, pay: Any, w: Work, ends: Any) -> None:
    """Counts the deals of all hands made of the kinds; where suits are as long as the flush, the flush may be in any of
    them, and hands that hold it twice are found twice.
    """
    one, two, three, four = w.kinds
    ties = 1
    for n in range(1, 4):
        ties += 1 if row[n] == row[0] else 0
    for b in range(two.total[0]):
        _multiply(0, one.dealers[0], two.dealers[b], w.two)
        for c in range(three.total[0]):
            _multiply(0, w.two, three.dealers[c], w.three)
            for d in range(four.total[0]):
                _multiply(deck.cards, w.three, four.dealers[d], w.four)
                marked = one.in_group[0] + two.in_group[b] + three.in_group[c] + four.in_group[d]
                _set_cells(deck, marked, dealers, w)
                tops = 1 + two.is_top[b] + three.is_top[c] + four.is_top[d]
                hands = row[4] * ties * two.sets[b] * three.sets[c] * four.sets[d] // tops
                for member in range(2):
                    ends[best_option(pay, w.cells[member])] += hands * w.cells[member]


@kernel
def _set_cells(deck: Deck, marked: Any, dealers: Any, w: Work) -> None:
    """Counts the dealer's hands whose marked card is in the group, and those whose marked card is not.

    Any card of a hand may be the marked one, so each hand counts once for every card in it.
    """
    last, unseen = w.four[:, :, deck.cards], 4 * deck.ranks - deck.cards
    within = last[MARKED]
    split_cells(marked * dealers, within[LOWER], within[NOT_ABOVE], within[LINE], w.cells[MARKED])
    within = last[ALL]
    split_cells(unseen * dealers // deck.cards, within[LOWER], within[NOT_ABOVE], within[LINE], w.cells[ALL])
    for cell in range(CELLS):
        w.cells[ALL, cell] = deck.cards * w.cells[ALL, cell] - w.cells[MARKED, cell]


@kernel
def _multiply(lowest: Any, one: Any, other: Any, into: Any) -> None:
    """Multiplies two pairs, for the powers from `lowest` on."""
    for bound in range(BOUNDS):
        for power in range(lowest, into.shape[2]):
            every, marked = 0, 0
            for n in range(power + 1):
                every += one[ALL, bound, n] * other[ALL, bound, power - n]
                marked += one[ALL, bound, n] * other[MARKED, bound, power - n]
                marked += one[MARKED, bound, n] * other[ALL, bound, power - n]
            into[ALL, bound, power], into[MARKED, bound, power] = every, marked

"""Compiled count of all deals when one of the dealer's cards is seen.

For each flush of the player, the ranks that the player holds of each suit matter only by how many of the dealer's
flushes they leave below the player's and below the line at which the dealer qualifies. Sets of ranks that agree in this
are one kind. In the suit of the seen card, only the dealer's sets that contain it count; a kind of that suit stands for
pairs of a set and a seen card.
"""

from __future__ import annotations

from math import comb, factorial
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
from tablelaw.cards.arrays.compiled import kernel

FLUSH_ROOM = 1 << 11
"""More than the flushes of one length that a suit holds."""


class Kinds(NamedTuple):
    """The kinds of one suit of the player's hand."""

    total: Counts
    """[0] -> how many kinds there are."""
    sets: Counts
    """[kind] -> how many sets, or pairs of a set and a seen card, are of the kind."""
    is_top: Counts
    """[kind] -> 1 for the player's flush itself."""
    dealers: Counts
    """[bound, kind, cards of the suit] -> the sets that the dealer may hold of the suit within the bound."""
    keys: Counts


class Work(NamedTuple):
    """Work space."""

    kinds: tuple[Kinds, Kinds, Kinds, Kinds]
    two: Counts
    three: Counts
    cells: Counts


def new_work(deck: Deck) -> Work:
    powers = deck.cards + 1
    most = max(comb(deck.ranks, size) * (deck.ranks + 1 - size) for size in range(deck.cards // 2 + 1))
    shapes = (1, most, most, (BOUNDS, most, powers), most)
    one, two, three, four = (Kinds(*(np.zeros(shape, np.int64) for shape in shapes)) for _ in range(4))
    space = (np.zeros(shape, np.int64) for shape in ((BOUNDS, powers), (BOUNDS, powers), CELLS))
    return Work((one, two, three, four), *space)


def hands_by_sizes(deck: Deck) -> Counts:
    """The ways to divide a hand among four suits, the longest first, with the number of orders of the suits."""
    every = np.ndindex(*[min(deck.cards, deck.ranks) + 1] * 4)
    sizes = [one for one in every if sum(one) == deck.cards and list(one) == sorted(one, reverse=True)]
    assert all(len(set(one)) > 1 for one in sizes), "the player has a longest suit"
    alike = [np.prod([factorial(one.count(size)) for size in set(one)]) for one in sizes]
    return np.array([(*one, 24 // same) for one, same in zip(sizes, alike, strict=True)], np.int64)


# --- Kinds -----------------------------------------------------------------------------------------------


@kernel
def set_kinds(deck: Deck, top: Any, line: Any, size: Any, first: Any, after: Any, with_card: Any, k: Kinds) -> None:
    """Finds the kinds of the sets at the places from `first`, all of one size; if the seen card is of the suit, of
    every such set paired with a seen card.
    """
    entries = 0
    for place in range(first, after):
        held, is_top = deck.masks[place], 1 if place == top else 0
        if with_card:
            for rank in range(deck.ranks):
                if not held >> rank & 1:
                    k.keys[entries] = (
                        _key(deck, top, line, held) - _key(deck, top, line, held | 1 << rank)
                    ) * 2 + is_top
                    entries += 1
        else:
            k.keys[entries] = _key(deck, top, line, held) * 2 + is_top
            entries += 1
    k.total[0] = 0
    last = -1
    for key in np.sort(k.keys[:entries]):
        if key != last:
            _start_kind(deck, top, line, size, with_card, key, k)
            last = key
        k.sets[k.total[0] - 1] += 1


@kernel
def _key(deck: Deck, top: Any, line: Any, held: Any) -> Any:
    """The dealer's flushes in a suit that lost these ranks: below the player's, the same, and below the line. The three
    counts of a larger set of ranks are never higher, so that keys can be subtracted.
    """
    flush = deck.masks[top]
    same = 1 if held & flush == 0 else 0
    return (lower_sets(deck, held, flush) * 2 + same) * FLUSH_ROOM + lower_sets(deck, held, deck.masks[line])


@kernel
def _start_kind(deck: Deck, top: Any, line: Any, size: Any, with_card: Any, key: Any, k: Kinds) -> None:
    kind = k.total[0]
    k.total[0], k.sets[kind], k.is_top[kind] = kind + 1, 0, key % 2
    leads = key // 2
    under, same, lower = leads % FLUSH_ROOM, leads // FLUSH_ROOM % 2, leads // FLUSH_ROOM // 2
    seen = 1 if with_card else 0
    for bound in range(BOUNDS):
        length = deck.ones[deck.masks[line if bound == LINE else top]]
        k.dealers[bound, kind] = 0
        for cards in range(seen, length):
            k.dealers[bound, kind, cards] = deck.choose[deck.ranks - size - seen, cards - seen]
        k.dealers[bound, kind, length] = under if bound == LINE else lower + (same if bound == NOT_ABOVE else 0)


# --- All deals -------------------------------------------------------------------------------------------


@kernel
def walk(deck: Deck, line: Any, dealers: Any, sizes: Any, tops: Any, pay: Any, w: Work, ends: Any) -> None:
    """Counts all deals by [flush, option, cell] for these flushes. The dealer has `dealers` hands that contain the seen
    card; `pay` is by [length, option, cell].
    """
    for top in tops:
        length = deck.ones[deck.masks[top]]
        for row in sizes:
            if row[0] == length:
                for suit in range(4):
                    _set_suits(deck, top, line, row, suit, w)
                    _count_hands(deck, row, dealers, pay[length], w, ends[top])


@kernel
def _set_suits(deck: Deck, top: Any, line: Any, row: Any, seen: Any, w: Work) -> None:
    """Finds the kinds of all suits if the seen card is of the suit `seen`; the first suit holds the flush."""
    one, two, three, four = w.kinds
    set_kinds(deck, top, line, row[0], top, top + 1, seen == 0, one)
    set_kinds(deck, top, line, row[1], deck.first[row[1]], place_after(deck, top, row[1]), seen == 1, two)
    set_kinds(deck, top, line, row[2], deck.first[row[2]], place_after(deck, top, row[2]), seen == 2, three)
    set_kinds(deck, top, line, row[3], deck.first[row[3]], place_after(deck, top, row[3]), seen == 3, four)


@kernel
def place_after(deck: Deck, top: Any, size: Any) -> Any:
    """The place after the last set of a size that is not above the flush."""
    return min(deck.first[size + 1], top + 1)


@kernel
def _count_hands(deck: Deck, row: Any, dealers: Any, pay: Any, w: Work, ends: Any) -> None:
    """Counts the deals of all hands made of the kinds; where suits are as long as the flush, the flush may be in any of
    them, and hands that hold it twice are found twice.
    """
    one, two, three, four = w.kinds
    ties = 1
    for n in range(1, 4):
        ties += 1 if row[n] == row[0] else 0
    for a in range(one.total[0]):
        for b in range(two.total[0]):
            _multiply(one.dealers[:, a], two.dealers[:, b], w.two)
            for c in range(three.total[0]):
                _multiply(w.two, three.dealers[:, c], w.three)
                tops = 1 + two.is_top[b] + three.is_top[c]
                hands = one.sets[a] * two.sets[b] * three.sets[c] * row[4] * ties
                for d in range(four.total[0]):
                    within = four.dealers[:, d]
                    below, upto = _last(deck, LOWER, w, within), _last(deck, NOT_ABOVE, w, within)
                    split_cells(dealers, below, upto, _last(deck, LINE, w, within), w.cells)
                    deals = hands * four.sets[d] // (tops + four.is_top[d])
                    ends[best_option(pay, w.cells)] += deals * w.cells


@kernel
def _multiply(one: Any, other: Any, into: Any) -> None:
    for bound in range(BOUNDS):
        for power in range(into.shape[1]):
            count = 0
            for n in range(power + 1):
                count += one[bound, n] * other[bound, power - n]
            into[bound, power] = count


@kernel
def _last(deck: Deck, bound: Any, w: Work, other: Any) -> Any:
    count = 0
    for n in range(deck.cards + 1):
        count += w.three[bound, n] * other[bound, deck.cards - n]
    return count

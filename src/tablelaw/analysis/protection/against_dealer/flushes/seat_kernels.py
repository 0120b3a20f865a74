"""Compiled count of all deals when every card of other seats' hands is seen.

The player then knows which cards remain, and the dealer holds some of them. The value of a decision depends on the
player's flush and, in each suit, on four facts about the remaining ranks: how many they are, how many flushes they can
form below the player's, how many below the line at which the dealer qualifies, and whether they include all ranks of
the player's flush. Sets of ranks that agree in these facts are one kind. For each flush of the player, the loops over
the four suits go through kinds instead of sets. The player's hands with that flush are counted for all sets of a kind
together, because their number is a product over the suits.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_dealer.flushes.kernels import CELLS, Counts, Deck, best_option, lower_sets, split_cells
from tablelaw.analysis.symmetry.suit_kernels import multiplicity
from tablelaw.cards.arrays.compiled import kernel

BEST = 255
"""Stands for an option in a plan: the best one is taken."""
FLUSH_ROOM = 1 << 11
"""More than the flushes of one length that a suit holds."""
LIMBS, LIMB_BITS = 4, 16
"""Sums of deals exceed 64 bits, so they are kept as the sums of four parts of each term, the lowest first."""
POLYNOMIALS = 5
"""For each kind, by number of cards of the suit: the player's sets below the flush, and not above it; the dealer's sets
below it, not above it, and below the line.
"""
OWN_BELOW, OWN_UPTO, BELOW, UPTO, UNDER = range(POLYNOMIALS)


class Kinds(NamedTuple):
    """The kinds of sets of ranks left in one suit, those with the fewest ranks first."""

    start: Counts
    """[ranks] -> the first kind with that many ranks left."""
    size: Counts
    polynomials: Counts
    """[polynomial, kind, cards of the suit] -> count; those of the player are summed over the sets of the kind."""
    keys: Counts
    """[set] -> the key of its kind: sets with equal keys are of one kind."""


class Work(NamedTuple):
    """Work space: products of polynomials over the first two and three suits."""

    kinds: Kinds
    two: Counts
    three: Counts
    cells: Counts
    chosen: Counts
    """The kinds of the four suits in rising order."""
    most_sets: npt.NDArray[np.float64]
    """[0] -> the most combinations of sets of ranks that one combination of kinds stood for."""


def new_work(deck: Deck) -> Work:
    sets, powers = 1 << deck.ranks, deck.cards + 1
    shapes = (deck.ranks + 2, sets, (POLYNOMIALS, sets, powers), sets)
    kinds = Kinds(*(np.zeros(shape, np.int64) for shape in shapes))
    two, three, cells, chosen = (
        np.zeros(shape, np.int64) for shape in ((POLYNOMIALS, powers), (POLYNOMIALS, powers), CELLS, 4)
    )
    return Work(kinds, two, three, cells, chosen, np.zeros(1))


# --- Kinds -----------------------------------------------------------------------------------------------


@kernel
def set_kinds(deck: Deck, top: Any, line: Any, k: Kinds) -> Any:
    """Finds the kinds of sets with respect to a flush and the line; returns how many there are."""
    full, flush = (1 << deck.ranks) - 1, deck.masks[top]
    for held in range(1 << deck.ranks):
        lower = lower_sets(deck, full ^ held, flush)
        has_flush = 1 if held & flush == flush else 0
        under = lower_sets(deck, full ^ held, deck.masks[line])
        k.keys[held] = ((deck.ones[held] * FLUSH_ROOM + lower) * 2 + has_flush) * FLUSH_ROOM + under
    found, last, size = 0, -1, -1
    for held in np.argsort(k.keys):
        if k.keys[held] != last:
            last = k.keys[held]
            while size < deck.ones[held]:
                size += 1
                k.start[size] = found
            _start_kind(deck, top, line, last, found, k)
            found += 1
        _add_set(deck, flush, held, found - 1, k)
    k.start[size + 1] = found
    return found


@kernel
def _start_kind(deck: Deck, top: Any, line: Any, key: Any, kind: Any, k: Kinds) -> None:
    """Sets the dealer's polynomials of a kind."""
    under, has_flush, lower = key % FLUSH_ROOM, key // FLUSH_ROOM % 2, key // FLUSH_ROOM // 2 % FLUSH_ROOM
    size = key // FLUSH_ROOM // 2 // FLUSH_ROOM
    length, line_length = deck.ones[deck.masks[top]], deck.ones[deck.masks[line]]
    k.size[kind] = size
    k.polynomials[:, kind] = 0
    for cards in range(deck.cards + 1):
        ways = deck.choose[size, cards]
        if cards < length:
            k.polynomials[BELOW, kind, cards] = k.polynomials[UPTO, kind, cards] = ways
        if cards < line_length:
            k.polynomials[UNDER, kind, cards] = ways
    k.polynomials[BELOW, kind, length] = lower
    k.polynomials[UPTO, kind, length] = lower + has_flush
    k.polynomials[UNDER, kind, line_length] = under


@kernel
def _add_set(deck: Deck, flush: Any, held: Any, kind: Any, k: Kinds) -> None:
    """Adds the player's polynomials of a set: the player's cards are among the ranks that are not left."""
    length, gone = deck.ones[flush], deck.ranks - deck.ones[held]
    for cards in range(length):
        k.polynomials[OWN_BELOW, kind, cards] += deck.choose[gone, cards]
        k.polynomials[OWN_UPTO, kind, cards] += deck.choose[gone, cards]
    lower = lower_sets(deck, held, flush)
    k.polynomials[OWN_BELOW, kind, length] += lower
    k.polynomials[OWN_UPTO, kind, length] += lower + (1 if held & flush == 0 else 0)


# --- All deals -------------------------------------------------------------------------------------------


@kernel
def walk(deck: Deck, line: Any, left: Any, dealers: Any, tops: Any, pay: Any, plans: Any, w: Work, ends: Any) -> None:
    """Counts all deals by [play, flush, option, cell, limb] when `left` cards remain, from which the dealer may have
    `dealers` hands. `pay` is by [length, option, cell]. `plans` is [play, flush, most cards left of a suit, least] ->
    option, or BEST.
    """
    for top in tops:
        set_kinds(deck, top, line, w.kinds)
        start, size = w.kinds.start, w.kinds.size
        for one in range(start[min(left // 4, deck.ranks) + 1]):
            for two in range(one, start[min((left - size[one]) // 3, deck.ranks) + 1]):
                rest = left - size[one] - size[two]
                for p in range(POLYNOMIALS):
                    _multiply(w.kinds.polynomials[p, one], w.kinds.polynomials[p, two], w.two[p])
                w.chosen[0], w.chosen[1] = one, two
                for three in range(two, start[min(rest // 2, deck.ranks) + 1]):
                    if rest - size[three] <= deck.ranks:
                        _last_suit(deck, top, three, rest - size[three], dealers, pay, plans, w, ends)


@kernel
def _multiply(one: Any, other: Any, into: Any) -> None:
    for power in range(len(into)):
        into[power] = _coefficient(one, other, power)


@kernel
def _coefficient(one: Any, other: Any, power: Any) -> Any:
    count = 0
    for n in range(power + 1):
        count += one[n] * other[power - n]
    return count


@kernel
def _last_suit(
    deck: Deck, top: Any, three: Any, rest: Any, dealers: Any, pay: Any, plans: Any, w: Work, ends: Any
) -> None:
    """Counts the deals of every kind that the last suit may have, with `rest` ranks left."""
    polynomials, length = w.kinds.polynomials, deck.ones[deck.masks[top]]
    w.chosen[2] = three
    is_held = False
    for n in range(3):
        is_held |= _may_hold(length, w.chosen[n], polynomials)
    if not is_held and rest > deck.ranks - length:
        return
    for p in range(POLYNOMIALS):
        _multiply(w.two[p], polynomials[p, three], w.three[p])
    least, sets = w.kinds.size[w.chosen[0]], 1.0
    for n in range(3):
        sets *= polynomials[OWN_BELOW, w.chosen[n], 0]
    for four in range(max(three, w.kinds.start[rest]), w.kinds.start[rest + 1]):
        if not is_held and not _may_hold(length, four, polynomials):
            continue
        w.chosen[3] = four
        w.most_sets[0] = max(w.most_sets[0], sets * polynomials[OWN_BELOW, four, 0])
        hands = _at(deck, OWN_UPTO, four, w) - _at(deck, OWN_BELOW, four, w)
        if hands:
            below, upto, under = _at(deck, BELOW, four, w), _at(deck, UPTO, four, w), _at(deck, UNDER, four, w)
            split_cells(dealers, below, upto, under, w.cells)
            best, deals = best_option(pay[length], w.cells), hands * multiplicity(w.chosen)
            for play in range(len(plans)):
                option = plans[play, top, rest, least]
                _add(deals, w.cells, ends[play, top, best if option == BEST else option])


@kernel
def _add(deals: Any, cells: Any, into: Any) -> None:
    """Adds deals times the dealer's hands in each cell, in limbs."""
    for limb in range(LIMBS):
        part = deals >> LIMB_BITS * limb & (1 << LIMB_BITS) - 1
        for cell in range(CELLS):
            into[cell, limb] += part * cells[cell]


@kernel
def _may_hold(length: Any, kind: Any, polynomials: Any) -> Any:
    """Whether the player may hold the flush in a suit whose remaining ranks are of this kind."""
    return polynomials[OWN_UPTO, kind, length] > polynomials[OWN_BELOW, kind, length]


@kernel
def _at(deck: Deck, polynomial: Any, four: Any, w: Work) -> Any:
    return _coefficient(w.three[polynomial], w.kinds.polynomials[polynomial, four], deck.cards)

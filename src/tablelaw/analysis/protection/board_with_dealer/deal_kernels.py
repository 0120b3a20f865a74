"""Compiled loops over everything that can follow from known cards: every board, then every smaller set of community
cards at which something is decided, down to the cards known now.

Several hands of the player may be valued together, as long as the same cards are out of play for all of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.board_kernels import PAIR_BITS as STRENGTH_SHIFT
from tablelaw.analysis.board_with_dealer.board_kernels import Boards, pair_at
from tablelaw.analysis.protection.board_with_dealer.known_board import BOARD
from tablelaw.analysis.protection.board_with_dealer.seen_tree import Rules
from tablelaw.analysis.symmetry.card_kinds import CODE_BITS, RANKS, SUITS
from tablelaw.cards.arrays.compiled import kernel

PAYOFFS = 2
THREE = 3
"""A suit decides only if the board holds three cards of it."""


class Cards(NamedTuple):
    """What is known at a decision."""

    own: npt.NDArray[np.int64]
    """[hand, place] -> card, each pair in rising order."""
    dealer: npt.NDArray[np.int64]
    """The dealer's known cards; the others are among those left."""
    board: npt.NDArray[np.int64]
    """The known community cards."""
    left: npt.NDArray[np.int64]
    """The cards whose place is not known, in rising order."""


class Room(NamedTuple):
    """Work space for one board."""

    left: npt.NDArray[np.int64]
    """[kind] -> cards that remain when the board is dealt."""
    lower: npt.NDArray[np.int64]
    """[pair] -> the dealer's hands of the pair's class that are lower; `equal` those that are equal."""
    equal: npt.NDArray[np.int64]
    category: npt.NDArray[np.int64]
    """[pair] -> its class."""
    hands: npt.NDArray[np.int64]
    """[class] -> the dealer's hands of the class."""
    fixed: npt.NDArray[np.int64]
    """[class, payoff] -> what a hand of the class gains against all other classes."""
    is_fixed: npt.NDArray[np.int64]


@kernel
def add_boards(
    cards: Cards,
    by_rank: Boards,
    rank_codes: Any,
    by_suit: Boards,
    suit_codes: Any,
    category: Any,
    pay: Any,
    rules: Rules,
    subsets: Any,
    choose: Any,
    into: Any,
) -> None:
    """Values every board that is possible, and adds its parts [hand, part] to every set that it contains.

    `subsets` lists the places of the cards to come that make up a set, and `into` is [set, hand, part].
    """
    need, count = BOARD - len(cards.board), len(cards.left)
    places, board = np.arange(need), np.zeros(BOARD, np.int64)
    r = new_room(len(pay[0]), len(by_suit.pack.low), 2 * RANKS)
    values = np.zeros((len(cards.own), into.shape[2]), np.int64)
    is_left = count >= need
    while is_left:
        board[: len(cards.board)] = cards.board
        for n in range(need):
            board[len(cards.board) + n] = cards.left[places[n]]
        suit = _suit_of(board)
        if suit < 0:
            _value(cards, board, suit, by_rank, rank_codes, category, pay, rules, r, values)
        else:
            _value(cards, board, suit, by_suit, suit_codes, category, pay, rules, r, values)
        add_to_sets(places, subsets, choose, values, into)
        is_left = next_places(places, count)


@kernel
def new_room(classes: Any, pairs: Any, kinds: Any) -> Room:
    return Room(
        np.zeros(kinds, np.int64),
        np.zeros(pairs, np.int64),
        np.zeros(pairs, np.int64),
        np.zeros(pairs, np.int64),
        np.zeros(classes, np.int64),
        np.zeros((classes, PAYOFFS), np.int64),
        np.zeros(classes, np.int64),
    )


@kernel
def next_places(places: Any, count: Any) -> Any:
    """Changes a set of places below `count` to the next one; returns whether there is one."""
    if len(places) == 0:
        return False
    n = 0
    while n + 1 < len(places) and places[n] + 1 == places[n + 1]:
        places[n] = n
        n += 1
    places[n] += 1
    return places[len(places) - 1] < count


@kernel
def add_to_sets(places: Any, subsets: Any, choose: Any, values: Any, into: Any) -> None:
    """Adds values [hand, part] to every smaller set that `subsets` picks from the cards at `places`, found by its
    number.
    """
    for s in range(len(subsets)):
        number = 0
        for n in range(subsets.shape[1]):
            number += choose[places[subsets[s, n]], n + 1]
        for hand in range(len(values)):
            for part in range(values.shape[1]):
                into[number, hand, part] += values[hand, part]


@kernel
def decide_sets(size: Any, count: Any, deals: Any, known: Any, rules: Rules, subsets: Any, choose: Any, sets: Any,
                into: Any) -> None:  # fmt: skip
    """Takes the best action of each decision at every set of cards to come, and adds all parts to the smaller sets.

    `sets` is [set, hand, part] with the first `known` parts filled in, and `deals` how many deals a set stands for.
    """
    places = np.arange(size)
    is_left = count >= size
    while is_left:
        number = 0
        for n in range(size):
            number += choose[places[n], n + 1]
        for hand in range(sets.shape[1]):
            decide(deals, known, rules, sets[number, hand])
        add_to_sets(places, subsets, choose, sets[number], into)
        is_left = next_places(places, count)


@kernel
def decide(deals: Any, known: Any, rules: Rules, parts: Any) -> None:
    """Sets the parts that are decided, after those that are known."""
    for decision in range(len(rules.fixed)):
        for action in range(rules.fixed.shape[1]):
            value = rules.fixed[decision, action] * deals
            for part in range(known + decision):
                value += rules.times[decision, action, part] * parts[part]
            if action == 0 or value > parts[known + decision]:
                parts[known + decision] = value


# --- One board -----------------------------------------------------------------------------------------------


@kernel
def _suit_of(board: Any) -> Any:
    """The suit of which the board holds three or more cards, or -1."""
    for suit in range(SUITS):
        held = 0
        for card in board:
            held += 1 if card % SUITS == suit else 0
        if held >= THREE:
            return suit
    return -1


@kernel
def _kind(card: Any, suit: Any) -> Any:
    """The kind of a card: its rank, and whether it is of the suit if one matters."""
    return card // SUITS + (RANKS if suit >= 0 and card % SUITS != suit else 0)


@kernel
def _value(
    cards: Cards,
    board: Any,
    suit: Any,
    boards: Boards,
    codes: Any,
    category: Any,
    pay: Any,
    rules: Rules,
    r: Room,
    values: Any,
) -> None:
    """Sets what every hand gains on a board, summed over the dealer's hands: payoffs, then decisions."""
    place = _number_of(board, suit, codes)
    hands = _count_dealers(cards, board, suit, place, boards, category, r)
    r.is_fixed[:] = 0
    for hand in range(len(values)):
        pair = _pair(_kind(cards.own[hand, 0], suit), _kind(cards.own[hand, 1], suit))
        own = r.category[pair]
        if not r.is_fixed[own]:
            _fix(own, pay, r)
        higher = r.hands[own] - r.lower[pair] - r.equal[pair]
        for which in range(PAYOFFS):
            same = pay[which, own, own]
            values[hand, which] = (
                r.fixed[own, which] + r.lower[pair] * same[0] + r.equal[pair] * same[1] + higher * same[2]
            )
        decide(hands, PAYOFFS, rules, values[hand])


@kernel
def _number_of(board: Any, suit: Any, codes: Any) -> Any:
    """The number of a board among those of its view."""
    kinds = np.zeros(BOARD, np.int64)
    for n in range(BOARD):
        kind, at = _kind(board[n], suit), n
        while at > 0 and kinds[at - 1] > kind:
            kinds[at] = kinds[at - 1]
            at -= 1
        kinds[at] = kind
    code = 0
    for n in range(BOARD):
        code |= kinds[n] << CODE_BITS * n
    return np.searchsorted(codes, code)


@kernel
def _pair(one: Any, other: Any) -> Any:
    low, high = min(one, other), max(one, other)
    return high * (high + 1) // 2 + low


@kernel
def _count_dealers(cards: Cards, board: Any, suit: Any, place: Any, boards: Boards, category: Any, r: Room) -> Any:
    """Counts the dealer's hands by class, and for every pair those of its class that are lower and equal; returns how
    many there are.
    """
    r.left[:] = 0
    for card in cards.left:
        r.left[_kind(card, suit)] += 1
    for card in board[len(cards.board) :]:
        r.left[_kind(card, suit)] -= 1
    r.hands[:] = 0
    words, view, first, count = boards.words[place], boards.pack, 0, boards.lengths[place]
    one = _kind(cards.dealer[0], suit) if len(cards.dealer) > 0 else -1
    both = _pair(one, _kind(cards.dealer[1], suit)) if len(cards.dealer) > 1 else -1
    while first < count:
        strength, after, equal = words[first] >> np.uint32(STRENGTH_SHIFT), first, 0
        own = category[strength]
        while after < count and words[after] >> np.uint32(STRENGTH_SHIFT) == strength:
            pair = pair_at(after, words)
            low, high = view.low[pair], view.high[pair]
            if both >= 0:
                equal += 1 if pair == both else 0
            elif one >= 0:
                equal += r.left[high] if low == one else r.left[low] if high == one else 0
            elif low == high:
                equal += r.left[low] * (r.left[low] - 1) // 2
            else:
                equal += r.left[low] * r.left[high]
            after += 1
        for n in range(first, after):
            pair = pair_at(n, words)
            r.lower[pair], r.equal[pair], r.category[pair] = r.hands[own], equal, own
        r.hands[own] += equal
        first = after
    return r.hands.sum()


@kernel
def _fix(own: Any, pay: Any, r: Room) -> None:
    """Sums what a hand of a class gains against the dealer's hands of all other classes."""
    r.is_fixed[own] = 1
    for which in range(PAYOFFS):
        total = 0
        for other in range(len(r.hands)):
            if other != own:
                total += r.hands[other] * pay[which, own, other, 0 if other < own else 2]
        r.fixed[own, which] = total

"""What a player may have seen of the dealer's cards, as sights, each with the cards it stands for.

A sight is one possible answer to "what was seen?": a rank (with each of its four suits as a cell), two ranks, or a
group of ranks. All cells of a sight use the same tables of values, because suits are alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.protection.information import DEALER, Information
from tablelaw.analysis.symmetry.card_kinds import RANKS, SUITS
from tablelaw.analysis.symmetry.starting_hands import RANK_LETTERS
from tablelaw.analysis.symmetry.suits import suit_orders

Kinds = npt.NDArray[np.int64]


class Cells(NamedTuple):
    """The cells of a sight, for kernels."""

    mask: npt.NDArray[np.uint64]
    """The seen cards of each cell."""
    group: npt.NDArray[np.uint64]
    """The cards that the dealer's card may be, where only its group is known; 0 where the card is known."""
    pattern: npt.NDArray[np.int64]
    """[cell, suit] -> the number of the table for what is seen from that suit."""
    renamed: npt.NDArray[np.int64]
    """[order of suits, cell] -> the cell with its suits renamed."""


class Sight(NamedTuple):
    """One possible thing seen of the dealer's cards."""

    name: str
    cards: npt.NDArray[np.int64]
    """[cell, place] -> the seen card; no places where only a group is known."""
    cells: Cells
    by_rank: Kinds
    """[alternative, place] -> the kinds of the seen cards by rank; several alternatives for a group."""
    by_suit: tuple[Kinds, ...]
    """For each pattern of which seen cards are of the suit: [alternative, place] -> the kinds of the seen cards by
    suit.
    """
    is_group: bool

    @property
    def seen(self) -> int:
        """How many of the dealer's cards are fixed in each deal: 2 if both are known, otherwise 1."""
        return len(self.by_rank[0])


def sights_of(information: Information) -> tuple[Sight, ...]:
    """Every sight; if none of the dealer's cards is seen, the only sight is the group of all ranks."""
    item = information.at(DEALER)
    if item is None:
        return (_group("nothing of the dealer", range(RANKS)),)
    if item.group:
        inside = [RANK_LETTERS.index(letter) for letter in item.group]
        outside = [rank for rank in range(RANKS) if rank not in inside]
        return _group(f"one of {item.group}", inside), _group(f"none of {item.group}", outside)
    return tuple(_cards(ranks) for ranks in combinations_with_replacement(range(RANKS), item.count))


def _group(name: str, ranks: range | list[int]) -> Sight:
    group = sum(1 << rank * SUITS + suit for rank in ranks for suit in range(SUITS))
    one_cell = np.zeros((1, SUITS), np.int64)
    renamed = np.zeros((len(suit_orders()), 1), np.int64)
    cells = Cells(np.zeros(1, np.uint64), np.array([group], np.uint64), one_cell, renamed)
    kinds = np.array(ranks, np.int64)[:, None]
    return Sight(name, np.zeros((1, 0), np.int64), cells, kinds, (np.concatenate([kinds, kinds + RANKS]),), True)


def _cards(ranks: tuple[int, ...]) -> Sight:
    """The sight of one or two cards of these ranks, in rising order."""
    cards = np.array(list(_suits_of(ranks)), np.int64)
    patterns = [tuple(of_suit) for of_suit in product((0, 1), repeat=len(ranks)) if _is_possible(ranks, of_suit)]
    seen_from = [[tuple(int(card % SUITS == suit) for card in cell) for suit in range(SUITS)] for cell in cards]
    pattern = [[patterns.index(_sorted_pattern(ranks, of_suit)) for of_suit in row] for row in seen_from]
    by_suit = tuple(np.array([[r + (0 if of else RANKS) for r, of in zip(ranks, p, strict=True)]]) for p in patterns)
    masks = np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=1)
    cells = Cells(masks, np.zeros(len(cards), np.uint64), np.array(pattern, np.int64), _renamed(cards))
    name = " and ".join(RANK_LETTERS[rank] for rank in ranks)
    return Sight(name, cards, cells, np.array([ranks], np.int64), by_suit, False)


def _suits_of(ranks: tuple[int, ...]) -> Iterator[list[int]]:
    for suits in product(range(SUITS), repeat=len(ranks)):
        cards = [rank * SUITS + suit for rank, suit in zip(ranks, suits, strict=True)]
        if cards == sorted(set(cards)):
            yield cards


def _is_possible(ranks: tuple[int, ...], of_suit: tuple[int, ...]) -> bool:
    """Whether cards of these ranks can be of the suit in this pattern; of the two equivalent patterns of a pair, only
    one is used.
    """
    return len(set(ranks)) == len(ranks) or of_suit in ((0, 0), (1, 0))


def _sorted_pattern(ranks: tuple[int, ...], of_suit: tuple[int, ...]) -> tuple[int, ...]:
    return of_suit if len(set(ranks)) == len(ranks) else tuple(sorted(of_suit, reverse=True))


def _renamed(cards: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """[order of suits, cell] -> the cell with its suits renamed."""
    known = {tuple(cell): number for number, cell in enumerate(cards.tolist())}
    orders = suit_orders().astype(np.int64)
    return np.array([[known[tuple(sorted(order[cell].tolist()))] for cell in cards] for order in orders], np.int64)

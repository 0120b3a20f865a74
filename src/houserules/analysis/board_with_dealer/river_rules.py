"""What a player can see after the last card without counting the dealer's 990 pairs: the rules people remember.

Outs are the single cards, among the 45 a player does not see, that with the board alone beat the player's hand.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.analysis.board_with_dealer.board_kernels import FLUSH, Boards
from houserules.analysis.symmetry.card_kinds import View
from houserules.cards.arrays.compiled import kernel
from houserules.cards.arrays.kernels import ZERO, Tables, by_ranks
from houserules.cards.arrays.tables import tables


class Sight(NamedTuple):
    """[board, pair]: outs of the dealer, and whether the hand's class is above that of the board alone."""

    outs: npt.NDArray[np.uint8]
    is_above: npt.NDArray[np.uint8]


def sight_of(boards: Boards, first: int, after: int) -> Sight:
    """What pairs of kinds see on some boards."""
    shape = (after - first, len(boards.pack.low))
    found = Sight(np.zeros(shape, np.uint8), np.zeros(shape, np.uint8))
    look(first, boards, tables(5), tables(6), tables(7), found)
    return found


class Held(NamedTuple):
    """Cards held together: the key of their ranks, the ranks of the suit looked at, and how many are of it."""

    key: Any
    mask: Any
    suited: Any


@kernel
def look(first: Any, boards: Boards, five: Tables, six: Tables, seven: Tables, into: Sight) -> None:
    view = boards.pack
    with_one = np.zeros(len(view.rank), np.int32)
    for place in range(len(into.outs)):
        left, board = boards.left[first + place], Held(ZERO, np.int64(0), np.int64(0))
        for kind in boards.kinds[first + place]:
            board = _and(board, kind, view, five)
        alone = _strength(board, five) >> 20
        for kind in range(len(with_one)):
            with_one[kind] = _strength(_and(board, kind, view, six), six) if left[kind] else 0
        for pair in range(len(view.low)):
            low, high = view.low[pair], view.high[pair]
            if left[low] > (low == high) and left[high] > 0:
                own = _strength(_and(_and(board, low, view, seven), high, view, seven), seven)
                into.is_above[place, pair] = own >> 20 > alone
                into.outs[place, pair] = _outs(own, low, high, left, with_one)


@kernel
def _and(held: Held, kind: Any, view: View, strengths: Tables) -> Any:
    """One card more."""
    rank, of_suit = view.rank[kind], np.int64(view.of_suit[kind])
    return Held(held.key + strengths.keys[rank * 4], held.mask | of_suit << rank, held.suited + of_suit)


@kernel
def _strength(held: Held, strengths: Tables) -> Any:
    return strengths.by_mask[held.mask] if held.suited >= FLUSH else by_ranks(held.key, strengths)


@kernel
def _outs(own: Any, low: Any, high: Any, left: Any, with_one: Any) -> Any:
    count = 0
    for kind in range(len(with_one)):
        if with_one[kind] > own:
            count += left[kind] - (kind == low) - (kind == high)
    return count

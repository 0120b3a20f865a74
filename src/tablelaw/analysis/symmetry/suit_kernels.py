"""Compiled loops over suit-distinct sets of cards."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tablelaw.cards.arrays.compiled import kernel

MOST = 5
"""Sets have at most this many cards: a board."""


def masks_by_size() -> npt.NDArray[np.int32]:
    """[size] -> the masks of that many ranks in falling order, with -1 after the last."""
    rows = np.full((MOST + 1, 1288), -1, np.int32)
    for size in range(MOST + 1):
        masks = [mask for mask in range(8191, -1, -1) if mask.bit_count() == size]
        rows[size, : len(masks)] = masks
    return rows


@kernel
def sets_into(size: Any, masks: Any, cards: Any, times: Any) -> Any:
    """Writes every set of `size` cards whose suit masks are in falling order; returns how many there are."""
    found = 0
    suits = np.zeros(4, np.int32)
    for first in range(size + 1):
        for second in range(size + 1 - first):
            for third in range(size + 1 - first - second):
                sizes = (first, second, third, size - first - second - third)
                found = _with_sizes(masks, sizes, suits, cards, times, found)
    return found


@kernel
def _with_sizes(masks: Any, sizes: Any, suits: Any, cards: Any, times: Any, found: Any) -> Any:
    for a in masks[sizes[0]]:
        if a < 0:
            break
        for b in masks[sizes[1]]:
            if b > a:
                continue
            if b < 0:
                break
            suits[0], suits[1] = a, b
            found = _last_two(masks, sizes, suits, cards, times, found)
    return found


@kernel
def _last_two(masks: Any, sizes: Any, suits: Any, cards: Any, times: Any, found: Any) -> Any:
    for c in masks[sizes[2]]:
        if c > suits[1]:
            continue
        if c < 0:
            break
        for d in masks[sizes[3]]:
            if d > c:
                continue
            if d < 0:
                break
            suits[2], suits[3] = c, d
            _write(suits, cards[found])
            times[found] = multiplicity(suits)
            found += 1
    return found


@kernel
def _write(suits: Any, cards: Any) -> None:
    """Writes the cards of four suit masks, the lowest first."""
    place = 0
    for rank in range(13):
        for suit in range(4):
            if suits[suit] >> rank & 1:
                cards[place] = rank * 4 + suit
                place += 1


@kernel
def multiplicity(suits: Any) -> Any:
    """How many sets differ from this one at most in suits: 24 divided by the suit orders that change nothing; the masks
    are in falling order.
    """
    same, run = 1, 1
    for suit in range(1, 4):
        run = run + 1 if suits[suit] == suits[suit - 1] else 1
        same *= run
    return 24 // same

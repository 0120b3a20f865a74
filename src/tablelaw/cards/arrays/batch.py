"""Evaluates many hands together: an array of hands in, an array of strengths out.

The strengths are the same as those of `five_card.strength`. Importing this module compiles the kernels or loads them
from disk; nothing else in `tablelaw.cards` needs them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tablelaw.cards.arrays import kernels
from tablelaw.cards.arrays.kernels import Hands, Strengths
from tablelaw.cards.arrays.tables import tables
from tablelaw.cards.card import Card, require_distinct
from tablelaw.cards.rankings import five_card
from tablelaw.errors import BadCard, WrongCardCount

_CARD_NUMBERS = "whole card numbers, 0 (2c) to 51 (As)"


def strengths(hands: npt.NDArray[np.integer]) -> Strengths:
    """Returns one strength per row of 5, 6 or 7 card numbers."""
    cards = _read(hands)
    found = np.empty(len(cards), np.int32)
    if kernels.strengths_into(cards, tables(cards.shape[1]), found):
        _refuse_first_repeated(cards)
    return found


def categories(strengths: Strengths) -> npt.NDArray[np.int8]:
    """The category of each strength, from 0 (high card) to 9 (royal flush)."""
    return (strengths >> 20).astype(np.int8)


def count_categories(size: int) -> npt.NDArray[np.int64]:
    """The number of hands of `size` cards in each category, from 0 (high card) up."""
    _require_hand_size(size)
    counts = np.zeros(10, np.int64)
    kernels.count_into(size, tables(size), counts)
    return counts


def _read(hands: npt.NDArray[np.integer]) -> Hands:
    """The hands as an array of bytes, checked so that no kernel reads out of bounds."""
    cards = np.asarray(hands)
    _require_hand_size(cards.shape[-1] if cards.ndim == 2 else cards.shape)
    if cards.dtype.kind not in "iu":
        raise BadCard(f"an array of {cards.dtype}", accepted=_CARD_NUMBERS)
    if cards.size and not 0 <= cards.min() <= cards.max() <= 51:
        row, place = np.argwhere((cards < 0) | (cards > 51))[0]
        raise BadCard(f"{cards[row, place]} is not a card number", where=f"hand {row}", accepted=_CARD_NUMBERS)
    return np.ascontiguousarray(cards, np.uint8)


def _require_hand_size(size: int | tuple[int, ...]) -> None:
    if size not in five_card.SIZES:
        what = f"an array of shape {size}" if isinstance(size, tuple) else f"hands of {size} cards"
        raise WrongCardCount(what, accepted="one hand a row, 5, 6 or 7 cards each")


def _refuse_first_repeated(cards: Hands) -> None:
    in_order = np.sort(cards, axis=1)
    row = np.argmax((in_order[:, 1:] == in_order[:, :-1]).any(axis=1))
    require_distinct(tuple(map(Card, cards[row].tolist())), where=f"hand {row}, ")

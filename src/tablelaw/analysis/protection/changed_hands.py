"""Names, for people, the hands whose decision changes with what is seen."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.symmetry.starting_hands import RANK_LETTERS, kind_name, kind_of
from tablelaw.cards import PACK

MOST_CHANGES = 20
"""The list of changed hands is for people, so it names only those that change most often."""


def hand_name(cards: npt.NDArray[np.uint8]) -> str:
    """The name of cards in rising order: "AKs" for two, else the ranks, highest first, as in "Q-6-4"."""
    if len(cards) == 2:
        return kind_name(kind_of(*(PACK[card] for card in cards.tolist())))
    return "-".join(rank_letter(card) for card in reversed(cards.tolist()))


def rank_letter(card: int) -> str:
    return RANK_LETTERS[PACK[card].rank - 2]

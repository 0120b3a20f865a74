"""A published strategy for a player who sees five other hands: by how many cards of each suit are seen."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_dealer.flushes.best_play import SHORTEST, Game
from tablelaw.analysis.against_dealer.flushes.kernels import deck_of

OTHERS = 5
"""The seats whose hands the strategy counts."""
SAYS = (
    "bet once with four cards, twice with five, three times with six or seven; with three cards king-high or better if "
    "eight or more of every suit are seen, queen-high if nine or more; with less only if the seen suits number "
    "9-11-11-11 or 10-10-11-11; else fold"
)
QUEEN, KING = 10, 11
MOST_BETS = {4: 1, 5: 2, 6: 3, 7: 3}


def by_suit_counts(game: Game) -> npt.NDArray[np.uint8]:
    """[flush, most cards left of a suit, least] -> option."""
    deck = deck_of()
    plan = np.zeros((len(deck.masks), deck.ranks + 1, deck.ranks + 1), np.uint8)
    for place in range(int(deck.first[SHORTEST]), len(deck.masks)):
        mask = int(deck.masks[place])
        length = mask.bit_count()
        bets = [n for n, option in enumerate(game.options[length]) if option.times == MOST_BETS.get(length, 1)]
        plan[place][_may_bet(length, mask.bit_length() - 1)] = bets[0]
    return plan


def _may_bet(length: int, highest: int) -> npt.NDArray[np.bool]:
    """[most cards left of a suit, least] -> whether a flush is bet."""
    ranks = deck_of().ranks
    most, least = np.mgrid[: ranks + 1, : ranks + 1]
    found: npt.NDArray[np.bool]
    if length > 3:
        found = most >= least
    elif length == 3 and highest >= QUEEN:
        found = most <= (ranks - 8 if highest >= KING else ranks - 9)
    else:
        found = ((most == 4) | (most == 3)) & (least == 2)
    return found

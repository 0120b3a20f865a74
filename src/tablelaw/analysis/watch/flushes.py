"""What actions are worth where flushes are compared, for every dealer's card that may have been seen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import mul

import numpy as np

from tablelaw.analysis.against_dealer.flushes.best_play import game_of
from tablelaw.analysis.against_dealer.flushes.kernels import deck_of, places_of
from tablelaw.analysis.earlier_decisions import Done
from tablelaw.analysis.protection.against_dealer.flushes.informed_advice import cells_among
from tablelaw.analysis.symmetry.suits import PACK_SIZE
from tablelaw.analysis.watch.spots import Spot, Valuer, Worths
from tablelaw.cards import PACK, Card
from tablelaw.law.rulebook import Terms

SUITS = 4
KEPT_HANDS = 1_024
"""The same hand is valued again for other people who are watched, so its values are kept for a while."""


class Flushes(Valuer):
    """Values the one decision of a game in which flushes are compared."""

    def __init__(self, terms: Terms) -> None:
        self.game = game_of(terms)
        self._of_hand = lru_cache(KEPT_HANDS)(self._worths)

    def worths(self, cards: Sequence[Card], spot: Spot) -> Worths:
        return self._of_hand(tuple(sorted(cards)))

    def _worths(self, cards: tuple[Card, ...]) -> Worths:
        length = max(sum(card % SUITS == suit for card in cards) for suit in range(SUITS))
        pay = [[float(gain) for gain in gains] for gains in self.game.pay[length]]
        own, left = int(places_of(cards)[0]), [card for card in PACK if card not in cards]
        informed = np.full((len(pay), PACK_SIZE), np.nan)
        for seen in (None, *left):
            fixed = () if seen is None else (seen,)
            cells = cells_among(deck_of(), own, self.game.line, [card for card in left if card not in fixed], fixed)
            worth = [sum(map(mul, gains, cells)) / sum(cells) for gains in pay]
            if seen is None:
                honest = np.array(worth)
            else:
                informed[:, seen] = worth
        actions = tuple(Done(option.action, option.times) for option in self.game.options[length])
        return Worths(actions, honest, informed)

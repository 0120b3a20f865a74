"""What actions are worth in a game with a discard, for every community card that may have been seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tablelaw.analysis.against_paytable.discard.best_play import game_of, pays_of
from tablelaw.analysis.against_paytable.discard.kernels import BOARDS, HELD, LEFT
from tablelaw.analysis.earlier_decisions import Done
from tablelaw.analysis.protection.against_paytable.discard.kernels import count_boards
from tablelaw.analysis.symmetry.suits import PACK_SIZE
from tablelaw.analysis.watch.spots import Spot, Valuer, Worths
from tablelaw.cards import RANKINGS, Card
from tablelaw.cards.rankings.class_tables import class_tables
from tablelaw.law.rulebook import Terms

BOARDS_WITH_ONE = BOARDS * 3 // LEFT
"""The boards that contain a given card."""


class WithDiscard(Valuer):
    """Values the one decision of a game with a discard; with each action, the best card is discarded."""

    def __init__(self, terms: Terms) -> None:
        self.game = game_of(terms)
        self.pays = pays_of(self.game)

    def worths(self, cards: Sequence[Card], spot: Spot) -> Worths:
        game = self.game
        initial = RANKINGS[game.initial].classify(cards)
        left = np.array([card for card in range(PACK_SIZE) if card not in cards], np.uint8)
        counts = np.zeros((LEFT, HELD, len(RANKINGS[game.final].classes)), np.int64)
        count_boards(np.array(cards, np.uint8), left, left[:0], 1, class_tables(game.final), counts)
        plays = [play for play in game.plays if play.is_open(initial)]
        by_card = np.full((len(plays), PACK_SIZE), np.nan)
        for n, play in enumerate(plays):
            gains = np.array([float(gain) for gain in self.pays[play, initial]])
            by_card[n, left] = counts[:, play.put_away or 0] @ gains / BOARDS_WITH_ONE
        actions = tuple(dict.fromkeys(Done(play.action, play.times) for play in plays))
        of = [[n for n, play in enumerate(plays) if Done(play.action, play.times) == action] for action in actions]
        honest = np.array([by_card[places][:, left].mean(axis=1).max() for places in of])
        informed = np.array([by_card[places].max(axis=0) for places in of])
        return Worths(actions, honest, informed)

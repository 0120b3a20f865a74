"""What every play of a game with a discard is worth, given the cards that are known."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import mul

import numpy as np

from tablelaw.analysis.advice import Advice, best_first
from tablelaw.analysis.against_paytable.discard.best_play import game_of, pays_of
from tablelaw.analysis.against_paytable.discard.kernels import HELD
from tablelaw.analysis.protection.against_paytable.discard.kernels import count_boards
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.symmetry.suits import PACK_SIZE
from tablelaw.cards import RANKINGS, Card
from tablelaw.cards.rankings.class_tables import class_tables
from tablelaw.law.rulebook import Terms


def advice_knowing(terms: Terms, cards: Sequence[Card], known: Known) -> list[Advice]:
    """Every play open to three cards with its exact gain, best first."""
    game = game_of(terms)
    initial, pays = RANKINGS[game.initial].classify(cards), pays_of(game)
    gone = {*cards, *known.board, *known.out}
    left = np.array([card for card in range(PACK_SIZE) if card not in gone], np.uint8)
    counts = np.zeros((1, HELD, len(RANKINGS[game.final].classes)), np.int64)
    count_boards(
        *(np.array(cards, np.uint8), left, np.array(known.board, np.uint8), 0, class_tables(game.final), counts)
    )
    boards = int(counts[0, 0].sum())
    return best_first(
        Advice(
            play.action,
            play.times,
            sum(map(mul, pays[play, initial], counts[0, play.put_away or 0].tolist()), Fraction(0)) / boards,
            None if play.put_away is None else cards[play.put_away],
        )
        for play in game.plays
        if play.is_open(initial)
    )

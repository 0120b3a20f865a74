"""What every option is worth where whole hands are compared, given the cards that are known."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.advice import Advice, best_first
from tablelaw.analysis.against_dealer.whole_hands.game import Game, game_of, kind_of, level_of, option_gain, pay_of
from tablelaw.analysis.against_dealer.whole_hands.strength_levels import (
    levels_of_hands,
    number_of,
)
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.cards import PACK, Card
from tablelaw.law.conduct import STANDINGS, Standing
from tablelaw.law.rulebook import Terms

Levels = npt.NDArray[np.int64]
HIGHER, EQUAL, LOWER = (STANDINGS.index(one) for one in (Standing.HIGHER, Standing.EQUAL, Standing.LOWER))


def advice_knowing(terms: Terms, cards: Sequence[Card], turned_up: Sequence[Card], known: Known) -> list[Advice]:
    """Every option open to a hand with its exact gain, best first, from a list of the dealer's possible hands."""
    game = game_of(terms)
    own, level = own_class(game, cards)
    fixed = (*turned_up, *known.dealer)
    left = [card for card in PACK if card not in (*cards, *fixed, *known.out)]
    dealers = levels_among(game, left, fixed)
    cells = cells_of(game, level, dealers)
    found = []
    for n, option in enumerate(game.options):
        if game.is_open[n, own]:
            cases = (
                (own, band, standing, int(cells[band, standing])) for band, standing in np.argwhere(cells).tolist()
            )
            total = sum((deals * option_gain(game, option, *cell) for *cell, deals in cases), Fraction(0))
            found.append(Advice(option.action, option.times, total / len(dealers)))
    return best_first(found)


def own_class(game: Game, cards: Sequence[Card]) -> tuple[int, int]:
    """The kind of a hand, and its level."""
    return kind_of(game, cards), level_of(game, cards)


def levels_among(game: Game, left: Sequence[Card], fixed: Sequence[Card]) -> Levels:
    """The levels of all hands the dealer can make from the fixed cards and the remaining ones."""
    others = list(combinations(left, game.dealer_size - len(fixed)))
    rows = np.array(others, np.int64).reshape(len(others), game.dealer_size - len(fixed))
    hands = np.sort(np.concatenate([rows, np.tile(np.array(fixed, np.int64), (len(rows), 1))], axis=1), axis=1)
    return levels_of_hands(game.ranking, game.dealer_size, game.least)[number_of(hands)].astype(np.int64)


def cells_of(game: Game, own: int, dealers: Levels) -> npt.NDArray[np.int64]:
    """How many of the dealer's hands, given by their levels, are in each [band, standing] against a player's hand of
    level `own`.
    """
    cells = np.zeros((len(game.bands), len(STANDINGS)), np.int64)
    bands = np.searchsorted(pay_of(game)[0].edges, dealers, side="right") - 1
    standing = np.where(dealers < own, HIGHER, np.where(dealers == own, EQUAL, LOWER))
    np.add.at(cells, (bands, standing), 1)
    return cells

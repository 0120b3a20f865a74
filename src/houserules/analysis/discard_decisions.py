"""What best play does with each of the 22,100 hands of three cards, as an array a program can look up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.analysis.discard_game import Play, decided
from houserules.analysis.discard_kernels import HELD
from houserules.analysis.suits import classes, suit_orders
from houserules.law.terms import Terms

Cards = npt.NDArray[np.uint8]


class Decisions(NamedTuple):
    plays: tuple[Play, ...]
    by_hand: npt.NDArray[np.uint8]
    """[number of a hand] -> place of its play; a card put away is told by its place among the three in rising order."""


def hands_of_three() -> Cards:
    """Every hand of three cards in rising order, at its number: C(c, 3) + C(b, 2) + a for cards a < b < c."""
    return np.array([(a, b, c) for c in range(52) for b in range(c) for a in range(b)], np.uint8)


def best_decisions(terms: Terms, beside: str = "", folding: bool = True) -> Decisions:
    """Best play, equals played for a wager beside it; or the best among those who never fold."""
    game, chosen = decided(terms, beside, folding)
    hands, known = hands_of_three(), classes(HELD)
    renamed = suit_orders()[known.order[:, None], hands]
    put_away = np.array([play.put_away or 0 for play in game.plays])[chosen[known.of]]
    card = known.forms[known.of, put_away]
    place = (renamed == card[:, None]).argmax(axis=1)
    with_place = {(play._replace(put_away=None), play.put_away): n for n, play in enumerate(game.plays)}
    table = np.array([[_placed(with_place, play, at) for at in range(HELD)] for play in game.plays], np.uint8)
    return Decisions(game.plays, table[chosen[known.of], place])


def _placed(known: dict[tuple[Play, int | None], int], play: Play, place: int) -> int:
    """The same play with the card at a place put away, where one is."""
    return known[play._replace(put_away=None), None if play.put_away is None else place]

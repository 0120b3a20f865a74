"""The best play of each of the 22,100 hands of three cards, as an array in which a program can look it up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_paytable.discard.best_play import Play, decided, game_of
from tablelaw.analysis.against_paytable.discard.kernels import HELD
from tablelaw.analysis.symmetry.suits import classes, suit_orders
from tablelaw.law.rulebook import Terms

Cards = npt.NDArray[np.uint8]


class Decisions(NamedTuple):
    plays: tuple[Play, ...]
    by_hand: npt.NDArray[np.uint8]
    """[number of a hand] -> place of its play; a discarded card is given by its place among the three in rising
    order."""


def hands_of_three() -> Cards:
    """Every hand of three cards in rising order, at its number: C(c, 3) + C(b, 2) + a for cards a < b < c."""
    return np.array([(a, b, c) for c in range(52) for b in range(c) for a in range(b)], np.uint8)


def best_decisions(terms: Terms, beside: str = "", folding: bool = True) -> Decisions:
    """A strategy as an array: best play, with ties broken in favour of a side wager, or the best play that
    never folds.
    """
    plays, known = game_of(terms).plays, classes(HELD)
    game, chosen = decided(terms, beside, folding)
    own = chosen[known.of]
    put_away = np.array([play.put_away or 0 for play in game.plays])[own]
    renamed = suit_orders()[known.order[:, None], hands_of_three()]
    place = (renamed == known.forms[known.of, put_away][:, None]).argmax(axis=1)
    table = [[plays.index(_putting_away(play, at)) for at in range(HELD)] for play in game.plays]
    return Decisions(plays, np.array(table, np.uint8)[own, place])


def _putting_away(play: Play, place: int) -> Play:
    """The same play with the card at `place` discarded, if the play discards one."""
    return play if play.put_away is None else play._replace(put_away=place)

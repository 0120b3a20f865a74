"""A strategy as arrays in which a program can look up the option for every hand."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_dealer.whole_hands.best_play import kept_ends
from tablelaw.analysis.against_dealer.whole_hands.game import game_of
from tablelaw.analysis.options_and_outcomes import Option
from tablelaw.analysis.symmetry.suits import classes, suit_orders
from tablelaw.law.rulebook import Terms


class HandDecisions(NamedTuple):
    """One strategy. A hand is looked up by its number; the upcard's suit is renamed in the same way as the hand's
    suits.
    """

    options: tuple[Option, ...]
    by_form: npt.NDArray[np.uint8]
    """[suit-distinct hand, card turned up] -> place of the option; one column if no card is turned up."""
    form: npt.NDArray[np.int32]
    """[number of a hand] -> its suit-distinct hand."""
    order: npt.NDArray[np.uint8]
    """[number of a hand] -> the order of suits that leads to the suit-distinct hand."""
    suit_orders: npt.NDArray[np.uint8]
    """[order of suits, card] -> the card with its suit renamed."""


def decisions(terms: Terms, play: str) -> HandDecisions:
    """A strategy as arrays: best play, the best play that never folds, or a named strategy."""
    game = game_of(terms)
    known = classes(game.size)
    return HandDecisions(game.options, kept_ends(terms, play)[0], known.of, known.order, suit_orders())

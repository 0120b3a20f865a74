"""The option of a play at every decision of a game in stages, as arrays that a program can look up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_paytable.staged.best_play import decided
from tablelaw.analysis.against_paytable.staged.game import Line, Stop
from tablelaw.analysis.symmetry.suits import classes
from tablelaw.law.rulebook import Terms


class StagedDecisions(NamedTuple):
    """One strategy: what is done after every line of play, with every suit-distinct set of the cards known."""

    stops: tuple[Stop, ...]
    by_line: dict[Line, npt.NDArray[np.uint8]]
    """[suit-distinct set] -> place of the option."""
    form: dict[int, npt.NDArray[np.int32]]
    """By how many cards are known: [number of a set] -> its suit-distinct set."""


def decisions(terms: Terms, play: str) -> StagedDecisions:
    """Best play, or the best play that never folds."""
    game, chosen = decided(terms, play)
    return StagedDecisions(game.stops, chosen, {stop.known: classes(stop.known).of for stop in game.stops})

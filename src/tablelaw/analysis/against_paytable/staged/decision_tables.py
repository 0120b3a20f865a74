"""A strategy for a game in stages, as arrays in which a program can look up the option at every decision."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_paytable.staged.best_play import decided
from tablelaw.analysis.against_paytable.staged.game import DecisionPoint, Line
from tablelaw.analysis.symmetry.suits import classes
from tablelaw.law.rulebook import Terms


class StagedDecisions(NamedTuple):
    """One strategy: the option after every line of play, with every suit-distinct set of the known cards."""

    points: tuple[DecisionPoint, ...]
    by_line: dict[Line, npt.NDArray[np.uint8]]
    """[suit-distinct set] -> place of the option."""
    form: dict[int, npt.NDArray[np.int32]]
    """For each number of known cards: [number of a set] -> its suit-distinct set."""


def decisions(terms: Terms, play: str) -> StagedDecisions:
    """A strategy as arrays: best play, or the best play that never folds."""
    game, chosen = decided(terms, play)
    return StagedDecisions(game.points, chosen, {point.known: classes(point.known).of for point in game.points})

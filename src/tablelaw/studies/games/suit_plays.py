"""Strategies for a game that compares flushes: the decisions of the exact analysis in the form that a simulated table
uses.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_dealer.flushes.best_play import game_of
from tablelaw.cards.arrays.play_tables import FlushDecisions
from tablelaw.law.rulebook import Terms
from tablelaw.simulation.game import Game
from tablelaw.simulation.rounds.game import table_game
from tablelaw.simulation.rounds.hand_readers import rank_counts
from tablelaw.simulation.rounds.lines_of_play import Act, DecisionPoint, Lines
from tablelaw.simulation.rounds.places import Places
from tablelaw.simulation.rounds.suit_plays import SuitPlays
from tablelaw.simulation.seating import Seat


def suit_table(terms: Terms, seats: Sequence[Seat], plays: Sequence[FlushDecisions]) -> Game:
    """A table whose seats have more options the longer their flush is."""
    options = [[Act(*option) for option in open_to] for open_to in game_of(terms).options]
    acts = tuple(dict.fromkeys(act for open_to in options for act in open_to))

    def decisions(lines: Lines, places: Places) -> SuitPlays:
        return _decisions(seats, acts, options, plays)

    return table_game(terms, seats, (DecisionPoint(0, acts),), decisions)


def _decisions(
    seats: Sequence[Seat], acts: Sequence[Act], options: Sequence[Sequence[Act]], plays: Sequence[FlushDecisions]
) -> SuitPlays:
    """The decisions of all seats; seats with the same strategy share them."""
    known = list({id(play): play for play in plays}.values())
    return SuitPlays(
        play=np.array([next(n for n, one in enumerate(known) if one is play) for play in plays], np.int64),
        mistakes=np.array([seat.mistakes.as_integer_ratio() for seat in seats], np.int64),
        by_flush=np.stack([play.by_flush for play in known]),
        hands=np.concatenate([play.hands for play in known]),
        options=np.concatenate([play.options for play in known]),
        first=np.cumsum([0, *(len(play.hands) for play in known)]),
        lines=_padded([[acts.index(act) for act in open_to] for open_to in options]),
        legal=np.array([(1 << len(open_to)) - 1 for open_to in options], np.uint32),
        lengths=rank_counts(),
    )


def _padded(rows: Sequence[Sequence[int]]) -> npt.NDArray[np.int64]:
    longest = max(map(len, rows))
    return np.array([[*row, *[-1] * (longest - len(row))] for row in rows], np.int64)

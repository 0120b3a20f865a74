"""Plays of a game with a discard, as the arrays that its simulated table takes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_paytable.discard.best_play import game_of
from tablelaw.analysis.against_paytable.discard.decisions import best_decisions
from tablelaw.law.rulebook import Terms
from tablelaw.simulation.against_paytable.game import DiscardGame, Way, discard_game
from tablelaw.simulation.one_decision import Line
from tablelaw.simulation.seating import BEST, NEVER_FOLD, BadSeat, Seat
from tablelaw.studies.play_names import quoted

PLAYS = (BEST, NEVER_FOLD)


def discard_table(terms: Terms, seats: Sequence[Seat]) -> DiscardGame:
    """A table whose seats have named plays."""
    plays = game_of(terms).plays
    ways = [Way(Line(play.action, play.wager, play.times), play.put_away, play.hands) for play in plays]
    return discard_game(terms, seats, ways, [discard_play(terms, seat) for seat in seats])


def discard_play(terms: Terms, seat: Seat) -> npt.NDArray[np.uint8]:
    """By number of a hand: the best play of the main game, with ties broken in favour of a side wager."""
    if seat.play not in PLAYS:
        raise BadSeat(f"no play named {seat.play!r}", where=terms.book.id, accepted=", ".join(quoted(PLAYS)))
    beside = [wager.id for wager in terms.book.wagers if wager.kind == "optional" and wager.id in seat.wagers]
    return best_decisions(terms, beside[0] if beside else "", folding=seat.play == BEST).by_hand

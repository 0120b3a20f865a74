"""Plays of a game that compares flushes, as the arrays that its simulated table takes."""

from __future__ import annotations

from collections.abc import Sequence

from tablelaw.analysis.against_dealer.flushes.best_play import STRATEGIES, game_of
from tablelaw.analysis.against_dealer.flushes.decisions import best_decisions, named_decisions
from tablelaw.cards.arrays.play_tables import FlushDecisions
from tablelaw.law.rulebook import Terms
from tablelaw.simulation.against_dealer.game import FlushGame, flush_game
from tablelaw.simulation.one_decision import Line
from tablelaw.simulation.seating import BEST, NEVER_FOLD, BadSeat, Seat
from tablelaw.studies.play_names import quoted

PLAYS = (BEST, NEVER_FOLD, *STRATEGIES)


def flush_table(terms: Terms, seats: Sequence[Seat]) -> FlushGame:
    """A table whose seats have named plays."""
    options = [[Line(*option) for option in open_to] for open_to in game_of(terms).options]
    known = {name: flush_play(terms, name) for name in dict.fromkeys(seat.play for seat in seats)}
    return flush_game(terms, seats, options, [known[seat.play] for seat in seats])


def flush_play(terms: Terms, name: str) -> FlushDecisions:
    if name in (BEST, NEVER_FOLD):
        return best_decisions(terms, folding=name == BEST)
    if name in STRATEGIES:
        return named_decisions(terms, name)
    raise BadSeat(f"no play named {name!r}", where=terms.book.id, accepted=", ".join(quoted(PLAYS)))

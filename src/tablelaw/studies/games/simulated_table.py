"""A simulated table of any rulebook: its kernel by the family of the game, its plays from the analysis."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tablelaw.analysis.against_dealer.flushes.solver import AgainstDealer
from tablelaw.analysis.against_paytable.discard.solver import AgainstPaytable
from tablelaw.analysis.board_with_dealer.solver import BoardWithDealer
from tablelaw.analysis.solver import NotThisGame
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.law.rulebook import Terms
from tablelaw.simulation.codes import Game
from tablelaw.simulation.seating import BadSeat, Seat, check_seats
from tablelaw.submission.submission import Submission


def game_of(of: Submission | Terms, seats: Sequence[Seat]) -> Game:
    """A table of these seats with their named plays; a submission's limits and number of seats apply too."""
    terms = of.terms if isinstance(of, Submission) else of
    if isinstance(of, Submission):
        if len(seats) > of.seats:
            raise BadSeat(f"{len(seats)} seats", where=of.table, accepted=f"1 to {of.seats}, as submitted")
        check_seats(terms, seats, of.wagers)
    return TABLES[simulated_family(terms)](terms, seats)


def simulated_family(terms: Terms) -> str:
    """The family of games whose simulated tables deal this one; refused if the family has only a solver."""
    family = solver_of(terms).family
    if family not in TABLES:
        accepted = f"a game of the families {', '.join(TABLES)}"
        raise NotThisGame(f"no simulated table deals the family {family}", where=terms.book.id, accepted=accepted)
    return family


# --- By family; kernels are slow to load, so only the one needed is loaded -------------------------------------


def _flushes(terms: Terms, seats: Sequence[Seat]) -> Game:
    from tablelaw.studies.games.against_dealer import flush_table

    return flush_table(terms, seats)


def _discard(terms: Terms, seats: Sequence[Seat]) -> Game:
    from tablelaw.studies.games.against_paytable import discard_table

    return discard_table(terms, seats)


def _holdem(terms: Terms, seats: Sequence[Seat]) -> Game:
    from tablelaw.studies.games.board_with_dealer import holdem_table

    return holdem_table(terms, seats)


TABLES: Mapping[str, Callable[[Terms, Sequence[Seat]], Game]] = {
    AgainstDealer.family: _flushes,
    AgainstPaytable.family: _discard,
    BoardWithDealer.family: _holdem,
}

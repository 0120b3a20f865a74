"""A simulated table of any rulebook: dealt according to its structure, with strategies from the solver of its
family.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablelaw.analysis.against_dealer.bought_card.solver import HandsWithPurchase
from tablelaw.analysis.against_dealer.flushes.solver import AgainstDealer
from tablelaw.analysis.against_dealer.whole_hands.solver import HandsAgainstDealer
from tablelaw.analysis.against_paytable.discard.solver import AgainstPaytable
from tablelaw.analysis.against_paytable.staged.solver import StagedPaytable
from tablelaw.analysis.board_with_dealer.solver import BoardWithDealer
from tablelaw.analysis.solver import NotThisGame
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.cards import own_digest
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import DEALER, PLAYER, structure_of
from tablelaw.simulation.game import Game
from tablelaw.simulation.seating import BadSeat, Seat, check_seats
from tablelaw.studies.play_names import play_names, quoted
from tablelaw.submission.submission import Submission


def game_of(of: Submission | Terms, seats: Sequence[Seat]) -> Game:
    """A table of these seats with their named strategies; checks a submission's limits and number of seats too."""
    terms = of.terms if isinstance(of, Submission) else of
    if isinstance(of, Submission) and len(seats) > of.seats:
        raise BadSeat(f"{len(seats)} seats", where=of.table, accepted=f"1 to {of.seats}, as submitted")
    check_seats(terms, seats, of.wagers if isinstance(of, Submission) else None)
    return TABLES[simulated_family(terms)](terms, seats, plays_of(terms, seats))


def plays_of(terms: Terms, seats: Sequence[Seat]) -> list[Any]:
    """The decisions of every seat as the solver gives them; seats with the same strategy share them."""
    for number, seat in enumerate(seats, 1):
        if seat.play not in (names := play_names(terms)):
            where = f"{terms.book.id}, seat {number}"
            raise BadSeat(f"no strategy named {seat.play!r}", where=where, accepted=", ".join(quoted(names)))
    solver, asked = solver_of(terms), [(seat.play, _beside(terms, seat)) for seat in seats]
    known = {key: solver.decision_tables(terms, *key) for key in dict.fromkeys(asked)}
    return [known[key] for key in asked]


def _beside(terms: Terms, seat: Seat) -> str:
    """The side wager in whose favour ties are broken: the first that the seat makes."""
    return next((w.id for w in terms.book.wagers if w.kind == "optional" and w.id in seat.wagers), "")


def simulated_family(terms: Terms) -> str:
    """The family of games by which a rulebook's game is simulated; refuses a family that has only a solver."""
    family = solver_of(terms).family
    if family not in TABLES:
        accepted = f"a game of the families {', '.join(TABLES)}"
        raise NotThisGame(f"no simulated table deals the family {family}", where=terms.book.id, accepted=accepted)
    _require_readers(terms)
    return family


def _require_readers(terms: Terms) -> None:
    """Refuses a game whose compared hands are read by a ranking of the rulebook's own that no simulated table reads,
    before its strategies are solved.
    """
    structure = structure_of(terms)
    compared = (PLAYER, DEALER) if structure.compares else ()
    if any(own_digest(structure.hands[hand].ranking.name) for hand in compared):
        from tablelaw.simulation.rounds.hand_readers import reader_of

        for hand in compared:
            reader_of(structure.hands[hand], hand, terms.book.id)


# --- By family; kernels are slow to load, so only those needed are loaded --------------------------------------


def _flushes(terms: Terms, seats: Sequence[Seat], plays: Sequence[Any]) -> Game:
    from tablelaw.studies.games.suit_plays import suit_table

    return suit_table(terms, seats, plays)


def _board(terms: Terms, seats: Sequence[Seat], plays: Sequence[Any]) -> Game:
    from tablelaw.studies.games.board_plays import board_table

    return board_table(terms, seats, plays)


def _whole_hands(terms: Terms, seats: Sequence[Seat], plays: Sequence[Any]) -> Game:
    from tablelaw.studies.games.set_plays import whole_hand_table

    return whole_hand_table(terms, seats, plays)


def _purchase(terms: Terms, seats: Sequence[Seat], plays: Sequence[Any]) -> Game:
    from tablelaw.studies.games.set_plays import purchase_table

    return purchase_table(terms, seats, plays)


def _discard(terms: Terms, seats: Sequence[Seat], plays: Sequence[Any]) -> Game:
    from tablelaw.studies.games.set_plays import discard_table

    return discard_table(terms, seats, plays)


def _staged(terms: Terms, seats: Sequence[Seat], plays: Sequence[Any]) -> Game:
    from tablelaw.studies.games.set_plays import staged_table

    return staged_table(terms, seats, plays)


TABLES: Mapping[str, Callable[[Terms, Sequence[Seat], Sequence[Any]], Game]] = {
    AgainstDealer.family: _flushes,
    HandsAgainstDealer.family: _whole_hands,
    HandsWithPurchase.family: _purchase,
    AgainstPaytable.family: _discard,
    StagedPaytable.family: _staged,
    BoardWithDealer.family: _board,
}

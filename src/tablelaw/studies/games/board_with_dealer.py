"""Named plays of hold'em games, from the exact analysis, as the arrays that a simulated table takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablelaw.analysis.board_with_dealer.decision_tables import decision_tables, play_names, spot_rows
from tablelaw.cards.arrays.play_tables import DecisionTables
from tablelaw.law.rulebook import Terms
from tablelaw.simulation.board_with_dealer.game import HoldemGame, holdem_game
from tablelaw.simulation.seating import BadSeat, Seat, check_seats
from tablelaw.studies.play_names import quoted
from tablelaw.submission.submission import WagerTerms


def holdem_plays(terms: Terms, seats: Sequence[Seat]) -> tuple[DecisionTables, ...]:
    """The play of every seat; seats that name the same one share it."""
    names = play_names(terms)
    for number, seat in enumerate(seats, 1):
        if seat.play not in names:
            where = f"{terms.book.id}, seat {number}"
            raise BadSeat(f"no play named {seat.play!r}", where=where, accepted=", ".join(quoted(names)))
    known = {name: decision_tables(terms, name) for name in {seat.play for seat in seats}}
    return tuple(known[seat.play] for seat in seats)


def holdem_table(terms: Terms, seats: Sequence[Seat], limits: Mapping[str, WagerTerms] | None = None) -> HoldemGame:
    """A hold'em table whose seats have named plays; a submission's limits apply if given."""
    check_seats(terms, seats, limits)
    return holdem_game(terms, seats, holdem_plays(terms, seats), spot_rows(terms))

"""Named plays of hold'em games, out of the exact analysis, as the arrays a simulated table takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from houserules.analysis.board_with_dealer.decision_tables import decision_tables, play_names, spot_rows
from houserules.cards.arrays.play_tables import DecisionTables
from houserules.law.terms import Terms
from houserules.simulation.board_with_dealer.game import HoldemGame, holdem_game
from houserules.simulation.seating import BadSeat, Seat, check_seats
from houserules.studies.play_names import quoted
from houserules.submission.submission import WagerTerms


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
    """A hold'em table whose seats play by name; a submission's limits are kept to where they are given."""
    check_seats(terms, seats, limits)
    return holdem_game(terms, seats, holdem_plays(terms, seats), spot_rows(terms))

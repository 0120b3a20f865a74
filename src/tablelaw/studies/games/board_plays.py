"""Strategies for games with two cards and a board: the decisions of the exact analysis in the form that a simulated
table uses.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablelaw.analysis.board_with_dealer.decision_tables import spot_rows
from tablelaw.cards.arrays.play_tables import DecisionTables
from tablelaw.law.rulebook import Terms
from tablelaw.simulation.game import Game
from tablelaw.simulation.rounds.board_plays import BOARD, FLOP, MOST_ACTS, TURN, BoardPlays, board_points
from tablelaw.simulation.rounds.game import table_game
from tablelaw.simulation.rounds.hand_readers import NotPlayedHere
from tablelaw.simulation.rounds.lines_of_play import Lines, points_of
from tablelaw.simulation.rounds.places import Places
from tablelaw.simulation.seating import Seat

SEEN = (0, FLOP, TURN, BOARD)


def board_table(terms: Terms, seats: Sequence[Seat], plays: Sequence[DecisionTables]) -> Game:
    """A table whose seats decide before the flop, after it, after the turn or after the river."""
    points, mistakes = points_of(terms), tuple(seat.mistakes.as_integer_ratio() for seat in seats)
    seen = [point.seen for point in points]
    if not set(seen) <= set(SEEN) or any(len(point.acts) > MOST_ACTS for point in points):
        accepted = "before the flop, after it, after the turn, after the river; at most four actions"
        raise NotPlayedHere(f"decisions after {seen} community cards", where=terms.book.id, accepted=accepted)

    def decisions(lines: Lines, places: Places) -> BoardPlays:
        return BoardPlays(tuple(plays), mistakes, spot_rows(terms), board_points(lines.points))

    return table_game(terms, seats, points, decisions)

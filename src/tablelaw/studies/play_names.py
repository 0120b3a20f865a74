"""The named plays of a game."""

from __future__ import annotations

from collections.abc import Iterable

from tablelaw.analysis.game_shape import DISCARD, FLUSHES, shape_of
from tablelaw.law.terms import Terms
from tablelaw.simulation.seating import BEST, NEVER_FOLD


def play_names(terms: Terms) -> tuple[str, ...]:
    """Best play, never folding, and the strategies of the analysis. Solvers are slow to load, so only when needed."""
    shape = shape_of(terms.book)
    if shape == DISCARD:
        return BEST, NEVER_FOLD
    if shape == FLUSHES:
        from tablelaw.analysis.against_dealer.solve import STRATEGIES

        return BEST, NEVER_FOLD, *STRATEGIES
    from tablelaw.analysis.board_with_dealer import decision_tables

    return decision_tables.play_names(terms)


def quoted(names: Iterable[str]) -> list[str]:
    """Quoted as in a study, since the name of a play may contain a comma."""
    return [f'"{name}"' for name in names]

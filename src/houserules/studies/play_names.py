"""The plays a game knows by name."""

from __future__ import annotations

from collections.abc import Iterable

from houserules.analysis.game_shape import DISCARD, FLUSHES, shape_of
from houserules.law.terms import Terms
from houserules.simulation.seating import BEST, NEVER_FOLD


def play_names(terms: Terms) -> tuple[str, ...]:
    """Best play, never folding, and the strategies of the analysis. Solvers are slow to load: only when asked."""
    shape = shape_of(terms.book)
    if shape == DISCARD:
        return BEST, NEVER_FOLD
    if shape == FLUSHES:
        from houserules.analysis.against_dealer.solve import STRATEGIES

        return BEST, NEVER_FOLD, *STRATEGIES
    from houserules.analysis.board_with_dealer import decision_tables

    return decision_tables.play_names(terms)


def quoted(names: Iterable[str]) -> list[str]:
    """As a study writes them: the name of a play may have a comma."""
    return [f'"{name}"' for name in names]

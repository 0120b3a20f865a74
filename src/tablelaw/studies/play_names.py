"""The named plays of a game."""

from __future__ import annotations

from collections.abc import Iterable

from tablelaw.analysis.solver_choice import solver_of
from tablelaw.law.rulebook import Terms


def play_names(terms: Terms) -> tuple[str, ...]:
    """Best play, never folding, and the strategies of the analysis."""
    return solver_of(terms).play_names(terms)


def quoted(names: Iterable[str]) -> list[str]:
    """Quoted as in a study, since the name of a play may contain a comma."""
    return [f'"{name}"' for name in names]

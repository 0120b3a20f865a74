"""The named strategies of a game."""

from __future__ import annotations

from collections.abc import Iterable

from tablelaw.analysis.solver_choice import solver_of
from tablelaw.law.rulebook import Terms


def play_names(terms: Terms) -> tuple[str, ...]:
    """The names of all strategies: best play, never folding, and the named strategies of the analysis."""
    return solver_of(terms).play_names(terms)


def quoted(names: Iterable[str]) -> list[str]:
    """The names quoted as in a study, since the name of a strategy may contain a comma."""
    return [f'"{name}"' for name in names]

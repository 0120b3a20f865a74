"""The main game of any rulebook under best play."""

from __future__ import annotations

from tablelaw.analysis.main_choices import Told, kept_main
from tablelaw.analysis.result import Result
from tablelaw.analysis.solver_choice import patient, solver_of
from tablelaw.law.rulebook import Terms


def main_of(terms: Terms, tell: Told | None = None) -> Result:
    """The main game under these terms, computed once and then cached."""
    return kept_main(terms, main_result, patient(terms, tell))


def main_result(terms: Terms) -> Result:
    """The main game under best play, exactly."""
    return solver_of(terms).solve(terms)

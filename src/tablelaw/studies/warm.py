"""Compiles the kernels of every family of games and solves every rulebook that takes seconds, before anyone waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba

from tablelaw import rulebooks
from tablelaw.analysis.api import analyze
from tablelaw.analysis.solver_choice import is_quick_to_solve, solver_of
from tablelaw.simulation.seating import BEST, NEVER_FOLD, Seat
from tablelaw.studies.games.simulated_table import TABLES, game_of
from tablelaw.studies.play_names import play_names
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import Submission, accept
from tablelaw.submission.template import new_submission

BEFORE_CARDS = ("opening", "optional")
PROPERTY, TABLE = "Example Casino", "T-1"


def warm(tell: Callable[[str], None]) -> int:
    """Deals a block of rounds at a table of each simulated family and analyses every quick rulebook; returns how many
    kernels there are.

    `tell` is called with what is being prepared.
    """
    for submission in one_of_each_simulated_family():
        tell(f"a simulated table of {submission.book.id}")
        _deal(submission)
    for book in rulebooks.all_rulebooks():
        if is_quick_to_solve(book.terms()):
            analyze(book, tell)
    return sum(1 for _ in _compiled())


def one_of_each_simulated_family() -> list[Submission]:
    """A submission of each family that has a simulated table; some families have only a solver."""
    every = [accept(parse_draft(new_submission(book, PROPERTY, TABLE))) for book in rulebooks.all_rulebooks()]
    by_family = {solver_of(submission.terms).family: submission for submission in every}
    return [submission for family, submission in by_family.items() if family in TABLES]


def _deal(submission: Submission) -> None:
    kinds = {wager.id: wager.kind for wager in submission.book.wagers}
    stakes = {name: terms.minimum_cents for name, terms in submission.wagers.items() if kinds[name] in BEFORE_CARDS}
    plays = (BEST, NEVER_FOLD) if is_quick_to_solve(submission.terms) else play_names(submission.terms)[-1:]
    for play in plays:
        game_of(submission, [Seat(stakes, play)]).play(1, 0)


def is_compiled() -> bool:
    """Whether any kernel of this version of the code has been compiled and stored on this machine."""
    return next(_compiled(), None) is not None


def _compiled() -> Iterator[Path]:
    """The indexes that Numba writes, one for each kernel."""
    config: Any = numba.config
    return Path(config.CACHE_DIR).rglob("*.nbi") if config.CACHE_DIR else iter(())

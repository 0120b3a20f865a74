"""Compiles the kernels and solves the games that the tests need, once instead of in each test process."""

from __future__ import annotations

import sys
from pathlib import Path

from tablelaw import rulebooks
from tablelaw.analysis.api import analyze
from tablelaw.analysis.solver_choice import is_quick_to_solve, solver_of
from tablelaw.simulation.seating import BEST, NEVER_FOLD, Seat
from tablelaw.studies.games.simulated_table import TABLES, game_of
from tablelaw.studies.play_names import play_names
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import Submission, accept

SUBMISSIONS = Path(__file__).parents[1] / "examples" / "submissions"

BEFORE_CARDS = ("opening", "optional")


def main() -> int:
    """Builds a table of each family of games and deals one round; caches the exact results of every rulebook that can
    be solved in seconds.
    """
    for submission in one_of_each_simulated_family():
        _deal(submission)
    for book in rulebooks.all_rulebooks():
        if is_quick_to_solve(book.terms()):
            analyze(book)
    return 0


def one_of_each_simulated_family() -> list[Submission]:
    """A submission of each family that has a simulated table; some families have only a solver."""
    found = [accept(parse_draft(path.read_text("utf-8"))) for path in sorted(SUBMISSIONS.glob("*.toml"))]
    by_family = {solver_of(submission.terms).family: submission for submission in found}
    return [submission for family, submission in by_family.items() if family in TABLES]


def _deal(submission: Submission) -> None:
    kinds = {wager.id: wager.kind for wager in submission.book.wagers}
    stakes = {name: terms.minimum_cents for name, terms in submission.wagers.items() if kinds[name] in BEFORE_CARDS}
    plays = (BEST, NEVER_FOLD) if is_quick_to_solve(submission.terms) else play_names(submission.terms)[-1:]
    for play in plays:
        game_of(submission, [Seat(stakes, play)]).play(1, 0)


if __name__ == "__main__":
    sys.exit(main())

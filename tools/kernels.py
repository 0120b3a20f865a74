"""Compiles and solves what the tests need, once, instead of once in each of the processes they run in."""

from __future__ import annotations

import sys
from pathlib import Path

from tablelaw.analysis.api import analyze_all
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.simulation.seating import BEST, NEVER_FOLD, Seat
from tablelaw.studies.games.simulated_table import TABLES, game_of
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import Submission, accept

SUBMISSIONS = Path(__file__).parents[1] / "examples" / "submissions"

BEFORE_CARDS = ("opening", "optional")


def main() -> int:
    """Builds a table of each family of games and deals one round; caches the exact results of every rulebook."""
    for submission in one_of_each_simulated_family():
        _deal(submission)
    analyze_all()
    return 0


def one_of_each_simulated_family() -> list[Submission]:
    """A submission of each family that has a simulated table; some families have only a solver."""
    found = [accept(parse_draft(path.read_text("utf-8"))) for path in sorted(SUBMISSIONS.glob("*.toml"))]
    by_family = {solver_of(submission.terms).family: submission for submission in found}
    return [submission for family, submission in by_family.items() if family in TABLES]


def _deal(submission: Submission) -> None:
    kinds = {wager.id: wager.kind for wager in submission.book.wagers}
    stakes = {name: terms.minimum_cents for name, terms in submission.wagers.items() if kinds[name] in BEFORE_CARDS}
    for play in (BEST, NEVER_FOLD):
        game_of(submission, [Seat(stakes, play)]).play(1, 0)


if __name__ == "__main__":
    sys.exit(main())

"""Simulated rounds in one call: a table with some seats, a strategy and a number of rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tablelaw import rulebooks
from tablelaw.amounts import parse_percent
from tablelaw.analysis.notebook import pandas_table, table_html, table_text
from tablelaw.analysis.own_strategies import Decide
from tablelaw.cores import usable_cores
from tablelaw.errors import WrongUse
from tablelaw.extras import required
from tablelaw.law.rulebook import Rulebook
from tablelaw.library.stakes import stakes_of, table_of
from tablelaw.plain_text import short
from tablelaw.simulation.questions.code_values import seeds, to_player
from tablelaw.simulation.questions.hold import Holds
from tablelaw.simulation.runs import Threads, run
from tablelaw.simulation.seating import BEST, OWN, Seat, check_seats
from tablelaw.studies.answers.answer import Answer
from tablelaw.studies.answers.hold import hold_answer
from tablelaw.studies.games.own_plays import own_table
from tablelaw.studies.games.simulated_table import game_of
from tablelaw.studies.question_work import Prepared, main_columns
from tablelaw.studies.questions import HOLD
from tablelaw.studies.study import Source, Study

MOST_ROUNDS = 10**12
MOST_ASKED = 10**7
"""The most rounds in which a Python function decides."""


@dataclass(frozen=True, slots=True, repr=False)
class Simulated:
    """The house edge, deviation and hits of every wager in simulated rounds, beside the exact values if known."""

    answer: Answer
    rounds: int
    seed: int
    not_the_law: str = ""

    def rows(self) -> list[dict[str, object]]:
        """One flat row per seat and wager."""
        return [dict(row) for row in self.answer.tables[HOLD].rows]

    def of(self, wager: str, seat: int = 1) -> dict[str, object]:
        """The row of one wager; "main game" and "whole round" are the sums."""
        found = [row for row in self.rows() if (row["wager"], row["seat"]) == (wager, seat)]
        if not found:
            accepted = ", ".join(dict.fromkeys(str(row["wager"]) for row in self.rows()))
            raise WrongUse(f"no row of {short(wager)} at seat {short(seat)}", where="simulation", accepted=accepted)
        return found[0]

    def as_json(self) -> dict[str, object]:
        mark = {"not_the_law": self.not_the_law} if self.not_the_law else {}
        return {**self.answer.as_json(), **mark}

    def to_pandas(self) -> Any:
        """The rows as a pandas table, if pandas is installed."""
        return pandas_table(self.rows())

    def plot(self) -> Any:
        """The house edges with their confidence intervals as a matplotlib figure."""
        required("matplotlib", "plot() makes a matplotlib figure", "rows()")
        return self.answer.draw()

    def __repr__(self) -> str:
        return "\n".join([table_text(self.answer.shown, self.answer.title, without=()), *self.answer.notes])

    def _repr_html_(self) -> str:
        return table_html(self.answer.shown, self.answer.title)


def simulate(
    of: str | Rulebook,
    rounds: int = 100_000,
    seed: int = 1,
    wagers: Mapping[str, object] | None = None,
    strategy: str | Decide = BEST,
    players: int = 1,
    mistakes: str = "0%",
    **choices: str,
) -> Simulated:
    """Deals rounds to one or more players who all stake and play alike; the same seed gives the same figures.

    The strategy is the name of a play of the solver, such as "best" or "never fold", or a function of a spot.
    """
    book = rulebooks.get(of)
    _require_whole(rounds, "rounds", MOST_ASKED if callable(strategy) else MOST_ROUNDS)
    _require_whole(players, "players", int(book.fact("seats")))
    stakes = stakes_of(book, wagers)
    submission = table_of(book, stakes, book.named_choices(choices), players)
    seat = Seat(stakes, OWN if callable(strategy) else strategy, _share(mistakes, callable(strategy)))
    seats = (seat,) * players
    check_seats(submission.terms, seats, submission.wagers)
    game = own_table(submission.terms, seats, strategy) if callable(strategy) else game_of(submission, seats)
    study = Study(Source("tl.simulate", ""), "", submission, seats, rounds, seed, {})
    ready = Prepared(study, game, to_player(game, seeds(submission.meters)), ())
    work = Holds(game, seed, rounds, ready.values, main_columns(ready))
    tally = run(work, Threads(1 if callable(strategy) else usable_cores()))
    return Simulated(hold_answer(ready, tally), rounds, seed, book.not_the_law)


def _require_whole(value: object, name: str, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise WrongUse(f"{name} {short(value)}", where="simulate", accepted=f"a whole number from 1 to {most:,}")


def _share(text: str, is_own: bool) -> Fraction:
    share = parse_percent(text)
    if share and is_own:
        why = "a function makes its own mistakes"
        raise WrongUse(f"mistakes {short(text)}", where="simulate", why=why, accepted="no mistakes with a function")
    return share

"""Plans the work of each question of a study: the game, the values of its codes, and its division into pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from tablelaw.analysis.main_choices import main_bonuses, main_wagers
from tablelaw.errors import TablelawError
from tablelaw.law.odds import OddsKind
from tablelaw.law.rows import Wager
from tablelaw.simulation.game import Game
from tablelaw.simulation.questions.code_values import seeds, to_house, to_player, winnings
from tablelaw.simulation.questions.hold import Holds
from tablelaw.simulation.questions.meter_records import Period
from tablelaw.simulation.questions.meters import Fed, MeterTallies, Periods, fed
from tablelaw.simulation.questions.payout_limit import Limited, LimitTally
from tablelaw.simulation.questions.sessions_and_shifts import Purse, Sessions, SessionTally, Shifts, Stretches
from tablelaw.simulation.runs import Span, Work, do_span
from tablelaw.simulation.seating import most_staked
from tablelaw.simulation.tallies import Histogram, Nets, Tally
from tablelaw.studies.games.simulated_table import game_of
from tablelaw.studies.questions import HOLD, JACKPOT, LIMIT, SESSION, SHIFT, Figures
from tablelaw.studies.study import BadStudy, Source, Study, study_of
from tablelaw.studies.worker_memory import keep_freed_memory
from tablelaw.submission.submission import Submission


class Prepared(NamedTuple):
    """A study with its table ready to simulate."""

    study: Study
    game: Game
    values: tuple[Nets, ...]
    """Cents that a player gains with each code, when every meter is at its seed."""
    meters: tuple[Fed, ...]


@lru_cache(maxsize=8)
def prepared(source: Source) -> Prepared:
    """Prepares a study once per process, since the strategies of a game take seconds to compute."""
    study = study_of(source)
    game = game_of(study.submission, study.seats)
    divided = frozenset(wager.id for wager in study.submission.book.wagers if wager.divided)
    meters = tuple(fed(meter, game, divided) for meter in study.submission.meters)
    return Prepared(study, game, to_player(game, seeds(study.submission.meters)), meters)


def work_of(source: Source, question: str) -> Work[Any]:
    ready = prepared(source)
    return WORKS[question](ready, ready.study.asked[question])


# --- Work in other processes ------------------------------------------------------------------------------


class BadCluster(TablelawError):
    """A cluster cannot be reached, has no workers, or works with another table."""

    no_paragraph = "a matter of the cluster; no rule of play is involved"


class Asked:
    """The work of one question with the study it belongs to, so that the work can be rebuilt in another process."""

    def __init__(self, source: Source, question: str) -> None:
        self.source, self.question = source, question
        self.work = work_of(source, question)
        self.fingerprint, self.pieces = self.work.fingerprint, self.work.pieces
        self.at_once, self.rounds = self.work.at_once, self.work.rounds

    def do(self, piece: int) -> Any:
        return self.work.do(piece)


def do_part(source: Source, question: str, fingerprint: str, span: Span) -> Any:
    """Runs a span of a question's work in another process; refuses if that process would get a different result."""
    keep_freed_memory()
    work = work_of(source, question)
    if work.fingerprint != fingerprint:
        what, why = (
            "a worker builds a different table for this study",
            "its version of tablelaw differs from the one here",
        )
        raise BadCluster(what, where=question, why=why, accepted="the same version on every machine")
    return do_span(work, span)


# --- One function for each question -----------------------------------------------------------------------


def _hold(ready: Prepared, _: Figures) -> Holds:
    study = ready.study
    return Holds(ready.game, study.seed, study.rounds, ready.values, main_columns(ready))


def main_columns(ready: Prepared) -> tuple[int, ...]:
    """The columns of the main game: opening wagers, those made at a decision, and bonuses that belong to them."""
    book = ready.study.submission.book
    main = {wager.id for wager in (*main_wagers(book), *main_bonuses(book))}
    return tuple(n for n, column in enumerate(ready.game.columns) if column.wager in main)


def _session(ready: Prepared, asked: Figures) -> Sessions:
    seat = ready.study.seats[asked["seat"] - 1]
    purse = Purse(asked["bankroll"], most_staked(ready.study.submission.terms, seat))
    stretches = Stretches(asked["rounds"], asked["sessions"])
    return Sessions(ready.game, ready.study.seed, stretches, asked["seat"] - 1, purse, ready.values)


def _shift(ready: Prepared, asked: Figures) -> Shifts:
    stretches = Stretches(asked["hours"] * asked["rounds_an_hour"], asked["shifts"])
    return Shifts(ready.game, ready.study.seed, stretches, to_house(ready.game, ready.meters))


def _jackpot(ready: Prepared, asked: Figures) -> Periods:
    pace = asked["rounds_an_hour"], asked["hours_a_day"], asked["days"]
    lengths = tuple(Period(tables, *pace) for tables in asked["tables"])
    meters = tuple(meter for meter in ready.meters if any(column.any() for column in meter.staked))
    return Periods(ready.game, ready.study.seed, lengths, asked["periods"], meters, _settled_in_order(ready))


def _settled_in_order(ready: Prepared) -> tuple[int, ...]:
    """The columns in the order of settlement."""
    order = [wager for step in ready.study.submission.book.settlement for wager in step.wagers]
    columns = [column.wager for column in ready.game.columns]
    return tuple(columns.index(wager) for wager in order if wager in columns)


def _limit(ready: Prepared, asked: Figures) -> Limited:
    study = ready.study
    limit = asked.get("amount", study.submission.payout_limit_cents)
    assert limit is not None
    covered = study.submission.book.limits[0].wagers
    for wager in covered:
        _require_to_odds(study.submission, study.submission.book.wager(wager))
    return Limited(ready.game, study.seed, study.rounds, limit, ready.values, winnings(ready.game, covered))


def _require_to_odds(submission: Submission, wager: Wager) -> None:
    """Refuses odds that include the stake or a share of a meter, because winnings are derived from the net result."""
    terms = submission.terms
    columns = (terms.column(table.id) for table in terms.book.paytables_of(wager.id))
    if any(cell.odds.kind in (OddsKind.FOR, OddsKind.SHARE) for column in columns for cell in column.values()):
        what, accepted = (
            f"{wager.name} is covered by the limit, but its odds are not stated with 'to'",
            "odds such as 3 to 2",
        )
        raise BadStudy(what, where=submission.book.id, accepted=accepted)


WORKS: Mapping[str, Callable[[Prepared, Figures], Work[Any]]] = {
    HOLD: _hold,
    SESSION: _session,
    SHIFT: _shift,
    JACKPOT: _jackpot,
    LIMIT: _limit,
}

RESULTS: Mapping[str, type[Any]] = {
    HOLD: Tally,
    SESSION: SessionTally,
    SHIFT: Histogram,
    JACKPOT: MeterTallies,
    LIMIT: LimitTally,
}
"""The result type of each question's run."""

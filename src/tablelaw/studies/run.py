"""Runs a study question by question on the given engine, continuing from a checkpoint."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tablelaw.simulation.checkpoints import Checkpoint
from tablelaw.simulation.runs import Engine, Progress, Work, run
from tablelaw.studies.answers.answer import Answer
from tablelaw.studies.answers.hold import hold_answer
from tablelaw.studies.answers.jackpot import jackpot_answer
from tablelaw.studies.answers.payout_limit import limit_answer
from tablelaw.studies.answers.sessions_and_shifts import session_answer, shift_answer
from tablelaw.studies.question_work import RESULTS, Asked, Prepared, prepared
from tablelaw.studies.questions import HOLD, JACKPOT, LIMIT, SESSION, SHIFT
from tablelaw.studies.study import Source

Watch = Callable[[str, Work[Any], Progress[Any]], None]
"""A function that is called with the progress of a question."""


def answers(
    source: Source, engine: Engine, kept: Checkpoint | None = None, watch: Watch | None = None
) -> Iterator[Answer]:
    """Answers the questions of a study, in their order."""
    kept = kept or Checkpoint()
    works = {question: Asked(source, question) for question in prepared(source).study.asked}
    begun = {question: kept.begun(question, work, RESULTS[question]) for question, work in works.items()}
    for question, work in works.items():
        result = run(work, engine, begun[question], _seen(question, work, kept, watch))
        yield ANSWERS[question](prepared(source), work.work, result)


def _seen(question: str, work: Work[Any], kept: Checkpoint, watch: Watch | None) -> Callable[[Progress[Any]], None]:
    keep = kept.keeper(question, work)

    def seen(progress: Progress[Any]) -> None:
        keep(progress)
        if watch is not None:
            watch(question, work, progress)

    return seen


ANSWERS: Mapping[str, Callable[[Prepared, Any, Any], Answer]] = {
    HOLD: lambda ready, _, result: hold_answer(ready, result),
    SESSION: session_answer,
    SHIFT: shift_answer,
    JACKPOT: jackpot_answer,
    LIMIT: limit_answer,
}

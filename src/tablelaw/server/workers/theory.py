"""The theory worker: what each wager of a table is expected to win, exactly, and whether decisions fit a seen card.

Solving a game may take minutes, so this process has a low priority, and nobody waits for its answers.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from tablelaw.floor.store.api import Store, open_store
from tablelaw.server.workers.process import DATABASE, JSON, Tell, main
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import accept

if TYPE_CHECKING:
    from tablelaw.floor.reports.seen_card_watch import SeenCardWatch


class TheoryQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question for the theory worker."""


class TheoryOf(TheoryQuestion, frozen=True, tag="TheoryOf"):
    """Asks for the theory of tables played under the text of a Rules Submission."""

    text: str


class FollowWatch(TheoryQuestion, frozen=True, tag="FollowWatch"):
    """Asks the watch for seen cards to continue reading the log for about that many seconds, and for its report to
    auditors.
    """

    seconds: float


class PrepareWatch(TheoryQuestion, frozen=True, tag="PrepareWatch"):
    """Asks the watch to prepare one game that is not prepared yet, and for its report to auditors."""


AnyTheoryQuestion = TheoryOf | FollowWatch | PrepareWatch


def theory_of(asked: TheoryOf, tell: Tell) -> bytes:
    """Works out the theory; the solvers are imported only when needed, since they are slow to load."""
    from tablelaw.analysis.par.theory import encode, table_theory
    from tablelaw.studies.covariances import with_covariances

    filed = accept(parse_draft(asked.text), read_back=True)
    exact = table_theory(filed, tell)
    tell("simulating how the wagers vary together")
    return encode(with_covariances(filed, exact))


def answers_from(log: Callable[[], Store]) -> Callable[[AnyTheoryQuestion, Tell], tuple[bytes, str]]:
    """Answers every question; the store is opened, and the watch begun, when it is first needed."""

    @cache
    def watch() -> SeenCardWatch:
        from tablelaw.floor.reports.seen_card_watch import SeenCardWatch

        return SeenCardWatch()

    store = cache(log)

    def answer(question: AnyTheoryQuestion, tell: Tell) -> tuple[bytes, str]:
        if isinstance(question, TheoryOf):
            return theory_of(question, tell), JSON
        if isinstance(question, PrepareWatch):
            watch().prepare(tell)
        else:
            with store().view() as moment:
                watch().follow(moment, question.seconds)
        return msgspec.json.encode(watch().report(is_auditor=True)), JSON

    return answer


if __name__ == "__main__":
    main(AnyTheoryQuestion, answers_from(lambda: open_store(os.environ[DATABASE], only_read=True)))

"""The coach's worker process, which loads the solvers with its first question.

A player waits for the answer, so it runs at the server's priority unless told otherwise: a second process of low
priority makes the first count of a game beforehand and keeps it on disk.
"""

from __future__ import annotations

import os

from tablelaw.server.workers.coach_messages import NICE, Drill, VisibleCards
from tablelaw.server.workers.process import Tell, main


def answer(question: VisibleCards | Drill, tell: Tell) -> tuple[bytes, str]:
    from tablelaw.server.workers import coach_answers

    return coach_answers.answer(question, tell)


if __name__ == "__main__":
    main(VisibleCards | Drill, answer, int(os.environ.get(NICE, "0")))

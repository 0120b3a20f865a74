"""The theory worker: what each wager of a table is expected to win, exactly, for the floor's figures.

Solving a game may take minutes, so this process has a low priority and answers nobody else.
"""

from __future__ import annotations

import msgspec

from tablelaw.server.workers.process import JSON, Tell, main
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import accept


class TheoryOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for the theory of tables played under the text of a Rules Submission."""

    text: str


def answer(question: TheoryOf, tell: Tell) -> tuple[bytes, str]:
    """Works out the theory; the solvers are imported only when needed, since they are slow to load."""
    from tablelaw.analysis.par.theory import encode, table_theory
    from tablelaw.studies.covariances import with_covariances

    filed = accept(parse_draft(question.text), read_back=True)
    exact = table_theory(filed, tell)
    tell("simulating how the wagers vary together")
    return encode(with_covariances(filed, exact)), JSON


if __name__ == "__main__":
    main(TheoryOf, answer)

"""The coach: answered by a separate process, which reports its progress and is prepared beforehand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
import pytest

from tablelaw.analysis.solver_choice import solver_of
from tablelaw.cards import Card
from tablelaw.law.decisions import decisions_of
from tablelaw.server.context import ServerContext
from tablelaw.server.tables import coaching
from tablelaw.server.workers import coach as coach_bench
from tablelaw.server.workers.client import Job, WorkerClient
from tablelaw.server.workers.coach import ActionValue, VisibleCards
from tablelaw.server.workers.process import WorkerReply
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import accept
from tablelaw.table.state import Seat
from tests.floor.world import BOOKS, example
from tests.server.conftest import Doors

TEXT = example("ma-colorado", "CHP-1")
CARDS = ("As", "Kd", "3c")


def test_the_process_answers_as_the_analysis_does() -> None:
    terms = accept(parse_draft(TEXT)).terms
    told, _ = coach_bench.answer(VisibleCards(TEXT, CARDS), lambda said: None)
    found = msgspec.json.decode(told, type=tuple[ActionValue, ...])
    assert found == tuple(map(coach_bench.worth, solver_of(terms).advise(terms, tuple(map(Card.parse, CARDS)), ())))
    assert found[0].discard, "a card is put away"


@pytest.mark.parametrize("book", BOOKS)
def test_a_hand_is_made_ready_for_every_decision(book: str) -> None:
    terms = accept(parse_draft(example(book, book))).terms
    hands = list(coach_bench.sample_hands(terms))
    assert [len(board) for _, board in hands] == [decision.seen for decision in decisions_of(terms)]
    assert all(len({*cards, *board}) == len(cards) + len(board) for cards, board in hands)


class Slow(WorkerClient):
    """Ends a question when told to."""

    def __init__(self) -> None:
        super().__init__(coach_bench.__name__)
        self.asked: list[Job] = []

    def ask(self, question: msgspec.Struct, by: str, is_private: bool = False) -> Job:
        known = [job for job in self.asked if job.question == question]
        self.asked += [] if known else [Job(question, by, is_private)]
        return known[0] if known else self.asked[-1]


@pytest.fixture
def asked(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> ServerContext:
    """A server with a slow coach, at which ann must decide."""
    seat = Seat(player="ann", wagers={"ante": 1_000})
    monkeypatch.setattr(coaching, "_asked", lambda view, player: seat if player == "ann" else None)
    monkeypatch.setattr(coaching, "held", lambda view, seat: VisibleCards(TEXT, CARDS))
    monkeypatch.setattr(coaching, "PATIENCE_SECONDS", 0.01)
    monkeypatch.setattr(doors.context, "coach_worker", Slow())
    return doors.context


def test_a_player_who_asks_hears_that_it_takes_a_while_and_then_the_answer(asked: ServerContext) -> None:
    ask: Callable[[str], coaching.Coaching] = lambda name: asyncio.run(coaching.coached(asked, "ma-colorado", name))  # noqa: E731
    assert ask("ann").is_counting and ask("ann").is_counting
    assert isinstance(asked.coach_worker, Slow) and len(asked.coach_worker.asked) == 1, "asked again, worked on once"
    asked.coach_worker.asked[0].end(
        WorkerReply(answer=msgspec.json.encode([ActionValue("bet", 1, "-1/4", "3c", "bet 1x")]))
    )
    [action] = ask("ann").actions
    assert (action.cents, action.value, action.discard) == (1_000, -250.0, "3c")
    assert ask("bob") == coaching.NOTHING


def test_every_table_is_made_ready_once_and_by_the_patient_process_first(
    doors: Doors, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[tuple[str, str]] = []

    def shop(name: str) -> WorkerClient:
        class Quick(WorkerClient):
            def ask(self, question: msgspec.Struct, by: str, is_private: bool = False) -> Job:
                assert isinstance(question, VisibleCards) and not question.cards
                order.append((name, question.text))
                job = Job(question, by, is_private)
                job.end(WorkerReply(answer=b"[]"))
                return job

        return Quick(coach_bench.__name__)

    monkeypatch.setattr(coaching, "FIRST_PAGES_SECONDS", 0)
    monkeypatch.setattr(coaching, "NEW_TABLES_SECONDS", 0)
    monkeypatch.setattr(coaching, "WorkerClient", lambda bench, given: shop(f"nice {given[coach_bench.NICE]}"))
    monkeypatch.setattr(doors.context, "coach_worker", shop("coach"))

    async def run() -> None:
        task = asyncio.create_task(coaching.make_ready(doors.context))
        await asyncio.sleep(0.2)
        task.cancel()

    asyncio.run(run())
    texts = [view.text for view in doors.context.service.views.tables.values()]
    assert order == [(who, text) for text in texts for who in ("nice 10", "coach")]

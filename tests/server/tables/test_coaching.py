"""The coach answers from a separate process that reports progress and is warmed up beforehand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.solver import Seen
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.cards import Card
from tablelaw.law.decisions import decisions_of
from tablelaw.law.structure import structure_of
from tablelaw.server.context import ServerContext
from tablelaw.server.tables import coaching
from tablelaw.server.workers import coach_answers
from tablelaw.server.workers.client import Job, WorkerClient
from tablelaw.server.workers.coach_messages import NICE, WORKER, ActionValue, Drill, Spot, VisibleCards
from tablelaw.server.workers.process import WorkerReply
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import accept
from tablelaw.table.state import Seat
from tests.floor.world import example
from tests.server.conftest import Doors

TEXT = example("ma-colorado", "CHP-1")
CARDS = ("As", "Kd", "3c")


def test_the_process_answers_as_the_analysis_does() -> None:
    terms = accept(parse_draft(TEXT)).terms
    told, _ = coach_answers.answer(VisibleCards(TEXT, CARDS), lambda said: None)
    found = msgspec.json.decode(told, type=tuple[ActionValue, ...])
    assert found == tuple(map(coach_answers.worth, solver_of(terms).advise(terms, Seen(tuple(map(Card.parse, CARDS))))))
    assert found[0].discard, "a card is put away"
    assert sum(map(Fraction, (found[0].win, found[0].tie, found[0].lose))) == 1


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_a_hand_is_made_ready_for_every_decision(book: str) -> None:
    terms = accept(parse_draft(example(book, book))).terms
    hands, up = list(coach_answers.sample_hands(terms)), structure_of(terms).dealer_up
    assert [len(seen.board) for seen in hands] == [decision.seen + up for decision in decisions_of(terms)]
    assert all(len({*seen.cards, *seen.board}) == len(seen.cards) + len(seen.board) for seen in hands)


class Slow(WorkerClient):
    """A worker that answers only when the test tells it to."""

    def __init__(self) -> None:
        super().__init__(WORKER)
        self.asked: list[Job] = []

    def ask(self, question: msgspec.Struct, by: str, is_private: bool = False) -> Job:
        known = [job for job in self.asked if job.question == question]
        self.asked += [] if known else [Job(question, by, is_private)]
        return known[0] if known else self.asked[-1]


@pytest.fixture
def asked(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> ServerContext:
    """A server with a slow coach and a table where Ann has to decide."""
    seat = Seat(player="ann", wagers={"ante": 1_000})
    monkeypatch.setattr(coaching, "_asked", lambda view, player: seat if player == "ann" else None)
    monkeypatch.setattr(coaching, "held", lambda view, seat: VisibleCards(TEXT, CARDS))
    monkeypatch.setattr(coaching, "_stage", lambda view: "required-bet")
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
    assert ask("ann").stage == "required-bet" and ask("ann").unseen == 49
    assert ask("bob") == coaching.NOTHING


# --- Drills -----------------------------------------------------------------------------------------------------------


def spot(text: str, seed: str, stage: str = "", best: str = "") -> Spot:
    told, _ = coach_answers.answer(Drill(text, seed, stage, best), lambda said: None)
    return msgspec.json.decode(told, type=Spot)


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_a_drill_deals_a_spot_of_every_stage_as_the_analysis_values_it(book: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(coach_answers, "MOST_DEALS", 2)
    text = example(book, book)
    terms = accept(parse_draft(text)).terms
    for decision in decisions_of(terms):
        found = spot(text, "7", decision.stage)
        assert (found.stage, len(found.board)) == (decision.stage, decision.seen)
        seen = [*found.cards, *found.board, *found.dealer]
        assert len(set(seen)) == len(seen) and found.earlier == tuple(
            done.name for done in coach_answers.decisions_before(terms, decision)
        )
        cards, board = (tuple(map(Card.parse, some)) for some in (found.cards, (*found.board, *found.dealer)))
        earlier = coach_answers.decisions_before(terms, decision)
        advised = solver_of(terms).advise(terms, Seen(cards, board, earlier))
        assert list(found.actions) == coach_answers.valued(terms, cards, board, advised)


def test_a_drill_finds_spots_in_which_the_wanted_action_is_best() -> None:
    text = example("pa-653a", "UTH-1")
    for seed in "abc":
        folded = spot(text, seed, "after-river", "fold")
        assert folded.stage == "after-river" and folded.actions[0].action == "fold"
        assert spot(text, seed, "before-flop", "bet 4x").actions[0].words == "bet 4x"
    assert spot(text, "a") == spot(text, "a") != spot(text, "b")
    assert spot(text, "a", "before-flop", "no such action").actions, "the closest decision if none fits"


def test_a_drill_is_refused_before_it_is_dealt_if_it_is_not_readable(doors: Doors) -> None:
    somebody = doors.somebody("Dee", "player")
    table = "pa-653a"

    def refused(asked: str) -> str:
        code: str = somebody.get(f"/api/tables/{table}/drill?{asked}").json()["refused"]["code"]
        return code

    for asked in ("", "seed=", f"seed={'x' * 41}", "seed=a%20b", "seed=a&best=%22", f"seed=a&best={'x' * 21}"):
        assert refused(asked) == "not-readable"
    assert refused("seed=a&stage=no-such-stage") == "not-found"


def test_a_drill_moves_no_money_and_is_in_no_log(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    somebody = doors.somebody("Dee", "player")
    slow = Slow()
    monkeypatch.setattr(coaching, "PATIENCE_SECONDS", 0.01)
    monkeypatch.setattr(doors.context, "coach_worker", slow)
    before = doors.context.service.views.seq
    path = f"/api/tables/pa-653a/drill?seed={'x' * 40}&stage=after-river&best=fold"
    assert somebody.get(path).json()["is_counting"]
    [job] = slow.asked
    assert isinstance(job.question, Drill) and job.question.seed == "x" * 40
    dealt = Spot("after-river", ("As", "Ks"), ("2d", "3d", "4d", "5d", "7c"), (), ("check", "check"), ())
    job.end(WorkerReply(answer=msgspec.json.encode(dealt)))
    told = somebody.get(path).json()
    assert told["cards"] == ["As", "Ks"] and told["unseen"] == 45 and told["ante"] > 0
    assert doors.context.service.views.seq == before


def test_an_operator_switches_the_coach_off(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    somebody = doors.somebody("Dee", "player")
    assert somebody.get("/api/session").json()["has_coach"]
    monkeypatch.setattr(doors.context, "settings", replace(doors.context.settings, has_coach=False))
    assert not somebody.get("/api/session").json()["has_coach"]
    for path in ("advice", "drill?seed=a"):
        assert somebody.get(f"/api/tables/pa-653a/{path}").json()["refused"]["code"] == "coach-off"


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

        return Quick(WORKER)

    monkeypatch.setattr(coaching, "FIRST_PAGES_SECONDS", 0)
    monkeypatch.setattr(coaching, "NEW_TABLES_SECONDS", 0)
    monkeypatch.setattr(coaching, "WorkerClient", lambda bench, given: shop(f"nice {given[NICE]}"))
    monkeypatch.setattr(doors.context, "coach_worker", shop("coach"))

    async def run() -> None:
        task = asyncio.create_task(coaching.make_ready(doors.context))
        await asyncio.sleep(0.2)
        task.cancel()

    asyncio.run(run())
    texts = [view.text for view in doors.context.service.views.tables.values()]
    assert order == [(who, text) for text in texts for who in ("nice 10", "coach")]

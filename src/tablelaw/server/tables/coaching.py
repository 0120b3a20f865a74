"""The coach: exact values from the analysis, using only the cards that the player sees.

A separate process computes them: compiling and the first count of a game take a long time, and no table may wait for
them. If the settings say so, this is done for every table once the server is open.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, TypeVar

import msgspec

from tablelaw.cards import PACK
from tablelaw.floor.read_model import TableView
from tablelaw.server.context import ServerContext
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.workers import process
from tablelaw.server.workers.client import Job, WorkerClient, WorkerRefused
from tablelaw.server.workers.coach_messages import NICE, WORKER, ActionValue, Drill, Spot, VisibleCards
from tablelaw.table.round.flow import next_to_act, stage_of
from tablelaw.table.round.hands import dealers_cards
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Seat
from tablelaw.views.messages import Wire

PATIENCE_SECONDS = 2.0
"""How long a request waits at most; after that it gets the progress, and the page asks again."""
FIRST_PAGES_SECONDS = 3.0
NEW_TABLES_SECONDS = 10.0
HOUSE = "house"
SEED = re.compile(r"[A-Za-z0-9-]{1,40}")
BEST = re.compile(r"[a-z0-9/ ]{0,20}")
Answered = TypeVar("Answered")


class DrillIn(NamedTuple):
    """What a player wants to practise: the seed of the deal and, if wanted, a stage and the action that is best
    there.
    """

    seed: str
    stage: str = ""
    best: str = ""


class OutsTold(Wire, frozen=True):
    """How many of the cards you cannot see would make this hand if dealt next."""

    hand: str
    cards: int


class CoachedAction(Wire, frozen=True):
    """`value` is the average result of the round after this action, in cents; `ev` the same in Antes, exact.

    `win`, `tie` and `lose` are exact chances of the hand if it is played to the end; empty for an action that gives it
    up.
    """

    action: str
    cents: int
    discard: str
    words: str
    value: float
    ev: str
    win: str
    tie: str
    lose: str
    outs: tuple[OutsTold, ...]


class Coaching(Wire, frozen=True):
    """`is_counting` means that the answer has been in progress for `seconds`; ask again."""

    actions: tuple[CoachedAction, ...]
    stage: str = ""
    unseen: int = 0
    """How many cards you cannot see."""
    is_counting: bool = False
    seconds: float = 0.0


class DrillSpot(Wire, frozen=True):
    """A spot to practise with, outside any round and without money; `is_counting` has the same meaning as above."""

    stage: str = ""
    cards: tuple[str, ...] = ()
    board: tuple[str, ...] = ()
    dealer: tuple[str, ...] = ()
    """The dealer's cards that are turned up."""
    earlier: tuple[str, ...] = ()
    """The earlier decisions, such as "check"."""
    ante: int = 0
    actions: tuple[CoachedAction, ...] = ()
    unseen: int = 0
    is_counting: bool = False
    seconds: float = 0.0


NOTHING = Coaching(actions=())


def require_coach(context: ServerContext) -> None:
    """Refuses if the operator has switched the coach off."""
    if not context.settings.has_coach:
        raise ServerRefused("coach-off")


async def coached(context: ServerContext, table: str, player: str) -> Coaching:
    """Advice for the player who must decide; nothing for anybody else."""
    require_coach(context)
    view = context.service.views.tables[table]
    seat = _asked(view, player)
    if seat is None:
        return NOTHING
    seen, stage = held(view, seat), _stage(view)
    job = await _asked_worker(context, seen, player)
    if not job.is_over:
        return Coaching(actions=(), is_counting=True, seconds=job.seconds)
    found = _answer(job, tuple[ActionValue, ...])
    ante = seat.wagers[view.engine.rules.base]
    return Coaching(
        actions=tuple(_action(one, ante) for one in found),
        stage=stage,
        unseen=len(PACK) - len(seen.cards) - len(seen.board),
    )


async def drilled(context: ServerContext, table: str, player: str, drill: DrillIn) -> DrillSpot:
    """A random spot of the table's game, with what each action is worth there."""
    require_coach(context)
    view = context.service.views.tables[table]
    rules = view.engine.rules
    if not SEED.fullmatch(drill.seed) or not BEST.fullmatch(drill.best):
        raise ServerRefused("not-readable")
    if drill.stage and drill.stage not in rules.stages:
        raise ServerRefused("not-found")
    job = await _asked_worker(context, Drill(view.text, drill.seed, drill.stage, drill.best), player)
    if not job.is_over:
        return DrillSpot(is_counting=True, seconds=job.seconds)
    spot = _answer(job, Spot)
    ante = view.engine.submission.wagers[rules.base].minimum_cents
    return DrillSpot(
        stage=spot.stage,
        cards=spot.cards,
        board=spot.board,
        dealer=spot.dealer,
        earlier=spot.earlier,
        ante=ante,
        actions=tuple(_action(one, ante) for one in spot.actions),
        unseen=len(PACK) - len(spot.cards) - len(spot.board) - len(spot.dealer),
    )


async def _asked_worker(context: ServerContext, question: VisibleCards | Drill, player: str) -> Job:
    """Asks the worker a question; returns the job once it is answered or a request has waited long enough."""
    job = context.coach_worker.ask(question, player)
    await asyncio.wait([asyncio.wrap_future(job.over)], timeout=PATIENCE_SECONDS)
    return job


def _answer(job: Job, kind: type[Answered]) -> Answered:
    if job.result.refused:
        raise WorkerRefused(job.result.refused)
    return msgspec.json.decode(job.result.answer, type=kind)


def _asked(view: TableView, player: str) -> Seat | None:
    """The seat that must decide, if it belongs to this player; otherwise None."""
    round_ = view.state.round
    if round_ is None or round_.phase != "deciding":
        return None
    number = next_to_act(view.engine.rules, round_, stage_of(view.engine.rules, round_))
    return round_.seats[number] if number is not None and round_.seats[number].player == player else None


def _stage(view: TableView) -> str:
    """The stage being decided."""
    assert view.state.round is not None
    return stage_of(view.engine.rules, view.state.round).id


def held(view: TableView, seat: Seat) -> VisibleCards:
    """The seat's cards, the face-up cards of the board and the dealer, and the seat's earlier decisions."""
    assert view.state.round is not None
    board = view.state.round.community[: view.state.round.shown]
    dealers = dealers_cards(view.engine.rules, view.state.method, view.state.round)
    seen = (*board, *(card for card in dealers if card is not None))
    earlier = tuple(_earlier(view.engine.rules, seat))
    return VisibleCards(view.text, tuple(map(str, seat.cards)), tuple(map(str, seen)), earlier)


def _earlier(rules: TableRules, seat: Seat) -> Iterator[tuple[str, str]]:
    """The decisions of a seat so far: each action, and what it wagered in Antes."""
    for stage, action in zip(seat.asked, seat.actions, strict=True):
        named = [found.choice.places for found in rules.choices[stage] if found.choice.action == action]
        cents = sum(seat.wagers[wager] for wager in dict.fromkeys(named) if wager in seat.wagers)
        yield action, str(Fraction(cents, seat.wagers[rules.base]))


def _action(one: ActionValue, ante: int) -> CoachedAction:
    return CoachedAction(
        action=one.action,
        cents=int(Fraction(one.multiple) * ante),
        discard=one.discard,
        words=one.words,
        value=float(Fraction(one.ev) * ante),
        ev=one.ev,
        win=one.win,
        tie=one.tie,
        lose=one.lose,
        outs=tuple(OutsTold(hand=hand, cards=cards) for hand, cards in one.outs),
    )


def _shared_tables(context: ServerContext) -> Iterator[str]:
    """The submissions of all tables except private ones, which offer the same games."""
    private = context.house_dealer.practice if context.house_dealer is not None else ()
    yield from (view.text for name, view in context.service.views.tables.items() if name not in private)


async def make_ready(context: ServerContext) -> None:
    """Prepares each table in turn: first a process of low priority computes the results, then the coach itself reads
    them.
    """
    ready: set[str] = set()
    await asyncio.sleep(FIRST_PAGES_SECONDS)
    while True:
        if texts := [text for text in _shared_tables(context) if text not in ready]:
            with contextlib.closing(WorkerClient(WORKER, {NICE: str(process.NICE)})) as patient:
                for text in texts:
                    for shop in (patient, context.coach_worker):
                        await asyncio.wrap_future(shop.ask(VisibleCards(text), HOUSE).over)
            ready.update(texts)
        await asyncio.sleep(NEW_TABLES_SECONDS)

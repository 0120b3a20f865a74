"""The coach: exact values from the analysis, for the cards that its player sees and no others.

They are computed by a separate process: compiling and the first count of a game take long, and no table may wait for
them. If the settings say so, they are done for every table once the server is open.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from fractions import Fraction

import msgspec

from tablelaw.floor.read_model import TableView
from tablelaw.server.context import ServerContext
from tablelaw.server.workers import coach, process
from tablelaw.server.workers.client import Job, WorkerClient, WorkerRefused
from tablelaw.server.workers.coach import ActionValue, VisibleCards
from tablelaw.table.round.flow import next_to_act, stage_of
from tablelaw.table.round.hands import dealers_cards
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Seat
from tablelaw.views.messages import Wire

PATIENCE_SECONDS = 2.0
"""The longest that a request waits; then it is told the progress, and asks again."""
FIRST_PAGES_SECONDS = 3.0
NEW_TABLES_SECONDS = 10.0
HOUSE = "house"


class CoachedAction(Wire, frozen=True):
    """`value` is the average result of the round after this action, in cents; `ev` the same in Antes, exact."""

    action: str
    cents: int
    discard: str
    words: str
    value: float
    ev: str


class Coaching(Wire, frozen=True):
    """`is_counting` means that the answer has been in progress for `seconds`; ask again."""

    actions: tuple[CoachedAction, ...]
    is_counting: bool = False
    seconds: float = 0.0


NOTHING = Coaching(actions=())


async def coached(context: ServerContext, table: str, player: str) -> Coaching:
    """Advice for the player who must decide; nothing for anybody else."""
    view = context.service.views.tables[table]
    seat = _asked(view, player)
    if seat is None:
        return NOTHING
    job = context.coach_worker.ask(held(view, seat), player)
    await asyncio.wait([asyncio.wrap_future(job.over)], timeout=PATIENCE_SECONDS)
    return _told(job, seat.wagers[view.engine.rules.base])


def _asked(view: TableView, player: str) -> Seat | None:
    """The seat that must decide, if it is this player's."""
    round_ = view.state.round
    if round_ is None or round_.phase != "deciding":
        return None
    number = next_to_act(view.engine.rules, round_, stage_of(view.engine.rules, round_))
    return round_.seats[number] if number is not None and round_.seats[number].player == player else None


def held(view: TableView, seat: Seat) -> VisibleCards:
    """The cards of the seat, the face-up cards of the board and of the dealer, and what the seat decided before."""
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


def _told(job: Job, ante: int) -> Coaching:
    if not job.is_over:
        return Coaching(actions=(), is_counting=True, seconds=job.seconds)
    if job.result.refused:
        raise WorkerRefused(job.result.refused)
    found = msgspec.json.decode(job.result.answer, type=tuple[ActionValue, ...])
    return Coaching(actions=tuple(_action(one, ante) for one in found))


def _action(one: ActionValue, ante: int) -> CoachedAction:
    return CoachedAction(
        action=one.action,
        cents=int(Fraction(one.multiple) * ante),
        discard=one.discard,
        words=one.words,
        value=float(Fraction(one.ev) * ante),
        ev=one.ev,
    )


async def make_ready(context: ServerContext) -> None:
    """Prepares table by table: first a process of low priority computes the results, then the coach itself reads
    them."""
    ready: set[str] = set()
    await asyncio.sleep(FIRST_PAGES_SECONDS)
    while True:
        if texts := [view.text for view in context.service.views.tables.values() if view.text not in ready]:
            with contextlib.closing(WorkerClient(coach.__name__, {coach.NICE: str(process.NICE)})) as patient:
                for text in texts:
                    for shop in (patient, context.coach_worker):
                        await asyncio.wrap_future(shop.ask(VisibleCards(text), HOUSE).over)
            ready.update(texts)
        await asyncio.sleep(NEW_TABLES_SECONDS)

"""The coach: exact values from the analysis, for the cards its player sees and no others.

They are counted by a process of its own: compiling and the first count of a game take long, no table may wait for them,
and where the settings say so they are done for every table once the doors are open.
"""

from __future__ import annotations

import asyncio
import contextlib
from fractions import Fraction

import msgspec

from houserules.floor.read_model import TableView
from houserules.server.context import House
from houserules.server.workers import coach, process
from houserules.server.workers.client import Job, Workshop, WorkshopRefused
from houserules.server.workers.coach import Held, Worth
from houserules.table.phases.flow import next_to_act, stage_of
from houserules.table.state import Seat
from houserules.views.messages import Wire

PATIENCE_SECONDS = 2.0
"""Longer than that nobody is kept waiting: who asks is told how far it is, and asks again."""
FIRST_PAGES_SECONDS = 3.0
NEW_TABLES_SECONDS = 10.0
HOUSE = "house"


class CoachedAction(Wire, frozen=True):
    """`value` is what the round brings on average after it, in cents; `ev` the same in Antes, exact."""

    action: str
    cents: int
    discard: str
    words: str
    value: float
    ev: str


class Coaching(Wire, frozen=True):
    """`is_counting`: the answer is on its way, for so many `seconds` so far; ask again."""

    actions: tuple[CoachedAction, ...]
    is_counting: bool = False
    seconds: float = 0.0


NOTHING = Coaching(actions=())


async def coached(house: House, table: str, player: str) -> Coaching:
    """Advice for the player who is asked; nothing for anybody else, nor when nobody is."""
    view = house.service.views.tables[table]
    seat = _asked(view, player)
    if seat is None:
        return NOTHING
    job = house.coach.ask(held(view, seat), player)
    await asyncio.wait([asyncio.wrap_future(job.over)], timeout=PATIENCE_SECONDS)
    return _told(job, seat.wagers[view.engine.plan.base])


def _asked(view: TableView, player: str) -> Seat | None:
    """The seat that must decide, where it is this player's."""
    round_ = view.state.round
    if round_ is None or round_.phase != "deciding":
        return None
    number = next_to_act(view.engine, round_, stage_of(view.engine, round_))
    return round_.seats[number] if number is not None and round_.seats[number].player == player else None


def held(view: TableView, seat: Seat) -> Held:
    """The cards of the seat, and what lies face up on the board."""
    assert view.state.round is not None
    board = view.state.round.community[: view.state.round.shown]
    return Held(view.text, tuple(map(str, seat.cards)), tuple(map(str, board)))


def _told(job: Job, ante: int) -> Coaching:
    if not job.is_over:
        return Coaching(actions=(), is_counting=True, seconds=job.seconds)
    if job.result.refused:
        raise WorkshopRefused(job.result.refused)
    found = msgspec.json.decode(job.result.answer, type=tuple[Worth, ...])
    return Coaching(actions=tuple(_action(one, ante) for one in found))


def _action(one: Worth, ante: int) -> CoachedAction:
    return CoachedAction(
        action=one.action,
        cents=one.multiple * ante,
        discard=one.discard,
        words=one.words,
        value=float(Fraction(one.ev) * ante),
        ev=one.ev,
    )


async def make_ready(house: House) -> None:
    """Table by table: counted first by a process that stands back behind all others, then read by the coach itself."""
    ready: set[str] = set()
    await asyncio.sleep(FIRST_PAGES_SECONDS)
    while True:
        if texts := [view.text for view in house.service.views.tables.values() if view.text not in ready]:
            with contextlib.closing(Workshop(coach.__name__, {coach.NICE: str(process.NICE)})) as patient:
                for text in texts:
                    for shop in (patient, house.coach):
                        await asyncio.wrap_future(shop.ask(Held(text), HOUSE).over)
            ready.update(texts)
        await asyncio.sleep(NEW_TABLES_SECONDS)

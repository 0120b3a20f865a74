"""Prepares the theory of every table for the floor's figures, one after the other, while nobody waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Collection

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from tablelaw.errors import TablelawError
from tablelaw.floor.reports.figure_messages import FloorFigures
from tablelaw.server.audit.messages import MissingTheories, SeeFigures, SeeMissingTheories, TakeTheory
from tablelaw.server.context import ServerContext
from tablelaw.server.workers.client import FAILED
from tablelaw.server.workers.theory import TheoryOf

FIRST_SECONDS = 5.0
NEW_TABLES_SECONDS = 15.0
TURNS_PER_LOOK = 4
"""The number of turns between two checks of the figures: about a minute, since most of them change with every round."""
HOUSE = "house"


async def keep_prepared(context: ServerContext) -> None:
    """Prepares missing theories again and again, because tables are added and a restarted worker knows no theory."""
    await asyncio.sleep(FIRST_SECONDS)
    for turn in itertools.count():
        with contextlib.suppress(TablelawError, SQLAlchemyError):
            await prepare(context)
            if turn % TURNS_PER_LOOK == 0:
                await watch_figures(context)
        await asyncio.sleep(NEW_TABLES_SECONDS)


async def prepare(context: ServerContext, left_out: Collection[str] = ()) -> None:
    """Works out every missing theory except for the rules in `left_out`; a game that no solver supports has none."""
    told = await context.figures_worker.answered(SeeMissingTheories(), HOUSE)
    missing = msgspec.json.decode(told, type=MissingTheories).texts
    for key, text in missing.items():
        if key in left_out:
            continue
        result = await asyncio.wrap_future(context.theory_worker.ask(TheoryOf(text), HOUSE).over)
        if result.refused != FAILED:  # a worker that was ended is asked again
            await context.figures_worker.answered(TakeTheory(key, result.answer.decode()), HOUSE)


async def watch_figures(context: ServerContext) -> None:
    """Looks for figures far from theory, so that the alert does not wait until somebody opens the page."""
    now = context.service.clock.now()
    told = await context.figures_worker.answered(SeeFigures(False, now), HOUSE)
    await take_figures(context, told, now)


async def take_figures(context: ServerContext, told: bytes, now: int, name: str = HOUSE) -> None:
    """Looks for figures far from theory, and keeps them beside the log."""
    figures = msgspec.json.decode(told, type=FloorFigures)
    await context.questions.run(name, context.far_figures.see, figures, now, context.alerts.acknowledged)

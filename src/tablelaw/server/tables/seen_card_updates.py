"""Keeps the watch for seen cards up to date in the theory worker, so that no request ever waits for it."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec

from tablelaw.errors import TablelawError
from tablelaw.floor.reports.watch_messages import WatchReport
from tablelaw.server.context import ServerContext
from tablelaw.server.tables.theory_preparation import FIRST_SECONDS, HOUSE, NEW_TABLES_SECONDS
from tablelaw.server.workers.theory import FollowWatch, PrepareWatch, TheoryQuestion

AT_ONCE_SECONDS = 2.0
"""How long the worker reads the log before its other questions have their turn."""
PAUSE_SECONDS = 0.5


async def keep_watching(context: ServerContext) -> None:
    """Reads the log to its end, then looks for new rounds again and again."""
    await asyncio.sleep(FIRST_SECONDS)
    while True:
        is_behind = False
        with contextlib.suppress(TablelawError):
            is_behind = await watch_on(context)
        await asyncio.sleep(PAUSE_SECONDS if is_behind else NEW_TABLES_SECONDS)


async def watch_on(context: ServerContext) -> bool:
    """Continues reading, and prepares one game if one is missing. Returns whether there is more to do at once."""
    head = context.service.views.seq
    report = await _ask(context, FollowWatch(AT_ONCE_SECONDS))
    if not report.preparing:
        return report.seq < head
    await _ask(context, PrepareWatch())
    return True


async def _ask(context: ServerContext, question: TheoryQuestion) -> WatchReport:
    told = await context.theory_worker.answered(question, HOUSE)
    report = context.seen_cards.report = msgspec.json.decode(told, type=WatchReport)
    return report

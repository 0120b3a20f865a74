"""Whether a server is ready for orders, checked at most once a second however often a client asks."""

from __future__ import annotations

import asyncio
import time

from starlette.concurrency import run_in_threadpool

from tablelaw.floor.service import FloorService
from tablelaw.floor.store.refusals import StoreRefused

KEPT_SECONDS = 1.0
"""How long an answer is reused without asking the database."""
PATIENCE_SECONDS = 2.0
"""How long to wait for the database; after that the server is not ready."""


class Readiness:
    """Finds out whether the server is ready: the floor is open, its database answers, and this server's clock is
    trusted.
    """

    def __init__(self, service: FloorService) -> None:
        self._service = service
        self._look: asyncio.Task[bool] | None = None
        self._answers, self._until = False, 0.0

    async def is_ready(self) -> bool:
        service = self._service
        if service.is_stopped or service.is_recovering or service.entry_time.fault:
            return False
        return await self._database_answers()

    async def _database_answers(self) -> bool:
        """Whether the database answers; only one query runs at a time, however many clients ask."""
        if time.monotonic() < self._until:
            return self._answers
        if self._look is None or self._look.done():
            self._look = asyncio.create_task(run_in_threadpool(self._asked))
        try:
            self._answers = await asyncio.wait_for(asyncio.shield(self._look), PATIENCE_SECONDS)
        except TimeoutError:
            self._answers = False
        self._until = time.monotonic() + KEPT_SECONDS
        return self._answers

    def _asked(self) -> bool:
        known = self._service.views.seq  # before the question, since entries are written in the meantime
        try:
            return self._service.store.head() >= known
        except StoreRefused:
            return False

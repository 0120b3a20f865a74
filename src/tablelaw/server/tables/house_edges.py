"""The house edge of a table's wagers, for players: counted by a worker process, so that no table waits for it."""

from __future__ import annotations

import asyncio

import msgspec

from tablelaw.server.context import ServerContext
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.workers.analysis import EdgeFigures, Question
from tablelaw.server.workers.client import WorkerRefused
from tablelaw.views.messages import Wire

PATIENCE_SECONDS = 2.0
"""The longest that a request waits; after that, the page is asked to try again."""


class WagerEdge(Wire, frozen=True):
    """The house edge of a wager in exact figures, as NUM/DEN; `is_counting` means that it is not known yet: ask again.

    The edge is `fixed` less, for each meter, its share times the meter's reading divided by `stake_cents`.
    """

    wager: str
    is_counting: bool = False
    is_main: bool = False
    """Whether it is the edge of the whole main game, per unit of its first wager."""
    fixed: str = ""
    of_everything: str = ""
    """For the main game, the edge per unit of everything wagered on it."""
    shares: dict[str, str] = {}  # noqa: RUF012
    """The share of each meter, by the meter's name at the table."""
    stake_cents: int = 0
    basis: str = ""
    """The strategy under which the figures are valid; empty if they do not depend on a strategy."""


async def edge_of(context: ServerContext, table: str, wager: str, asked_by: str) -> WagerEdge:
    """The edge of an offered wager, if it can be found within moments."""
    view = context.service.views.tables[table]
    if wager not in view.engine.submission.terms.offered:
        raise ServerRefused("not-found")
    job = context.analysis_worker.ask(Question(ask="edge", text=view.text, wager=wager), asked_by)
    await asyncio.wait([asyncio.wrap_future(job.over)], timeout=PATIENCE_SECONDS)
    if not job.is_over:
        return WagerEdge(wager=wager, is_counting=True)
    if job.result.refused:
        raise WorkerRefused(job.result.refused)
    found = msgspec.json.decode(job.result.answer, type=EdgeFigures)
    return WagerEdge(wager=wager, **msgspec.structs.asdict(found))

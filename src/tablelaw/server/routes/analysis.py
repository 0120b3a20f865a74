"""An analyst's questions: PAR sheets, the house edge of each choice, two submissions side by side, simulations, and
what seen cards are worth.

A worker process answers them: a question becomes a job, and the page asks for its status until it is done.
"""

from __future__ import annotations

import re

import msgspec
from fastapi import Response

from tablelaw.floor.property_time import local_date
from tablelaw.server.http.routing import Ask, route
from tablelaw.server.refusal_responses import without_places
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.workers.analysis import AnalysisRequest, Question
from tablelaw.server.workers.client import Job, WorkerClient
from tablelaw.server.workers.drafts import RequireValid
from tablelaw.views.messages import Wire

SHEET_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""A PAR sheet is one page that contains its style and plots; the policy permits no scripts and no requests."""
NAMED = re.compile(r"[A-Za-z0-9_-]{1,60}")
"""The permitted file name of a sheet: the name of its table."""
FILES = {"application/pdf": "pdf", "text/html": "html", "text/plain": "txt", "application/json": "json"}


class JobStatus(Wire, frozen=True):
    """The status of a question: waiting, working (`said` describes the progress), done or refused."""

    id: str
    state: str
    ahead: int
    said: str
    seconds: float
    refused: dict[str, str]


@route("POST /api/workshop", takes=AnalysisRequest, gives=JobStatus)
async def ask_analysis(ask: Ask) -> JobStatus:
    """Asks for a PAR sheet, the house edge of every choice, a comparison, a simulation or the worth of seen cards;
    returns the job's status.
    """
    asked: AnalysisRequest = ask.read(AnalysisRequest)
    views = ask.context.service.views
    day = local_date(ask.context.service.clock.now(), views.time_zone).isoformat()
    question = Question(**msgspec.structs.asdict(asked), date=day, zone=views.time_zone)
    # A submission with findings is refused here, by name, before it has to wait.
    texts = (question.text, *([question.other] if question.ask == "compare" else []))
    await ask.context.draft_worker.answered(RequireValid(texts, question.simulation), ask.giver)
    return status_of_job(ask.context.analysis_worker, ask.context.analysis_worker.ask(question, ask.name))


@route("GET /api/workshop/{id}", gives=JobStatus)
async def see_job(ask: Ask) -> JobStatus:
    """The status of a question."""
    shop = ask.context.analysis_worker
    return status_of_job(shop, shop.find(ask.param("id"), ask.name))


@route("GET /api/workshop/{id}/answer")
async def see_answer(ask: Ask) -> Response:
    """The answer to a question: JSON, or a PAR sheet as a page, a PDF or a workbook."""
    job = ask.context.analysis_worker.find(ask.param("id"), ask.name)
    if job.state != "done":
        raise ServerRefused("not-now")
    headers = {"Cache-Control": "private, max-age=3600"}
    media = job.result.media
    kind = media.partition(";")[0]
    if kind == "text/html":
        headers["Content-Security-Policy"] = SHEET_POLICY
    elif kind != "application/json" or ask.query("download"):
        name = f"{asked}-par" if NAMED.fullmatch(asked := ask.query("name")) else "par"
        headers["Content-Disposition"] = f'attachment; filename="{name}.{FILES.get(kind, "xlsx")}"'
    return Response(job.result.answer, media_type=media, headers=headers)


def status_of_job(shop: WorkerClient, job: Job) -> JobStatus:
    return JobStatus(
        id=job.id,
        state=job.state,
        ahead=shop.ahead(job) if job.state == "waiting" else 0,
        said=job.said,
        seconds=round(job.seconds, 1),
        refused=without_places(job.result.refused),
    )

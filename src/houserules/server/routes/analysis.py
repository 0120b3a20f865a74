"""What an analyst asks: PAR sheets, what each choice would hold, and two submissions side by side.

All of it is worked out in the workshop: a question gets a slip, and the page comes back with it until it is answered.
"""

from __future__ import annotations

import msgspec
from fastapi import Response

from houserules.floor.property_time import local_date
from houserules.server.http.routing import Ask, route
from houserules.server.refusals import ServerRefused, without_database
from houserules.server.workers.analysis import Asked, Question
from houserules.server.workers.client import Job, Workshop
from houserules.server.workers.drafts import RefuseUnfit
from houserules.views.messages import Wire

SHEET_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""A PAR sheet is one page with its style and plots inside; it runs nothing and fetches nothing."""
FILES = {"application/pdf": "pdf", "text/html": "html", "text/plain": "txt", "application/json": "json"}


class Slip(Wire, frozen=True):
    """Where a question stands: waiting, working (`said` tells on what), done or refused."""

    id: str
    state: str
    ahead: int
    said: str
    seconds: float
    refused: dict[str, str]


@route("POST /api/workshop", takes=Asked, gives=Slip)
async def ask_workshop(ask: Ask) -> Slip:
    """Asks for a PAR sheet, the hold of every choice, a comparison or a simulation; answered with a slip."""
    asked: Asked = ask.read(Asked)
    views = ask.house.service.views
    day = local_date(ask.house.service.clock.now(), views.time_zone).isoformat()
    question = Question(**msgspec.structs.asdict(asked), date=day, zone=views.time_zone)
    # A submission with findings is refused here, by name, before it waits for anybody.
    texts = (question.text, *([question.other] if question.ask == "compare" else []))
    await ask.house.drafts.answered(RefuseUnfit(texts, question.simulation), ask.giver)
    return slip_of(ask.house.workshop, ask.house.workshop.ask(question, ask.name))


@route("GET /api/workshop/{id}", gives=Slip)
async def see_slip(ask: Ask) -> Slip:
    """Where a question stands."""
    shop = ask.house.workshop
    return slip_of(shop, shop.find(ask.param("id"), ask.name))


@route("GET /api/workshop/{id}/answer")
async def see_answer(ask: Ask) -> Response:
    """The answer to a question: JSON, or a PAR sheet as a page, a PDF or a workbook."""
    job = ask.house.workshop.find(ask.param("id"), ask.name)
    if job.state != "done":
        raise ServerRefused("not-now")
    headers = {"Cache-Control": "private, max-age=3600"}
    media = job.result.media
    kind = media.partition(";")[0]
    if kind == "text/html":
        headers["Content-Security-Policy"] = SHEET_POLICY
    elif kind != "application/json" or ask.query("download"):
        headers["Content-Disposition"] = f'attachment; filename="par.{FILES.get(kind, "xlsx")}"'
    return Response(job.result.answer, media_type=media, headers=headers)


def slip_of(shop: Workshop, job: Job) -> Slip:
    return Slip(
        id=job.id,
        state=job.state,
        ahead=shop.ahead(job) if job.state == "waiting" else 0,
        said=job.said,
        seconds=round(job.seconds, 1),
        refused=without_database(job.result.refused),
    )

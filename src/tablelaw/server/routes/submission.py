"""The Rules Submission editor: a rulebook's form, a draft checked as it is written, and what a table has filed."""

from __future__ import annotations

from fastapi import Response

from tablelaw import rulebooks
from tablelaw.floor.property_time import local_date
from tablelaw.server.http.routing import Ask, route
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.routes.submission_form import Book, Form, books, form_of
from tablelaw.server.routes.tables import table_named
from tablelaw.server.workers.drafts import CheckDraft, CheckedDraft, DraftInput
from tablelaw.views.messages import Wire


class Books(Wire, frozen=True):
    rulebooks: tuple[Book, ...]


class Filed(Wire, frozen=True):
    table: str
    rulebook: str
    text: str


@route("GET /api/submission/rulebooks", gives=Books)
async def see_books(ask: Ask) -> Books:
    """The regulations a submission can be written under."""
    return Books(rulebooks=await ask.context.questions.run(ask.giver, books))


@route("GET /api/submission/forms/{rulebook}", gives=Form)
async def see_form(ask: Ask) -> Form:
    """Every choice that a rulebook leaves open, what it accepts, and its paragraph."""
    if ask.param("rulebook") not in rulebooks.known_ids():
        raise ServerRefused("not-found")
    return await ask.context.questions.run(ask.giver, form_of, ask.param("rulebook"))


@route("POST /api/submission/check", takes=DraftInput, gives=CheckedDraft)
async def check_draft(ask: Ask) -> Response:
    """All findings of a draft, each with its paragraph and remedy, and the draft as a file."""
    ask.context.draft_check_rate.take(ask.giver)
    given: DraftInput = ask.read(DraftInput)
    if not given.text and given.named not in rulebooks.known_ids():
        raise ServerRefused("not-readable")
    tables = tuple((name, view.text) for name, view in ask.context.service.views.tables.items())
    service = ask.context.service
    today = local_date(service.clock.now(), service.views.time_zone)
    found = await ask.context.draft_worker.answered(CheckDraft(ask.body.decode(), tables, today), ask.giver)
    return Response(found, media_type="application/json")


@route("GET /api/tables/{table}/submission", gives=Filed)
async def see_filed(ask: Ask) -> Filed:
    """The Rules Submission a table is played under, as it was filed."""
    table = table_named(ask)
    view = ask.context.service.views.tables[table]
    return Filed(table=table, rulebook=view.engine.rules.book.id, text=view.text)

"""An auditor's questions about the log itself: signed heads, proofs, a whole audit, and a copy.

Nothing is shown of entries since the start of a round under way, not even a hash.
"""

from __future__ import annotations

import secrets

import msgspec
from fastapi import Response
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse

from tablelaw.floor import orders
from tablelaw.floor.handlers.inspection import OpenRound, left_out_text, open_rounds, sign_and_keep
from tablelaw.floor.log.signed_heads import identity_of, stored_heads
from tablelaw.proofs import heads
from tablelaw.proofs.heads import Head
from tablelaw.server.audit.messages import (
    AuditAll,
    Audited,
    EntryPlace,
    Exported,
    Growth,
    SeeEntry,
    SeeGrowth,
    SeeRoot,
    WriteExport,
)
from tablelaw.server.audit.route_helpers import (
    answer,
    answer_bytes,
    number_in_query,
    record_inspection,
    settled_entries,
    whole_number,
)
from tablelaw.server.audit.served_heads import ServedHead, served_head
from tablelaw.server.context import ServerContext
from tablelaw.server.http.routing import Ask, route
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.routes.analysis import JobStatus, status_of_job
from tablelaw.views.messages import Wire


class LogState(Wire, frozen=True):
    """The part of the log before any round under way: the first `settled` of `size` entries, and the heads over
    them.
    """

    property: str
    key: str
    size: int
    settled: int
    open_rounds: tuple[OpenRound, ...]
    left_out: str
    can_sign: bool
    heads: tuple[ServedHead, ...]


class ExportReady(Wire, frozen=True):
    """A copy of the log that the person who asked for it may fetch once; `left_out` says what is missing, and why."""

    id: str
    size: int
    root: str
    left_out: str


# --- Proofs -----------------------------------------------------------------------------------------------------


@route("GET /api/audit/log", gives=LogState)
async def see_log(ask: Ask) -> LogState:
    """How far the log goes, its key, and the signed heads."""
    return await _log_state(ask.context)


@route("POST /api/audit/heads", gives=ServedHead)
async def sign_head(ask: Ask) -> ServedHead:
    """Checks the whole log and signs a head over its settled entries with the property's key."""
    context, state = ask.context, await _log_state(ask.context)
    if context.key is None or not state.can_sign:
        raise ServerRefused("no-key")
    if state.heads and state.heads[-1].head.size == state.settled:
        return state.heads[-1]
    found: Exported = msgspec.json.decode(await answer_bytes(ask, SeeRoot(state.settled)), type=Exported)
    head = Head(state.property, found.size, found.root, context.service.clock.now())
    return served_head(await run_in_threadpool(sign_and_keep, context.service.store, head, context.key))


@route("GET /api/audit/heads/{size}")
async def see_head(ask: Ask) -> Response:
    """A signed head as text, to be kept elsewhere."""
    size = whole_number(ask.param("size"), "size")
    state = await _log_state(ask.context)
    signed = next((signed for signed in state.heads if signed.head.size == size), None)
    if signed is None:
        raise ServerRefused("not-found")
    named = {"Content-Disposition": f'attachment; filename="head-{size}.txt"'}
    return Response(heads.as_text(signed.signed()), media_type="text/plain; charset=utf-8", headers=named)


@route("GET /api/audit/entries/{seq}", gives=EntryPlace)
async def see_entry(ask: Ask) -> Response:
    """One entry's place in the log, with the proof that leads from it to the root over `size` entries."""
    seq, last = whole_number(ask.param("seq"), "seq"), await settled_entries(ask.context)
    size = number_in_query(ask, "size") or last
    if not 1 <= seq <= size <= last:
        raise ServerRefused("not-settled")
    return await answer(ask, SeeEntry(seq, size))


@route("GET /api/audit/growth", gives=Growth)
async def see_growth(ask: Ask) -> Response:
    """The proof that the log of `size` entries begins with the log of `old` entries."""
    old, size = number_in_query(ask, "old"), number_in_query(ask, "size")
    if not 0 <= old <= size <= await settled_entries(ask.context):
        raise ServerRefused("not-settled")
    return await answer(ask, SeeGrowth(old, size))


# --- The whole log ----------------------------------------------------------------------------------------------


@route("POST /api/audit/check", gives=JobStatus)
async def audit_all(ask: Ask) -> JobStatus:
    """Starts a whole audit: leaves, heads, every command executed again, sums, the stand-alone verifier."""
    return status_of_job(ask.context.audit_worker, ask.context.audit_worker.ask(AuditAll(), ask.name, is_private=True))


@route("GET /api/audit/check/{id}", gives=JobStatus)
async def audit_status(ask: Ask) -> JobStatus:
    """The progress of a whole audit."""
    return status_of_job(ask.context.audit_worker, ask.context.audit_worker.find(ask.param("id"), ask.name))


@route("GET /api/audit/check/{id}/answer", gives=Audited)
async def audit_answer(ask: Ask) -> Response:
    """The result of a whole audit."""
    job = ask.context.audit_worker.find(ask.param("id"), ask.name)
    if job.state != "done":
        raise ServerRefused("not-now")
    return Response(job.result.answer, media_type=job.result.media)


@route("POST /api/audit/exports", gives=ExportReady)
async def export(ask: Ask) -> ExportReady:
    """Makes a copy of the log up to the last settled signed head; the log records it first."""
    state = await _log_state(ask.context)
    if not state.heads:
        raise ServerRefused("no-head")
    size = state.heads[-1].head.size
    await record_inspection(ask, orders.ExportLog(size))
    id, path = ask.context.exports.place(ask.name)
    left_out = left_out_text(size, state.size, state.open_rounds, ask.context.service.views.time_zone)
    answered = await answer_bytes(ask, WriteExport(size, str(path), left_out))
    found: Exported = msgspec.json.decode(answered, type=Exported)
    return ExportReady(id=id, size=found.size, root=found.root, left_out=left_out)


@route("GET /api/audit/exports/{id}")
async def fetch_export(ask: Ask) -> Response:
    """The copy of the log as JSON lines; it can be fetched once."""
    path = ask.context.exports.take(ask.param("id"), ask.name)
    name = f"log-{secrets.token_hex(4)}.jsonl"
    gone = BackgroundTask(path.unlink, missing_ok=True)
    return FileResponse(path, media_type="application/jsonl", filename=name, background=gone)


async def _log_state(context: ServerContext) -> LogState:
    store, size = context.service.store, context.service.views.seq
    rounds = await run_in_threadpool(open_rounds, context.service.views, store)
    last = min([size, *(known.first - 1 for known in rounds)])
    owner, public = await run_in_threadpool(identity_of, store)
    signed = await run_in_threadpool(stored_heads, store)
    return LogState(
        property=owner,
        key=public,
        size=size,
        settled=last,
        open_rounds=rounds,
        left_out=left_out_text(last, size, rounds, context.service.views.time_zone),
        can_sign=context.key is not None and context.key.public == public,
        heads=tuple(served_head(one) for one in signed if one.head.size <= last),
    )

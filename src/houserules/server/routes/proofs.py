"""What an auditor asks of the log itself: signed heads, proofs, a whole audit, and a copy.

Of entries since the first of a round under way nothing is told, not even a hash.
"""

from __future__ import annotations

import secrets

import msgspec
from fastapi import Response
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse

from houserules.floor import orders
from houserules.floor.handlers.inspection import OpenRound, left_out_text, open_rounds, sign_and_keep
from houserules.floor.log.signed_heads import identity_of, stored_heads
from houserules.proofs import heads
from houserules.proofs.heads import Head, SignedHead
from houserules.server.audit.access import answer, asked, number, settled, whole, written
from houserules.server.audit.messages import (
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
from houserules.server.context import House
from houserules.server.http.routing import Ask, route
from houserules.server.refusals import ServerRefused
from houserules.server.routes.analysis import Slip, slip_of
from houserules.views.messages import Wire


class LogState(Wire, frozen=True):
    """The log as far as nothing of a round under way stands in it: `settled` of `size` entries; heads up to there."""

    property: str
    key: str
    size: int
    settled: int
    open_rounds: tuple[OpenRound, ...]
    left_out: str
    can_sign: bool
    heads: tuple[SignedHead, ...]


class ExportReady(Wire, frozen=True):
    """A copy of the log to be fetched once, by who asked for it; `left_out` says what is not in it, and why."""

    id: str
    size: int
    root: str
    left_out: str


# --- Proofs -----------------------------------------------------------------------------------------------------


@route("GET /api/audit/log", gives=LogState)
async def see_log(ask: Ask) -> LogState:
    """How far the log reaches, its key, and the heads that were signed."""
    return await _log_state(ask.house)


@route("POST /api/audit/heads", gives=SignedHead)
async def sign_head(ask: Ask) -> SignedHead:
    """Checks the whole log and signs a head over its settled entries with the property's key."""
    house, state = ask.house, await _log_state(ask.house)
    if house.key is None or not state.can_sign:
        raise ServerRefused("no-key")
    if state.heads and state.heads[-1].head.size == state.settled:
        return state.heads[-1]
    found: Exported = msgspec.json.decode(await asked(ask, SeeRoot(state.settled)), type=Exported)
    head = Head(state.property, found.size, found.root, house.service.clock.now())
    return await run_in_threadpool(sign_and_keep, house.service.store, head, house.key)


@route("GET /api/audit/heads/{size}")
async def see_head(ask: Ask) -> Response:
    """A signed head as text, to be kept elsewhere."""
    size = whole(ask.param("size"))
    state = await _log_state(ask.house)
    signed = next((signed for signed in state.heads if signed.head.size == size), None)
    if signed is None:
        raise ServerRefused("not-found")
    named = {"Content-Disposition": f'attachment; filename="head-{size}.txt"'}
    return Response(heads.as_text(signed), media_type="text/plain; charset=utf-8", headers=named)


@route("GET /api/audit/entries/{seq}", gives=EntryPlace)
async def see_entry(ask: Ask) -> Response:
    """One entry's place in the log, with the proof that leads from it to the root over `size` entries."""
    seq, last = whole(ask.param("seq")), await settled(ask.house)
    size = number(ask, "size") or last
    if not 1 <= seq <= size <= last:
        raise ServerRefused("not-settled")
    return await answer(ask, SeeEntry(seq, size))


@route("GET /api/audit/growth", gives=Growth)
async def see_growth(ask: Ask) -> Response:
    """The proof that the log of `size` entries begins with that of `old` entries."""
    old, size = number(ask, "old"), number(ask, "size")
    if not 0 <= old <= size <= await settled(ask.house):
        raise ServerRefused("not-settled")
    return await answer(ask, SeeGrowth(old, size))


# --- The whole log ----------------------------------------------------------------------------------------------


@route("POST /api/audit/check", gives=Slip)
async def audit_all(ask: Ask) -> Slip:
    """Starts a whole audit: leaves, heads, every command carried out again, sums, the stand-alone verifier."""
    return slip_of(ask.house.audits, ask.house.audits.ask(AuditAll(), ask.name, is_private=True))


@route("GET /api/audit/check/{id}", gives=Slip)
async def audit_slip(ask: Ask) -> Slip:
    """How far a whole audit has come."""
    return slip_of(ask.house.audits, ask.house.audits.find(ask.param("id"), ask.name))


@route("GET /api/audit/check/{id}/answer", gives=Audited)
async def audit_answer(ask: Ask) -> Response:
    """What a whole audit has shown."""
    job = ask.house.audits.find(ask.param("id"), ask.name)
    if job.state != "done":
        raise ServerRefused("not-now")
    return Response(job.result.answer, media_type=job.result.media)


@route("POST /api/audit/exports", gives=ExportReady)
async def export(ask: Ask) -> ExportReady:
    """Makes a copy of the log up to the last signed head that is settled; written into the log first."""
    state = await _log_state(ask.house)
    if not state.heads:
        raise ServerRefused("no-head")
    size = state.heads[-1].head.size
    await written(ask, orders.ExportLog(size))
    id, path = ask.house.exports.place(ask.name)
    left_out = left_out_text(size, state.size, state.open_rounds, ask.house.service.views.time_zone)
    found: Exported = msgspec.json.decode(await asked(ask, WriteExport(size, str(path), left_out)), type=Exported)
    return ExportReady(id=id, size=found.size, root=found.root, left_out=left_out)


@route("GET /api/audit/exports/{id}")
async def fetch_export(ask: Ask) -> Response:
    """The copy of the log, as JSON lines; fetched once."""
    path = ask.house.exports.take(ask.param("id"), ask.name)
    name = f"log-{secrets.token_hex(4)}.jsonl"
    gone = BackgroundTask(path.unlink, missing_ok=True)
    return FileResponse(path, media_type="application/jsonl", filename=name, background=gone)


async def _log_state(house: House) -> LogState:
    store, size = house.service.store, house.service.views.seq
    rounds = await run_in_threadpool(open_rounds, house.service.views, store)
    last = min([size, *(known.first - 1 for known in rounds)])
    owner, public = await run_in_threadpool(identity_of, store)
    signed = await run_in_threadpool(stored_heads, store)
    return LogState(
        property=owner,
        key=public,
        size=size,
        settled=last,
        open_rounds=rounds,
        left_out=left_out_text(last, size, rounds, house.service.views.time_zone),
        can_sign=house.key is not None and house.key.public == public,
        heads=tuple(one for one in signed if one.head.size <= last),
    )

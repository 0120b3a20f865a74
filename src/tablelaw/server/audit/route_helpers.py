"""What the audit routes share: questions to the log worker, inspections recorded before their answer, and numbers."""

from __future__ import annotations

import asyncio
import secrets

import msgspec
from fastapi import Response
from starlette.concurrency import run_in_threadpool

from tablelaw.floor.handlers.inspection import settled_size
from tablelaw.floor.orders import FloorCommand, Order
from tablelaw.server.context import ServerContext
from tablelaw.server.http.routing import Ask
from tablelaw.server.refusals import ServerRefused


async def answer_bytes(ask: Ask, question: msgspec.Struct) -> bytes:
    return await ask.context.log_worker.answered(question, ask.name)


async def answer(ask: Ask, question: msgspec.Struct) -> Response:
    return Response(await answer_bytes(ask, question), media_type="application/json")


async def record_inspection(ask: Ask, command: FloorCommand) -> None:
    """Records the inspection as an entry of the log; nothing is shown if it is refused."""
    order = Order(id=f"{ask.name}/look/{secrets.token_hex(8)}", by=str(ask.actor), command=command)
    await asyncio.wrap_future(ask.context.service.submit(order))


async def settled_entries(context: ServerContext) -> int:
    """How many entries contain nothing from a round under way."""
    return await run_in_threadpool(settled_size, context.service.views, context.service.store)


def whole_number(text: str, where: str) -> int:
    """A number from an address; `where` is the parameter that holds it."""
    if not text.isdecimal() or not text.isascii() or len(text) > 15:
        raise ServerRefused("not-readable", where=where, accepted="a whole number of at most 15 digits")
    return int(text)


def number_in_query(ask: Ask, name: str) -> int:
    return whole_number(ask.query(name) or "0", name)

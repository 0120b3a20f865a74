"""What every question of an auditor goes through: the archive answers, looks are written down, and nothing of a round
under way is told."""

from __future__ import annotations

import asyncio
import secrets

import msgspec
from fastapi import Response
from starlette.concurrency import run_in_threadpool

from houserules.floor.handlers.inspection import settled_size
from houserules.floor.orders import FloorCommand, Order
from houserules.server.context import House
from houserules.server.http.routing import Ask
from houserules.server.refusals import ServerRefused


async def asked(ask: Ask, question: msgspec.Struct) -> bytes:
    return await ask.house.archive.answered(question, ask.name)


async def answer(ask: Ask, question: msgspec.Struct) -> Response:
    return Response(await asked(ask, question), media_type="application/json")


async def written(ask: Ask, command: FloorCommand) -> None:
    """The look as an entry of the log; nothing is shown where it is refused."""
    order = Order(id=f"{ask.name}/look/{secrets.token_hex(8)}", by=f"{ask.role}:{ask.name}", command=command)
    await asyncio.wrap_future(ask.house.service.submit(order))


async def settled(house: House) -> int:
    """How many entries hold nothing of a round under way."""
    return await run_in_threadpool(settled_size, house.service.views, house.service.store)


def whole(text: str) -> int:
    if not text.isdecimal() or not text.isascii() or len(text) > 15:
        raise ServerRefused("not-readable")
    return int(text)


def number(ask: Ask, name: str) -> int:
    return whole(ask.query(name) or "0")

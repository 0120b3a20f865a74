"""The application: every route of the list behind the same gate, the socket, and the pages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import DBAPIError
from starlette.concurrency import run_in_threadpool
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect

from houserules import __version__
from houserules.errors import HouserulesError
from houserules.floor.store.refusals import StoreRefused
from houserules.server.context import House
from houserules.server.http import pages
from houserules.server.http.openapi import operation
from houserules.server.http.permissions import check, permit
from houserules.server.http.request_counts import Counted
from houserules.server.http.routing import ROUTES, Ask, Route, encoded
from houserules.server.http.security import HEADERS, Headed, cookie, origin_of
from houserules.server.live_sockets import WATCH, Hub
from houserules.server.order_decoding import messages
from houserules.server.refusals import ServerRefused, refused
from houserules.server.routes import analysis, audit, dealer, floor, health, player, proofs, submission, tables
from houserules.server.routes import property as routes_property
from houserules.server.users import Person, is_key, is_token

PARTS = (
    tables,
    player,
    dealer,
    floor,
    routes_property,
    audit,
    proofs,
    analysis,
    submission,
    health,
    pages,
)
"""Modules that declare routes; reading them registers them."""
LOG = logging.getLogger("houserules.server")
OPENAPI = "/api/openapi.json"
OTHER_ROWS = ("WEBSOCKET /ws", WATCH)


Life = Callable[[FastAPI], AbstractAsyncContextManager[None]]


def create_app(house: House, life: Life | None = None) -> FastAPI:
    """A server of one floor. A route or message without a row in the matrix stops it here."""
    check([*(known.row for known in ROUTES), *OTHER_ROWS, *messages()])
    app = FastAPI(
        title="Houserules",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=life,
    )
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(house.settings.trusted_hosts))
    app.add_middleware(Counted, house=house)
    app.add_middleware(Headed)
    app.add_exception_handler(Exception, _failed)
    app.add_exception_handler(404, _nowhere)
    app.add_api_route(OPENAPI, _described(app), include_in_schema=False)
    house.hub = Hub(house)
    for known in ROUTES:
        app.add_api_route(
            known.path,
            _endpoint(house, known),
            methods=[known.method],
            openapi_extra=operation(known),
            summary=known.says,
            name=known.row,
            response_class=Response,
        )
    app.add_api_websocket_route("/ws", house.hub.serve)
    app.mount("/web", StaticFiles(directory=web_folder()), name="web")
    return app


def _described(app: FastAPI) -> Callable[[], Awaitable[Response]]:
    """The documentation of the interface, written out once."""
    written: list[bytes] = []

    async def described() -> Response:
        if not written:
            written.append(msgspec.json.encode(await run_in_threadpool(app.openapi)))
        return Response(written[0], media_type="application/json")

    return described


def web_folder() -> Path:
    return Path(str(resources.files("houserules.web")))


def _endpoint(house: House, known: Route) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        try:
            return encoded(await _answer(house, known, request))
        except HouserulesError as refusal:
            if isinstance(refusal, StoreRefused):
                LOG.error("%s: %s", known.row, refusal)
            await house.hold_up(refusal)
            return refused(refusal)
        except DBAPIError:
            LOG.exception("%s: the database of people cannot be asked", known.row)
            return refused(ServerRefused("no-database"))
        except ClientDisconnect:
            return Response(status_code=499)
        except Exception:
            LOG.exception("%s failed", known.row)
            return refused(ServerRefused("failed"))

    return endpoint


async def _answer(house: House, known: Route, request: Request) -> Any:
    """The gate: origin, session, matrix, token, limits; then the handler."""
    origin_of(request.headers, request.method, house.settings)
    key = cookie(request.scope, house.settings.cookie) or ""
    person = await run_in_threadpool(house.people.person, key) if is_key(key) else None
    (house.requests.know if person else house.requests.forget)(key)
    permit(known.row, person.role if person else "")
    house.orders.take(person.name if person else request.client.host if request.client else "")
    _refuse_token(known, request, person)
    return await known.handler(Ask(house, request, person, await _body(house, request)))


def _refuse_token(known: Route, request: Request, person: Person | None) -> None:
    if known.checks_token and person is not None and not is_token(person, request.headers.get("x-csrf-token", "")):
        raise ServerRefused("wrong-token")


async def _body(house: House, request: Request) -> bytes:
    """The body, read only as far as it may go, and no longer than it may take."""
    read = bytearray()
    try:
        async with asyncio.timeout(house.settings.transfer_seconds * 0.8):  # refused before the connection is ended
            async for chunk in request.stream():
                read += chunk
                if len(read) > house.settings.largest_message:
                    raise ServerRefused("too-large")
    except TimeoutError:
        raise ServerRefused("too-slow") from None
    return bytes(read)


async def _nowhere(request: Request, accident: Exception) -> Response:
    """An address that is none: a page for who walks about, a refusal for a program."""
    is_page = request.method == "GET" and not request.url.path.startswith(("/api/", "/web/"))
    return pages.page("nowhere.html", status=404) if is_page else refused(ServerRefused("not-found"))


async def _failed(request: Request, accident: Exception) -> Response:
    """An accident outside every route, which is answered outside of all that gives headers."""
    response = refused(ServerRefused("failed"))
    response.headers.update(HEADERS)
    return response

"""The application: every route behind the same checks, the live sockets, and the pages."""

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
from fastapi.routing import APIRoute
from sqlalchemy.exc import DBAPIError
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from tablelaw.errors import TablelawError
from tablelaw.floor.store.refusals import StoreRefused
from tablelaw.server.context import ServerContext
from tablelaw.server.http import pages
from tablelaw.server.http.compression import CompressedFiles, with_compression
from tablelaw.server.http.openapi import components, operation
from tablelaw.server.http.permissions import ANYONE, LOOPBACK, check, permit, rows
from tablelaw.server.http.request_counts import CountingRequests
from tablelaw.server.http.routing import ROUTES, Ask, Route, encoded
from tablelaw.server.http.security import (
    HEADERS,
    OnlyKnownHosts,
    WithSecurityHeaders,
    asker_key,
    bearer,
    cookie,
    is_loopback,
    origin_of,
)
from tablelaw.server.live_sockets import WATCH, LiveSockets
from tablelaw.server.received_orders import FLOOR_COMMANDS, TABLE_COMMANDS, messages
from tablelaw.server.refusal_responses import refused
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.routes import (
    analysis,
    audit,
    dealer,
    devices,
    figures,
    floor,
    health,
    people,
    player,
    practice,
    proofs,
    submission,
    tables,
)
from tablelaw.server.routes import property as routes_property
from tablelaw.server.socket_tickets import SOCKET
from tablelaw.server.users import Person, is_key, is_token
from tablelaw.version import __version__

PARTS = (
    tables,
    player,
    practice,
    dealer,
    floor,
    figures,
    routes_property,
    people,
    audit,
    proofs,
    analysis,
    submission,
    devices,
    health,
    pages,
)
"""Modules that register their routes when imported."""
LOG = logging.getLogger("tablelaw.server")
OPENAPI = "/api/openapi.json"
OTHER_ROWS = (SOCKET, WATCH)


Life = Callable[[FastAPI], AbstractAsyncContextManager[None]]


def create_app(context: ServerContext, life: Life | None = None) -> FastAPI:
    """Makes the application of one floor; refuses to start if the permissions do not list a route or message."""
    check([*(known.row for known in ROUTES), *OTHER_ROWS, *messages()])
    app = FastAPI(
        title="Tablelaw",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=life,
    )
    app.add_middleware(OnlyKnownHosts, hosts=list(context.settings.trusted_hosts))
    app.add_middleware(CountingRequests, context=context)
    app.add_middleware(WithSecurityHeaders)
    app.add_exception_handler(Exception, _failed)
    app.add_exception_handler(404, _not_found)
    app.add_exception_handler(405, _wrong_method)
    app.add_api_route(OPENAPI, _described(app), include_in_schema=False)
    for known in ROUTES:
        app.add_api_route(
            known.path,
            _endpoint(context, known),
            methods=[known.method],
            openapi_extra=operation(known),
            summary=known.says,
            name=known.row,
            response_class=Response,
        )
    app.add_api_websocket_route("/ws", LiveSockets(context).serve)
    app.mount("/web", CompressedFiles(web_folder()), name="web")
    _describe_parts(app)
    return app


def _describe_parts(app: FastAPI) -> None:
    """Adds the parts that several operations refer to, which the framework does not know of."""
    sound = app.openapi

    def openapi() -> dict[str, Any]:
        described = sound()
        parts: dict[str, Any] = described.setdefault("components", {})
        for name, part in components((*TABLE_COMMANDS, *FLOOR_COMMANDS)).items():
            parts[name] = {**parts.get(name, {}), **part}
        return described

    app.openapi = openapi  # type: ignore[method-assign]


def _described(app: FastAPI) -> Callable[[], Awaitable[Response]]:
    """The OpenAPI document, encoded once."""
    written: list[bytes] = []

    async def described() -> Response:
        if not written:
            written.append(msgspec.json.encode(await run_in_threadpool(app.openapi)))
        return Response(written[0], media_type="application/json")

    return described


def web_folder() -> Path:
    return Path(str(resources.files("tablelaw.web")))


def _endpoint(context: ServerContext, known: Route) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        try:
            return await with_compression(known, request, encoded(await _answer(context, known, request)))
        except TablelawError as refusal:
            context.metrics.refusals[refusal.code] += 1
            if isinstance(refusal, StoreRefused):
                LOG.error("%s: %s", known.row, refusal)
            await context.delay_refusal(refusal)
            return refused(refusal)
        except DBAPIError:
            LOG.exception("%s: the database of people cannot be read", known.row)
            return refused(ServerRefused("no-database"))
        except ClientDisconnect:
            return Response(status_code=499)
        except Exception:
            LOG.exception("%s failed", known.row)
            return refused(ServerRefused("failed"))

    return endpoint


async def _answer(context: ServerContext, known: Route, request: Request) -> Any:
    """Checks origin, session or device, permissions, token and limits; then calls the handler."""
    is_device = bearer(request.scope) is not None
    if not is_device and not _is_nobodys(context, known, request):
        origin_of(request.headers, request.method, context.settings)
    person = await _asker(context, request, is_device)
    permit(known.row, person.standing if person else LOOPBACK if is_loopback(request.scope) else "")
    context.order_rate.take(person.counted_as if person else request.client.host if request.client else "")
    if not is_device:
        _require_token(known, request, person)
    return await known.handler(Ask(context, request, person, await _body(context, request)))


def _is_nobodys(context: ServerContext, known: Route, request: Request) -> bool:
    """Whether a request with neither an Origin header nor a session cookie, such as a program sends, asks for a route
    that requires a token or session; it is then refused because nobody is signed in, rather than for its origin.
    """
    is_bare = "origin" not in request.headers and cookie(request.scope, context.settings.cookie) is None
    return is_bare and rows()[known.row].isdisjoint((ANYONE, LOOPBACK))


async def _asker(context: ServerContext, request: Request, is_device: bool) -> Person | None:
    """The device whose token the request carries, or else the person whose session it belongs to; cookies are ignored
    if there is a token.
    """
    key = asker_key(request.scope, context.settings)
    if is_device:
        person = await run_in_threadpool(context.devices.device, key) if key else None
    else:
        person = await run_in_threadpool(context.people.person, key) if is_key(key) else None
    (context.requests.know if person else context.requests.forget)(key)
    if is_device and person is None:
        raise ServerRefused("wrong-device-token")
    return person


def _require_token(known: Route, request: Request, person: Person | None) -> None:
    if known.checks_token and person is not None and not is_token(person, request.headers.get("x-csrf-token", "")):
        raise ServerRefused("wrong-token")


async def _body(context: ServerContext, request: Request) -> bytes:
    """Reads the body of a request, up to its size limit and within its time limit."""
    read = bytearray()
    try:
        async with asyncio.timeout(context.settings.transfer_seconds * 0.8):  # refused before the connection is closed
            async for chunk in request.stream():
                read += chunk
                if len(read) > context.settings.largest_message:
                    raise ServerRefused("too-large")
    except TimeoutError:
        raise ServerRefused("too-slow") from None
    return bytes(read)


async def _not_found(request: Request, accident: Exception) -> Response:
    """Answers an unknown URL with an HTML page for browsers and a JSON refusal for programs."""
    is_program = bearer(request.scope) is not None or "application/json" in request.headers.get("accept", "")
    is_page = request.method == "GET" and not is_program and not request.url.path.startswith(("/api/", "/web/"))
    return pages.page("not_found.html", status=404) if is_page else refused(ServerRefused("not-found"))


async def _wrong_method(request: Request, accident: Exception) -> Response:
    """Answers a method that an address does not take with those that it does."""
    path = request.url.path
    matching = [route for route in request.app.routes if isinstance(route, APIRoute) and route.path_regex.match(path)]
    methods = ", ".join(sorted({method for route in matching for method in route.methods or ()})) or "GET, HEAD"
    response = refused(ServerRefused("wrong-method", accepted=methods))
    response.headers["Allow"] = methods
    return response


async def _failed(request: Request, accident: Exception) -> Response:
    """Answers an error raised outside every route, and adds the headers that other answers get from the middleware."""
    response = refused(ServerRefused("failed"))
    response.headers.update(HEADERS)
    return response

"""Routes, each declared once with its row in the permissions and the types it takes and returns."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from fastapi import Request, Response

from tablelaw.bounded_text import require_bounded_json
from tablelaw.persons import Actor
from tablelaw.plain_text import first_paragraph
from tablelaw.server.http.security import cookie
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.unreadable_fields import unreadable
from tablelaw.server.users import Person

if TYPE_CHECKING:
    from tablelaw.server.context import ServerContext


@dataclass(slots=True)
class Ask:
    """A permitted request, with the person who asks and the server's context."""

    context: ServerContext
    request: Request
    person: Person | None
    body: bytes = b""

    def require_person(self) -> Person:
        """The person signed in; refuses a request without a session."""
        if self.person is None:
            raise ServerRefused("not-signed-in")
        return self.person

    @property
    def name(self) -> str:
        return self.person.name if self.person else ""

    @property
    def role(self) -> str:
        return self.person.role if self.person else ""

    @property
    def actor(self) -> Actor:
        """The person signed in, as the giver of orders."""
        return self.require_person().actor

    @property
    def address(self) -> str:
        """The address that the request comes from."""
        return self.request.client.host if self.request.client else ""

    @property
    def giver(self) -> str:
        """The client for whom limits count this request: the person, or the address if nobody is signed in."""
        return self.person.counted_as if self.person else self.address

    @property
    def key(self) -> str:
        """The key of the request's session."""
        return self.cookie(self.context.settings.cookie) or ""

    def cookie(self, name: str) -> str | None:
        return cookie(self.request.scope, name)

    def param(self, name: str) -> str:
        return str(self.request.path_params[name])

    def query(self, name: str, default: str = "") -> str:
        return self.request.query_params.get(name, default)

    def read(self, kind: type[Any]) -> Any:
        """Decodes the body as the given type."""
        require_bounded_json(self.body)
        try:
            return msgspec.json.decode(self.body, type=kind)
        except (msgspec.DecodeError, ValueError, RecursionError) as fault:
            raise unreadable(fault) from None


Handler = Callable[[Ask], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number that a request may carry in its query or in a header, and what it is for."""

    name: str
    says: str
    place: Literal["query", "header"] = "query"


@dataclass(frozen=True, slots=True)
class Route:
    """One route; `row` is its name in the permissions: method and path."""

    method: str
    path: str
    handler: Handler
    takes: Any
    gives: Any
    says: str
    checks_token: bool
    tells: Any = None
    """The type of each message, if the answer is a stream of server-sent events."""
    commands: tuple[type[msgspec.Struct], ...] = ()
    """The commands that the body may carry, if it is an order."""
    numbers: tuple[Number, ...] = ()
    """The numbers that its query or headers may carry."""
    starts: Any = None
    """The type of the message with which a stream begins, if it differs from the others."""

    @property
    def row(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def parameters(self) -> list[str]:
        return re.findall(r"{([a-z]+)(?::path)?}", self.path)


ROUTES: list[Route] = []


def route(
    row: str,
    *,
    takes: Any = None,
    gives: Any = None,
    tells: Any = None,
    commands: tuple[type[msgspec.Struct], ...] = (),
    numbers: tuple[Number, ...] = (),
    starts: Any = None,
    token: bool = True,
) -> Callable[[Handler], Handler]:
    """Declares a route: `route("GET /api/lobby", gives=Lobby)`. Routes that change something require the session's
    token."""
    method, _, path = row.partition(" ")

    def register(handler: Handler) -> Handler:
        says = first_paragraph(handler.__doc__)
        checks_token = token and method != "GET"
        ROUTES.append(Route(method, path, handler, takes, gives, says, checks_token, tells, commands, numbers, starts))
        return handler

    return register


def encoded(answer: object) -> Response:
    """Encodes a value as a response; a response made by the handler is passed through."""
    if isinstance(answer, Response):
        return answer
    return Response(msgspec.json.encode(answer), media_type="application/json")

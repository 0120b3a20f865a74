"""Routes: declared in one place each, with the row of the matrix they stand under and what they take and give."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from fastapi import Request, Response

from houserules.bounded_text import refuse_unbounded_json
from houserules.server.http.security import cookie
from houserules.server.refusals import ServerRefused
from houserules.server.users import Person

if TYPE_CHECKING:
    from houserules.server.context import House


@dataclass(slots=True)
class Ask:
    """A request that is permitted: who asks, of which house, for what."""

    house: House
    request: Request
    person: Person | None
    body: bytes = b""

    @property
    def name(self) -> str:
        return self.person.name if self.person else ""

    @property
    def role(self) -> str:
        return self.person.role if self.person else ""

    @property
    def address(self) -> str:
        """Where the request comes from."""
        return self.request.client.host if self.request.client else ""

    @property
    def giver(self) -> str:
        """Whom limits count the request for: the person, or the address of somebody who is not signed in."""
        return self.name or self.address

    @property
    def key(self) -> str:
        """Of the session the request came with."""
        return self.cookie(self.house.settings.cookie) or ""

    def cookie(self, name: str) -> str | None:
        return cookie(self.request.scope, name)

    def param(self, name: str) -> str:
        return str(self.request.path_params[name])

    def query(self, name: str, default: str = "") -> str:
        return self.request.query_params.get(name, default)

    def read(self, kind: type[Any]) -> Any:
        """The body as a value of some type."""
        refuse_unbounded_json(self.body)
        try:
            return msgspec.json.decode(self.body, type=kind)
        except msgspec.ValidationError as fault:
            if unknown := UNKNOWN_FIELD.match(str(fault)):
                raise ServerRefused("unknown-field", where=unknown[1]) from None
            raise ServerRefused("not-readable") from None
        except (msgspec.DecodeError, ValueError, RecursionError):
            raise ServerRefused("not-readable") from None


UNKNOWN_FIELD = re.compile(r"Object contains unknown field `([A-Za-z0-9_-]{1,40})`")
Handler = Callable[[Ask], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Route:
    """`row` is its name in the matrix: method and path."""

    method: str
    path: str
    handler: Handler
    takes: Any
    gives: Any
    says: str
    checks_token: bool

    @property
    def row(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def parameters(self) -> list[str]:
        return re.findall(r"{([a-z]+)(?::path)?}", self.path)


ROUTES: list[Route] = []


def route(row: str, *, takes: Any = None, gives: Any = None, token: bool = True) -> Callable[[Handler], Handler]:
    """Declares a route: `route("GET /api/lobby", gives=Lobby)`. What changes something asks for the session's token."""
    method, _, path = row.partition(" ")

    def register(handler: Handler) -> Handler:
        says = (handler.__doc__ or "").strip().partition("\n")[0]
        ROUTES.append(Route(method, path, handler, takes, gives, says, token and method != "GET"))
        return handler

    return register


def encoded(answer: object) -> Response:
    """A value on its way out, or a response made by hand."""
    if isinstance(answer, Response):
        return answer
    return Response(msgspec.json.encode(answer), media_type="application/json")

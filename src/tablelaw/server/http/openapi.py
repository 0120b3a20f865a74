"""The OpenAPI description of the interface: each route from its types and its row of the permissions."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from tablelaw.cards import Card
from tablelaw.permissions import devices_over_http
from tablelaw.persons import DEVICE_KINDS
from tablelaw.server.http.permissions import ANYONE, ROLES, rows
from tablelaw.server.http.routing import Number, Route
from tablelaw.server.received_orders import CARD
from tablelaw.table.registry import tag_of

REFUSED = {
    "type": "object",
    "required": ["refused"],
    "properties": {
        "refused": {
            "type": "object",
            "required": ["code", "what", "accepted"],
            "properties": {name: {"type": "string"} for name in ("code", "what", "where", "why", "accepted", "cite")},
        }
    },
}
SET_BY_THE_SERVER = ("by", "at")
"""Fields of a command that a client does not send: the session or token determines its giver, and the floor its time.
"""
CARD_SCHEMA = {"type": "string", "pattern": f"^{CARD.pattern}$", "examples": ["As"]}
EXAMPLES = "examples.toml"
SECURITY = {
    "device": {
        "type": "http",
        "scheme": "bearer",
        "description": "A device's token, made by an administrator. It needs no cookie, no Origin and no other header.",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "tablelaw",
        "description": "The cookie of a person signed in; over TLS its name is __Host-tablelaw.",
    },
    "page": {
        "type": "apiKey",
        "in": "header",
        "name": "X-CSRF-Token",
        "description": "The token `csrf` of the session, with an Origin of this server; not for questions (GET).",
    },
}


def operation(route: Route) -> dict[str, Any]:
    """Parameters, body, answer, refusals and security of a route."""
    description: dict[str, Any] = {"responses": {"200": _answer(route)}, "security": security(route)}
    description["responses"]["4XX"] = _content(REFUSED, "a refusal: its code, and what would be accepted")
    if route.parameters or route.numbers:
        description["parameters"] = [*map(_in_path, route.parameters), *map(_number, route.numbers)]
    if route.takes is not None:
        description["requestBody"] = {"required": True, "content": {"application/json": _body(route)}}
    if devices := [kind for kind in DEVICE_KINDS if kind in rows()[route.row]]:
        description["x-devices"] = devices
    return description


def security(route: Route) -> list[dict[str, list[str]]]:
    """The ways to be admitted to a route, any one of which suffices; an empty one stands for everybody."""
    listed = rows()[route.row]
    schemes = [["device"]] if listed & set(DEVICE_KINDS) else []
    if listed & set(ROLES):
        schemes.append(["session", "page"] if route.checks_token else ["session"])
    if ANYONE in listed:
        schemes.append([])
    return [{scheme: [] for scheme in together} for together in schemes]


def components(commands: Sequence[type[msgspec.Struct]]) -> dict[str, Any]:
    """The parts that operations refer to: the ways to be admitted, and every command."""
    return {"securitySchemes": SECURITY, "schemas": {tag_of(kind): command_schema(kind) for kind in commands}}


@cache
def command_schema(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """A command as a client sends it, with an example and the devices that may give it."""
    (schema,), parts = msgspec.json.schema_components([kind], schema_hook=_card, ref_template="{name}")
    whole: dict[str, Any] = _inlined(schema, parts)
    properties = {name: part for name, part in whole["properties"].items() if name not in SET_BY_THE_SERVER}
    tag = tag_of(kind)
    written = {**whole, "title": tag, "properties": properties, "examples": [command_example(tag)]}
    devices = sorted(devices_over_http(tag))
    return {**written, "x-devices": devices} if devices else written


def command_example(tag: str) -> dict[str, Any]:
    return {"type": tag, **examples()["commands"][tag]}


@cache
def examples() -> dict[str, dict[str, Any]]:
    """The examples of commands and of other bodies, by name."""
    return tomllib.loads(resources.files(__package__).joinpath(EXAMPLES).read_text("utf-8"))


def _card(kind: type) -> dict[str, Any]:
    if kind is Card:
        return CARD_SCHEMA
    raise NotImplementedError


def _in_path(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _number(number: Number) -> dict[str, Any]:
    schema = {"type": "integer", "minimum": 0}
    return {"name": number.name, "in": number.place, "required": False, "description": number.says, "schema": schema}


def _answer(route: Route) -> dict[str, Any]:
    if route.tells is None:
        return _content(_schema(route.gives), "what was asked for", _media(route))
    stream = {"schema": {"type": "string"}, "x-event-data": _schema(route.tells)}
    if route.starts is not None:
        stream["x-start-data"] = _schema(route.starts)
    return {"description": "server-sent events; each `data` is JSON", "content": {"text/event-stream": stream}}


def _media(route: Route) -> str:
    """The content type of an answer: JSON if the route declares a type, otherwise any.

    A page or file states its own type in its header.
    """
    return "*/*" if route.gives is None else "application/json"


def _content(schema: dict[str, Any], says: str, media: str = "application/json") -> dict[str, Any]:
    return {"description": says, "content": {media: {"schema": schema}}}


def _body(route: Route) -> dict[str, Any]:
    """The schema of a body, with examples; the commands of an order are named one by one."""
    schema = _schema(route.takes)
    if not route.commands:
        example = examples()["bodies"].get(schema.get("title", ""))
        return {"schema": schema, "example": example} if example else {"schema": schema}
    tags = [tag_of(kind) for kind in route.commands]
    command = {"oneOf": [{"$ref": f"#/components/schemas/{tag}"} for tag in tags]}
    orders = {tag: {"value": {"id": "my-1", "command": command_example(tag)}} for tag in tags}
    return {"schema": {**schema, "properties": {**schema["properties"], "command": command}}, "examples": orders}


@cache
def _schema(kind: Any) -> dict[str, Any]:
    """A self-contained schema, in which msgspec's references are replaced by what they refer to."""
    if kind is None:
        return {}
    (schema,), parts = msgspec.json.schema_components([kind], ref_template="{name}")
    written: dict[str, Any] = _inlined(schema, parts)
    return written


def _inlined(schema: Any, parts: dict[str, Any]) -> Any:
    if isinstance(schema, list):
        return [_inlined(part, parts) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _inlined(parts[schema["$ref"]], parts)
    return {name: _inlined(part, parts) for name, part in schema.items() if name != "discriminator"}

"""The OpenAPI description of a route, from its request and response types."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from tablelaw.server.http.routing import Route

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


def operation(route: Route) -> dict[str, Any]:
    """Parameters, body, answer and refusals of a route."""
    description: dict[str, Any] = {
        "responses": {"200": _content(_schema(route.gives), "what was asked for", _media(route))}
    }
    description["responses"]["4XX"] = _content(REFUSED, "a refusal: its code, and what would be accepted")
    if route.parameters:
        description["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in route.parameters
        ]
    if route.takes is not None:
        description["requestBody"] = {"required": True, **_content(_schema(route.takes), "")}
        description["requestBody"].pop("description")
    return description


def _media(route: Route) -> str:
    """The content type of an answer: JSON of a type, or a page or file whose header names its kind."""
    return "*/*" if route.gives is None else "application/json"


def _content(schema: dict[str, Any], says: str, media: str = "application/json") -> dict[str, Any]:
    return {"description": says, "content": {media: {"schema": schema}}}


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

"""Writes the types of the interface as the pages see them, in TypeScript, from its OpenAPI description.

`python -m tools.page_types` writes `tools/pages/api.d.ts`, with which `make check` checks the modules of the pages.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tablelaw.cards import Card
from tablelaw.server.app import PARTS
from tablelaw.server.http.openapi import operation
from tablelaw.server.http.routing import ROUTES, Route
from tablelaw.server.received_orders import FLOOR_COMMANDS, TABLE_COMMANDS

WRITTEN = Path(__file__).parent / "pages" / "api.d.ts"
HEADER = "// The types of the interface. Written by `python -m tools.page_types`; do not change them by hand.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
METHODS = ("GET", "POST", "DELETE")

Schema = dict[str, Any]


class Interfaces:
    """Every named object of the description, each as one interface.

    A page may omit fields with a default from what it sends; what it receives has every field.
    """

    def __init__(self, told: list[Schema], sent: list[Schema]) -> None:
        found = [*_named(told), *_named(sent)]
        self._twice = {schema["title"] for _, schema in found for _, other in found if _is_another(schema, other)}
        self._schemas = {self._name(inside, schema): schema for inside, schema in found}
        self._sent = {self._name(inside, schema) for inside, schema in _named(sent)}

    def _name(self, inside: str, schema: Schema) -> str:
        """Distinguishes two objects of the same name by the objects that contain them."""
        title: str = schema["title"]
        return f"{inside}{title}" if title in self._twice else title

    def name(self, schema: Schema) -> str:
        return next(name for name, known in self._schemas.items() if known == schema)

    def type(self, schema: Schema) -> str:
        """Writes a schema as a TypeScript type."""
        if "enum" in schema:
            return " | ".join(json.dumps(value) for value in schema["enum"])
        if "anyOf" in schema:
            return " | ".join(self.type(part) for part in schema["anyOf"])
        if schema.get("type") == "array":
            return self._list(schema)
        if schema.get("type") == "object":
            rest = schema.get("additionalProperties", {})
            return self.name(schema) if _is_named(schema) else f"Record<string, {self.type(rest)}>"
        return PLAIN[schema["type"]] if "type" in schema else "unknown"

    def _list(self, schema: Schema) -> str:
        if "prefixItems" in schema:
            return f"[{', '.join(self.type(part) for part in schema['prefixItems'])}]"
        item = self.type(schema.get("items", {}))
        return f"({item})[]" if " | " in item else f"{item}[]"

    def written(self) -> list[str]:
        return [line for name, schema in sorted(self._schemas.items()) for line in self._interface(name, schema)]

    def _interface(self, name: str, schema: Schema) -> list[str]:
        lines = [f"  interface {name} {{"]
        for field, part in schema["properties"].items():
            may_be_left_out = name in self._sent and field not in schema.get("required", ())
            lines.append(f"    {field}{'?' if may_be_left_out else ''}: {self._field(field, part)};")
        return [*lines, "  }"]

    def _field(self, name: str, schema: Schema) -> str:
        """The type of a field; a command has the type `Command`, which lists every command."""
        return "Command" if name == "command" and "type" not in schema else self.type(schema)


def _named(schema: Any, inside: str = "") -> Iterator[tuple[str, Schema]]:
    """The named objects in a schema, each with the name of the one that contains it."""
    if isinstance(schema, dict):
        if _is_named(schema):
            yield inside, schema
            inside = schema["title"]
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from _named(part, inside)


def _is_another(schema: Schema, other: Schema) -> bool:
    return bool(schema["title"] == other["title"] and schema != other)


def _is_named(schema: Schema) -> bool:
    return schema.get("type") == "object" and "properties" in schema and "title" in schema


def _answer(route: Route) -> Schema | None:
    content = operation(route)["responses"]["200"]["content"]
    return content["application/json"]["schema"] if route.gives else None


def _body(route: Route) -> Schema | None:
    """The schema of a body; the commands that an order may carry are written once, as `Command`."""
    if route.takes is None:
        return None
    schema: Schema = operation(route)["requestBody"]["content"]["application/json"]["schema"]
    return {**schema, "properties": {**schema["properties"], "command": {}}} if route.commands else schema


def _path(route: Route) -> str:
    return "`" + re.sub(r"{[^}]*}", "${string}", route.path) + "`"


def _most_particular_first(route: Route) -> tuple[int, int, str]:
    """A sort key that puts longer paths and fixed words first, because a parameter matches whatever follows."""
    parts = route.path.split("/")
    return -len(parts), sum(part.startswith("{") for part in parts), route.path


def _chosen_by_path(name: str, kinds: dict[Route, str], otherwise: str) -> list[str]:
    """The type chosen by a path: `any` if an answer is not described, `otherwise` if there is no such path."""
    lines = [f"  type {name}<Path extends string> ="]
    for route in sorted(kinds, key=_most_particular_first):
        lines.append(f"    Path extends {_path(route)} ? {kinds[route]} :")
    return [*lines, f"    {otherwise};"]


def _commands() -> list[Schema]:
    """The schema of each command as a page sends it."""
    kinds = [*TABLE_COMMANDS, *FLOOR_COMMANDS]
    schemas, parts = msgspec.json.schema_components(kinds, schema_hook=_schema_of_card, ref_template="{name}")
    return [parts[schema["$ref"]] for schema in schemas]


def _schema_of_card(kind: type) -> Schema:
    if kind is Card:
        return {"type": "string"}
    raise NotImplementedError


def text() -> str:
    """The text of the whole file."""
    assert PARTS, "the modules of the routes are imported, so that these are registered"
    commands = _commands()
    answers = {route.row: _answer(route) for route in ROUTES}
    bodies = {route.row: _body(route) for route in ROUTES}
    told = [schema for schema in answers.values() if schema]
    interfaces = Interfaces(told, [*commands, *(schema for schema in bodies.values() if schema)])
    names = sorted(interfaces.name(schema) for schema in commands)
    lines = [*interfaces.written(), "  type Command =", *(f"    | {name}" for name in names)]
    lines[-1] += ";"
    for method in METHODS:
        routes = [route for route in ROUTES if route.method == method and route.path.startswith("/api/")]
        kinds = {route: interfaces.type(schema) if (schema := answers[route.row]) else "any" for route in routes}
        lines += _chosen_by_path(f"{method.capitalize()}Answer", kinds, "never")
    sent = {route: interfaces.type(schema) for route in ROUTES if (schema := bodies[route.row])}
    lines += _chosen_by_path("PostBody", sent, "Record<string, never>")
    return HEADER + "declare namespace Api {\n" + "\n".join(lines) + "\n}\n"


def main() -> int:
    WRITTEN.write_text(text(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The OpenAPI description: typed commands with examples, and who is admitted to each route."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest

from tablelaw.persons import DEVICE_KINDS, Actor
from tablelaw.server.app import OPENAPI
from tablelaw.server.devices import NewDevice
from tablelaw.server.http.openapi import command_example, command_schema, examples, security
from tablelaw.server.http.permissions import rows
from tablelaw.server.http.routing import ROUTES
from tablelaw.server.received_orders import FLOOR_COMMANDS, TABLE_COMMANDS, message_of, read_order
from tablelaw.server.routes.tables import Enter, SignIn
from tablelaw.table.registry import tag_of
from tablelaw.table.state import Phase
from tests.server.conftest import Doors

COMMANDS = (*TABLE_COMMANDS, *FLOOR_COMMANDS)


@pytest.fixture(scope="module")
def document(doors: Doors) -> dict[str, Any]:
    found: dict[str, Any] = doors.browser().get(OPENAPI).json()
    return found


def test_it_is_a_3_1_document_with_every_route(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1.")
    described = {(method.upper(), path) for path, methods in document["paths"].items() for method in methods}
    assert described == {(route.method, route.path.replace(":path", "")) for route in ROUTES}


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    text = json.dumps(document)
    named = {part.partition('"')[0] for part in text.split('"$ref": "#/components/schemas/')[1:]}
    assert named == {tag_of(kind) for kind in COMMANDS} <= set(document["components"]["schemas"])


def test_every_command_over_http_has_an_example_and_no_example_is_left_over() -> None:
    assert set(examples()["commands"]) == {tag_of(kind) for kind in COMMANDS}
    assert set(examples()["bodies"]) == {"SignIn", "Enter", "NewDevice"}


@pytest.mark.parametrize("kind", COMMANDS, ids=tag_of)
def test_the_example_of_a_command_is_read_as_that_command(kind: type[msgspec.Struct]) -> None:
    example, schema = command_example(tag_of(kind)), command_schema(kind)
    assert set(schema["required"]) <= set(example) <= set(schema["properties"])
    assert not {"by", "at"} & set(schema["properties"])
    role = min(rows()[message_of(kind)] - set(DEVICE_KINDS))
    body = json.dumps({"id": "my-1", "command": example}).encode()
    order = read_order(body, Actor.parse(f"{role}:ann"), "T-1" if kind in TABLE_COMMANDS else None).order
    assert type(order.command) is kind


def test_the_examples_of_other_bodies_are_read_too() -> None:
    for kind in (SignIn, Enter, NewDevice):
        msgspec.convert(examples()["bodies"][kind.__name__], kind)


def test_orders_name_their_commands_one_by_one(document: dict[str, Any]) -> None:
    for path, kinds in (("/api/tables/{table}/orders", TABLE_COMMANDS), ("/api/orders", FLOOR_COMMANDS)):
        body = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]
        tags = [tag_of(kind) for kind in kinds]
        listed = body["schema"]["properties"]["command"]["oneOf"]
        assert [one["$ref"].rpartition("/")[2] for one in listed] == tags == list(body["examples"])
    card = document["components"]["schemas"]["EnterCard"]
    assert card["properties"]["card"]["pattern"] == "^[2-9TJQKA][cdhs]$" and card["x-devices"] == ["shoe"]


def test_every_route_says_how_to_be_admitted(document: dict[str, Any]) -> None:
    assert set(document["components"]["securitySchemes"]) == {"device", "session", "page"}
    for route in ROUTES:
        listed, ways = rows()[route.row], security(route)
        assert ({} in ways) is ("anyone" in listed), route.row
        assert ({"device": []} in ways) is bool(listed & set(DEVICE_KINDS)), route.row
        described = document["paths"][route.path.replace(":path", "")][route.method.lower()]
        assert described["security"] == ways
        assert described.get("x-devices", []) == [kind for kind in DEVICE_KINDS if kind in listed]
    placed = security(next(route for route in ROUTES if route.row == "POST /api/tables/{table}/orders"))
    assert placed == [{"device": []}, {"session": [], "page": []}]


def test_the_feed_is_described_with_its_messages(document: dict[str, Any]) -> None:
    feed = document["paths"]["/api/feed"]["get"]
    stream = feed["responses"]["200"]["content"]["text/event-stream"]
    assert set(stream["x-event-data"]["properties"]) == {"seq", "at", "table", "round", "events", "meters"}
    assert set(stream["x-start-data"]["properties"]) == {"seq", "tables", "meters"}
    numbers = [(one["name"], one["in"]) for one in feed["parameters"]]
    assert numbers == [("after", "query"), ("wait", "query"), ("Last-Event-ID", "header")]
    for one in feed["parameters"]:
        assert one["schema"] == {"type": "integer", "minimum": 0} and one["description"].endswith(".")


def test_a_text_with_a_fixed_list_of_values_names_them(document: dict[str, Any]) -> None:
    answer = document["paths"]["/api/tables/{table}/view"]["get"]["responses"]["200"]
    shown = answer["content"]["application/json"]["schema"]["properties"]
    assert shown["phase"]["enum"] == [*get_args(Phase), "closed", "opening", "ending"]
    outcomes = ["won", "lost", "push", "returned", "void", "nothing", "limited"]
    assert shown["lines"]["items"]["properties"]["outcome"]["enum"] == outcomes
    assert "hand" in shown["method"]["examples"] and "enum" not in shown["method"], "rulebooks may have others"
    feed = document["paths"]["/api/feed"]["get"]["responses"]["200"]["content"]["text/event-stream"]["x-event-data"]
    line = feed["properties"]["events"]["items"]["properties"]["lines"]["items"]
    assert line["properties"]["outcome"]["enum"] == outcomes

"""Random requests to the API: no internal errors, no hangs, documented answers, and no changes by refused requests.

TABLELAW_REQUESTS sets the number of requests and messages sent.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote, urlencode

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import tablelaw.floor.service as service_module
import tablelaw.server.routes.tables as routes
from tablelaw.errors import TablelawError
from tablelaw.floor.handlers.outcome import Outcome
from tablelaw.floor.orders import Order
from tablelaw.floor.service import FloorService
from tablelaw.server.http.routing import ROUTES
from tablelaw.server.live_sockets import LiveSockets
from tests.floor.databases import KINDS, Databases, temporary_databases
from tests.server.fuzzing import ANY, BROKEN, GUEST, HOSTILE, PEOPLE, Fuzzed, orders
from tests.server.twin_floor import TwinHouse, opened
from tests.server.twin_worlds import furnish, make_template

ASKED = os.environ.get("TABLELAW_REQUESTS")
REQUESTS = {kind: int(ASKED or usual) for kind, usual in (("sqlite", 1_000), ("postgresql", 250))}
"""The number of requests per database. The server code is the same for both, so `make test` mostly uses the
faster one.
"""
SEED = 653
BOOKS = ("pa-653a",)
NAMES = st.sampled_from(sorted(PEOPLE))
POSTED = sorted(route.path for route in ROUTES if route.method != "GET" and route.path != "/api/session")
CHECKS = [not_a_server_error, response_schema_conformance, content_type_conformance, status_code_conformance]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_template(tmp_path_factory.mktemp("fuzzed") / "floor.db", BOOKS)


@pytest.fixture(scope="module")
def databases() -> Iterator[Databases]:
    with temporary_databases() as made:
        yield made


@pytest.fixture(scope="module")
def furnished(databases: Databases) -> Callable[[], str]:
    """Makes copies of a PostgreSQL floor that is set up only once."""
    return databases.copies(lambda name: furnish(name, BOOKS))


@contextmanager
def on_postgres(database: str) -> Iterator[TwinHouse]:
    with closing(TwinHouse(database, {})) as house:
        yield house


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def requests(kind: str) -> int:
    return REQUESTS[kind]


@pytest.fixture
def house(kind: str, template: Path, tmp_path: Path, furnished: Callable[[], str]) -> Iterator[Fuzzed]:
    """A floor on either database, because one may refuse what the other silently stores."""
    is_file = kind == "sqlite"
    world = opened(template, tmp_path / "floor.db", {}) if is_file else on_postgres(furnished())
    with world as found, closing(Fuzzed(found)) as fuzzed:
        yield fuzzed


def fuzz(examples: int, **given_: st.SearchStrategy[Any]) -> Callable[[Callable[..., None]], None]:
    """Runs a function on a number of examples with a fixed seed."""

    def run(test: Callable[..., None]) -> None:
        told = settings(
            max_examples=max(1, examples),
            database=None,
            deadline=None,
            phases=(Phase.generate,),
            suppress_health_check=list(HealthCheck),
        )
        seed(SEED)(told(given(**given_)(test)))()

    return run


def path_with(path: str, tables: tuple[str, ...]) -> str:
    filled = path.replace("{table}", tables[0]).replace(" ", "%20").replace("{rulebook}", "pa-653a")
    return filled.replace("{round}", "1").replace("{id}", "none")


def without_tuples(part: Any) -> Any:
    """Replaces each tuple in the document with a list of any of its parts, because the checker cannot handle
    `prefixItems`.
    """
    if isinstance(part, list):
        return [without_tuples(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    plain = {name: without_tuples(inner) for name, inner in part.items() if name != "prefixItems"}
    return plain | {"items": {"anyOf": without_tuples(part["prefixItems"])}} if "prefixItems" in part else plain


def documented(house: Fuzzed, count: int, only: str = "") -> None:
    """Sends every operation in the OpenAPI document as every role, with values of the documented types and real
    tables.
    """
    schema = schemathesis.openapi.from_dict(without_tuples(house.app.openapi()))
    operations: list[Any] = [found.ok() for found in cast(Any, schema.get_all_operations())]
    operations = [operation for operation in operations if only in operation.path]
    for operation in operations:

        @fuzz(count // len(operations) + 1, case=operation.as_strategy(), name=NAMES, is_known=st.booleans())
        def sent(case: Any, name: str, is_known: bool) -> None:
            if is_known and "table" in case.path_parameters:
                case.path_parameters["table"] = house.tables[0]
            case.validate_response(house.call(case, name), checks=CHECKS)


def test_documented_requests_are_answered_as_documented(house: Fuzzed, requests: int) -> None:
    documented(house, requests * 4 // 10)
    assert house.is_sound()
    told(house, "documented")


def test_bodies_of_any_kind_are_answered(house: Fuzzed, requests: int) -> None:
    @fuzz(requests * 2 // 10, name=NAMES, path=st.sampled_from(POSTED), body=BROKEN)
    def sent(name: str, path: str, body: bytes) -> None:
        house.send(name, "POST", path_with(path, house.tables), body)

    assert house.is_sound()
    told(house, "broken bodies")


def ordered(house: Fuzzed, count: int) -> int:
    """Gives orders of every kind: half are orders the tables expect, and some of these are corrupted. Returns the
    number of kinds accepted.
    """
    accepted: set[str] = set()

    @fuzz(
        count,
        name=NAMES,
        order=orders(house.tables),
        times=st.integers(1, 2),
        how=st.sampled_from(["any", "any", "sensible", "sensible", "sensible", "spoilt"]),
        pick=st.integers(0, 2**20),
        spoil=ANY,
    )
    def sent(name: str, order: dict[str, Any], times: int, how: str, pick: int, spoil: Any) -> None:
        if how != "any":
            order["table"], order["id"] = (house.tables[0], house.tables[-1])[pick % 2], f"sensible {len(accepted)}"
            name, order["command"] = house.sensible(order["table"], pick // 2)
            order.pop("expect", None)
        if how == "spoilt":
            order["command"][list(order["command"])[pick % len(order["command"])]] = spoil
        table = order.pop("table", "")
        path = f"/api/tables/{table}/orders".replace(" ", "%20") if table else "/api/orders"
        answers = [house.send(name, "POST", path, json.dumps(order).encode()) for _ in range(times)]
        assert len({answer.status for answer in answers}) == 1
        accepted.update(f"{name} {order['id']}" for answer in answers if answer.status == 200)

    return len(accepted)


def test_orders_of_any_kind_are_answered(house: Fuzzed, requests: int) -> None:
    count = requests * 4 // 10
    before = sum(view.state.rounds for view in house.service.views.tables.values())
    accepted = ordered(house, count)
    played = sum(view.state.rounds for view in house.service.views.tables.values()) - before
    assert house.is_sound()
    told(house, f"orders, {accepted:,} different ones accepted, {played} rounds played to their end")
    assert house.untouched.comparisons > accepted > count // 10
    assert played or count < 400


@pytest.mark.parametrize("path", ["/api/audit/rounds", "/api/audit/growth", "/api/audit/statement", "/api/me/rounds"])
def test_questions_of_any_kind_are_answered(house: Fuzzed, path: str, requests: int) -> None:
    named = st.sampled_from(["table", "player", "round", "since", "until", "old", "size", "account"])
    values = st.one_of(
        st.sampled_from(["-1", "0", "1", "9" * 15, "9" * 16, "١", house.tables[0], *HOSTILE[:3]]), st.text()
    )

    @fuzz(requests // 40, name=st.sampled_from(["ann", "a auditor"]), query=st.dictionaries(named, values, max_size=3))
    def sent(name: str, query: dict[str, str]) -> None:
        house.send(name, "GET", f"{path}?{urlencode(query, errors='replace')}")

    assert house.is_sound()


def test_sockets_take_any_message(house: Fuzzed, requests: int) -> None:
    watched = st.fixed_dictionaries({"watch": st.one_of(st.lists(st.sampled_from([*house.tables, "lobby", "x"])), ANY)})
    ordered = st.fixed_dictionaries({"order": st.one_of(orders(house.tables), orders(house.tables), ANY)})
    message = st.one_of(
        ordered.map(json.dumps), ordered.map(json.dumps), watched.map(json.dumps), ANY.map(json.dumps), st.text()
    )
    sent_ = [0]

    @fuzz(
        requests // 25,
        name=st.sampled_from(sorted(set(PEOPLE) - {""})),
        said=st.lists(message, min_size=8, max_size=16),
    )
    def sent(name: str, said: list[str | bytes]) -> None:
        sent_[0] += house.talk(name, said)

    assert house.is_sound()
    assert sent_[0] >= requests * 30 // 100
    print(f"fuzz: seed {SEED}, {sent_[0]:,} messages over sockets, none without an answer")


def test_a_binary_frame_ends_the_socket(house: Fuzzed) -> None:
    assert house.talk("ann", [b"\x00\x01", "{}"]) == 3
    assert house.is_sound()


def told(house: Fuzzed, what: str) -> None:
    compared = f"the property compared {house.untouched.comparisons:,} times"
    statuses = f"statuses {dict(sorted(house.statuses.items()))}"
    print(f"fuzz: seed {SEED}, {house.statuses.total():,} {what}, {statuses}, {compared}")


def test_hostile_names_in_every_place_are_answered(house: Fuzzed) -> None:
    """Hostile ids, table, player and user names, paths and queries do not break the database."""
    for bad in HOSTILE:
        quoted = quote(bad, errors="replace")
        for name in ("", "ann", "a dealer", "a floor", "a auditor"):
            for path in (
                "/api/me/rounds?table=",
                "/api/audit/rounds?player=",
                "/api/tables/",
                "/api/law/pa-653a/",
                "/api/readings/pa-653a/",
            ):
                house.send(name, "GET", f"{path}{quoted}")
        house.send("", "POST", "/api/session", json.dumps({"name": bad, "password": bad}).encode())
        taken = {"id": bad, "command": {"type": "TakeSeat", "seat": 3}}
        house.send(GUEST, "POST", path_with("/api/tables/{table}/orders", house.tables), json.dumps(taken).encode())
        house.send(GUEST, "POST", f"/api/tables/{quoted}/orders", json.dumps(taken | {"id": "1"}).encode())
        for command in (
            {"type": "BuyIn", "player": bad, "table": house.tables[0], "cents": 500},
            {"type": "LoadAccount", "player": bad, "cents": 500},
            {"type": "FillTray", "table": bad, "cents": 500},
        ):
            for name in ("a dealer", "a floor"):
                house.send(name, "POST", "/api/orders", json.dumps({"id": "2", "command": command}).encode())
        house.talk(GUEST, [json.dumps({"watch": [bad]}), json.dumps({"order": taken | {"table": bad}})])
    assert house.is_sound()


# --- Planted faults ------------------------------------------------------------------------------------------------


def broken(*anything: object) -> object:
    raise RuntimeError("planted")


def test_a_route_that_raises_is_noticed(house: Fuzzed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "lobby", broken)
    with pytest.raises(AssertionError, match=r"GET /api/lobby by .* 500"):
        documented(house, 10, "/api/lobby")


def test_an_accident_behind_the_gate_is_noticed(house: Fuzzed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only an order that the floor would accept reaches the planted error."""
    monkeypatch.setattr(service_module, "take", broken)
    with pytest.raises(AssertionError, match=r"POST /api/tables/.*order-failed"):
        ordered(house, 60)


def test_an_answer_that_is_not_as_documented_is_noticed(house: Fuzzed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "lobby", lambda house: {"property": 7})
    with pytest.raises(FailureGroup):
        documented(house, 10, "/api/lobby")


def test_a_socket_that_falls_silent_is_noticed(house: Fuzzed, monkeypatch: pytest.MonkeyPatch) -> None:
    async def deaf(self: LiveSockets, *anything: object) -> None:
        return None

    monkeypatch.setattr(LiveSockets, "_heed", deaf)
    with pytest.raises(AssertionError, match="no answer"):
        house.talk("ann", ["{}"])


@pytest.mark.parametrize("way", ["requests", "sockets"])
def test_a_refusal_that_changes_the_property_is_noticed(
    house: Fuzzed, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle = FloorService._handle

    def leaving_a_trace(self: FloorService, order: Order) -> Outcome:
        try:
            return handle(self, order)
        except TablelawError:
            self._floor.links_down.add("ghost")
            raise

    monkeypatch.setattr(FloorService, "_handle", leaving_a_trace)
    refused = {"id": "1", "command": {"type": "CutLink", "link": "no such link"}}
    with pytest.raises(AssertionError, match="a refusal changed the property"):
        if way == "sockets":
            house.talk("a floor", [json.dumps({"order": refused})])
        else:
            house.send("a floor", "POST", "/api/orders", json.dumps(refused).encode())
        house.is_sound()

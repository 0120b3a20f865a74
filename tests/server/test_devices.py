"""Devices: what each kind may do with its token on every route, and tokens that are no longer, or never were, valid."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select, update
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tablelaw.floor.store import schema
from tablelaw.persons import DEVICE_KINDS, DeviceKind
from tablelaw.server.devices import (
    MOST_DAYS,
    MOST_TABLES,
    BadDevice,
    Devices,
    NewDevice,
    require_fit,
)
from tablelaw.server.http.permissions import rows
from tablelaw.server.http.routing import ROUTES
from tablelaw.server.refusals import ServerRefused
from tests.server.conftest import ORIGIN, SETTINGS, Doors, Someone
from tests.server.test_gate import path_of

TABLE, OTHER = "pa-653a", "pa-647a"
REFUSED = ("not-permitted", "not-signed-in", "wrong-device-token", "other-table")


class Machine:
    """A device with its token, and nothing else: no cookie, no origin, no other header."""

    def __init__(self, client: TestClient, token: str) -> None:
        self.client, self.token = client, token

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        given = {"Authorization": f"Bearer {self.token}", **headers}
        return self.client.request(method, path, json=body, headers=given)

    def get(self, path: str, **headers: str) -> Any:
        return self.ask("GET", path, **headers)

    def order(self, command: dict[str, object], table: str = TABLE, order_id: str = "1") -> Any:
        return self.ask("POST", f"/api/tables/{table}/orders", {"id": order_id, "command": command})


def machine(doors: Doors, kind: DeviceKind, name: str, tables: tuple[str, ...] = (TABLE,)) -> Machine:
    token = doors.context.devices.make(NewDevice(name, kind, tables), "adm")
    return Machine(doors.browser(), token)


def code_of(answer: Any) -> str:
    is_json = answer.headers.get("content-type", "") == "application/json"
    told = answer.json() if is_json else {}
    return str(told.get("refused", {}).get("code", "")) if isinstance(told, dict) else ""


@pytest.fixture(scope="module")
def doors(open_doors: Callable[..., Doors]) -> Doors:
    return open_doors(SETTINGS, (TABLE, OTHER))


@pytest.fixture(scope="module")
def administrator(doors: Doors) -> Someone:
    return doors.somebody("adm", "administrator")


# --- The permissions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", DEVICE_KINDS)
def test_every_route_answers_each_kind_as_its_row_says(doors: Doors, kind: DeviceKind) -> None:
    device = machine(doors, kind, f"{kind} of the matrix")
    for route in ROUTES:
        path = path_of(route.path).replace("{name}", "nobody")
        answer = device.ask(route.method, f"{path}?wait=0" if route.path == "/api/feed" else path)
        is_refused = code_of(answer) in REFUSED
        assert is_refused is (kind not in rows()[route.row]), f"{route.row} as {kind}: {answer.status_code}"
        assert answer.status_code < 500, f"{route.row}: {answer.text}"


def test_the_rows_of_the_devices_are_these() -> None:
    listed = {kind: sorted(name for name, words in rows().items() if kind in words) for kind in DEVICE_KINDS}
    everyone = ["GET /api/device", "GET /api/feed", "GET /api/tables/{table}", "GET /api/tables/{table}/view"]
    everyone += ["GET /health", "GET /ready"]
    assert listed == {
        "shoe": sorted([*everyone, "POST /api/tables/{table}/orders", "order EnterCard"]),
        "shuffler": sorted([*everyone, "POST /api/tables/{table}/orders", "order Shuffle"]),
        "display": everyone,
        "management": sorted([*everyone, "GET /metrics"]),
    }


@pytest.mark.parametrize("kind", DEVICE_KINDS)
def test_every_order_answers_each_kind_as_its_row_says(doors: Doors, kind: DeviceKind) -> None:
    from tests.server.test_gate import _command, _is_property

    device = machine(doors, kind, f"{kind} with orders")
    for row, listed in rows().items():
        if not row.startswith("order "):
            continue
        name = row.removeprefix("order ")
        path = "/api/orders" if _is_property(name) else f"/api/tables/{TABLE}/orders"
        answer = device.ask("POST", path, {"id": f"{kind} {name}", "command": _command(name)})
        assert (code_of(answer) == "not-permitted") is (kind not in listed), f"{name} as {kind}: {answer.text}"


def test_a_socket_is_never_opened_with_a_token(doors: Doors, administrator: Someone) -> None:
    device = machine(doors, "management", "socket")
    assert code_of(device.ask("POST", "/api/ticket")) == "not-permitted"
    ticket = administrator.send("POST", "/api/ticket").json()["ticket"]
    headers = {"Origin": ORIGIN, "Authorization": f"Bearer {device.token}"}
    with (
        pytest.raises(WebSocketDisconnect),
        administrator.client.websocket_connect(f"/ws?ticket={ticket}", headers=headers),
    ):
        pass


# --- What a token is for ---------------------------------------------------------------------------------------------


def test_a_device_asks_only_about_its_own_tables(doors: Doors) -> None:
    device = machine(doors, "shoe", "own table")
    assert device.get(f"/api/tables/{TABLE}/view").json()["table"] == TABLE
    for path in (f"/api/tables/{OTHER}/view", f"/api/tables/{OTHER}", "/api/tables/nowhere/view"):
        answer = device.get(path)
        assert (answer.status_code, code_of(answer)) == (403, "other-table")
    assert code_of(device.order({"type": "EnterCard", "card": "As"}, OTHER)) == "other-table"
    assert device.get("/api/device").json()["tables"] == [TABLE]


def test_a_device_for_every_table_asks_about_each_of_them(doors: Doors) -> None:
    device = machine(doors, "display", "all tables", ("*",))
    assert device.get("/api/device").json()["tables"] == sorted((TABLE, OTHER))
    assert all(device.get(f"/api/tables/{table}/view").status_code == 200 for table in (TABLE, OTHER))
    assert code_of(device.get("/api/tables/nowhere/view")) == "not-found"


def test_a_device_sees_a_table_as_anyone_does(doors: Doors) -> None:
    device = machine(doors, "management", "anyone")
    assert device.get(f"/api/tables/{TABLE}/view").json() == doors.nobody().get(f"/api/tables/{TABLE}/view").json()


def test_a_token_needs_no_origin_and_ignores_a_wrong_one(doors: Doors) -> None:
    device = machine(doors, "shoe", "no origin")
    refused = device.order({"type": "EnterCard", "card": "As"})
    assert code_of(refused) not in (*REFUSED, "wrong-origin", "wrong-token"), refused.text
    body = {"id": "2", "command": {"type": "EnterCard", "card": "As"}}
    from_elsewhere = device.ask("POST", f"/api/tables/{TABLE}/orders", body, Origin="http://elsewhere.example")
    assert code_of(from_elsewhere) == code_of(refused)


def test_a_token_takes_nothing_from_a_session_beside_it(doors: Doors, administrator: Someone) -> None:
    token = machine(doors, "display", "beside a session").token
    both = Machine(administrator.client, token)
    assert administrator.get("/api/property/people").status_code == 200
    assert code_of(both.get("/api/property/people")) == "not-permitted"
    headers = {"Origin": ORIGIN, "X-CSRF-Token": administrator.csrf}
    assert code_of(both.ask("POST", "/api/devices", {}, **headers)) == "not-permitted"
    wrong = Machine(administrator.client, token[:-1] + ("A" if token[-1] != "A" else "B"))
    assert code_of(wrong.get("/api/property/people")) == "wrong-device-token", "the session does not answer for it"


# --- Tokens that are refused -----------------------------------------------------------------------------------------

MALFORMED = [
    "Bearer",
    "Bearer ",
    "bearer x",
    "Bearer tablelaw_",
    "Bearer tablelaw_" + "A" * 42,
    "Bearer tablelaw_" + "A" * 44,
    "Bearer tablelaw_" + "A" * 43,
    "Bearer  tablelaw_" + "A" * 43,
    "Bearer tablelaw_" + "A" * 42 + "\u00e9",
    "Bearer " + "A" * 12_000,
    "Bearertablelaw_" + "A" * 43,
]


@pytest.mark.parametrize("given", MALFORMED, ids=lambda text: f"{text[:22]} {len(text)}")
def test_a_malformed_unknown_or_oversized_token_is_refused(doors: Doors, given: str) -> None:
    for path in ("/api/device", "/api/lobby", "/health"):
        answer = doors.browser().get(path, headers={b"Authorization": given.encode("latin-1")})
        assert (answer.status_code, code_of(answer)) == (401, "wrong-device-token")
        assert answer.headers["www-authenticate"] == "Bearer"


def test_two_tokens_in_one_request_are_refused(doors: Doors) -> None:
    token = machine(doors, "display", "twice").token
    headers = [("Authorization", f"Bearer {token}")] * 2
    answer = doors.browser().get("/api/device", headers=headers)
    assert code_of(answer) == "wrong-device-token"


def test_other_schemes_are_left_to_a_proxy(doors: Doors) -> None:
    answer = doors.browser().get("/api/lobby", headers={"Authorization": "Basic YTpi"})
    assert answer.status_code == 200


def test_a_withdrawn_token_is_refused_at_once(doors: Doors, administrator: Someone) -> None:
    device = machine(doors, "display", "withdrawn")
    assert device.get("/api/device").status_code == 200
    assert administrator.send("DELETE", "/api/devices/withdrawn").status_code == 200
    assert code_of(device.get("/api/device")) == "wrong-device-token"
    again = administrator.send("DELETE", "/api/devices/withdrawn")
    assert (again.status_code, code_of(again)) == (404, "no-such-device")


@pytest.mark.parametrize(("left", "is_valid"), [(60, True), (1, True), (0, False), (-60, False)])
def test_a_token_is_valid_until_it_expires(doors: Doors, left: int, is_valid: bool) -> None:
    devices, name = doors.context.devices, f"expires {left}"
    token = devices.make(NewDevice(name, "display", ("*",), days=1), "adm")
    with doors.context.people.engine.begin() as connection:
        made = connection.execute(select(schema.devices.c.made_at).where(schema.devices.c.name == name)).scalar_one()
        values = {"made_at": made - 86_400, "expires_at": made + left}
        connection.execute(update(schema.devices).where(schema.devices.c.name == name).values(values))
    if left != 1:  # a second may pass
        assert (devices.device(token) is not None) is is_valid
        assert devices.is_over(token) is not is_valid
    (listed,) = [one for one in devices.listed() if one.name == name]
    assert listed.expires_at == made + left


def test_a_token_of_the_demo_is_not_valid_elsewhere(doors: Doors) -> None:
    engine = doors.context.people.engine
    token = Devices(engine, is_demo=True).make(NewDevice("of the demo", "display", ("*",)), "adm")
    assert Devices(engine, is_demo=True).device(token) is not None
    assert doors.context.devices.device(token) is None


# --- An administrator ------------------------------------------------------------------------------------------------


def test_an_administrator_makes_lists_and_withdraws_tokens(doors: Doors, administrator: Someone) -> None:
    wanted = {"name": "shoe-7", "kind": "shoe", "tables": [TABLE], "days": 30}
    made = administrator.send("POST", "/api/devices", wanted).json()
    assert made["name"] == "shoe-7" and len(made["token"]) == len("tablelaw_") + 43
    device = Machine(doors.browser(), made["token"])
    assert device.get("/api/device").json()["kind"] == "shoe"
    told = administrator.get("/api/devices")
    assert made["token"] not in told.text
    (listed,) = [one for one in told.json()["devices"] if one["name"] == "shoe-7"]
    assert listed["made_by"] == "adm" and listed["expires_at"] - listed["made_at"] == 30 * 86_400
    assert listed["seen_at"] >= listed["made_at"] and not listed["is_expired"]
    with doors.context.people.engine.connect() as connection:
        assert made["token"] not in str(connection.execute(select(schema.devices)).all())
    twice = administrator.send("POST", "/api/devices", {**wanted, "name": "Shoe-7"})
    assert (twice.status_code, code_of(twice)) == (409, "device-exists")
    assert administrator.send("DELETE", "/api/devices/shoe-7").status_code == 200


def test_a_table_that_is_not_on_the_floor_is_refused_with_those_that_are(doors: Doors, administrator: Someone) -> None:
    wanted = {"name": "mistyped", "kind": "shoe", "tables": [TABLE, "UTH-7"]}
    refused = administrator.send("POST", "/api/devices", wanted)
    assert (refused.status_code, code_of(refused)) == (409, "no-such-table")
    told = refused.json()["refused"]
    assert told["why"].startswith("UTH-7")
    assert told["accepted"] == f"{OTHER}, {TABLE}; or '*' for every table, including later ones"
    assert "mistyped" not in administrator.get("/api/devices").text


@pytest.mark.parametrize("role", ["player", "dealer", "floor", "auditor"])
def test_only_an_administrator_makes_tokens(doors: Doors, role: str) -> None:
    person = doors.somebody(f"{role} without devices", role)
    for answer in (person.get("/api/devices"), person.send("POST", "/api/devices", {})):
        assert code_of(answer) == "not-permitted"
    assert code_of(person.send("DELETE", "/api/devices/shoe-7")) == "not-permitted"


FIT = NewDevice("shoe-1", "shoe", ("UTH-1",))


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({"name": ""}, "name"),
        ({"name": "a:b"}, "name"),
        ({"name": "a\nb"}, "name"),
        ({"name": "x" * 1000}, "name"),
        ({"kind": "toaster"}, "kind"),
        ({"tables": ()}, "tables"),
        ({"tables": ("T",) * (MOST_TABLES + 1)}, "tables"),
        ({"tables": ("../x",)}, "tables"),
        ({"days": 0}, "days"),
        ({"days": MOST_DAYS + 1}, "days"),
        ({"days": -1}, "days"),
    ],
    ids=str,
)
def test_an_unfit_device_is_refused(changed: dict[str, Any], where: str) -> None:
    fields = {name: getattr(FIT, name) for name in FIT.__struct_fields__} | changed
    with pytest.raises(BadDevice) as refused:
        require_fit(NewDevice(**fields))
    assert refused.value.where == where and refused.value.accepted


def test_a_device_at_each_bound_is_fit() -> None:
    require_fit(FIT)
    require_fit(NewDevice("a", "shoe", ("T",) * MOST_TABLES, days=1))
    require_fit(NewDevice("a", "management", ("*",), days=MOST_DAYS))


def test_the_number_of_devices_is_bounded(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    devices = doors.context.devices
    monkeypatch.setattr("tablelaw.server.devices.MOST_DEVICES", len(devices.listed()) + 1)
    devices.make(NewDevice("the last", "display", ("*",)), "adm")
    with pytest.raises(BadDevice, match="too many"):
        devices.make(NewDevice("one more", "display", ("*",)), "adm")


def test_an_unknown_device_cannot_be_withdrawn(doors: Doors) -> None:
    for name in ("nobody", "\x00", "x" * 5000):
        with pytest.raises(ServerRefused, match="no device of this name"):
            doors.context.devices.withdraw(name)


# --- Limits ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def limited(open_doors: Callable[..., Doors]) -> Iterator[Doors]:
    yield open_doors(replace(SETTINGS, requests_per_second=1, strangers_per_second=1, refusal_seconds=0), ())


def test_requests_of_a_device_are_counted_for_its_token(limited: Doors) -> None:
    first, second = machine(limited, "display", "one"), machine(limited, "display", "two")
    assert first.get("/api/device").status_code == second.get("/api/device").status_code == 200
    answers = [first.get("/api/device").status_code for _ in range(8)]
    assert answers[0] == 200 and answers[-1] == 429
    assert second.get("/api/device").status_code == 200, "each token has its own limit"


def test_a_wrong_token_counts_as_a_stranger(limited: Doors) -> None:
    wrong = Machine(limited.browser(), "tablelaw_" + "A" * 43)
    answers = [wrong.get("/api/device").status_code for _ in range(8)]
    assert answers[0] in (401, 429) and answers[-1] == 429

"""Every refusal of a program's request has the same JSON form, whichever part of the server gives it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablelaw.server.http.permissions import BY_TOKEN_OR_SESSION, rows
from tests.server.conftest import ORIGIN, SETTINGS, Doors
from tests.server.test_devices import TABLE, Machine, machine

ORDERS = f"/api/tables/{TABLE}/orders"


@pytest.fixture(scope="module")
def doors(open_doors: Callable[..., Doors]) -> Doors:
    return open_doors(SETTINGS, (TABLE,))


@pytest.fixture(scope="module")
def shoe(doors: Doors) -> Machine:
    return machine(doors, "shoe", "one form")


def told(answer: Any) -> tuple[int, str, str]:
    refused = answer.json()["refused"]
    assert set(refused) == {"code", "what", "where", "accepted", "cite", "law", "params"}
    return answer.status_code, refused["code"], refused["accepted"]


@pytest.mark.parametrize(
    ("method", "path", "methods"),
    [
        ("PUT", "/api/feed", "GET"),
        ("PUT", "/api/devices", "GET, POST"),
        ("GET", ORDERS, "POST"),
        ("DELETE", "/web/base.css", "GET, HEAD"),
    ],
)
def test_a_wrong_method_is_told_the_right_ones(shoe: Machine, method: str, path: str, methods: str) -> None:
    answer = shoe.ask(method, path)
    assert told(answer) == (405, "wrong-method", methods) and answer.headers["allow"] == methods


def test_a_wrong_host_is_refused_without_telling_the_right_one(shoe: Machine) -> None:
    for host in ("elsewhere.example", "", "["):
        status, code, accepted = told(shoe.get("/api/device", Host=host))
        assert (status, code) == (400, "wrong-host") and "testserver" not in accepted


def test_an_unknown_address_is_a_page_for_browsers_only(doors: Doors, shoe: Machine) -> None:
    assert told(shoe.get("/nowhere"))[:2] == (404, "not-found")
    assert told(doors.browser().get("/nowhere", headers={"Accept": "application/json"}))[:2] == (404, "not-found")
    page = doors.browser().get("/nowhere", headers={"Accept": "text/html"})
    assert page.status_code == 404 and page.headers["content-type"].startswith("text/html")


def test_a_request_without_token_or_session_is_told_how_to_be_admitted(doors: Doors) -> None:
    stranger, body = doors.browser(), {"id": "1", "command": {"type": "EnterCard", "card": "As"}}
    assert told(stranger.post(ORDERS, json=body)) == (401, "not-signed-in", BY_TOKEN_OR_SESSION)
    assert told(stranger.get("/api/device")) == (401, "not-signed-in", BY_TOKEN_OR_SESSION)
    assert told(stranger.post("/api/devices", json={}))[:2] == (401, "not-signed-in")


def test_a_request_of_a_browser_is_still_refused_for_its_origin(doors: Doors) -> None:
    ann = doors.somebody("ann of the origin", "player")
    assert told(ann.client.post(ORDERS, json={}))[:2] == (403, "wrong-origin"), "a session without an origin"
    stranger = doors.browser()
    assert told(stranger.post(ORDERS, json={}, headers={"Origin": "http://x.example"}))[:2] == (403, "wrong-origin")
    assert told(stranger.post("/api/session", json={}))[:2] == (403, "wrong-origin"), "what anyone may do"
    assert told(stranger.post(ORDERS, json={}, headers={"Origin": ORIGIN}))[:2] == (401, "not-signed-in")


def test_a_device_is_told_its_kind_and_what_it_may(shoe: Machine) -> None:
    for answer in (shoe.get("/api/floor"), shoe.order({"type": "TurnUp"})):
        assert answer.json()["refused"]["what"] == "a device of kind shoe may not do this"
        accepted = ", ".join(sorted(row for row, words in rows().items() if "shoe" in words))
        assert told(answer) == (403, "not-permitted", accepted)
        assert "order EnterCard" in accepted and "order Shuffle" not in accepted

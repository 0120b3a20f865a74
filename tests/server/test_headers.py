"""Every response has the security headers: pages, refusals, errors and refused sockets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.staticfiles import StaticFiles
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tablelaw.server.http import security
from tablelaw.server.routes import tables
from tablelaw.server.settings import Settings
from tests.server.conftest import SETTINGS, Doors
from tests.server.served import Served, prepared

ANSWERS = [
    (200, "GET", "/"),
    (200, "GET", "/web/base.css"),
    (200, "GET", "/api/lobby"),
    (200, "GET", "/api/openapi.json"),
    (401, "GET", "/api/me"),
    (404, "GET", "/nothing"),
    (404, "GET", "/api/nothing"),
    (404, "GET", "/web/nothing"),
    (404, "GET", "/api/tables/nothing"),
    (405, "POST", "/api/lobby"),
    (405, "DELETE", "/web/base.css"),
    (422, "POST", "/api/session"),
]


def lacking(headers: Mapping[str, str]) -> list[str]:
    """The headers that are missing or wrong."""
    return [name for name, value in security.HEADERS.items() if headers.get(name) != value]


@pytest.mark.parametrize(("status", "method", "path"), ANSWERS)
def test_answers_carry_the_headers(doors: Doors, status: int, method: str, path: str) -> None:
    answer = doors.nobody().send(method, path) if method != "GET" else doors.nobody().get(path)
    assert (answer.status_code, lacking(answer.headers)) == (status, [])
    assert answer.headers.get("cache-control", "") == "no-store" or not path.startswith("/api/")


def test_refusals_of_what_was_sent_carry_the_headers(doors: Doors) -> None:
    olaf = doors.somebody("olaf", "player")
    answers = {
        400: olaf.client.get("/api/lobby", headers={"Host": "evil.example"}),
        403: olaf.send("POST", "/api/ticket", X_CSRF_Token="x"),
        409: olaf.order({"type": "TakeSeat", "seat": 99}, "pa-653a", "seat 99"),
        413: olaf.send("POST", "/api/orders", "x" * SETTINGS.largest_message),
    }
    assert {answer.status_code: lacking(answer.headers) for answer in answers.values()} == {
        status: [] for status in answers
    }


def broken(*anything: object, **more: object) -> object:
    raise RuntimeError("the dealer holds As Ks")


def test_accidents_carry_the_headers_wherever_they_happen(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "lobby", broken)
    monkeypatch.setattr(StaticFiles, "get_response", broken)
    for path in ("/api/lobby", "/web/base.css"):
        answer = doors.browser().get(path)
        assert (answer.status_code, lacking(answer.headers)) == (500, [])
        assert answer.json()["refused"]["code"] == "failed" and "As Ks" not in answer.text


def test_the_policy_lets_nothing_in(doors: Doors) -> None:
    policy = doors.browser().get("/").headers["content-security-policy"]
    assert policy.startswith("default-src 'none';") and "unsafe" not in policy and "http" not in policy


def test_a_header_left_out_is_noticed(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    without = {name: value for name, value in security.HEADERS.items() if name != "X-Frame-Options"}
    with monkeypatch.context() as patched:
        patched.setattr(security, "HEADERS", without)
        answer = doors.browser().get("/api/lobby")
    assert lacking(answer.headers) == ["X-Frame-Options"]


# --- Sockets, on a real server ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file = Path(tmp_path_factory.mktemp("headers")) / "floor.db"
    with prepared(str(file), replace(Settings(), trusted_hosts=("127.0.0.1",))) as found:
        found.open()
        yield found


@pytest.mark.parametrize("path", ["/ws", "/ws?ticket=none", "/nothing"])
def test_a_socket_refused_carries_the_headers(served: Served, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused, connect(served.address.replace("http", "ws") + path):
        pass
    response = refused.value.response
    assert (response.status_code, lacking(response.headers)) == (403, [])


def test_a_socket_at_another_host_name_is_refused_with_the_headers(served: Served) -> None:
    address = served.address.replace("http", "ws").replace("127.0.0.1", "localhost")
    with pytest.raises(InvalidStatus) as refused, connect(f"{address}/ws"):
        pass
    assert (refused.value.response.status_code, lacking(refused.value.response.headers)) == (400, [])

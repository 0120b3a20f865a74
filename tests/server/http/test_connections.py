"""Small answers are sent without delay, and each connection counts towards its sender's address."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol

from tablelaw.server.http.listeners import bound_sockets
from tablelaw.server.settings import Settings
from tests.server.served import HOST, Served, listening, prepared, without_limits

SETTINGS = without_limits(Settings(trusted_hosts=(HOST,), logins_per_minute=3))


@pytest.fixture
def served(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Served]:
    settings = replace(SETTINGS, proxies=getattr(request, "param", ()))
    with prepared(str(tmp_path / "floor.db"), settings) as found:
        found.open()
        yield found


def test_small_answers_are_sent_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nagle's algorithm would delay the second part of an answer by 40 ms."""
    accepted: list[int] = []
    made = H11Protocol.connection_made

    def noted(self: H11Protocol, transport: object) -> None:
        found = transport.get_extra_info("socket")  # type: ignore[attr-defined]
        accepted.append(found.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        made(self, transport)  # type: ignore[arg-type]

    monkeypatch.setattr(H11Protocol, "connection_made", noted)
    with closing(listening()) as free:
        port = free.getsockname()[1]
    with bound_sockets(HOST, port) as [door], prepared(str(tmp_path / "floor.db"), SETTINGS, door=door) as served:
        served.open()
        assert httpx2.get(f"{served.address}/api/lobby").status_code == 200
    assert accepted == [1]


def tried(served: Served, come_from: str) -> int:
    headers = {"Origin": served.address, "X-Forwarded-For": come_from}
    body = {"name": "nobody", "password": "wrong"}
    return httpx2.post(f"{served.address}/api/session", json=body, headers=headers, timeout=30).status_code


def test_nobody_tries_more_passwords_by_naming_another_address(served: Served) -> None:
    assert [tried(served, f"203.0.113.{n}") for n in range(4)] == [401, 401, 401, 429]


@pytest.mark.parametrize("served", [(HOST,)], indirect=True)
def test_a_proxy_that_is_named_is_believed(served: Served) -> None:
    assert [tried(served, f"203.0.113.{n}") for n in range(4)] == [401] * 4
    assert tried(served, "203.0.113.3") == 401


@pytest.mark.parametrize("served", [("198.51.100.7",)], indirect=True)
def test_a_proxy_elsewhere_does_not_make_this_address_one(served: Served) -> None:
    assert [tried(served, f"203.0.113.{n}") for n in range(4)] == [401, 401, 401, 429]

"""`tablelaw serve --proxy` trusts only the named proxy to state a request's origin."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tablelaw.floor.store.api import open_store
from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.server.settings import Settings
from tablelaw.server.users import People
from tests.command import run_command
from tests.server.processes import PASSWORD, Process

PROXY, STRANGER = "127.0.0.2", "127.0.0.3"
"""Local addresses that requests are sent from."""
TRIES = int(Settings().logins_per_minute)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    folder = tmp_path_factory.mktemp("proxy")
    database = str(folder / "floor.db")
    open_store(database, create=True).close()
    engine = sql_engine(database)
    People(engine).add("kim", "administrator", PASSWORD)
    engine.dispose()
    started = Process(database, folder / "output.txt", "--proxy", PROXY)
    started.wait()
    yield started
    started.close()


def tried(server: Process, source: str, come_from: str) -> int:
    """Tries a password from `source`, with `come_from` as the forwarded address, and returns the status."""
    host, _, port = server.address.removeprefix("http://").partition(":")
    body = json.dumps({"name": f"nobody {come_from}", "password": "wrong"})
    with closing(HTTPConnection(host, int(port), timeout=60, source_address=(source, 0))) as line:
        line.request("POST", "/api/session", body, {"Origin": server.address, "X-Forwarded-For": come_from})
        return line.getresponse().status


def taken(server: Process, source: str, come_from: str) -> int:
    """The number of attempts that are checked rather than rate-limited, less the number that time has allowed again.

    The attempts run in parallel, because a slow machine making them one by one might never reach the limit.
    """
    began = time.monotonic()
    with ThreadPoolExecutor(3 * TRIES) as hands:
        asked = [hands.submit(tried, server, source, come_from.format(number)) for number in range(3 * TRIES)]
        statuses = [one.result() for one in asked]
    assert 429 in statuses, "no limit"
    return sum(status != 429 for status in statuses) - int((time.monotonic() - began) * TRIES / 60)


def test_nobody_else_is_believed(server: Process) -> None:
    assert taken(server, STRANGER, "203.0.113.{}") <= TRIES


def test_behind_the_proxy_each_client_has_its_own_tries(server: Process) -> None:
    """An origin claimed by the client comes before the one the proxy adds, and is not trusted."""
    assert taken(server, PROXY, "198.51.100.{}, 203.0.113.7") <= TRIES
    assert tried(server, PROXY, "203.0.113.8") in (401, 503)


@pytest.mark.parametrize("proxy", ["*", "proxy.example", "10.0.0.0/40", "10.0.0.5/24", ""])
def test_what_is_no_address_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], proxy: str
) -> None:
    code, _, told = run_command(
        monkeypatch, capsys, "serve", "--demo", "--db", str(tmp_path / "f.db"), "--proxy", proxy
    )
    assert code and "is not an address; accepted: an address or network" in told
    assert not (tmp_path / "f.db").exists()

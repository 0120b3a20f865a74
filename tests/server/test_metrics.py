"""The figures for monitoring: what they count, and who may read them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from tablelaw.server.http.permissions import ROLES
from tablelaw.server.http.security import is_loopback
from tablelaw.server.metrics import BOUNDS, Histogram, Metrics, liability_lines
from tests.server.asgi import scope_of
from tests.server.conftest import SETTINGS, Doors
from tests.server.test_devices import code_of, machine

TABLE, OTHER = "pa-653a", "pa-647a"
LINE = re.compile(r'(# (HELP|TYPE) tablelaw_\w+ .+)|(tablelaw_\w+(\{\w+="(\\.|[^"\\])*"\})? [0-9.]+)')


@pytest.fixture(scope="module")
def doors(open_doors: Callable[..., Doors]) -> Doors:
    return open_doors(SETTINGS, (TABLE, OTHER))


def figures(text: str) -> dict[str, float]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


# --- Who may read them -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ROLES)
def test_no_session_reads_them(doors: Doors, role: str) -> None:
    assert code_of(doors.somebody(f"{role} with figures", role).get("/metrics")) == "not-permitted"


def test_a_stranger_from_elsewhere_does_not_read_them(doors: Doors) -> None:
    answer = doors.nobody().get("/metrics")
    assert (answer.status_code, code_of(answer)) == (401, "not-signed-in")


LOCAL = {"host": "127.0.0.1:8000"}


@pytest.mark.parametrize(
    ("client", "headers", "is_own"),
    [
        ("127.0.0.1", LOCAL, True),
        ("127.0.0.1", {"host": "localhost"}, True),
        ("::1", {"host": "[::1]:8000"}, True),
        ("127.0.0.1", {"host": "casino.example"}, False),
        ("127.0.0.1", {"host": "127.0.0.1.example:80"}, False),
        ("127.0.0.1", {}, False),
        ("10.0.0.7", LOCAL, False),
        ("127.0.0.1", {**LOCAL, "x-forwarded-for": "10.0.0.7"}, False),
        ("127.0.0.1", {**LOCAL, "forwarded": "for=10.0.0.7"}, False),
        ("127.0.0.1", {**LOCAL, "via": "1.1 proxy"}, False),
        ("127.0.0.1", {**LOCAL, "x-real-ip": "10.0.0.7"}, False),
    ],
    ids=str,
)
def test_what_comes_from_the_servers_own_machine(client: str, headers: dict[str, str], is_own: bool) -> None:
    scope = scope_of("http", "/metrics", headers)
    given = [(name.encode(), value.encode()) for name, value in headers.items()]
    assert is_loopback({**scope, "headers": given, "client": (client, 5)}) is is_own
    assert not is_loopback({**scope, "headers": given, "client": None})


def test_a_program_on_the_same_machine_reads_them_without_liabilities(open_doors: Callable[..., Doors]) -> None:
    local = open_doors(replace(SETTINGS, trusted_hosts=("127.0.0.1",)), (TABLE,))
    client = TestClient(local.running.app, base_url="http://127.0.0.1", client=("127.0.0.1", 5))
    answer = client.get("/metrics")
    assert answer.status_code == 200 and "tablelaw_log_entries" in answer.text
    assert "liability" not in answer.text
    assert client.get("/metrics", headers={"X-Forwarded-For": "10.0.0.7"}).status_code == 401


# --- What they say ---------------------------------------------------------------------------------------------------


def test_a_management_system_reads_them_in_prometheuss_format(doors: Doors) -> None:
    manager = machine(doors, "management", "figures", ("*",))
    answer = manager.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert all(LINE.fullmatch(line) for line in answer.text.splitlines()), answer.text
    found = figures(answer.text)
    assert found["tablelaw_log_entries"] == doors.context.service.views.seq
    assert found["tablelaw_sockets_open"] == found["tablelaw_feeds_open"] == 0
    assert found["tablelaw_commit_seconds_count"] == found['tablelaw_commit_seconds_bucket{le="+Inf"}'] > 0


def test_orders_and_refusals_are_counted(doors: Doors) -> None:
    manager = machine(doors, "management", "counts", ("*",))
    before = figures(manager.get("/metrics").text)
    floor = doors.somebody("flo", "floor")
    fill: dict[str, object] = {"type": "FillTray", "table": TABLE, "cents": 500}
    assert floor.order(fill, order_id="fill").status_code == 200
    assert floor.order(fill, order_id="fill").json()["again"], "a repeated order is not counted again"
    assert code_of(manager.get("/api/property")) == "not-permitted"
    after = figures(manager.get("/metrics").text)
    orders, refusals = 'tablelaw_orders_total{order="FillTray"}', 'tablelaw_refusals_total{code="not-permitted"}'
    assert after[orders] == before.get(orders, 0) + 1
    assert after[refusals] == before.get(refusals, 0) + 1


def test_liabilities_are_those_of_the_devices_own_tables(doors: Doors) -> None:
    whole, part = (
        figures(machine(doors, "management", name, tables).get("/metrics").text)
        for name, tables in (("whole", ("*",)), ("part", (TABLE,)))
    )

    def meters(found: dict[str, float]) -> dict[str, float]:
        return {name: cents for name, cents in found.items() if name.startswith("tablelaw_meter_liability")}

    assert len(meters(whole)) == len(doors.context.service.views.meters)
    assert meters(part).items() < meters(whole).items()
    for name, meter in doors.context.service.views.meters.items():
        held = meter.units + meter.reserve_units + meter.pending_units + meter.pending_reserve_units
        assert meters(whole)[f'tablelaw_meter_liability_cents{{meter="{name}"}}'] == held // 10_000


def test_a_duration_is_counted_in_the_bucket_that_holds_it() -> None:
    histogram = Histogram()
    for seconds in (0.0, BOUNDS[0], BOUNDS[0] * 1.01, BOUNDS[-1], BOUNDS[-1] + 1):
        histogram.add(seconds)
    lines = dict(line.rsplit(" ", 1) for line in histogram.lines("x"))
    assert lines['x_bucket{le="0.001"}'] == "2" and lines['x_bucket{le="0.0025"}'] == "3"
    assert lines['x_bucket{le="2.5"}'] == "4" and lines['x_bucket{le="+Inf"}'] == lines["x_count"] == "5"


def test_a_name_cannot_end_its_line() -> None:
    metrics = Metrics()
    metrics.refusals['a"b\\c\nd'] = 1
    assert 'tablelaw_refusals_total{code="a\\"b\\\\c\\nd"} 1' in list(metrics.lines({}))
    assert list(liability_lines({'x"': 5}))[-1] == 'tablelaw_meter_liability_cents{meter="x\\""} 5'

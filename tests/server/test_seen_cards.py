"""The watch for seen cards on a server: who is told what, games that are being prepared, and flags as alerts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from tablelaw.floor.house_staff import FLOORPERSON
from tablelaw.floor.orders import EndDay, StartDay
from tablelaw.floor.reports import seen_card_watch
from tablelaw.floor.reports.incident_feed import IncidentFeed
from tablelaw.server.tables.seen_card_updates import watch_on
from tests.floor.world import example
from tests.server.conftest import Doors
from tests.server.watch_here import QuickValuer, SlowValuer, WatchHere

BOOK, TABLE, PATH = "pa-653a", "UTH-1", "/api/floor/seen-cards"
ROUNDS = 2


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen_card_watch, "valuer_of", QuickValuer)
    monkeypatch.setattr(seen_card_watch, "log_threshold", lambda number, rate: -10.0)


@pytest.fixture
def played(open_doors: Callable[..., Doors], quick: None) -> Doors:
    doors = open_doors(books=())
    doors.context.theory_worker = WatchHere(doors.running.store)
    doors.world.open([example(BOOK, TABLE)])
    doors.world.seat(TABLE)
    for _ in range(ROUNDS):
        doors.world.play_round(TABLE)
    return doors


def told(doors: Doors, role: str) -> dict[str, Any]:
    found = doors.somebody(f"a {role}", role).get(PATH)
    assert found.status_code == 200, found.text
    return dict(found.json())


def alerts(doors: Doors) -> list[dict[str, Any]]:
    found = doors.somebody("a floor", "floor").get("/api/floor").json()["alerts"]
    return [alert for alert in found if alert["kind"] == "seen cards"]


def matters(doors: Doors) -> list[str]:
    return [one.says for one in doors.context.open_matters() if "fit a hidden card" in one.says]


def test_floorpersons_are_told_flags_and_rounds_and_auditors_the_evidence_too(played: Doors) -> None:
    assert told(played, "floor")["people"] == []
    assert asyncio.run(watch_on(played.context)) is False
    floor, auditor = told(played, "floor"), told(played, "auditor")
    assert (floor["rate"], floor["rounds"], floor["preparing"]) == (0.01, ROUNDS, [])
    assert floor["seq"] == played.context.service.views.seq
    for person in floor["people"]:
        assert person["is_flagged"] and person["flagged_at"]["round"] == 1 and person["evidence"] is None
        assert person["tables"] == [{"table": TABLE, "spans": [[1, ROUNDS]]}]
    assert all(person["evidence"]["needed"] == -10 for person in auditor["people"])
    without = [person | {"evidence": None} for person in auditor["people"]]
    assert auditor | {"people": without} == floor


@pytest.mark.parametrize("role", ["player", "dealer", "administrator"])
def test_nobody_else_may_ask(played: Doors, role: str) -> None:
    assert played.somebody(f"a {role}", role).get(PATH).status_code == 403


def test_a_game_is_prepared_before_its_rounds_are_tested(played: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen_card_watch, "valuer_of", SlowValuer)
    reports = []
    sound = played.context.theory_worker.answered

    async def answered(question: Any, by: str) -> bytes:
        reports.append(json.loads(await sound(question, by)))
        return json.dumps(reports[-1]).encode()

    monkeypatch.setattr(played.context.theory_worker, "answered", answered)
    assert asyncio.run(watch_on(played.context)) is True
    assert [(one["rounds"], one["preparing"]) for one in reports] == [(0, ["Ultimate Texas Hold 'Em Poker"]), (0, [])]
    assert asyncio.run(watch_on(played.context)) is False
    assert told(played, "floor")["rounds"] == ROUNDS


def test_a_flag_is_an_alert_until_it_is_acknowledged(played: Doors) -> None:
    asyncio.run(watch_on(played.context))
    found = alerts(played)
    assert {alert["table"] for alert in found} == {TABLE} and all(
        alert["at"] and not alert["is_standing"] for alert in found
    )
    says = {alert["says"].partition(": ")[2] for alert in found}
    assert f"the decisions of player {TABLE} 1 fit a hidden card better than chance allows." in says
    assert "the decisions at the tables of dealer on duty fit a hidden card better than chance allows." in says
    assert len(matters(played)) == len(found)
    floor = played.somebody("a floor", "floor")
    for number, alert in enumerate(found):
        command = {"type": "AcknowledgeAlert", "alert": alert["id"], "note": "watched on camera"}
        assert floor.order(command, order_id=f"seen {number}").status_code == 200
    assert all(alert["acknowledged_by"] == "a floor" for alert in alerts(played)) and not matters(played)
    after_a_restart(played)
    assert all(alert["acknowledged_by"] == "a floor" for alert in alerts(played)) and len(alerts(played)) == len(found)
    next_day(played)
    assert not alerts(played)
    after_a_restart(played)
    assert not alerts(played) and told(played, "floor")["people"][0]["is_flagged"]


def test_a_flag_that_nobody_acknowledged_is_listed_at_the_end_of_the_day(played: Doors) -> None:
    asyncio.run(watch_on(played.context))
    open_matters = tuple(matters(played))
    assert open_matters
    next_day(played, open_matters)
    assert not alerts(played)
    after_a_restart(played)
    assert not alerts(played)


def test_the_worker_reads_the_log_in_its_own_process(open_doors: Callable[..., Doors]) -> None:
    doors = open_doors(books=())
    doors.world.open([])
    assert asyncio.run(watch_on(doors.context)) is False
    assert told(doors, "floor")["seq"] == doors.context.service.views.seq > 0


def next_day(doors: Doors, open_matters: tuple[str, ...] = ()) -> None:
    world = doors.world
    world.do(FLOORPERSON, EndDay(reason="looked at tomorrow" if open_matters else "", open_matters=open_matters))
    world.do(FLOORPERSON, StartDay(world.date(1)))


def after_a_restart(doors: Doors) -> None:
    """The feed reads the log again, as when the server starts."""
    context = doors.context
    context.alerts = IncidentFeed(context.service.store, lambda: context.service.views.tables)
    context.service.subscribe(context.alerts.follow)

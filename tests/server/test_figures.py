"""The floor's figures over HTTP: how much of a table's win each role sees, and the rounds behind every figure."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.server.audit.messages import SeeMissingTheories, TakeTheory
from tablelaw.server.tables.theory_preparation import prepare
from tests.floor.world import example
from tests.server.conftest import Doors

TABLE, ROUNDS = "UTH-1", 4


@pytest.fixture(scope="module")
def played(open_doors: Callable[..., Doors]) -> Doors:
    """A table with two players and an uncounted drop box; the theoretical figures are ready."""
    doors = open_doors(books=())
    doors.world.open([example("pa-653a", TABLE)])
    before = told(doors, "auditor")
    assert before["preparing"] == ["Ultimate Texas Hold 'Em Poker"] and before["tables"][0]["rounds"] == 0
    doors.world.seat(TABLE)
    for _ in range(ROUNDS):
        doors.world.play_round(TABLE)
    assert told(doors, "auditor")["tables"][0]["against"]["win"] is None, "no theory yet, and none is guessed"
    asyncio.run(prepare(doors.context))
    return doors


def told(doors: Doors, role: str, query: str = "") -> dict[str, Any]:
    found = doors.somebody(f"a {role}", role).get(f"/api/floor/figures{query}")
    assert found.status_code == 200, found.text
    return dict(found.json())


def test_an_auditor_sees_the_win_inside_its_limits(played: Doors) -> None:
    figures = told(played, "auditor")
    [table] = figures["tables"]
    win = table["against"]["win"]
    assert (table["rounds"], table["rounds_in_the_last_hour"], table["uncounted_rounds"]) == (ROUNDS, ROUNDS, 0)
    assert figures["preparing"] == [] and 0 <= win["position"] <= 1
    assert win["far_below"] < win["below"] < win["expected"] < win["above"] < win["far_above"]
    assert table["expected_cents"] == pytest.approx(win["expected"]) and win["deviation"] > 0
    players = {one["player"]: one for one in figures["players"]}
    assert sum(one["handle_cents"] for one in players.values()) == table["handle_cents"]
    assert sum(one["expected_loss_cents"] for one in players.values()) == pytest.approx(table["expected_cents"])
    assert {group["by"] for group in figures["groups"]} == {"game", "table", "dealer", "shift"}
    assert all(group["against"]["rounds"] == ROUNDS for group in figures["groups"])


def test_a_floorperson_sees_no_win_before_the_count(played: Doors) -> None:
    whole = told(played, "auditor")["tables"][0]
    figures = told(played, "floor")
    [table] = figures["tables"]
    assert (table["drop_cents"], table["win_cents"], table["hold"]) == (None, None, "")
    assert (table["uncounted_rounds"], table["against"]["rounds"], table["against"]["win_cents"]) == (ROUNDS, 0, 0)
    assert table["expected_cents"] == whole["expected_cents"], "what is expected tells nothing about the box"
    assert all(group["uncounted_rounds"] == ROUNDS for group in figures["groups"])


def test_after_the_count_both_see_the_same(open_doors: Callable[..., Doors]) -> None:
    doors = open_doors(books=())
    doors.world.open([example("md-thb", TABLE)])
    doors.world.seat(TABLE)
    doors.world.play_round(TABLE)
    box = doors.context.service.views.balance(f"drop:{TABLE}").posted
    doors.world.do(FLOORPERSON, orders.CountDrop(TABLE, box))
    assert told(doors, "floor")["tables"] == told(doors, "auditor")["tables"] == told(doors, "administrator")["tables"]
    doors.world.do(DEALER, orders.BuyIn("zoe", TABLE, 100_00))
    assert told(doors, "floor")["tables"][0]["drop_cents"] is None


def test_every_figure_leads_to_its_rounds(played: Doors) -> None:
    floor = played.somebody("a floor", "floor")
    figures = told(played, "floor")
    month, player = figures["month"], figures["players"][0]["player"]
    dealer = next(group["name"] for group in figures["groups"] if group["by"] == "dealer")
    for query in (f"table={TABLE}", f"month={month}&dealer={dealer}", f"player={player}", f"month={month}"):
        found = floor.get(f"/api/floor/figures/rounds?{query}").json()
        assert found == {"rounds": ROUNDS, "tables": [{"table": TABLE, "spans": [[1, ROUNDS]]}]}, query
    assert floor.get("/api/floor/figures/rounds?dealer=nobody").json() == {"rounds": 0, "tables": []}
    assert not told(played, "floor", "?month=2001-01")["groups"]


@pytest.mark.parametrize("query", ["figures?month=now", f"figures/rounds?table={'x' * 300}"])
def test_what_is_no_month_or_name_is_refused(played: Doors, query: str) -> None:
    assert played.somebody("a floor", "floor").get(f"/api/floor/{query}").status_code == 422


def test_a_game_that_no_solver_knows_has_no_theory(open_doors: Callable[..., Doors]) -> None:
    doors = open_doors(books=())
    doors.world.open([example("md-thb", TABLE)])
    [key] = json.loads(asyncio.run(doors.context.figures_worker.answered(SeeMissingTheories(), "house")))["texts"]
    asyncio.run(doors.context.figures_worker.answered(TakeTheory(key, ""), "house"))
    assert told(doors, "floor")["preparing"] == []
    asyncio.run(prepare(doors.context))


def test_players_and_dealers_are_refused(played: Doors) -> None:
    for role in ("player", "dealer"):
        assert played.somebody(f"a {role}", role).get("/api/floor/figures").status_code == 403


def test_a_worker_that_is_started_anew_is_given_the_theory_again(played: Doors) -> None:
    played.context.figures_worker._end_process()
    assert told(played, "auditor")["preparing"], "it has read the log again, and knows no theory"
    asyncio.run(prepare(played.context))
    assert told(played, "auditor")["preparing"] == []

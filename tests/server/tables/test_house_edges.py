"""Players are shown the house edge of offered wagers, computed outside the request."""

from __future__ import annotations

import time
from fractions import Fraction

from tests.server.conftest import Doors, Someone

MOST_SECONDS = 300


def edge(person: Someone, table: str, wager: str) -> dict[str, object]:
    until = time.monotonic() + MOST_SECONDS
    while time.monotonic() < until:
        told: dict[str, object] = person.get(f"/api/edges/{table}/{wager}").json()
        if not told["is_counting"]:
            return told
    raise AssertionError("the edge was not counted in time")


def test_a_player_is_told_the_edge_of_an_offered_wager(doors: Doors) -> None:
    """Tests a side wager, whose edge takes only a moment to compute."""
    player = doors.somebody("curious", "player")
    tables = doors.context.service.views.tables
    table = next(name for name, view in tables.items() if "trips" in view.engine.submission.terms.offered)
    told = edge(player, table, "trips")
    assert not told["is_main"] and 0 < Fraction(str(told["fixed"])) < 1
    assert player.get(f"/api/edges/{table}/no-such-wager").status_code == 404
    assert player.get("/api/edges/no-such-table/ante").status_code == 404
    assert doors.somebody("flo", "floor").get(f"/api/edges/{table}/trips").status_code == 403

"""An auditor can open rounds from before a table left the floor, even if the table has not reached their numbers again
since.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.property import stream_of
from tablelaw.table import commands
from tests.floor.world import ADMINISTRATOR, TRAY_CENTS
from tests.server.conftest import SETTINGS, Doors

TABLE = "md-thb"
PATH = f"/api/audit/rounds/{TABLE}/1"


@pytest.fixture
def doors(open_doors: Callable[..., Doors]) -> Doors:
    """A server whose table played a round, left the floor, and has not played since it came back."""
    doors = open_doors(SETTINGS, (TABLE,))
    world = doors.world
    text = world.view(TABLE).text
    world.seat(TABLE)
    world.play_round(TABLE)
    world.do(FLOORPERSON, commands.CloseTable(), TABLE)
    world.do(ADMINISTRATOR, orders.RemoveTable(TABLE))
    world.do(ADMINISTRATOR, orders.InstallTable(text, TRAY_CENTS))
    world.seat(TABLE)
    world.ready(TABLE)
    return doors


def test_a_round_whose_number_comes_next_is_opened(doors: Doors) -> None:
    auditor = doors.somebody("ann", "auditor")
    before = doors.context.service.views.seq
    told = auditor.send("POST", PATH, {})
    assert told.status_code == 200 and told.json()["steps"][-1]["event"] == "RoundCleared"
    assert doors.context.service.views.seq == before + 1, "the look is an entry"


def test_only_the_round_under_way_is_refused(doors: Doors) -> None:
    auditor, world = doors.somebody("ann", "auditor"), doors.world
    (found,) = auditor.get(f"/api/audit/rounds?table={TABLE}&round=1").json()["rounds"]
    world.bet(TABLE)
    world.do(DEALER, commands.CloseBets(), TABLE)
    running = doors.context.service.store.round_entries(stream_of(TABLE), 1)[-1].seq
    head = doors.context.service.views.seq
    assert auditor.send("POST", PATH, {}).json()["refused"]["code"] == "round-under-way"
    refused = auditor.send("POST", PATH, {"entry": running})
    assert refused.status_code == 409 and refused.json()["refused"]["code"] == "round-not-over"
    assert doors.context.service.views.seq == head, "and no look is written that was not given"
    told = auditor.send("POST", PATH, {"entry": found["entry"]})
    assert told.status_code == 200 and told.json()["ended"] == found["ended"]
    (look, *_) = auditor.get("/api/audit/looks").json()["looks"]
    assert (look["table"], look["round"], look["of"]) == (TABLE, 1, found["entry"])

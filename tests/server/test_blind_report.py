"""The day report over HTTP: a floorperson sees what a drop box should hold only once it has been counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tests.floor.world import example
from tests.server.conftest import Doors

TABLE, CENTS = "UTH-1", 7_654_32


@pytest.fixture
def bought(open_doors: Callable[..., Doors]) -> Doors:
    doors = open_doors(books=())
    doors.world.open([example("pa-653a", TABLE)])
    doors.world.do(DEALER, orders.BuyIn("ann", TABLE, CENTS))
    return doors


def told(doors: Doors, role: str) -> dict[str, Any]:
    found = doors.somebody(f"a {role}", role).get(f"/api/reports/{doors.context.service.views.day}")
    assert found.status_code == 200, found.text
    (table,) = found.json()["tables"]
    return dict(table)


def test_the_report_is_blind_until_the_count(bought: Doors) -> None:
    before = told(bought, "floor")
    assert (before["drop_cents"], before["win_cents"], before["hold"], before["is_counted"]) == (None, None, "", False)
    assert CENTS not in before.values()
    for role in ("auditor", "administrator"):
        assert told(bought, role)["drop_cents"] == CENTS
    bought.world.do(FLOORPERSON, orders.CountDrop(TABLE, CENTS))
    after = told(bought, "floor")
    assert (after["drop_cents"], after["win_cents"], after["is_counted"]) == (CENTS, 0, True)

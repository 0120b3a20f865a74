"""The floor page warns that a gaming day is too long until the day ends."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablelaw.floor import orders
from tablelaw.floor.house_staff import FLOORPERSON
from tablelaw.floor.reports.overlong_days import HOUR
from tests.floor.handlers.test_day_bounds import SetClock
from tests.server.conftest import SETTINGS, Doors


def test_the_floor_page_alerts_and_a_new_day_ends_it(
    open_doors: Callable[..., Doors], monkeypatch: pytest.MonkeyPatch
) -> None:
    doors = open_doors(SETTINGS, ("md-thb",))
    service, began = doors.context.service, doors.context.day_began.at
    assert began > 0

    def alerts(seconds: int) -> list[str]:
        monkeypatch.setattr(service, "clock", SetClock(1970, 1, 1))
        service.clock.time = began + seconds  # type: ignore[attr-defined]
        told = doors.somebody("flo", "floor").get("/api/floor").json()["alerts"]
        return [alert["says"] for alert in told if alert["kind"] == "day"]

    assert alerts(24 * HOUR) == []
    (said,) = alerts(24 * HOUR + 1)
    assert "longer than 24 hours" in said and said.endswith("End it, and begin the next.")
    doors.world.do(FLOORPERSON, orders.EndDay())
    assert alerts(25 * HOUR) == []
    doors.world.do(FLOORPERSON, orders.TakeBackDay(service.views.day_to_take_back, "a slip", ("eve", "fay")))
    assert doors.context.day_began.at == began and len(alerts(25 * HOUR)) == 1, "the day goes on from where it began"

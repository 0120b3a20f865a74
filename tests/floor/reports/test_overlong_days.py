"""A gaming day that exceeds its jurisdiction's limit is reported by `floor status`, the floor page and the day
report.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from tablelaw import jurisdictions
from tablelaw.floor import orders
from tablelaw.floor.house_staff import FLOORPERSON
from tablelaw.floor.reports.day import day_report
from tablelaw.floor.reports.overlong_days import HOUR, long_day
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store
from tablelaw.jurisdictions.model import Matter
from tests.floor.handlers.test_day_bounds import SetClock
from tests.floor.world import PROPERTY, World
from tests.jurisdictions.elsewhere import made_up

DAY = "2026-11-15"


@pytest.mark.parametrize("told", [*jurisdictions.IDS, jurisdictions.FORMAT_1])
def test_below_at_and_above_the_longest_day(told: str) -> None:
    law = jurisdictions.get(told)
    most = law.gaming_day.longest_hours * HOUR
    assert long_day(law, DAY, 1000, 1000 + most - 1) is None
    assert long_day(law, DAY, 1000, 1000 + most) is None
    found = long_day(law, DAY, 1000, 1000 + most + 1)
    assert found is not None and found.cite == law.cite(Matter.GAMING_DAY)
    assert found.says.startswith(f"Gaming day {DAY} has lasted 24 hours and 0 minutes, longer than 24 hours.")
    assert long_day(law, "", 0, 10**9) is None, "between two days there is none"


def test_the_longest_day_is_the_jurisdictions_own(tmp_path: Path) -> None:
    law = made_up(tmp_path)
    assert long_day(law, DAY, 0, 20 * HOUR) is None
    found = long_day(law, DAY, 0, 20 * HOUR + 61 * 60)
    assert found is not None and "lasted 21 hours and 1 minutes, longer than 20 hours" in found.says


@pytest.mark.parametrize(("hours", "count"), [(23, 0), (24, 0), (25, 1)])
@pytest.mark.parametrize("is_ended", [False, True])
def test_the_report_of_a_long_day_says_so(store: Store, hours: int, count: int, is_ended: bool) -> None:
    clock = SetClock(2026, 11, 15, 12)
    with closing(FloorService(store, clock=clock)) as service:
        world = World(service, "long")
        world.do("system", orders.OpenProperty(PROPERTY, "", "md"))
        world.do(FLOORPERSON, orders.StartDay(DAY))
        clock.time += hours * HOUR
        world.do(FLOORPERSON, orders.EndDay()) if is_ended else world.do("auditor:ada", orders.ExportLog(1))
    found = [one for one in day_report(store).exceptions if one.kind == "long gaming day"]
    assert len(found) == count
    assert all(one.cite == "COMAR 36.03.01.02B(14)" and "longer than 24 hours" in one.what for one in found)

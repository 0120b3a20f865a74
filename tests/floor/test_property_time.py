"""Times are shown in the property's time zone, and every record names the zone."""

from __future__ import annotations

import pytest

from tablelaw.floor import orders
from tablelaw.floor.house_staff import FLOORPERSON
from tablelaw.floor.log.signed_heads import time_zone_of
from tablelaw.floor.property_time import local_date, moment_text, zone_text
from tablelaw.floor.record_layout import clock_text, period_text
from tablelaw.floor.reports.day import day_report
from tablelaw.floor.reports.day_pages import report_text
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store
from tests.floor.databases import KINDS_FOR_LOGIC
from tests.floor.played import DAY, Hours
from tests.floor.world import ADMINISTRATOR, PROPERTY, World, example

DATABASES = KINDS_FOR_LOGIC

EVENING = 1_794_786_000
"""2026-11-16 01:00:00 UTC, which is 20:00 on the previous day in New York."""
NEW_YORK = "America/New_York"


@pytest.mark.parametrize(
    ("zone", "told", "day"),
    [
        ("", "2026-11-16 00:20:00 UTC", "2026-11-16"),
        (NEW_YORK, "2026-11-15 19:20:00 EST", "2026-11-15"),
        ("Asia/Tokyo", "2026-11-16 09:20:00 JST", "2026-11-16"),
    ],
)
def test_a_moment_names_its_zone(zone: str, told: str, day: str) -> None:
    at = EVENING - 1_794_786_000 + 1_794_788_400
    assert moment_text(at, zone).endswith(told.rpartition(" ")[2])
    assert local_date(at, zone).isoformat() == moment_text(at, zone)[:10]


def test_times_are_unambiguous_in_the_night_the_clocks_go_back() -> None:
    """1:30 occurs twice on 2026-11-01 in New York."""
    first, second = 1_793_511_000, 1_793_514_600
    assert moment_text(first, NEW_YORK) == "2026-11-01 01:30:00 EDT"
    assert moment_text(second, NEW_YORK) == "2026-11-01 01:30:00 EST"
    assert period_text(first, second, NEW_YORK) == "2026-11-01 01:30:00 EDT to 01:30:00 EST"


def test_the_report_of_a_day_says_its_zone(store: Store) -> None:
    service = FloorService(store, clock=Hours())
    world = World(service, "zone")
    world.do("system", orders.OpenProperty(PROPERTY, "", "pa", NEW_YORK))
    world.do(ADMINISTRATOR, orders.InstallTable(example("pa-653a"), 100_00))
    world.do(FLOORPERSON, orders.StartDay(DAY))
    service.close()
    assert time_zone_of(store) == NEW_YORK
    report = day_report(store)
    assert report.time_zone == NEW_YORK
    text = report_text(report)
    assert zone_text(NEW_YORK) in text and " EST" in text and "UTC" not in text
    assert clock_text(report.began, NEW_YORK) in text


def test_a_log_that_names_no_zone_is_shown_in_utc(store: Store) -> None:
    service = FloorService(store, clock=Hours())
    world = World(service, "zone")
    world.do("system", orders.OpenProperty(PROPERTY))
    world.do(FLOORPERSON, orders.StartDay(DAY))
    service.close()
    assert time_zone_of(store) == ""
    assert "UTC" in report_text(day_report(store))

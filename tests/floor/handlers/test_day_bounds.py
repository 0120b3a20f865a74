"""No order can begin a gaming day far from today, but an existing log with such a day stays valid."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime

import pytest

from tablelaw.floor import orders
from tablelaw.floor import service as service_module
from tablelaw.floor.audit.reexecution import reexecute
from tablelaw.floor.events import DayStarted
from tablelaw.floor.handlers.day_bounds import require_near_day
from tablelaw.floor.house_staff import FLOORPERSON
from tablelaw.floor.orders import Order
from tablelaw.floor.property import Property
from tablelaw.floor.refusals import FloorRefused
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store, open_store
from tests.floor.databases import KINDS_FOR_LOGIC
from tests.floor.whole_property import dump_service
from tests.floor.world import PROPERTY, World

DATABASES = KINDS_FOR_LOGIC


class SetClock:
    """A clock that the test sets."""

    def __init__(self, *written: int) -> None:
        self.time = int(datetime(*written, tzinfo=UTC).timestamp())  # type: ignore[misc, arg-type]

    def now(self) -> int:
        return self.time


def opened(store: Store, clock: SetClock) -> FloorService:
    service = FloorService(store, clock=clock)
    World(service, "opening").do("system", orders.OpenProperty(PROPERTY))
    return service


@pytest.mark.parametrize(
    ("day", "code"),
    [
        ("1999-01-01", "far-day"),
        ("2026-11-14", "far-day"),
        ("2026-11-15", ""),
        ("2026-11-16", ""),
        ("2026-11-17", ""),
        ("2026-11-18", "far-day"),
        ("2099-01-01", "far-day"),
        ("9999-12-31", "far-day"),
        ("tomorrow", "not-a-date"),
        ("20261116", "not-a-date"),
        ("2026-W47-1", "not-a-date"),
        ("2026-11-31", "not-a-date"),
        ("2026-11-16 ", "not-a-date"),
    ],
)
@pytest.mark.parametrize("hour", [(0, 0, 0), (23, 59, 59)], ids=["first second", "last second"])
def test_a_day_begins_at_most_one_day_from_today(store: Store, day: str, code: str, hour: tuple[int, ...]) -> None:
    with closing(opened(store, SetClock(2026, 11, 16, *hour))) as service:
        before = dump_service(service)
        refusal = World(service).attempt(FLOORPERSON, orders.StartDay(day))
        if not code:
            assert refusal is None and service.views.day == day
            return
        assert refusal is not None and refusal.code == code
        assert refusal.accepted == "2026-11-15, 2026-11-16 or 2026-11-17"
        assert dump_service(service) == before
        assert World(service, "right").do(FLOORPERSON, orders.StartDay("2026-11-16")).entry


def test_the_days_are_those_of_the_order_not_of_the_machine() -> None:
    order = Order(id="1", by=FLOORPERSON, command=orders.StartDay("1970-01-02"), at=0)
    require_near_day(Property(), order, (DayStarted("1970-01-02", cite=""),))
    with pytest.raises(FloorRefused):
        require_near_day(Property(), order, (DayStarted("1970-01-03", cite=""),))


def test_the_days_are_those_where_the_property_is() -> None:
    """At 0:30 UTC it is still the previous day in New York."""
    order = Order(id="1", by=FLOORPERSON, command=orders.StartDay("1970-01-02"), at=1800)
    new_york = Property(time_zone="America/New_York")
    require_near_day(new_york, order, (DayStarted("1969-12-30", cite=""),))
    require_near_day(new_york, order, (DayStarted("1970-01-01", cite=""),))
    with pytest.raises(FloorRefused):
        require_near_day(new_york, order, (DayStarted("1970-01-02", cite=""),))


def test_a_log_with_a_far_day_stays_valid(store: Store, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log written before this check can be read and re-executed, and its day can be ended."""
    clock = SetClock(2026, 11, 16)
    with monkeypatch.context() as patch:
        patch.setattr(service_module, "require_near_day", lambda floor, order, happened: None)
        with closing(opened(store, clock)) as service:
            World(service).do(FLOORPERSON, orders.StartDay("2099-01-01"))
    assert reexecute(store).entries == 2
    with closing(open_store(database)) as again, closing(FloorService(again, clock=clock)) as restarted:
        assert restarted.views.day == "2099-01-01"
        World(restarted, "later").do(FLOORPERSON, orders.EndDay())

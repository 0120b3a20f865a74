"""Every incident stays in the floor's feed until someone acknowledges it with a note; the log keeps both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.log.entry_time import EntryTime
from tablelaw.floor.reports.day import day_report
from tablelaw.floor.reports.incident_feed import IncidentFeed
from tablelaw.server.tables.alerts import LOW_TRAY_CENTS
from tablelaw.table import commands
from tests.floor.handlers.test_day_bounds import SetClock
from tests.floor.played import bet, royal, sit
from tests.floor.stacked_decks import StackedDecks
from tests.floor.world import example
from tests.server.conftest import Doors, Someone

TABLE, HOUR = "UTH-1", 3600
INCIDENTS = {
    "void round",
    "stub count",
    "late duty",
    "link",
    "drop difference",
    "large payout",
    "irregularity",
}


class Evening:
    """A floor with an Ultimate table where things go wrong, and the floorperson who watches the feed."""

    def __init__(self, doors: Doors) -> None:
        self.doors, self.world, self.service = doors, doors.world, doors.context.service
        self.decks = self.service.chance = StackedDecks("evening")
        self.clock = SetClock(2026, 11, 15, 12)
        self.service.clock = self.clock
        self.service.entry_time = EntryTime(self.clock)
        self.world.open([example("pa-653a", TABLE, link="key")])
        self.flo: Someone = doors.somebody("flo", "floor")
        self.given = 0

    def alerts(self, kind: str = "") -> list[dict[str, Any]]:
        told = self.flo.get("/api/floor").json()["alerts"]
        return [alert for alert in told if not kind or alert["kind"] == kind]

    def order(self, **command: object) -> Any:
        self.given += 1
        return self.flo.order(command, order_id=str(self.given)).json()

    def acknowledge(self, alert: str, note: str = "looked into") -> Any:
        return self.order(type="AcknowledgeAlert", alert=alert, note=note)

    def to_the_flop(self) -> None:
        bet(self.world, TABLE, ante=25_00, blind=25_00)
        self.world.do(DEALER, commands.CloseBets(), TABLE)
        self.world.run(TABLE)

    def play(self) -> None:
        self.to_the_flop()
        self.world.do("player:ann", commands.Act(1, "bet", 100_00), TABLE)
        self.world.run(TABLE)

    def miscount(self) -> int:
        """Plays until the stub is miscounted, and returns the correct number of cards."""
        self.to_the_flop()
        for _ in range(2):
            self.world.do("player:ann", commands.Act(1, "check"), TABLE)
            self.world.run(TABLE)
        self.world.do("player:ann", commands.Act(1, "bet", 25_00), TABLE)
        view = self.world.view(TABLE)
        assert view.state.round is not None
        right = view.engine.rules.deck_size - view.state.round.dealt
        self.world.do(DEALER, commands.CountStub(right - 1), TABLE)
        return right


@pytest.fixture
def evening(open_doors: Callable[..., Doors]) -> Evening:
    return Evening(open_doors(books=()))


def test_each_incident_is_in_the_feed_until_it_is_acknowledged(evening: Evening) -> None:
    world, views = evening.world, evening.service.views
    assert evening.alerts() == []

    # A large payout is reported when its round is over.
    evening.decks.stack(royal())
    sit(world, TABLE, cents=1_000_00)
    evening.play()
    (large,) = evening.alerts("large payout")
    assert "$12,500 on Blind at seat 1" in large["says"] and large["cite"] and not large["is_standing"]

    # A wrong stub count stands until a floorperson has counted again, and is reported once.
    right = evening.miscount()
    (standing,) = evening.alerts("stub")
    assert standing["is_standing"] and standing["at"] == evening.clock.time and not evening.alerts("stub count")
    world.do(FLOORPERSON, commands.CountStub(right), TABLE)
    (counted,) = evening.alerts("stub count")
    assert counted["id"] == standing["id"] and str(right - 1) not in counted["says"]
    world.run(TABLE)

    # An irregularity that voids nothing, and one that voids the round: each names its reason and paragraph.
    evening.to_the_flop()
    world.do(FLOORPERSON, commands.ReportIrregularity("device-out-of-order"), TABLE)
    (found,) = evening.alerts("irregularity")
    rules = views.tables[TABLE].engine.rules
    assert found["says"] == f"Irregularity in round 3: {rules.irregularities['device-out-of-order'].name.lower()}."
    assert found["cite"] == "653a.13(g)" and not evening.alerts("void round")
    world.do(FLOORPERSON, commands.ReportIrregularity("wrong-number-of-cards"), TABLE)
    (void,) = evening.alerts("void round")
    why = "a player, the dealer or the board has the wrong number of cards"
    assert void["says"] == f"Round 3 is void: {why}." and void["table"] == TABLE and void["cite"] == "653a.13(c)"
    assert len(evening.alerts("irregularity")) == 1
    world.run(TABLE)

    # A link goes down. The alert stands while it is down; the incident remains once it is up again.
    link = min(meter.link for meter in views.meters.values() if meter.link)
    world.do(FLOORPERSON, orders.CutLink(link))
    (down,) = evening.alerts("link")
    assert down["is_standing"] and down["cite"] and "not accepted" in down["says"]
    world.do(FLOORPERSON, orders.RestoreLink(link))
    (up,) = evening.alerts("link")
    assert up["id"] == down["id"] and not up["is_standing"]

    # The decks are changed late: reported as overdue until then, and as late afterwards.
    evening.clock.time += 9 * HOUR
    (duty,) = evening.alerts("duty")
    assert duty["says"].startswith("Overdue") and duty["at"] < evening.clock.time and duty["cite"]
    world.do(DEALER, commands.ChangeDecks(("green", "black")), TABLE)
    assert not evening.alerts("duty")
    (late,) = evening.alerts("late duty")
    assert "late; they may be used for" in late["says"] and late["cite"] == duty["cite"]

    # A shortage in the drop box, and a low tray.
    world.do(FLOORPERSON, orders.CountDrop(TABLE, 999_00))
    (short,) = evening.alerts("drop difference")
    assert short["table"] == TABLE and "$1 short" in short["says"]
    tray = views.balance(f"tray:{TABLE}").available
    world.do(FLOORPERSON, orders.CreditTray(TABLE, tray - LOW_TRAY_CENTS + 1))
    assert len(evening.alerts("tray")) == 1
    assert all(alert["at"] and alert["cite"] for alert in evening.alerts())
    world.do(FLOORPERSON, orders.FillTray(TABLE, 10_000_00))

    # An incident is acknowledged with a note and a name, only once, and only if it is in the feed.
    kinds = {alert["kind"] for alert in evening.alerts()}
    assert kinds >= INCIDENTS, kinds
    before = len(evening.alerts())
    assert evening.acknowledge(short["id"], "  ")["refused"]["code"] == "note-missing"
    assert evening.acknowledge("entry 1")["refused"]["code"] == "no-such-alert"
    assert evening.acknowledge(short["id"], "x" * 201)["refused"]["code"] == "not-kept"
    assert "refused" not in evening.acknowledge(short["id"], "A $1 chip lay under the box.")
    (seen,) = evening.alerts("drop difference")
    assert (
        seen["acknowledged_by"] == "flo"
        and seen["note"] == "A $1 chip lay under the box."
        and len(evening.alerts()) == before
    )
    assert evening.acknowledge(short["id"])["refused"]["code"] == "acknowledged-already"

    # The feed is the same after a restart, and on another server.
    again = IncidentFeed(evening.service.store, lambda: views.tables)
    assert again.incidents == evening.doors.context.alerts.incidents
    assert again.acknowledged == evening.doors.context.alerts.acknowledged

    # The day can end with open matters only if a reason is given; that becomes an incident of the next day.
    matters = evening.flo.get("/api/floor/day-end").json()["matters"]
    assert {"table", "player", "alert"} <= {matter["kind"] for matter in matters}
    assert all(matter["cite"] for matter in matters)
    assert evening.order(type="EndDay")["refused"]["code"] == "matters-open"
    assert evening.order(type="EndDay", reason="Ann stays overnight.", open_matters=["forged"])["seq"]
    (ended,) = evening.alerts("open matters")
    assert "Ann stays overnight." in ended["says"] and "forged" not in ended["says"]
    world.do(FLOORPERSON, orders.StartDay("2026-11-16"))
    again = IncidentFeed(evening.service.store, lambda: views.tables)
    assert again.incidents == evening.doors.context.alerts.incidents
    assert [alert["id"] for alert in evening.alerts()] == [ended["id"]], "it lists those that nobody acknowledged"

    # "Nothing needs attention" is shown only when it is true.
    for alert in evening.alerts():
        evening.acknowledge(alert["id"])
    assert evening.alerts() == []
    report = day_report(evening.service.store, "2026-11-15")
    assert {"stub count", "drop difference", "link down"} <= {one.kind for one in report.exceptions}

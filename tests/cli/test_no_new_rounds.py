"""`floor deal`, `floor status` and `floor check` at a table that was installed under rules other than the current
ones."""

from __future__ import annotations

import pytest

from tests.cli.floors import ANN, BOB, CHO, Floor
from tests.floor.rules.test_in_force import at_hand, flush_pays_more, without_a_rule

CELL = "trips, flush: 7 to 1 in the log, 8 to 1 now"
TRIPS = "how Trips is settled: not the same as when the table was installed"
WAGERS = ("place(1,ante,500)", "place(1,blind,500)", "place(1,trips,500)")


def with_trips(floor: Floor) -> None:
    """A round with a Trips wager in which ann must make her first decision."""
    floor.do("floor", "deal", "UTH-1")
    floor.do("floor", "order", "UTH-1", *WAGERS, "--by", ANN)
    floor.do("floor", "order", "UTH-1", "close()", "--by", BOB)
    floor.do("floor", "deal", "UTH-1")


def test_deal_is_refused_before_anything_changes(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    before = floor.read("floor", "status")["entries"]
    with at_hand(monkeypatch, flush_pays_more):
        for more in ((), ("--json",)):
            name, line = floor.refused("floor", "deal", "UTH-1", *more)
            assert name == "other-rules" and CELL in line and "install it again" in line
        assert floor.read("floor", "status")["entries"] == before


def test_status_says_what_the_table_may_still_do(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    floor.do("floor", "deal", "UTH-1")
    with at_hand(monkeypatch, flush_pays_more):
        for arguments in (("floor", "status"), ("floor", "status", "UTH-1")):
            said = " ".join(floor.do(*arguments).split())
            assert "Place your wagers" not in said and "place(SEAT" not in said
            assert "It can be closed, removed, and installed again under the current rules." in said
            assert CELL in said
        (row,) = floor.read("floor", "status")["tables"]
        assert row["phase"] == "ending" and row["next"].startswith("No new round opens here")
        assert row["may_still"].startswith("It can be closed")
        closed = " ".join(floor.do("floor", "order", "UTH-1", "close-table()", "--by", CHO).split())
        assert "Next: No new round opens here" in closed and "It is closed; it can be removed" in closed


def test_a_round_that_can_be_settled_is_dealt_to_its_end(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    with_trips(floor)
    with at_hand(monkeypatch, flush_pays_more):
        for action in ("check", "check", "fold"):
            floor.do("floor", "order", "UTH-1", f"act(1,{action})", "--by", ANN)
            last = floor.do("floor", "deal", "UTH-1")
        assert "Next: No new round opens here" in last and "huffle" not in last
        assert floor.refused("floor", "deal", "UTH-1")[0] == "other-rules"


def test_check_names_a_round_that_the_rules_at_hand_cannot_settle(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_trips(floor)
    with at_hand(monkeypatch, without_a_rule):
        said = " ".join(floor.do("floor", "check").split())
        assert "UTH-1 would open no new round" in said and TRIPS in said
        assert "Settle round 1 of UTH-1 before the upgrade, with the version that serves it." in said
        assert "Round 1 cannot be settled under the current rules (Trips)." in said
        assert "slip(wrong-number-of-cards)" in said and "reported by a dealer or a floorperson" in said
        (unsettled,) = floor.read("floor", "check")["unsettled_rounds"]
        assert (unsettled["table"], unsettled["round"], unsettled["wagers"]) == ("UTH-1", 1, ["trips"])
        assert unsettled["differences"] == [TRIPS]
        assert "Round 1 cannot be settled" in floor.do("floor", "status", "UTH-1")


def test_check_names_no_round_that_can_be_settled(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    with_trips(floor)
    assert floor.read("floor", "check")["unsettled_rounds"] == []
    with at_hand(monkeypatch, flush_pays_more):
        told = floor.read("floor", "check")
        assert told["closed_to_play"] == {"UTH-1": [CELL]} and told["unsettled_rounds"] == []
        assert "The round under way is played to its end and settled" in floor.do("floor", "check")

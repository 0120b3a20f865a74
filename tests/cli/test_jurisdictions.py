"""A property is under the law of its jurisdiction: nothing that it prints or writes cites another state's law."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from tablelaw import jurisdictions
from tablelaw.cli.commands import law_dates
from tablelaw.cli.floor import jurisdiction as floor_jurisdiction
from tablelaw.floor.events import PropertyEvent
from tablelaw.floor.log.entry import decode
from tablelaw.floor.store.api import open_store
from tablelaw.floor.upkeep.creation import make_floor
from tablelaw.table.registry import tag_of
from tests.cli.floors import ANN, BOB, DANA, UTH, Floor
from tests.floor.handlers.test_day_bounds import SetClock
from tests.floor.world import EXAMPLES

PENNSYLVANIA = re.compile(r"\b\d{3}[ab]\.\d|Pa\. Code|Pennsylvania")
WALKS = {
    "ma": ("Bay State Casino", "ma-colorado", "COL-1", "205 CMR "),
    "md": ("Chesapeake Casino", "md-thb", "THB-1", "COMAR "),
}
APPROVED = ("--reason", "wrong sum", "--approver", "floor:eve", "--approver", "floor:fay")


class Walk:
    """One property from `floor init` to its day report; collects every printed line."""

    def __init__(self, floor: Floor, jurisdiction: str) -> None:
        self.floor, self.jurisdiction = floor, jurisdiction
        self.casino, self.book, self.table, self.law = WALKS[jurisdiction]
        self.printed: list[str] = []

    def do(self, *arguments: str) -> None:
        code, out, err = self.floor.run(*arguments)
        assert code == 0, err
        self.printed += [*out.splitlines(), *err.splitlines()]

    def refused(self, *arguments: str) -> None:
        code, out, err = self.floor.run(*arguments)
        assert code == 2, out
        self.printed += [*out.splitlines(), *err.splitlines()]

    def order(self, by: str, *orders: str) -> None:
        self.do("floor", "order", self.table, *orders, "--by", by)

    def whole(self) -> None:
        self.do("floor", "init", "--property", self.casino, "--jurisdiction", self.jurisdiction)
        self.do("floor", "install", str(EXAMPLES / f"{self.book}.toml"), "--tray", "100,000")
        self.do("floor", "open", "2026-11-15")
        self._money()
        self._round()
        self._after()

    def _money(self) -> None:
        for _ in range(2):
            self.do("floor", "buy-in", "ann", self.table, "500")
        self.do("floor", "correct", "5.1", "500", *APPROVED)
        self.refused("floor", "correct", "4.1", "500", "--reason", "alone", "--approver", "floor:eve")
        self.do("floor", "load", "ann", "50")
        self.do("floor", "unload", "ann")
        self.do("floor", "fill", self.table, "1,000")
        self.do("floor", "credit", self.table, "2,000")
        self.refused("floor", "credit", self.table, "2,000,000")
        self.refused("floor", "adjust", "nothing", "1", *APPROVED)

    def _round(self) -> None:
        self.order(ANN, "sit(1)")
        self.do("floor", "assign", self.table, "bob")
        self.do("floor", "serve", self.table, "1", "ann")
        self.do("floor", "deal", self.table)
        self.refused("floor", "order", self.table, "place(1,ante,1)", "--by", ANN)
        self.order(ANN, "place(1,ante,500)")
        self.order(BOB, "close()")
        self.do("floor", "deal", self.table)
        self.do("floor", "status", self.table)
        self.order(ANN, "act(1,fold)")
        self.do("floor", "deal", self.table)

    def _after(self) -> None:
        self.do("floor", "cash-out", "ann")
        self.order("floor:cho", "close-table()")
        self.do("floor", "drop", self.table, "501")
        self.do("floor", "close")
        self.do("floor", "status")
        self.do("audit", "hand", self.table, "1", "--by", DANA)
        self.do("audit", "head", "export")
        self.do("export", "log", "-o", "log.jsonl", "--by", DANA)
        self.do("audit", "verify")
        statements = (("statement", account) for account in (f"tray:{self.table}", f"drop:{self.table}", "chips:ann"))
        for arguments in (("ledger", "trial-balance"), *(("ledger", *asked) for asked in statements), ("meters",)):
            self.do(*arguments)
            self.do(*arguments, "--json")
        for form in ("text", "html", "json"):
            self.do("report", "day", "--format", form)
        self.do("floor", "remove", self.table)

    def written(self) -> list[str]:
        with closing(open_store("floor.db")) as store:
            return [kept.body.decode() for kept in store.entries(0)]


@pytest.fixture(params=WALKS)
def walk(request: pytest.FixtureRequest, folder: Floor) -> Walk:
    walked = Walk(folder, request.param)
    walked.whole()
    return walked


def test_no_line_and_no_entry_cites_another_law(walk: Walk) -> None:
    others = [row[3] for name, row in WALKS.items() if name != walk.jurisdiction]
    lines = [*walk.printed, *walk.written(), *Path("log.jsonl").read_text("utf-8").splitlines()]
    assert not [line for line in lines if PENNSYLVANIA.search(line) or any(law in line for law in others)]
    assert len(walk.printed) > 100 and len(walk.written()) > 30
    for body in walk.written():
        entry = decode(body.encode())
        for part in (*entry.transfers, *(event for event in entry.events if isinstance(event, PropertyEvent))):
            if entry.stream == "floor":
                assert part.cite.startswith(walk.law), body
    told = {tag_of(type(event)) for body in walk.written() for event in decode(body.encode()).events}
    assert {"ChipsBought", "Corrected", "TrayFilled", "DropCounted", "SeatServed", "RoundInspected"} <= told


def test_planted_cite_would_be_found() -> None:
    assert PENNSYLVANIA.search("Entry 4: ann bought $500 (465a.2)") and PENNSYLVANIA.search("653b.3")
    assert not PENNSYLVANIA.search("COMAR 36.05.03.06C, 205 CMR 146.49, 10(b)(3)")


def test_a_maryland_buy_in_cites_maryland(folder: Floor) -> None:
    folder.do("floor", "init", "--property", "Chesapeake Casino", "--jurisdiction", "md")
    folder.do("floor", "install", str(EXAMPLES / "md-thb.toml"), "--tray", "100,000")
    folder.do("floor", "open", "2026-11-15")
    shown = folder.do("floor", "buy-in", "ann", "THB-1", "500")
    assert shown == "Entry 4: ann bought $500 in chips at THB-1 (COMAR 36.05.03.06C)\n"


# --- Refusals -------------------------------------------------------------------------------------------------


def test_a_new_property_names_its_jurisdiction(folder: Floor) -> None:
    code, line = folder.refused("floor", "init", "--property", "X")
    assert code == "wrong-use" and jurisdictions.accepted_ids() in line
    assert not list(folder.folder.iterdir())


@pytest.mark.parametrize("name", ["nv", "PA", "p", "paa", "format-1", "Pennsylvania"])
def test_an_unknown_jurisdiction_is_refused_with_the_list(folder: Floor, name: str) -> None:
    code, line = folder.refused("floor", "init", "--property", "X", "--jurisdiction", name)
    assert code == "no-such-jurisdiction" and jurisdictions.accepted_ids() in line
    assert not list(folder.folder.iterdir())


@pytest.mark.parametrize("zone", ["America/Baltimore", "EST5", "America", "america/new_york"])
def test_an_unknown_time_zone_is_refused(folder: Floor, zone: str) -> None:
    code, line = folder.refused("floor", "init", "--property", "X", "--jurisdiction", "md", "--time-zone", zone)
    assert code == "no-such-time-zone" and "America/New_York" in line
    assert not list(folder.folder.iterdir())


@pytest.mark.parametrize("zone", ["", "America/Chicago", "UTC"])
def test_the_time_zone_is_the_jurisdictions_or_the_one_named(folder: Floor, zone: str) -> None:
    named = ("--time-zone", zone) if zone else ()
    shown = folder.read("floor", "init", "--property", "X", "--jurisdiction", "md", *named)
    assert (shown["jurisdiction"], shown["time_zone"]) == ("md", zone or "America/New_York")
    with closing(open_store("floor.db")) as store:
        first = msgspec.json.decode(next(iter(store.entries(0))).body)
    assert first["events"][0]["time_zone"] == (zone or "America/New_York")


def test_the_help_names_every_jurisdiction() -> None:
    assert jurisdictions.accepted_ids() == floor_jurisdiction.ACCEPTED


def test_a_property_keeps_its_jurisdiction(folder: Floor) -> None:
    folder.do("floor", "init", "--property", "X", "--jurisdiction", "md")
    code, line = folder.refused("floor", "adopt", "pa")
    assert code == "jurisdiction-known" and "the property stays under md" in line


ADOPTED = ("--reason", "our licence", "--approver", "cho", "--approver", "eve")


@pytest.fixture
def of_before(folder: Floor) -> Floor:
    """A floor from before jurisdictions were recorded, with a Pennsylvania table."""
    make_floor("floor.db", "Keystone Casino", Path("floor.key"))
    folder.do("floor", "install", str(UTH), "--tray", "100,000")
    return folder


def test_adopting_says_beforehand_what_changes_and_does_nothing(of_before: Floor) -> None:
    before = of_before.read("floor", "status")["entries"]
    for more in ((), ADOPTED):
        code, out, err = of_before.run("floor", "adopt", "md", *more)
        line = " ".join(out.split())
        assert code == 2 and "nothing has been adopted yet" in err and "--yes" in err
        assert "Keystone Casino comes under the law of Maryland" in line and "It cannot be undone" in line
        assert "Warning: UTH-1 is played under pa-653a, a rulebook of Pennsylvania" in line
    code, out, _ = of_before.run("floor", "adopt", "md", "--json")
    said = json.loads(out)
    assert code == 2 and said["entry"] is None and len(said["changes"]) == 5 and said["refused"]["accepted"]
    assert of_before.read("floor", "status")["entries"] == before


def test_adopting_takes_two_persons(of_before: Floor) -> None:
    before = of_before.read("floor", "status")["entries"]
    for more in ((), ADOPTED[:2], ADOPTED[:4], (*ADOPTED[:4], "--approver", "Cho")):
        code, _, err = of_before.run("floor", "adopt", "md", "--yes", *more)
        assert code == 2 and err.startswith("refused (two-approvers) the order needs a reason and two approvers"), err
    assert of_before.read("floor", "status")["entries"] == before
    said = " ".join(of_before.do("floor", "adopt", "md", "--yes", *ADOPTED).split())
    assert "It cannot be undone" in said
    assert "the property is under the law of Maryland, approved by cho and eve (COMAR 36.03.10.02A)" in said


@pytest.mark.parametrize("name", ["", "nv", "PA", "format-1"])
def test_only_a_known_jurisdiction_is_adopted(of_before: Floor, name: str) -> None:
    code, line = of_before.refused("floor", "adopt", name)
    assert code == "no-such-jurisdiction" and jurisdictions.accepted_ids() in line


def test_status_names_jurisdiction_and_zone(of_before: Floor) -> None:
    told = of_before.read("floor", "status")
    assert (told["jurisdiction"], told["time_zone"]) == (None, None)
    assert "Jurisdiction: the log names none; times: UTC" in of_before.do("floor", "status")
    of_before.do("floor", "adopt", "md", "--time-zone", "America/Chicago", "--yes", *ADOPTED)
    told = of_before.read("floor", "status")
    assert (told["jurisdiction"], told["time_zone"]) == ("md", "America/Chicago")
    said = of_before.do("floor", "status")
    assert "Jurisdiction: Maryland (Maryland Lottery and Gaming Control Commission); times: America/Chicago" in said


@pytest.mark.parametrize(("zone", "day"), [("UTC", "2026-03-24"), ("America/New_York", "2026-03-23")])
def test_what_a_floor_still_offers_goes_by_its_own_date(
    folder: Floor, monkeypatch: pytest.MonkeyPatch, zone: str, day: str
) -> None:
    folder.do("floor", "init", "--property", "Keystone Casino", "--jurisdiction", "pa", "--time-zone", zone)
    monkeypatch.setattr(law_dates, "SystemClock", lambda: SetClock(2026, 3, 24, 2))
    assert folder.read("law", "outdated", "--db", "floor.db")["day"] == day

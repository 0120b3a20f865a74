"""Players change the pace of the demo: they say they are ready, ask for more time, or play at a private table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tablelaw.cage.accounts import account_of
from tablelaw.server.demo import practice
from tablelaw.server.demo.house_dealer import MOST_EXTENSIONS, HouseDealer
from tablelaw.server.demo.property import IN_DOLLARS
from tablelaw.server.demo.tempo import ALONE, Tempo
from tablelaw.server.http.rate_limits import Limit
from tests.server.conftest import SETTINGS, Doors, Someone
from tests.server.demo.test_property import enter
from tests.server.test_devices import machine

SLOW = Tempo(step=0, card=0, betting=600, guest=0, settled=600, deciding=600, validating=0, absent=60)
TABLE = "HCF-1"
OWN = "PRACTICE-1"


@pytest.fixture
def demo(open_doors: Callable[..., Doors]) -> Doors:
    """A demo whose tables wait ten minutes unless the players shorten the wait."""
    doors = open_doors(settings=replace(SETTINGS, is_demo=True), books=())
    house_dealer_of(doors).tempo = SLOW
    house_dealer_of(doors).is_there = lambda name: True
    house_dealer_of(doors).practice.tempo = replace(ALONE, step=0, card=0, settled=600)
    return doors


def house_dealer_of(doors: Doors) -> HouseDealer:
    assert doors.context.house_dealer is not None
    return doors.context.house_dealer


def player(doors: Doors, name: str = "") -> Someone:
    somebody = doors.nobody()
    enter(somebody, "player", name)
    return somebody


def seated(doors: Doors, name: str, seat: int) -> Someone:
    somebody = player(doors, name)
    for number, (command, table) in enumerate(
        (
            ({"type": "BuyIn", "player": name, "table": TABLE, "cents": 500_00}, ""),
            ({"type": "TakeSeat", "seat": seat}, TABLE),
        )
    ):
        assert somebody.order(command, table, f"{name} {number}").status_code == 200
    return somebody


def run(doors: Doors, table: str, turns: int = 40, *, guests: bool = False) -> None:
    """Lets the automatic dealer do everything it can at a table."""
    house_dealer = house_dealer_of(doors)

    async def carry_on() -> None:
        for _ in range(turns):
            if table in doors.context.service.views.tables and not await house_dealer._tidy(table):
                if guests:
                    await house_dealer._guests(table)
                if phase(doors, table) != "done" or house_dealer._all_ready(table):
                    await house_dealer._deal(table)

    asyncio.run(carry_on())


def phase(doors: Doors, table: str) -> str:
    round_ = doors.context.service.views.tables[table].state.round
    return round_.phase if round_ is not None else ""


def bet(somebody: Someone, seat: int, table: str = TABLE, order_id: str = "ante") -> None:
    answer = somebody.order({"type": "PlaceWager", "seat": seat, "wager": "ante", "cents": 25_00}, table, order_id)
    assert answer.status_code == 200, answer.text


def refused(answer: Any) -> str:
    code: str = answer.json()["refused"]["code"]
    return code


def ready(somebody: Someone, table: str = TABLE) -> Any:
    return somebody.send("POST", f"/api/tables/{table}/ready")


def extend(somebody: Someone, table: str = TABLE) -> Any:
    return somebody.send("POST", f"/api/tables/{table}/extension")


def shown(somebody: Someone, table: str = TABLE) -> dict[str, object]:
    pace: dict[str, object] = somebody.get(f"/api/tables/{table}/view").json()["pace"]
    return pace


# --- Ready and more time ----------------------------------------------------------------------------------------------


def test_bets_close_when_every_player_seated_is_ready_and_guests_are_not_asked(demo: Doors) -> None:
    run(demo, TABLE)
    ann, bob, watcher = seated(demo, "Ann", 4), seated(demo, "Bob", 5), player(demo, "Wat")
    assert refused(ready(ann)) == "not-now", "nothing is wagered yet"
    assert refused(ready(watcher)) == "not-seated" == refused(extend(watcher))
    bet(ann, 4)
    run(demo, TABLE, guests=True)
    assert shown(ann)["waits_for"] == ["Ann", "Bob"] and phase(demo, TABLE) == "betting"
    view = ready(ann).json()
    assert view["pace"]["is_ready"] and view["pace"]["waits_for"] == ["Bob"]
    assert not shown(bob)["is_ready"]
    run(demo, TABLE)
    assert phase(demo, TABLE) == "betting", "Bob is not ready yet"
    ready(bob)
    run(demo, TABLE)
    assert phase(demo, TABLE) == "deciding"
    assert refused(ready(ann)) == "not-now"


def test_nobody_waits_for_a_player_whose_page_is_closed(demo: Doors) -> None:
    run(demo, TABLE)
    ann, _ = seated(demo, "Ann", 4), seated(demo, "Bob", 5)
    house_dealer_of(demo).is_there = lambda name: name == "Ann"
    bet(ann, 4)
    ready(ann)
    run(demo, TABLE)
    assert phase(demo, TABLE) == "deciding"


def test_time_is_extended_a_few_times_in_a_round_and_then_refused(demo: Doors) -> None:
    run(demo, TABLE)
    ann, bob = seated(demo, "Ann", 4), seated(demo, "Bob", 5)
    assert refused(extend(ann)) == "not-now", "no time is running"
    bet(ann, 4)
    bet(bob, 5)
    house_dealer = house_dealer_of(demo)
    for extended in range(1, MOST_EXTENSIONS):
        assert extend(ann).json()["pace"]["extensions_left"] == MOST_EXTENSIONS - extended
    left = house_dealer.seconds_left(TABLE)
    assert left is not None and 0 < left - SLOW.betting - SLOW.extension * (MOST_EXTENSIONS - 1) + 5 < 5
    for somebody in (ann, bob):
        ready(somebody)
    run(demo, TABLE)
    assert phase(demo, TABLE) == "deciding"
    asked = house_dealer._deciding(demo.context.service.views.tables[TABLE])
    mine, other = (ann, bob) if asked == "Ann" else (bob, ann)
    assert refused(extend(other)) == "not-now", "another player decides"
    assert extend(mine).json()["pace"]["extensions_left"] == 0
    assert refused(extend(mine)) == "no-more-time"


def test_a_dealer_who_deals_decides_when_bets_close(demo: Doors) -> None:
    run(demo, TABLE)
    ann = seated(demo, "Ann", 4)
    bet(ann, 4)
    house_dealer_of(demo).dealers[TABLE] = "Dora"
    assert refused(ready(ann)) == "not-now" == refused(extend(ann))


def test_only_a_house_that_deals_by_itself_takes_these_requests(doors: Doors) -> None:
    somebody = doors.somebody("Pia", "player")
    [table, *_] = doors.context.service.views.tables
    for path in (f"/api/tables/{table}/ready", f"/api/tables/{table}/extension", "/api/practice"):
        assert refused(somebody.send("POST", path, {"rulebook": "pa-653a"})) == "only-in-the-demo"
    assert somebody.get(f"/api/tables/{table}/view").json()["pace"] is None


# --- A private table --------------------------------------------------------------------------------------------------


def practise(somebody: Someone, rulebook: str = "pa-678a") -> Any:
    return somebody.send("POST", "/api/practice", {"rulebook": rulebook})


def require_unknown_to_devices(demo: Doors, table: str) -> None:
    """A device for every table neither sees a private table nor is told of it, and may not touch its cards."""
    device = machine(demo, "shuffler", "shuffler-1", ("*",))
    assert table not in device.get("/api/device").json()["tables"]
    assert refused(device.get(f"/api/tables/{table}/view")) == "other-table"
    assert refused(device.order({"type": "Shuffle", "how": "machine"}, table)) == "other-table"
    told = device.get("/api/feed?after=0&wait=0").text
    assert table not in told and "TableInstalled" in told
    demo.context.devices.withdraw("shuffler-1")


def test_a_private_round_waits_only_for_its_owner(demo: Doors) -> None:
    ann, bob = player(demo, "Ann"), player(demo, "Bob")
    assert practise(ann).json() == {"table": OWN}
    run(demo, OWN)
    purse = ann.get("/api/me").json()
    assert purse["chips"] >= 500_00 and purse["game"] > 0
    assert shown(ann, OWN)["is_private"]
    assert OWN not in {table["table"] for table in bob.get("/api/lobby").json()["tables"]}
    assert refused(bob.order({"type": "TakeSeat", "seat": 2}, OWN)) == "private-table"
    dealer = demo.nobody()
    enter(dealer, "dealer")
    assert refused(dealer.send("POST", f"/api/tables/{OWN}/dealer")) == "private-table"
    require_unknown_to_devices(demo, OWN)
    bet(ann, 1, OWN)
    assert house_dealer_of(demo).seconds_left(OWN) is None and refused(extend(ann, OWN)) == "not-now"
    house_dealer_of(demo).deadline[OWN] = time.monotonic() - 1
    run(demo, OWN)
    assert phase(demo, OWN) == "betting", "no clock closes bets"
    ready(ann, OWN)
    run(demo, OWN)
    assert phase(demo, OWN) == "deciding" and house_dealer_of(demo).seconds_left(OWN) is None
    house_dealer_of(demo).deadline[OWN] = time.monotonic() - 1
    run(demo, OWN)
    assert phase(demo, OWN) == "deciding", "and nobody decides for the owner"
    assert ann.order({"type": "Act", "seat": 1, "action": "fold"}, OWN, "fold").status_code == 200
    run(demo, OWN)
    assert phase(demo, OWN) == "done", "the settlement stays until the owner is ready"
    ready(ann, OWN)
    run(demo, OWN)
    assert not phase(demo, OWN) and demo.context.service.views.tables[OWN].state.rounds == 1


def test_the_same_game_is_the_same_table_and_another_game_takes_its_place(demo: Doors) -> None:
    ann = player(demo, "Ann")
    assert practise(ann).json() == practise(ann).json() == {"table": OWN}
    run(demo, OWN)
    bet(ann, 1, OWN)
    assert refused(practise(ann, "pa-653a")) == "practice-in-play"
    ready(ann, OWN)
    run(demo, OWN)
    ann.order({"type": "Act", "seat": 1, "action": "fold"}, OWN, "fold")
    run(demo, OWN)
    ready(ann, OWN)
    run(demo, OWN)
    assert practise(ann, "pa-653a").json() == {"table": "PRACTICE-2"}
    run(demo, OWN)
    views = demo.context.service.views
    assert OWN not in views.tables and views.tables["PRACTICE-2"].engine.submission.book.id == "pa-653a"
    assert not views.balance(account_of("tray", OWN)).available


@pytest.mark.parametrize("why", ["absent", "idle", "restarted"])
def test_a_private_table_that_is_left_plays_its_round_out_and_is_removed(demo: Doors, why: str) -> None:
    ann = player(demo, "Ann")
    practise(ann)
    run(demo, OWN)
    bet(ann, 1, OWN)
    house_dealer = house_dealer_of(demo)
    house_dealer.tempo = replace(
        SLOW, betting=0, deciding=0, absent=0 if why == "absent" else 60, idle=0 if why == "idle" else 60
    )
    house_dealer.practice.tempo = replace(ALONE, step=0, card=0, settled=0)
    house_dealer.is_there = lambda name: why == "idle"
    if why == "restarted":
        house_dealer.practice = practice.PracticeTables(replace(ALONE, step=0, card=0, settled=0))

    async def carry_on() -> None:
        async with asyncio.timeout(10):
            while OWN in demo.context.service.views.tables:
                if not await house_dealer._tidy(OWN):
                    await house_dealer._deal(OWN)

    asyncio.run(carry_on())
    assert house_dealer.practice.find("Ann") is None
    assert ann.get("/api/me").json()["on_tables"] == 0
    assert practise(ann).json() == {"table": OWN}, "the name is used again"


def test_private_tables_are_bounded_and_the_bound_is_named(demo: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "NAMES", practice.NAMES[:2])
    people = [player(demo, name) for name in ("Ann", "Bob", "Cem")]
    assert [practise(one).status_code for one in people] == [200, 200, 409]
    assert refused(practise(people[2])) == "practice-full"
    assert practise(people[1]).status_code == 200, "who has one keeps it"


def test_private_tables_are_made_at_a_limited_rate_and_only_of_known_games(demo: Doors) -> None:
    ann = player(demo, "Ann")
    assert refused(practise(ann, "no-such-game")) == "not-found" == refused(practise(ann, "fr-stud"))
    assert refused(ann.send("POST", "/api/practice", {"rulebook": 3})) == "not-readable"
    demo.context.practice_rate = Limit(0, 1)
    assert practise(ann).status_code == 200
    assert refused(practise(ann, "pa-653a")) == "too-many"
    assert practise(ann).status_code == 200, "one's own table is not made again"


def test_a_table_that_cannot_be_made_leaves_no_name_taken(demo: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = player(demo, "Ann")
    monkeypatch.setattr(type(IN_DOLLARS), "submission", lambda self, table, book: "no submission")
    assert practise(ann).status_code != 200
    assert house_dealer_of(demo).practice.find("Ann") is None
    monkeypatch.undo()
    assert practise(ann).json() == {"table": OWN}

"""The demo: browser identities, the table with real cards, the clock, and invalid addresses."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from tablelaw import rulebooks
from tablelaw.rulebooks import outside
from tablelaw.server.demo import property as properties
from tablelaw.server.demo.guests import Guest
from tablelaw.server.demo.house_dealer import HouseDealer
from tablelaw.server.demo.property import IN_DOLLARS, IN_EUROS, DemoProperty
from tablelaw.server.demo.tempo import Tempo
from tablelaw.table.round.flow import next_to_act, stage_of
from tests.examples import FOLDER
from tests.server.conftest import SETTINGS, Doors, Someone

[REAL] = IN_DOLLARS.real_cards
HURRY = Tempo(step=0, card=0, betting=0, guest=0, settled=0, deciding=600, validating=0)


@pytest.fixture(scope="module")
def demo(open_doors: Callable[..., Doors]) -> Doors:
    return open_doors(settings=replace(SETTINGS, is_demo=True), books=())


def enter(somebody: Someone, role: str, name: str = "") -> dict[str, str]:
    answer = somebody.send("POST", "/api/demo", {"role": role, "name": name})
    assert answer.status_code == 200, answer.text
    who: dict[str, str] = answer.json()
    somebody.csrf = who["csrf"]
    return who


def test_nobody_is_called_like_the_house_itself(demo: Doors) -> None:
    for role, name in {"dealer": "on duty", "floor": "in charge"}.items():
        answer = demo.nobody().send("POST", "/api/demo", {"role": role, "name": name})
        assert answer.json()["refused"]["code"] == "name-taken"


# --- Browser identities ------------------------------------------------------------------------------------------


def test_who_deals_for_a_while_comes_back_as_the_same_player(demo: Doors) -> None:
    visitor = demo.nobody()
    name = enter(visitor, "player")["name"]
    assert visitor.order({"type": "BuyIn", "player": name, "table": "UTH-1", "cents": 500_00}).status_code == 200
    assert visitor.order({"type": "TakeSeat", "seat": 1}, "UTH-1", "2").status_code == 200
    dealer = enter(visitor, "dealer")["name"]
    assert dealer != name
    assert enter(visitor, "player")["name"] == name
    assert visitor.get("/api/me").json()["chips"] == 500_00
    assert visitor.get("/api/tables/UTH-1/view").json()["seats"][0]["is_you"]
    assert enter(visitor, "dealer")["name"] == dealer


def test_nobody_becomes_another_player_by_name_or_by_a_made_up_cookie(demo: Doors) -> None:
    rich, thief = demo.nobody(), demo.nobody()
    name = enter(rich, "player", "Rich")["name"]
    taken = thief.send("POST", "/api/demo", {"role": "player", "name": "rich"})
    assert taken.json()["refused"]["code"] == "name-taken", "before there are any chips too"
    assert rich.order({"type": "BuyIn", "player": name, "table": "UTH-1", "cents": 1_00}).status_code == 200
    for spelled in ("Rich", "RICH", *IN_DOLLARS.guests["UTH-1"].values()):
        assert thief.send("POST", "/api/demo", {"role": "player", "name": spelled}).json()["refused"]["code"] == (
            "name-taken"
        )
    thief.client.cookies.set("tablelaw-player", "x" * 43)
    assert enter(thief, "player")["name"] != name
    assert enter(rich, "player", "Rich")["name"] == name, "who proves it may say the own name"


def test_a_cookie_of_one_role_is_no_proof_for_another(demo: Doors) -> None:
    visitor = demo.nobody()
    name = enter(visitor, "dealer")["name"]
    visitor.client.cookies.set("tablelaw-administrator", visitor.client.cookies["tablelaw-dealer"])
    assert enter(visitor, "administrator")["name"] != name


def test_who_leaves_leaves_in_every_role(demo: Doors) -> None:
    visitor = demo.nobody()
    first = enter(visitor, "player")["name"]
    kept = visitor.client.cookies["tablelaw-player"]
    enter(visitor, "dealer")
    assert visitor.send("DELETE", "/api/session").status_code == 200
    assert not [cookie for cookie in visitor.client.cookies if cookie.startswith("tablelaw")]
    assert demo.context.people.ended([kept]) == {kept}
    visitor.client.cookies.set("tablelaw-player", kept)
    assert enter(visitor, "player")["name"] != first


# --- A table of real cards ------------------------------------------------------------------------------------------


@pytest.fixture
def house_dealer(open_doors: Callable[..., Doors]) -> Iterator[HouseDealer]:
    """The pace of a new demo in which dealers stay at the tables they have taken over."""
    doors = open_doors(settings=replace(SETTINGS, is_demo=True), books=())
    assert doors.context.house_dealer is not None
    doors.context.house_dealer.tempo = HURRY
    yield doors.context.house_dealer


def run(house_dealer: HouseDealer, table: str, turns: int = 60) -> None:
    """Lets the automatic dealer and the guests do everything they can at a table."""

    async def carry_on() -> None:
        for _ in range(turns):
            await house_dealer._guests(table)
            await (house_dealer._assist if table in house_dealer.dealers else house_dealer._deal)(table)

    asyncio.run(carry_on())


def test_real_cards_are_made_ready_and_then_wait_for_a_dealer(house_dealer: HouseDealer) -> None:
    run(house_dealer, REAL)
    state = house_dealer.service.views.tables[REAL].state
    assert state.deck_state is not None and state.deck_state.status == "ready"
    assert state.round is None and not house_dealer.is_dealt(REAL) and house_dealer.seconds_left(REAL) is None


def test_a_guest_keeps_the_dealer_of_real_cards_company(house_dealer: HouseDealer) -> None:
    run(house_dealer, REAL)
    house_dealer.dealers[REAL] = "Dora"
    run(house_dealer, REAL, turns=2)
    round_ = house_dealer.service.views.tables[REAL].state.round
    assert round_ is not None and round_.phase == "betting" and set(round_.seats) == set(IN_DOLLARS.guests[REAL])
    run(house_dealer, REAL, turns=5)
    still = house_dealer.service.views.tables[REAL].state.round
    assert still is not None and still.phase == "betting", "the house closes no bets beside a dealer"


# --- Rulebooks from outside --------------------------------------------------------------------------------------


@pytest.fixture
def with_examples(monkeypatch: pytest.MonkeyPatch) -> Iterator[DemoProperty]:
    """The demo in dollars as `make run` opens it, with the folders of example games."""
    monkeypatch.setenv(outside.PATHS, str(FOLDER))
    rulebooks.look_again()
    own = replace(IN_DOLLARS)
    monkeypatch.setattr(properties, "IN_DOLLARS", own)
    yield own
    rulebooks.look_again()


def test_every_example_game_has_a_table_where_a_round_is_played(
    with_examples: DemoProperty, open_doors: Callable[..., Doors]
) -> None:
    tables = {table: book for table, book in with_examples.tables.items() if book not in rulebooks.IDS}
    assert sorted(tables.values()) == sorted(path.name for path in FOLDER.iterdir())
    assert not set(replace(IN_EUROS).tables.values()) & set(tables.values())
    doors = open_doors(settings=replace(SETTINGS, is_demo=True), books=())
    house_dealer = doors.context.house_dealer
    assert house_dealer is not None
    house_dealer.tempo = HURRY
    for number, (table, book) in enumerate(tables.items()):
        properties._seat(house_dealer.service, table, 1, f"Guest {number}")
        house_dealer.guests[table] = {1: Guest(f"Guest {number}")}
        run(house_dealer, table, turns=120)
        state = house_dealer.service.views.tables[table].state
        assert state.players[1] == f"Guest {number}" and state.rounds >= 1, f"no round of {book} was cleared"


# --- The clock ----------------------------------------------------------------------------------------------------


def test_every_decision_has_a_time_of_its_own(house_dealer: HouseDealer) -> None:
    """A deadline set for another decision does not apply to this one."""
    house_dealer.guests = {"UTH-1": {2: house_dealer.guests["UTH-1"][2], 5: house_dealer.guests["UTH-1"][5]}}
    run(house_dealer, "UTH-1", turns=1)
    for _ in range(200):
        view = house_dealer.service.views.tables["UTH-1"]
        if view.state.round is not None and view.state.round.phase == "deciding":
            break
        run(house_dealer, "UTH-1", turns=1)
    assert view.state.round is not None
    assert next_to_act(view.engine.rules, view.state.round, stage_of(view.engine.rules, view.state.round))
    house_dealer.deadline["UTH-1"] = time.monotonic() - 1
    assert house_dealer.seconds_left("UTH-1") == HURRY.deciding
    asyncio.run(house_dealer._hurry("UTH-1"))
    assert house_dealer.service.views.tables["UTH-1"].number == view.number, "nobody folds by another's deadline"
    left = house_dealer.seconds_left("UTH-1")
    assert left is not None and HURRY.deciding - 5 < left <= HURRY.deciding


# --- Invalid addresses -----------------------------------------------------------------------------------------------


def test_who_walks_to_no_page_gets_one_and_a_program_a_refusal(demo: Doors) -> None:
    page = demo.nobody().get("/nowhere")
    assert page.status_code == 404 and page.headers["content-type"].startswith("text/html")
    assert 'href="/"' in page.text and "Content-Security-Policy" in page.headers
    for path in ("/api/nowhere", "/web/nowhere.css"):
        answer = demo.nobody().get(path)
        assert answer.status_code == 404 and answer.json()["refused"]["code"] == "not-found"

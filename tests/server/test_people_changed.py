"""An administrator changes who may sign in; where money is concerned, only with a second person's password."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tablelaw.floor.events import PersonChanged
from tablelaw.floor.log.entry import decode
from tablelaw.floor.property import FLOOR
from tablelaw.floor.reports.day import day_report
from tests.server.conftest import ORIGIN, PASSWORD, SETTINGS, Doors, Someone

NEW = "another good word"
FLO = {"name": "Flo", "password": PASSWORD}


class Office:
    """Ada, the administrator, and Flo, a floorperson who can approve."""

    def __init__(self, doors: Doors) -> None:
        self.doors, self.people = doors, doors.context.people
        doors.world.open([])
        self.ada: Someone = doors.somebody("Ada", "administrator")
        self.flo: Someone = doors.somebody("Flo", "floor")

    def change(self, change: str, name: str, **more: Any) -> Any:
        return self.ada.send("POST", "/api/property/people", {"change": change, "name": name, **more}).json()

    def code(self, change: str, name: str, **more: Any) -> str:
        return str(self.change(change, name, **more).get("refused", {}).get("code", ""))

    def told(self) -> list[Any]:
        """The changes that the log records, with who gave each."""
        entries = [decode(kept.body) for kept in self.doors.context.service.store.round_entries(FLOOR, 0)]
        return [
            (entry.by, event.person, event.change, event.role, event.approvers)
            for entry in entries
            for event in entry.events
            if isinstance(event, PersonChanged)
        ]

    def can_sign_in(self, name: str, password: str) -> bool:
        headers = {"Origin": ORIGIN}
        answer = self.doors.browser().post("/api/session", json={"name": name, "password": password}, headers=headers)
        return answer.status_code == 200


@pytest.fixture
def office(open_doors: Callable[..., Doors]) -> Office:
    return Office(open_doors(books=()))


def test_two_people_add_a_dealer_change_the_role_reset_the_password_and_remove_them(office: Office) -> None:
    assert office.code("added", "Dan", role="dealer", password=NEW) == "second-person"
    assert office.code("added", "Dan", role="dealer", password=NEW, approver={"name": "ada"}) == "second-person"
    wrong = {"name": "Flo", "password": "not this word"}
    assert office.code("added", "Dan", role="dealer", password=NEW, approver=wrong) == "not-approved"
    assert office.people.role_of("Dan") is None and office.told() == []

    listed = office.change("added", "Dan", role="dealer", password=NEW, approver=FLO)
    assert {"name": "Dan", "role": "dealer"} in listed["people"] and office.can_sign_in("Dan", NEW)
    office.change("password reset", "Dan", password=PASSWORD, approver=FLO)
    dan = office.doors.somebody("Dan", "dealer")
    office.change("role changed", "Dan", role="floor", approver=FLO)
    assert office.people.role_of("Dan") == "floor" and dan.send("POST", "/api/ticket").status_code == 401
    assert office.can_sign_in("Dan", PASSWORD) and not office.can_sign_in("Dan", NEW)
    office.change("removed", "Dan", approver=FLO)
    assert office.people.role_of("Dan") is None and not office.can_sign_in("Dan", PASSWORD)

    changes = (("added", "dealer"), ("password reset", "dealer"), ("role changed", "floor"), ("removed", "floor"))
    two = ("Ada", "Flo")
    assert office.told() == [("administrator:Ada", "Dan", change, role, two) for change, role in changes]
    report = day_report(office.doors.context.service.store, office.doors.context.service.views.day)
    assert [one.approvers for one in report.exceptions if one.kind == "person changed"] == [two] * 4
    store = office.doors.context.service.store
    assert not [kept for kept in store.entries(0, 1000) if NEW.encode() in kept.body or PASSWORD.encode() in kept.body]


def test_one_person_adds_and_removes_a_player_but_two_give_a_player_a_new_password(office: Office) -> None:
    """Whoever knows the password can spend the player's chips."""
    assert office.code("added", "Pia", role="player", password=NEW) == ""
    assert office.code("password reset", "Pia", password=PASSWORD) == "second-person"
    assert office.code("role changed", "Pia", role="floor") == "second-person"
    assert office.code("removed", "Pia") == ""
    assert [approvers for *_, approvers in office.told()] == [(), ()]


def test_what_cannot_be_done_is_refused_before_anybody_approves_it(office: Office) -> None:
    refused: dict[str, tuple[str, str, dict[str, Any]]] = {
        "a weak password": ("added", "Dan", {"role": "player", "password": "short"}),
        "an unknown role": ("added", "Dan", {"role": "cook", "password": NEW}),
        "a name taken": ("added", "flo", {"role": "player", "password": NEW}),
        "nobody": ("removed", "Nobody", {}),
        "the same role": ("role changed", "Flo", {"role": "floor", "approver": FLO}),
        "the only administrator": ("removed", "Ada", {"approver": FLO}),
        "the only administrator's role": ("role changed", "Ada", {"role": "floor", "approver": FLO}),
    }
    assert {what: office.code(change, name, **more) for what, (change, name, more) in refused.items()} == dict.fromkeys(
        refused, "bad-person"
    )
    office.doors.somebody("Abe", "administrator")
    assert office.code("role changed", "Ada", role="floor", approver=FLO) == ""
    assert office.change("removed", "Abe", approver=FLO)["refused"]["code"] == "not-signed-in"


def test_only_an_administrator_changes_people_and_nobody_in_the_demo(
    office: Office, open_doors: Callable[..., Doors]
) -> None:
    body = {"change": "added", "name": "Pia", "role": "player", "password": NEW}
    assert office.flo.send("POST", "/api/property/people", body).json()["refused"]["code"] == "not-permitted"
    order: dict[str, object] = {"type": "ChangePerson", "person": "Pia", "change": "added", "role": "player"}
    assert office.ada.order(order).json()["refused"]["code"] == "not-readable"
    demo = open_doors(replace(SETTINGS, is_demo=True), books=()).browser()
    entered = demo.post("/api/demo", json={"role": "administrator"}, headers={"Origin": ORIGIN}).json()
    told = Someone(demo, entered["csrf"]).send("POST", "/api/property/people", body).json()
    assert told["refused"]["code"] == "no-passwords"

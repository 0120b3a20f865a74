"""Corrections and adjustments need a second person's password in the same order, and only some roles may give chips."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from tablelaw.floor import orders
from tablelaw.floor.house_staff import FLOORPERSON
from tablelaw.floor.log.entry import decode
from tablelaw.server.http import rate_limits
from tablelaw.server.http.permissions import rows
from tablelaw.server.received_orders import Approver
from tests.floor.world import PROPERTY
from tests.server.conftest import PASSWORD, SETTINGS, Doors, Someone

TABLE = "pa-653a"
Told = dict[str, Any]
THERE: dict[tuple[Doors, str], Someone] = {}


@pytest.fixture(autouse=True)
def signed_in_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs each person in only once, because checking a password is slow."""
    sign_in = Doors.somebody
    monkeypatch.setattr(Doors, "somebody", lambda doors, name, role: _known(sign_in, doors, name, role))


def _known(sign_in: Callable[[Doors, str, str], Someone], doors: Doors, name: str, role: str) -> Someone:
    if (doors, name) not in THERE:
        THERE[doors, name] = sign_in(doors, name, role)
    return THERE[doors, name]


@pytest.fixture(scope="module")
def house(open_doors: Callable[..., Doors]) -> Doors:
    """A server with users Flo and Ada, who may approve, the player Pia, and the floorperson Fred."""
    doors = open_doors(books=(TABLE,))
    for name, role in {"Flo": "floor", "Ada": "administrator", "Pia": "player", "Fred": "floor"}.items():
        doors.somebody(name, role)
    return doors


def filled(doors: Doors, order_id: str) -> str:
    """Has Fred fill a tray, and returns the id of the transfer."""
    fred = doors.somebody("Fred", "floor")
    answer = fred.order({"type": "FillTray", "table": TABLE, "cents": 90_000}, order_id=order_id)
    assert answer.status_code == 200, answer.text
    kept = doors.context.service.store.entry(answer.json()["seq"])
    assert kept is not None
    return decode(kept.body).transfers[0].id


def corrects(giver: Someone, transfer: str, order_id: str, **approver: str) -> Told:
    command = {"type": "CorrectTransfer", "transfer": transfer, "cents": 100, "reason": "typed twice", "approvers": []}
    body = {"id": order_id, "command": command, **({"approver": approver} if approver else {})}
    answer = giver.send("POST", "/api/orders", body)
    told: Told = answer.json()
    return told.get("refused") or told


def size(doors: Doors) -> int:
    return doors.context.service.store.head()


# --- Two persons -------------------------------------------------------------------------------------------------


def test_the_names_are_the_persons_who_were_there_and_no_password_is_kept(house: Doors) -> None:
    flo, transfer = house.somebody("Flo", "floor"), filled(house, "right")
    command = {
        "type": "CorrectTransfer",
        "transfer": transfer,
        "cents": 100,
        "reason": "twice",
        "approvers": ["X", "Y"],
    }
    approver = {"name": "Ada", "password": PASSWORD}
    answer = flo.send("POST", "/api/orders", {"id": "right", "command": command, "approver": approver})
    assert answer.status_code == 200, answer.text
    bodies = [kept.body for kept in house.context.service.store.entries(0)]
    [moved] = decode(bodies[-1]).transfers
    assert moved.approvers == ("Flo", "Ada") and moved.corrects == transfer
    assert not any(PASSWORD.encode() in body or b'"X"' in body for body in bodies)
    assert PASSWORD not in repr(Approver("Ada", PASSWORD))


def test_a_meter_is_adjusted_by_two_persons(house: Doors) -> None:
    meter = next(iter(house.context.service.views.meters))
    before = house.context.service.views.meters[meter].units
    command = {"type": "AdjustMeter", "meter": meter, "units": 10_000, "reason": "misread", "approvers": []}
    ada = house.somebody("Ada", "administrator")
    alone = ada.send("POST", "/api/orders", {"id": "alone", "command": command})
    assert alone.json()["refused"]["code"] == "second-person"
    approver = {"name": "Flo", "password": PASSWORD}
    answer = ada.send("POST", "/api/orders", {"id": "both", "command": command, "approver": approver})
    assert answer.status_code == 200, answer.text
    assert house.context.service.views.meters[meter].units == before + 10_000


@pytest.mark.parametrize(
    ("approver", "code"),
    [
        ({}, "second-person"),
        ({"name": "  ", "password": PASSWORD}, "second-person"),
        ({"name": "Flo", "password": PASSWORD}, "second-person"),
        ({"name": " fLO ", "password": PASSWORD}, "second-person"),
        ({"name": "Ada", "password": "not the password"}, "not-approved"),
        ({"name": "Ada"}, "not-approved"),
        ({"name": "nobody at all", "password": PASSWORD}, "not-approved"),
        ({"name": "Pia", "password": PASSWORD}, "not-approved"),
        ({"name": "Fred", "password": PASSWORD}, "approver-made-it"),
    ],
)
def test_who_is_no_second_person_is_refused_and_nothing_is_written(
    house: Doors, approver: dict[str, str], code: str
) -> None:
    """Refuses a missing approver, the same person in any spelling, a wrong password, a player, and the transfer's
    author.
    """
    transfer = filled(house, f"wrong {approver}")
    before = size(house)
    told = corrects(house.somebody("Flo", "floor"), transfer, f"wrong {approver}"[:80], **approver)
    assert told["code"] == code, told
    assert size(house) == before


def test_a_wrong_name_a_wrong_password_and_a_wrong_rank_get_the_same_answer(house: Doors) -> None:
    flo, transfer = house.somebody("Flo", "floor"), filled(house, "alike")
    tried = [("nobody", PASSWORD), ("Ada", "not the password"), ("Pia", PASSWORD), ("Pia", "not the password")]
    told = [corrects(flo, transfer, f"alike {n}", name=name, password=word) for n, (name, word) in enumerate(tried)]
    assert all(one == told[0] for one in told)


def test_passwords_of_second_persons_are_not_tried_without_end(
    open_doors: Callable[..., Doors], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Approvals count as sign-in attempts: after a minute's allowance, even the right password is refused."""
    doors, now = open_doors(replace(SETTINGS, logins_per_minute=5), (TABLE,)), [1000.0]
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(monotonic=lambda: now[0]))
    doors.context.people.add("Ada", "administrator", PASSWORD)
    transfer = filled(doors, "limit")
    flo = doors.somebody("Flo", "floor")
    codes = [corrects(flo, transfer, f"{n}", name="Ada", password="guess " * 2)["code"] for n in range(4)]
    assert codes == ["not-approved"] * 3 + ["too-many"]
    assert corrects(flo, transfer, "right", name="Ada", password=PASSWORD)["code"] == "too-many"
    now[0] += 12
    assert "seq" in corrects(flo, transfer, "right", name="Ada", password=PASSWORD)


def test_in_the_demo_a_colleagues_name_is_enough_but_not_ones_own(open_doors: Callable[..., Doors]) -> None:
    doors = open_doors(books=(TABLE,))
    transfer, flo = filled(doors, "demo"), doors.somebody("Flo", "floor")
    doors.context.settings = replace(SETTINGS, is_demo=True)
    assert corrects(flo, transfer, "1", name="FLO")["code"] == "second-person"
    assert corrects(flo, transfer, "2", name="a:b")["code"] == "second-person"
    assert "seq" in corrects(flo, transfer, "3", name="Cho")


# --- Whose cash --------------------------------------------------------------------------------------------------

MONEY = ("BuyIn", "CashOut", "LoadAccount", "CloseAccount")


@pytest.mark.parametrize("kind", MONEY)
def test_a_player_is_the_own_cashier_only_in_the_demo(house: Doors, kind: str) -> None:
    assert "player" not in rows()[f"order {kind}"]
    assert "player" in rows(is_demo=True)[f"order {kind}"]
    command = {"type": kind, "player": "Pia", "table": TABLE, "cents": 100}
    told = house.somebody("Pia", "player").order(command, order_id=f"own {kind}").json()
    assert told["refused"]["code"] == "not-permitted"


def test_chips_are_handed_to_nobody_who_does_not_play_here(house: Doors) -> None:
    flo = house.somebody("Flo", "floor")

    def bought(player: str) -> str:
        command = {"type": "BuyIn", "player": player, "table": TABLE, "cents": 500}
        told: Told = flo.order(command, order_id=f"buys {player}").json()
        return str(told.get("refused", {}).get("code", ""))

    assert bought("Pai") == "no-such-player"
    assert bought("Flo") == "no-such-player"
    assert bought("Pia") == ""
    assert house.context.service.views.balance("chips:Pia").available >= 500


# --- The gaming day ----------------------------------------------------------------------------------------------


def test_a_day_far_from_today_is_started_by_no_slip(open_doors: Callable[..., Doors]) -> None:
    """The floor itself refuses such days and invalid dates; the server adds no check of its own."""
    doors = open_doors(books=())
    doors.world.do("system", orders.OpenProperty(PROPERTY))
    flo, views = doors.somebody("Flo", "floor"), doors.context.service.views

    def started(day: str) -> str:
        told: Told = flo.order({"type": "StartDay", "day": day}, order_id=f"begin {day}").json()
        return str(told.get("refused", {}).get("code", ""))

    for days in (-26_000, -2, 2, 26_000):
        assert started(doors.world.date(later=days)) == "far-day"
    for wrong in ("tomorrow", "20261116", "9999-99-99", "2099-01-01x"):
        assert started(wrong) == "not-a-date"
    for days in (-1, 0, 1):
        assert started(doors.world.date(later=days)) == ""
        assert views.day == doors.world.date(later=days)
        doors.world.do(FLOORPERSON, orders.EndDay())

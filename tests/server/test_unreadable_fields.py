"""What a client is told about a message that cannot be read: which field it is, and what would be accepted there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.conftest import SETTINGS, Doors
from tests.server.test_devices import TABLE, Machine, machine

ORDERS = f"/api/tables/{TABLE}/orders"
COMMAND = {"type": "EnterCard", "card": "As"}
ORDER = {"id": "1", "command": COMMAND}


@pytest.fixture(scope="module")
def doors(open_doors: Callable[..., Doors]) -> Doors:
    return open_doors(SETTINGS, (TABLE,))


@pytest.fixture(scope="module")
def shoe(doors: Doors) -> Machine:
    return machine(doors, "shoe", "unreadable")


def told(answer: Any) -> tuple[int, str, str, str]:
    refused = answer.json()["refused"]
    return answer.status_code, refused["code"], refused["where"], refused["accepted"]


@pytest.mark.parametrize("card", ["10s", "KD", " 2c", "2c ", "as", "A♠", "1x", "", 3, None, ["As"]])
def test_a_card_is_written_as_documented(shoe: Machine, card: object) -> None:
    status, code, where, accepted = told(shoe.order({"type": "EnterCard", "card": card}))
    assert (status, code, where) == (422, "bad-card", "command.card")
    assert accepted == "one of 2 to 9, T, J, Q, K or A, and one of c, d, h or s, as in As"


def test_cards_of_people_are_written_as_documented_too(doors: Doors) -> None:
    bob = doors.somebody("bob of the cards", "dealer")
    for command, where in (
        ({"type": "EnterCard", "card": "10s"}, "command.card"),
        ({"type": "ReportSlip", "slip": "x", "card": ["As", "KD"]}, "command.card[1]"),
    ):
        status, code, at, _ = told(bob.send("POST", ORDERS, {"id": "1", "command": command}))
        assert (status, code, at) == (422, "bad-card", where)


@pytest.mark.parametrize(
    ("body", "where", "accepted"),
    [
        ({"command": COMMAND}, "id", "this field, which is missing"),
        ({**ORDER, "id": 1}, "id", "text"),
        ({**ORDER, "id": ""}, "id", "1 to 80 characters"),
        ({**ORDER, "id": "x" * 81}, "id", "1 to 80 characters"),
        ({"id": "1"}, "command", "this field, which is missing"),
        ({**ORDER, "expect": "3"}, "expect", "a whole number or null"),
        ({"id": "1", "command": 7}, "command", "an object"),
        ({"id": "1", "command": {"card": "As"}}, "command.type", "EnterCard"),
        ({"id": "1", "command": {"type": "EnterKard"}}, "command.type", "EnterCard"),
        ({"id": "1", "command": {"type": 3}}, "command.type", "EnterCard"),
        ({"id": "1", "command": {"type": "EnterCard"}}, "command.card", "this field, which is missing"),
        ([], "", "an object"),
    ],
)
def test_an_order_that_cannot_be_read_is_told_where(shoe: Machine, body: object, where: str, accepted: str) -> None:
    assert told(shoe.ask("POST", ORDERS, body)) == (422, "not-readable", where, accepted)


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({**ORDER, "tabel": "x"}, "tabel"),
        ({"id": "1", "command": {**COMMAND, "face": "up"}}, "command.face"),
        ({"id": "1", "command": {**COMMAND, "x y <b>": 1}}, "command"),
        ({**ORDER, "x y <b>": 1}, ""),
    ],
)
def test_an_unknown_field_is_named_unless_it_cannot_be_a_name(shoe: Machine, body: object, where: str) -> None:
    status, code, at, _ = told(shoe.ask("POST", ORDERS, body))
    assert (status, code, at) == (422, "unknown-field", where)


def test_a_person_is_told_the_commands_that_their_role_may_give(doors: Doors) -> None:
    ann = doors.somebody("ann unreadable", "player")
    *_, where, accepted = told(ann.send("POST", ORDERS, {"id": "1", "command": {"type": "Bet"}}))
    assert where == "command.type" and "PlaceWager" in accepted and "TurnUp" not in accepted.split(", ")


def test_a_number_in_the_address_of_the_feed_is_told_by_its_name(shoe: Machine) -> None:
    accepted = "a whole number of at most 15 digits"
    for name in ("after", "wait"):
        assert told(shoe.get(f"/api/feed?{name}=x")) == (422, "not-readable", name, accepted)
    in_header = shoe.get("/api/feed", **{"Last-Event-ID": "-1"})
    assert told(in_header) == (422, "not-readable", "Last-Event-ID", accepted)


def test_text_that_is_no_json_is_refused(shoe: Machine) -> None:
    headers = {"Authorization": f"Bearer {shoe.token}"}
    for text in (b"", b"{bad", b"{", b"\xff"):
        answer = shoe.client.post(ORDERS, content=text, headers=headers)
        assert told(answer) == (422, "not-readable", "", "JSON as documented")

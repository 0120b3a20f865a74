"""Who may give orders at automatic tables, and which names are taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import cast

import pytest

from tablelaw.server.demo.guests import Guest
from tablelaw.server.demo.house_dealer import HouseDealer
from tests.server.conftest import SETTINGS, Doors

TABLE = "pa-653a"


@pytest.fixture
def doors(open_doors: Callable[..., Doors]) -> Iterator[Doors]:
    """A server with a table dealt by Dan and a guest called Ada."""
    doors = open_doors(books=(TABLE,), settings=SETTINGS)
    doors.context.house_dealer = cast(
        HouseDealer, SimpleNamespace(guests={TABLE: {1: Guest("Ada")}}, dealers={TABLE: "dan"}, practice=())
    )
    yield doors
    doors.context.house_dealer = None


def refused(doors: Doors, name: str, role: str) -> str:
    """The code of the refusal this person gets, or "" if the order is carried out."""
    answer = doors.somebody(name, role).order({"type": "ReceiveDecks", "backs": ["red"]}, TABLE)
    return "" if answer.status_code == 200 else str(answer.json()["refused"]["code"])


def test_a_dealer_gives_orders_at_the_table_taken_over_and_at_no_other(doors: Doors) -> None:
    assert refused(doors, "dora", "dealer") == "not-your-table"
    assert refused(doors, "dan", "dealer") != "not-your-table"


def test_where_nobody_but_people_deal_every_dealer_may(doors: Doors) -> None:
    doors.context.house_dealer = None
    assert refused(doors, "dora", "dealer") != "not-your-table"


@pytest.mark.parametrize(("name", "is_taken"), [("Ada", True), ("ADA", True), ("Adam", False)])
def test_a_guests_name_is_taken(name: str, is_taken: bool, doors: Doors) -> None:
    assert doors.context.is_guest(name) is is_taken

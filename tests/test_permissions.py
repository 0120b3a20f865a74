"""One table says who may give which order; every kind of order has a row, and every exception its reason."""

from __future__ import annotations

import pytest

from tablelaw.floor.log.durable_names import ORDERS, kinds
from tablelaw.permissions import (
    MatrixIncomplete,
    devices_over_http,
    is_only_for_the_floor_itself,
    order_names,
    read_permissions,
    roles_of,
    roles_over_http,
    roles_signing_in,
)
from tablelaw.table import commands
from tablelaw.table.registry import tag_of

WHOLE = """
[never-signed-in]
system = "no person"
[by-token]
device = "no password"
[to-a-table]
Deal = { roles = ["dealer", "system"] }
[to-the-property]
BuyIn = { roles = ["player", "dealer"], only-in-the-demo = ["player"], why = "no cash changes hands" }
"""


def test_every_kind_of_order_has_a_row_and_no_row_is_left_over() -> None:
    assert sorted(order_names()) == sorted(tag_of(kind) for kind in (*commands.ALL, *kinds(ORDERS)))


def test_an_order_without_a_row_is_refused() -> None:
    with pytest.raises(MatrixIncomplete, match="order NewOrder has no row"):
        roles_of("NewOrder")


def test_nobody_signs_in_as_the_system_or_as_a_cashier() -> None:
    assert roles_signing_in() == ("player", "dealer", "floor", "auditor", "administrator")
    assert "cashier" in roles_of("CountDrop") and roles_over_http("CountDrop") == {"floor"}


def test_a_shoe_enters_cards_and_a_shuffler_shuffles_and_devices_do_nothing_else() -> None:
    given = {name: devices_over_http(name) for name in order_names() if devices_over_http(name)}
    assert given == {"EnterCard": {"shoe"}, "Shuffle": {"shuffler"}}
    assert {name for name in order_names() if "device" in roles_of(name)} == set(given)


def test_players_handle_money_over_http_in_the_demo_only() -> None:
    assert roles_of("BuyIn") == roles_over_http("BuyIn", is_demo=True) == {"player", "dealer", "floor"}
    assert roles_over_http("BuyIn") == {"dealer", "floor"}


def test_what_the_floor_does_by_itself_is_taken_from_nobody() -> None:
    assert [name for name in order_names() if is_only_for_the_floor_itself(name)] == ["ReadMeters", "DrawBonus"]
    assert not roles_over_http("ReadMeters") and not roles_over_http("RecordRebuild", is_demo=True)


def test_a_whole_table_is_read() -> None:
    assert set(read_permissions(WHOLE).orders) == {"Deal", "BuyIn"}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (', why = "no cash changes hands"', "", "an exception without a reason"),
        ('["dealer", "system"]', '["dealer", "system"], why = "so"', "a reason without an exception"),
        ('only-in-the-demo = ["player"]', 'only-in-the-demo = ["floor"]', "floor may not give it"),
        ('["dealer", "system"]', '["dealer", "barman"]', "cannot be read"),
        ('["dealer", "system"]', '["dealer", "device"]', "for devices without naming their kinds"),
        ('["dealer", "system"]', '["dealer"], devices = ["shoe"]', "names kinds without being for devices"),
        ('["dealer", "system"]', '["device"], devices = ["toaster"]', "cannot be read"),
        ("only-in-the-demo", "only-on-sundays", "cannot be read"),
        ("[to-a-table]", "[to-a-chair]", "cannot be read"),
    ],
)
def test_a_faulty_table_is_refused(old: str, new: str, told: str) -> None:
    assert old in WHOLE
    with pytest.raises(MatrixIncomplete, match=told):
        read_permissions(WHOLE.replace(old, new))

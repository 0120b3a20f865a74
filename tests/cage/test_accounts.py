"""The chart of accounts is consistent."""

from __future__ import annotations

from typing import get_args

import pytest

from tablelaw.cage.accounts import (
    ACCOUNT_KINDS,
    OF_PLAYER,
    OF_TABLE,
    PERMITTED,
    TRANSFER_CODES,
    KindName,
    account_of,
    exchanges,
    kind_of,
    owner_of,
    parse_account,
)


def test_every_kind_and_code_says_what_it_is_and_why() -> None:
    for kind in ACCOUNT_KINDS.values():
        assert kind.says and kind.reason, kind.id
    for code in TRANSFER_CODES.values():
        assert code.says and code.reason, code.id


def test_only_cage_and_house_may_be_negative_and_have_no_owner() -> None:
    outside = {kind.id for kind in ACCOUNT_KINDS.values() if kind.may_be_negative}
    assert outside == {"cage", "house"} == {kind.id for kind in ACCOUNT_KINDS.values() if not kind.owner}


def test_every_route_is_between_two_kinds_of_the_chart() -> None:
    for code, giver, taker in PERMITTED:
        assert giver != taker and {giver, taker} <= set(ACCOUNT_KINDS), code


def test_every_kind_is_both_filled_and_emptied() -> None:
    for kind in ACCOUNT_KINDS:
        assert {way for _, way, _ in exchanges(kind)} == {"to", "from"}, kind


def test_11_i_4_and_11_j_3_a_meter_reaches_a_player_only_by_hand() -> None:
    reached = {taker for _, giver, taker in PERMITTED if giver in ("meter", "handpay")}
    assert reached.isdisjoint({"chips", "game", "tray"})
    assert {taker for code, giver, taker in PERMITTED if code in ("share", "hand-pay")} == {"handpay", "cage"}


def test_a_game_account_is_filled_by_its_owner_or_a_tray_only() -> None:
    assert {other for _, way, other in exchanges("game") if way == "from"} == {"chips", "tray"}


def test_an_ending_ends_the_one_code_that_is_pending() -> None:
    """With a second pending code, the code of an ending would have to be compared too."""
    pending = [code.id for code in TRANSFER_CODES.values() if code.kind == "pending"]
    ends = {code.ends for code in TRANSFER_CODES.values() if code.kind in ("post", "void")}
    assert pending == ["wager"] and ends == {"wager"}


def test_what_moves_by_itself_can_be_corrected_and_meters_cannot() -> None:
    ways = set(TRANSFER_CODES["correction"].routes)
    for code in TRANSFER_CODES.values():
        for giver, taker in code.routes:
            of_a_meter = {"meter", "reserve", "rounding"} & {giver, taker}
            assert ((taker, giver) in ways) != bool(of_a_meter), f"{code.id}: {giver} to {taker}"


@pytest.mark.parametrize(
    ("account", "kind", "owner"),
    [
        ("chips:ann", "chips", "ann"),
        ("meter:bank/mega-b", "meter", "bank/mega-b"),
        ("tray:T:2", "tray", "T:2"),
        ("cage", "cage", ""),
    ],
)
def test_an_accounts_name_is_its_kind_and_its_owner(account: str, kind: str, owner: str) -> None:
    found = kind_of(account)
    assert found is not None and (found.id, owner_of(account)) == (kind, owner)
    assert parse_account(account) == (kind, owner) and account_of(found.id, owner) == account


def test_no_such_kind() -> None:
    assert kind_of("purse:ann") is None
    assert parse_account("purse:ann") == (None, "ann")


def test_the_kinds_have_their_rows() -> None:
    assert set(ACCOUNT_KINDS) == set(get_args(KindName))
    assert (OF_PLAYER, OF_TABLE) == (("chips", "game"), ("tray", "drop", "handpay"))

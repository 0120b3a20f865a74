"""The auditor is independent, knows every kind of order, and computes as the texts do."""

from __future__ import annotations

import ast
from fractions import Fraction
from pathlib import Path
from typing import get_args

import pytest

import tablelaw.gaming_day.auditor
from tablelaw.floor.orders import AnyFloorCommand
from tablelaw.gaming_day.auditor.accepted_order import Accepted
from tablelaw.gaming_day.auditor.auditor import PROPERTY, Auditor
from tablelaw.gaming_day.auditor.meters import Meter, Shares, stake_adds, units
from tablelaw.gaming_day.auditor.settling import winnings
from tablelaw.gaming_day.auditor.tables import HANDLERS, NO_MONEY
from tablelaw.gaming_day.world import card_places
from tablelaw.gaming_day.world.random_submissions import submission_text
from tablelaw.law.odds import Odds
from tablelaw.submission.submission import MeterTerms
from tablelaw.table import commands
from tablelaw.table.registry import tag_of

BY_THE_SYSTEM = {"ReadMeters", "DrawBonus"}
"""Commands that the floor gives itself, never by an order."""
FOLDER = Path(tablelaw.gaming_day.auditor.__file__).parent
METER = MeterTerms(
    "m", "meter", ("side",), Fraction(10_000_00), Fraction(10_000_00), Fraction(13, 100), Fraction(8, 100), ""
)


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            is_folder = node.module.endswith(".world")
            found |= {f"{node.module}.{alias.name}" for alias in node.names} if is_folder else {node.module}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


@pytest.mark.parametrize("path", [*sorted(FOLDER.glob("*.py")), Path(card_places.__file__)], ids=lambda path: path.name)
def test_auditor_shares_nothing_with_what_it_audits(path: Path) -> None:
    for module in imported(path):
        parts = module.split(".")
        assert parts[:1] != ["tablelaw"] or parts[1] not in ("floor", "table", "cage"), module
        assert (
            parts[:2] != ["tablelaw", "gaming_day"]
            or parts[2:] in ([], ["world", "card_places"])
            or parts[2] == "auditor"
        ), module


def test_auditor_knows_every_order_of_a_table() -> None:
    known = HANDLERS.keys() | NO_MONEY
    assert known == {tag_of(kind) for kind in commands.ALL} - BY_THE_SYSTEM


def test_auditor_knows_every_order_of_the_property() -> None:
    assert PROPERTY.keys() == {tag_of(kind) for kind in get_args(AnyFloorCommand)}


@pytest.mark.parametrize(
    ("odds", "stake", "won"),
    [
        ("3 to 2", 7_25, 10_87),
        ("1 to 1", 1, 1),
        ("500 to 1", 25_00, 12_500_00),
        ("300 for 1", 1_00, 300_00),
        ("$1,000", 1, 1_000_00),
    ],
)
def test_winnings_are_rounded_down_to_a_cent(odds: str, stake: int, won: int) -> None:
    assert winnings(Odds.parse(odds), stake) == won


def test_a_wager_adds_its_shares_to_a_ten_thousandth_of_a_cent() -> None:
    assert stake_adds(METER, 1) == (1_300, 800)
    third = METER.__class__("m", "meter", ("side",), Fraction(0), Fraction(0), Fraction(1, 3), Fraction(0), "")
    assert stake_adds(third, 1) == (3_333, 0)


def test_a_whole_meter_starts_again_from_reseed_and_reserve() -> None:
    meter, shares = Meter(units(12_345_67) + 5, reserve=units(8)), Shares()
    drawn = shares.draw(meter, METER, "side", Fraction(1), [[4]])
    assert drawn.parts == {4: 12_345_67}
    assert (meter.shown, meter.reserve) == (units(10_000_00 + 8) + 5, 0)
    assert shares.undo() == 12_345_67
    assert (meter.shown, meter.reserve, meter.hits, meter.wins) == (units(12_345_67) + 5, units(8), 0, 0)


def test_a_divided_share_leaves_at_once_and_a_lost_part_goes_back() -> None:
    meter, shares = Meter(units(100_00)), Shares()
    drawn = shares.draw(meter, METER, "side", Fraction(1, 10), [[5], [3], [1]])
    assert (drawn.parts, meter.shown) == ({5: 3_33, 3: 3_33, 1: 3_33}, units(100_00 - 9_99))
    assert shares.give_back("side", 3) == 3_33
    assert meter.shown == units(100_00 - 6_66)
    assert shares.undo() == 6_66
    assert meter.shown == units(100_00)


def test_a_persons_part_is_spread_over_the_seats_and_the_first_has_the_odd_cent() -> None:
    meter, shares = Meter(units(100_00)), Shares()
    drawn = shares.draw(meter, METER, "side", Fraction(1, 10), [[5], [3, 1]])
    assert (drawn.parts, meter.shown) == ({5: 5_00, 3: 2_50, 1: 2_50}, units(90_00))
    assert shares.draw(meter, METER, "other", Fraction(1, 1000), [[4, 2]]).parts == {4: 5, 2: 4}


def test_a_buy_in_and_a_cash_out_leave_the_drop_in_the_box() -> None:
    auditor = Auditor()
    text = submission_text("md-thb", 0, "T-1", "")
    auditor.take(Accepted("1", "administrator:kim", "InstallTable", {"submission": text, "tray_cents": 1_000_00}))
    auditor.take(Accepted("2", "dealer:bob", "BuyIn", {"player": "ann", "table": "T-1", "cents": 300_00}))
    auditor.take(Accepted("3", "player:ann", "TakeSeat", {"seat": 2, "player": ""}, "T-1"))
    auditor.take(Accepted("4", "player:ann", "PlaceWager", {"seat": 2, "wager": "ante", "cents": 10_00}, "T-1"))
    assert auditor.accounts.available("chips:ann") == 290_00
    auditor.take(Accepted("5", "player:ann", "WithdrawWager", {"seat": 2, "wager": "ante"}, "T-1"))
    auditor.take(Accepted("6", "player:ann", "CashOut", {"player": "ann"}))
    posted = auditor.accounts.all_posted()
    assert posted == {"cage": -1_000_00, "tray:T-1": 700_00, "drop:T-1": 300_00}

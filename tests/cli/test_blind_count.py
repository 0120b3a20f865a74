"""No command shows people who may count a drop box what should be in it before it is counted."""

from __future__ import annotations

import pytest

from tests.cli.floors import BOB, CHO, DANA, Floor

ADMINISTRATOR = "administrator:root"
COUNTERS = ("", CHO, "cashier:cy", BOB, "player:ann")
LOOKS = (("ledger", "trial-balance"), ("report", "day"), ("report", "day", "--format", "html"))
HELD = 7_654_32


@pytest.fixture
def bought(floor: Floor) -> Floor:
    """A drop box with sums that occur nowhere else: $500 and $7,154.32."""
    floor.do("floor", "buy-in", "zoe", "UTH-1", "7,154.32")
    return floor


def forms(*looks: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [*looks, *((*look, "--json") for look in looks if "html" not in look)]


@pytest.mark.parametrize("look", forms(*LOOKS), ids=" ".join)
@pytest.mark.parametrize("by", COUNTERS)
def test_no_look_reveals_what_is_to_be_counted(bought: Floor, by: str, look: tuple[str, ...]) -> None:
    shown = bought.do(*look, "--by", by)
    assert "7,654.32" not in shown and str(HELD) not in shown


@pytest.mark.parametrize("look", forms(*LOOKS), ids=" ".join)
@pytest.mark.parametrize("by", [DANA, ADMINISTRATOR])
def test_who_may_not_count_sees_it_at_once(bought: Floor, by: str, look: tuple[str, ...]) -> None:
    shown = bought.do(*look, "--by", by)
    assert "7,654.32" in shown or str(HELD) in shown


@pytest.mark.parametrize("by", COUNTERS)
@pytest.mark.parametrize("account", ["drop:UTH-1", "cage"])
def test_a_statement_that_would_tell_is_refused(bought: Floor, by: str, account: str) -> None:
    code, line = bought.refused("ledger", "statement", account, "--by", by)
    assert code == "blind-count" and "--by auditor:NAME" in line and "7,654" not in line
    assert bought.read("ledger", "statement", account, "--by", DANA)["lines"]
    assert bought.read("ledger", "statement", "tray:UTH-1", "--by", by)["lines"]


def test_after_the_count_everybody_is_told(bought: Floor) -> None:
    bought.do("floor", "drop", "UTH-1", "7,654.32")
    (table,) = bought.read("report", "day")["tables"]
    assert (table["drop_cents"], table["counted_cents"], table["is_counted"]) == (HELD, HELD, True)
    assert table["win_cents"] is not None
    assert bought.read("ledger", "statement", "drop:UTH-1")["closing"] == 0
    assert "uncounted" not in bought.do("ledger", "trial-balance")


def test_what_comes_into_the_box_after_a_count_is_hidden_again(bought: Floor) -> None:
    bought.do("floor", "drop", "UTH-1", "7,654.32")
    bought.do("floor", "buy-in", "zoe", "UTH-1", "1")
    (table,) = bought.read("report", "day")["tables"]
    assert (table["drop_cents"], table["win_cents"], table["hold"]) == (None, None, "")


def test_a_day_that_is_over_is_reported_once_its_box_is_counted(bought: Floor) -> None:
    bought.do("floor", "close")
    bought.do("floor", "open", "2026-11-16")
    (table,) = bought.read("report", "day", "2026-11-15")["tables"]
    assert table["drop_cents"] is None and not table["is_counted"]
    bought.do("floor", "drop", "UTH-1", "7,000")
    (table,) = bought.read("report", "day", "2026-11-15")["tables"]
    assert (table["drop_cents"], table["is_counted"]) == (HELD, True)


def test_the_trial_balance_says_what_it_hides_and_still_balances(bought: Floor) -> None:
    shown = bought.read("ledger", "trial-balance")
    hidden = {row["account"] for row in shown["accounts"] if row["balance_cents"] is None}
    assert hidden == {"cage", "drop:UTH-1"} and shown["balanced"] and shown["total_cents"] == 0
    assert bought.do("ledger", "trial-balance").count("uncounted") == 2 * (len(shown["accounts"]) + 1) + 2 * 2

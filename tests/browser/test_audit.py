"""The auditor's page on a separate property: a jackpot on a linked meter is replayed with the same amount
everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tablelaw.amounts import METER_UNITS_PER_CENT, money_text
from tablelaw.floor.store.api import open_store
from tablelaw.server.run import build
from tablelaw.server.settings import Settings
from tests.browser.visitor import Visitor
from tests.floor.test_fixed_shares import WINNER, played
from tests.floor.test_jackpots import Hall
from tests.server.served import Served, address_of, listening, without_limits

PASSWORD = "correct horse battery staple"


@pytest.fixture
def jackpot(tmp_path: Path) -> Iterator[tuple[Served, str]]:
    """A property where a royal flush won a linked meter while the other table played on, and the amount won."""
    file = str(tmp_path / "floor.db")
    with closing(open_store(file, create=True)) as store:
        hall = Hall(store)
        shown, _ = played(hall, "every moment")
        hall.floor.close()
    with closing(listening()) as listener:
        settings = replace(without_limits(Settings()), origins=(address_of(listener),))
        served = Served(build(file, settings), listener)
        served.context.people.add("Aud", "auditor", PASSWORD)
        served.open()
        yield served, money_text(shown // METER_UNITS_PER_CENT)
        served.close()


def test_a_jackpot_on_a_linked_meter_is_replayed_with_one_sum(browser: Browser, jackpot: tuple[Served, str]) -> None:
    served, sum_ = jackpot
    auditor = Visitor(browser, served.address).go("/audit")
    a_wrong_password_is_told_in_the_dialog(auditor)
    row = auditor.page.get_by_role("row").filter(has_text=f"hand-pay {sum_}")
    expect(row).to_contain_text(WINNER)
    row.get_by_role("link", name="Open").click()
    panel = auditor.page.get_by_role("region", name="Jackpot: Progressive Payout at seat 1")
    expect(panel.get_by_text(f"{sum_} was fixed, validated and paid.")).to_be_visible()
    expect(panel.get_by_role("row").filter(has_text=sum_)).to_have_count(3)
    auditor.button("Last").click()
    expect(auditor.page.locator(".lines")).to_contain_text(sum_)
    auditor.button("Check in this browser").click()
    expect(auditor.page.get_by_text("entries lead to the root").first).to_be_visible()
    auditor.inspect()
    auditor.leave()


def a_wrong_password_is_told_in_the_dialog(visitor: Visitor) -> None:
    visitor.button("Sign in").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Aud")
    dialog.get_by_label("Password").fill("wrong horse battery staple")
    dialog.get_by_role("button", name="Sign in").click()
    expect(dialog.get_by_role("alert")).to_contain_text("password")
    visitor.forgive("status of 40")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Sign in").click()
    expect(dialog).to_be_hidden()

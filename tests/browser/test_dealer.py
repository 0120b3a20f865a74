"""Who may use the dealer's page; `test_evening.py` covers dealing."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.visitor import Visitor


def test_a_second_dealer_is_told_who_deals(visit: Callable[..., Visitor]) -> None:
    first, second = visit("dealer", "Dora"), visit("dealer", "Dirk")
    first.go("/dealer/HUH-1")
    first.button("Take over the table").click()
    expect(first.button("Hand back the table")).to_be_visible()
    second.go("/dealer/HUH-1")
    expect(second.page.get_by_text("Dora is dealing this table.")).to_be_visible()
    expect(second.button("Take over the table")).to_have_count(0)
    first.button("Hand back the table").click()
    expect(second.button("Take over the table")).to_be_visible()


def test_who_is_no_dealer_is_offered_the_way_in(visit: Callable[..., Visitor]) -> None:
    player = visit("player", "Nell").go("/dealer/UTH-1")
    expect(player.page.get_by_text("This page is for dealers.")).to_be_visible()
    player.inspect()
    player.button("Enter as dealer").click()
    expect(player.page.get_by_text("The procedure")).to_be_visible()

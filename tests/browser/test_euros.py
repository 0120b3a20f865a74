"""The demo's property in euros: the symbol stands after a sum, typed sums are read the same way, the lobby links."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from tablelaw.money_format import DOLLARS
from tablelaw.printed_money import print_money_as
from tablelaw.server.demo.property import IN_DOLLARS, IN_EUROS
from tests.browser.conftest import SETTINGS, TEMPO
from tests.browser.visitor import PHONE, Visitor
from tests.server.served import Served, prepared

TABLE = next(iter(IN_EUROS.tables))
ELSEWHERE = "http://127.0.0.1:1"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    settings = replace(SETTINGS, demo_law=IN_EUROS.jurisdiction, beside=((IN_DOLLARS.name, ELSEWHERE),))
    database = str(tmp_path_factory.mktemp("euros") / "demo.db")
    try:
        with prepared(database, settings, TEMPO) as demo:
            demo.open()
            yield demo
    finally:
        print_money_as(DOLLARS)  # this process goes on with other properties


@pytest.fixture
def visitor(browser: Browser, served: Served) -> Iterator[Visitor]:
    somebody = Visitor(browser, served.address)
    yield somebody
    somebody.leave()


def test_the_lobby_is_in_euros_and_links_to_the_property_in_dollars(visitor: Visitor) -> None:
    visitor.page.goto("/")
    expect(visitor.page.get_by_text("5\u00a0€ to 50\u00a0€").first).to_be_visible()
    link = visitor.page.get_by_role("link", name=IN_DOLLARS.name)
    expect(link).to_have_attribute("href", ELSEWHERE)
    assert "$" not in visitor.page.locator("main").inner_text()
    width, height = PHONE
    visitor.page.set_viewport_size({"width": width, "height": height})
    expect(link).to_be_visible()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_player_buys_chips_with_a_comma_and_sees_euros(visitor: Visitor) -> None:
    visitor.enter("player", "Claire").go(f"/table/{TABLE}")
    visitor.page.get_by_role("button", name="Seat 1", exact=True).click()
    amount = visitor.page.get_by_label("Amount").first
    amount.fill("1 200,50")
    visitor.page.get_by_role("button", name="Buy chips").click()
    expect(visitor.page.get_by_text("1\u00a0200,50\u00a0€").first).to_be_visible()
    assert "$" not in visitor.page.locator("main").inner_text()

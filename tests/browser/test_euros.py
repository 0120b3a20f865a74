"""The demo's property in euros: the symbol follows the amount, amounts can be typed the same way, and the lobbies are
linked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from tablelaw.money_format import DOLLARS
from tablelaw.printed_money import print_money_as
from tablelaw.server.demo.property import IN_DOLLARS, IN_EUROS
from tests.browser.conftest import SETTINGS, TEMPO
from tests.browser.playing import close_bets, deal_always, own_round, settled, sit_down, wager
from tests.browser.visitor import PHONE, Visitor
from tests.floor.stacked_decks import StackedDecks
from tests.server.served import Served, prepared

TABLE = next(iter(IN_EUROS.tables))
SELLS = next(table for table, book in IN_EUROS.tables.items() if book == "fr-stud")
BUYS_A_FLUSH = "3s Ah 5s Kd 9s 9c Js 4c Qd 2h 2s"
"""One player's four spades, the dealer's ace-king, and the spade that is bought."""
ELSEWHERE = "http://127.0.0.1:1"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    settings = replace(SETTINGS, demo_law=IN_EUROS.jurisdiction, beside=((IN_DOLLARS.name, ELSEWHERE),))
    database = str(tmp_path_factory.mktemp("euros") / "demo.db")
    try:
        with prepared(database, settings, TEMPO) as demo:
            assert demo.context.house_dealer is not None
            demo.context.house_dealer.guests = {}
            demo.context.service.chance = StackedDecks("euros")
            deal_always(demo, BUYS_A_FLUSH)
            demo.open()
            yield demo
    finally:
        print_money_as(DOLLARS)  # later tests in this process use other properties


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


def test_a_player_exchanges_a_card_for_the_price_of_the_ante(visitor: Visitor, served: Served) -> None:
    visitor.enter("player", "Achille")
    sit_down(visitor, SELLS, seat=1)
    wager(visitor)
    close_bets(served, SELLS)
    buys = visitor.button(re.compile("^Bet and buy a card"))
    expect(buys).to_contain_text("10\u00a0€ on Relance, twice the Ante; 5\u00a0€ for the card, which is not returned")
    buys.click()
    expect(visitor.page.get_by_text("First press the card you want to exchange.")).to_be_visible()
    visitor.button("Exchange the queen of diamonds").click()
    expect(visitor.page.get_by_text("You are exchanging the queen of diamonds.")).to_be_visible()
    visitor.inspect()
    buys.click()
    expect(settled(visitor)).to_be_visible()
    kept = own_round(visitor, served, SELLS, "Achille")
    assert kept.net == 5_00 + 8 * 10_00 - 5_00


def test_a_game_without_countable_hidden_cards_says_so(visitor: Visitor) -> None:
    visitor.enter("auditor", "Ana").go(f"/analyst?table={SELLS}#exposure")
    expect(visitor.page.get_by_text("no hidden cards whose worth can be counted exactly")).to_be_visible(timeout=60_000)
    visitor.inspect()

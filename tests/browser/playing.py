"""What a player does at a table's page, click by click."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.visitor import Visitor

SEAT = 6
BOUGHT = "$500"


def sit_down(visitor: Visitor, table: str, seat: int = SEAT) -> None:
    """From the lobby to a seat with chips on the table."""
    visitor.go("/")
    visitor.page.get_by_label(table, exact=True).get_by_role("link", name=re.compile("Sit down|Watch")).click()
    visitor.button(f"Seat {seat}").click()
    visitor.button("Buy chips").click()
    expect(visitor.page.get_by_text(f"Chips {BOUGHT}")).to_be_visible()


def wager(visitor: Visitor) -> None:
    """A chip on every area that must be wagered on; those that must be equal go together."""
    areas = visitor.page.locator("button.spot-button.required:not(.placed)")
    expect(areas.first).to_be_visible()
    while before := areas.count():
        areas.first.click()
        expect(areas).not_to_have_count(before)


def settled(visitor: Visitor) -> Locator:
    """The settlement; it stays in sight until cards are dealt again."""
    return visitor.page.get_by_role("region", name=re.compile("^Your settlement|^Settlement of round"))


def choices(visitor: Visitor) -> Locator:
    """Every decision that is no fold."""
    return visitor.page.locator("button.decision.primary, #position form button.primary")


def decide(visitor: Visitor) -> int:
    """The first decision that is no fold, until nothing more is asked; how many there were."""
    made = 0
    while True:
        expect(settled(visitor).or_(choices(visitor).first).first).to_be_visible()
        if settled(visitor).count():
            return made
        asked = visitor.page.locator("#position")
        put_away = asked.locator("button.card-button")
        if put_away.count():
            put_away.first.click()
        stage = asked.inner_html()
        choices(visitor).first.click()
        made += 1
        visitor.page.wait_for_function("before => document.querySelector('#position').innerHTML !== before", arg=stage)

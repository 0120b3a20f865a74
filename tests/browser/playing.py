"""What a player does at a table's page, click by click."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.visitor import Visitor, trying
from tests.server.served import Served

REAL_CARDS, STACKED = "UTH-REAL", "UTH-2"
SEAT = 6
BOUGHT = "$500"
SHORT_MS = 1_500


def sit_down(visitor: Visitor, table: str, seat: int = SEAT) -> None:
    """From the lobby to a seat with chips on the table."""
    visitor.go("/")
    visitor.page.get_by_label(table, exact=True).get_by_role("link", name=re.compile("Sit down|Watch")).click()
    visitor.button(f"Seat {seat}").click()
    visitor.button("Buy chips").click()
    expect(visitor.page.get_by_text(f"Chips {BOUGHT}")).to_be_visible()


def areas(visitor: Visitor) -> Locator:
    """Where a wager must still be placed."""
    return visitor.page.locator("button.spot-button.required:not(.placed):enabled")


def wager(visitor: Visitor) -> None:
    """A chip on every area that must be wagered on; those that must be equal go together."""
    for _ in trying("the wagers to be placed"):
        if visitor.page.locator("button.spot-button.required.placed:enabled").count() and not areas(visitor).count():
            return
        wager_once(visitor)


def wager_once(visitor: Visitor) -> None:
    with suppress(PlaywrightTimeout):
        areas(visitor).first.click(timeout=SHORT_MS)


def close_bets(served: Served, table: str) -> None:
    """The time to bet is up: the automatic dealer calls no more bets."""
    assert served.house.pace is not None
    served.house.pace.deadline[table] = 0.0


def settled(visitor: Visitor) -> Locator:
    """The settlement; it stays in sight until cards are dealt again."""
    return visitor.page.get_by_role("region", name=re.compile("^Your settlement|^Settlement of round"))


def choices(visitor: Visitor) -> Locator:
    """Every decision that is no fold."""
    return visitor.page.locator("button.decision.primary:enabled, #position form button.primary")


def decide(visitor: Visitor) -> None:
    """The first decision that is no fold, until nothing more is asked."""
    for _ in trying("the settlement"):
        expect(settled(visitor).or_(choices(visitor).first).first).to_be_visible()
        if settled(visitor).count():
            return
        decide_once(visitor)


def decide_once(visitor: Visitor) -> None:
    """One decision. The page may be drawn anew at any moment; then what is asked is looked at again."""
    put_away = visitor.page.locator("#position button.card-button")
    with suppress(PlaywrightTimeout):
        if put_away.count():
            put_away.first.click(timeout=SHORT_MS)
        choices(visitor).first.click(timeout=SHORT_MS)

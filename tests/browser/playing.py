"""What a player does at a table's page, click by click."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.visitor import Visitor, trying
from tests.floor.stacked_decks import StackedDecks
from tests.server.served import Served
from tests.table.game import arranged

REAL_CARDS, STACKED = "UTH-REAL", "UTH-2"
SEAT = 6
BOUGHT = "$500"
SHORT_MS = 1_500


def sit_down(visitor: Visitor, table: str, seat: int = SEAT) -> None:
    """From the lobby to a seat, with chips on the table."""
    visitor.go("/")
    visitor.page.get_by_label(table, exact=True).get_by_role("link", name=re.compile("Sit down|Watch")).click()
    visitor.button(f"Seat {seat}").click()
    visitor.button("Buy chips").click()
    expect(visitor.page.get_by_text(f"Chips {BOUGHT}")).to_be_visible()


def areas(visitor: Visitor) -> Locator:
    """Areas where a wager must still be placed."""
    return visitor.page.locator("button.spot-button.required:not(.placed):enabled")


def wager(visitor: Visitor) -> None:
    """Places a chip on every required area; wagers that must be equal move together."""
    for _ in trying("the wagers to be placed"):
        if visitor.page.locator("button.spot-button.required.placed:enabled").count() and not areas(visitor).count():
            return
        wager_once(visitor)


def wager_once(visitor: Visitor) -> None:
    with suppress(PlaywrightTimeout):
        areas(visitor).first.click(timeout=SHORT_MS)


def close_bets(served: Served, table: str) -> None:
    """Waits until the time to bet is over and the automatic dealer calls no more bets."""
    assert served.context.pace is not None
    served.context.pace.deadline[table] = 0.0


def settled(visitor: Visitor) -> Locator:
    """The settlement, which stays visible until cards are dealt again."""
    return visitor.page.get_by_role("region", name=re.compile("^Your settlement|^Settlement of round"))


def choices(visitor: Visitor) -> Locator:
    """Every decision except a fold."""
    return visitor.page.locator("button.decision.primary:enabled, #position form button.primary")


def decide(visitor: Visitor) -> None:
    """Takes the first decision that is not a fold, until no more are asked for."""
    for _ in trying("the settlement"):
        expect(settled(visitor).or_(choices(visitor).first).first).to_be_visible()
        if settled(visitor).count():
            return
        decide_once(visitor)


def decide_once(visitor: Visitor) -> None:
    """Makes one decision; if the page is redrawn meanwhile, looks again at what is asked."""
    put_away = visitor.page.locator("#position button.card-button")
    with suppress(PlaywrightTimeout):
        if put_away.count():
            put_away.first.click(timeout=SHORT_MS)
        choices(visitor).first.click(timeout=SHORT_MS)


def place_side_wagers(visitor: Visitor, most: int) -> None:
    """Places a chip on the first optional wagers."""
    optional = visitor.page.locator("button.spot-button.optional")
    for area in range(min(most, optional.count())):
        optional.nth(area).click()
        expect(visitor.page.locator("button.spot-button:disabled")).to_have_count(0)


def stack_a_royal_flush(served: Served) -> None:
    """A deck that wins for a player alone at an Ultimate table in this seat, at every shuffle."""
    decks, hands = served.context.service.chance, {SEAT: "As Ks"}
    assert isinstance(decks, StackedDecks)
    decks.always(arranged("pa-653a", "manual-shoe", (SEAT,), hands, dealer="2d 7c", board="Qs Js Ts 3d 8h"))

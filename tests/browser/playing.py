"""A player's actions on a table's page, click by click."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tablelaw.cards import PACK
from tablelaw.cards.card import parse_cards
from tablelaw.printed_money import printed
from tablelaw.server.audit.player_history import OwnRound, own_rounds
from tests.browser.visitor import Visitor, trying
from tests.floor.stacked_decks import StackedDecks
from tests.server.served import Served
from tests.table.game import arranged

REAL_CARDS, STACKED = "UTH-REAL", "UTH-2"
SEAT = 6
BOUGHT_CENTS = 500_00
SHORT_MS = 1_500


def sit_down(visitor: Visitor, table: str, seat: int = SEAT) -> None:
    """Goes from the lobby to a seat, and buys chips."""
    visitor.go("/")
    visitor.page.get_by_label(table, exact=True).get_by_role("link", name=re.compile("Sit down|Watch")).click()
    visitor.button(f"Seat {seat}").click()
    visitor.button("Buy chips").click()
    expect(visitor.page.get_by_text(f"Chips {printed(BOUGHT_CENTS)}")).to_be_visible()


def areas(visitor: Visitor) -> Locator:
    """Areas where a wager still has to be placed."""
    return visitor.page.locator("button.spot-button.required:not(.placed):not(.pending):enabled")


def wager(visitor: Visitor) -> None:
    """Places a chip on every required area; wagers that must be equal move together."""
    for _ in trying("the wagers to be placed"):
        if visitor.page.locator("button.spot-button.required.placed:enabled").count() and not areas(visitor).count():
            return
        wager_once(visitor)


def wager_once(visitor: Visitor) -> None:
    with suppress(PlaywrightTimeout):
        areas(visitor).first.click(timeout=SHORT_MS)
        expect(visitor.page.locator("button.spot-button.pending")).to_have_count(0)


def close_bets(served: Served, table: str) -> None:
    """Ends the betting time, so the automatic dealer calls no more bets."""
    assert served.context.house_dealer is not None
    served.context.house_dealer.deadline[table] = 0.0


def settled(visitor: Visitor) -> Locator:
    """The settlement, which stays visible until cards are dealt again."""
    return visitor.page.get_by_role("region", name=re.compile("^Your settlement|^Settlement of round"))


def choices(visitor: Visitor) -> Locator:
    """Every decision except a fold."""
    return visitor.page.locator("button.decision.primary:enabled, #position form button.primary")


def decide(visitor: Visitor) -> None:
    """Takes the first decision that is not a fold, until there are no more."""
    for _ in trying("the settlement"):
        expect(settled(visitor).or_(choices(visitor).first).first).to_be_visible()
        if settled(visitor).count():
            return
        decide_once(visitor)


def decide_once(visitor: Visitor) -> None:
    """Makes one decision, or gives up if the page is redrawn in the meantime."""
    put_away = visitor.page.locator("#own button.card-button")
    with suppress(PlaywrightTimeout):
        if put_away.count() and not visitor.page.locator("#own button.card-button[aria-pressed=true]").count():
            put_away.first.click(timeout=SHORT_MS)
        choices(visitor).first.click(timeout=SHORT_MS)


def own_round(visitor: Visitor, served: Served, table: str, name: str) -> OwnRound:
    """The round the player has just finished, after checking that the page shows everything the log has about it."""
    expect(visitor.page.get_by_role("region", name="Your rounds")).to_be_visible()
    [kept] = own_rounds(served.context, table, name)
    assert kept.story, "a decision was asked for"
    the_page_tells_what_the_log_keeps(visitor, kept)
    the_paragraph_is_shown_where_it_is_cited(visitor, kept)
    return kept


def the_page_tells_what_the_log_keeps(player: Visitor, kept: OwnRound) -> None:
    """Checks that the page shows each wager with its result and paragraph, the total, and the remaining chips."""
    shown = settled(player)
    for line in kept.lines:
        row = shown.get_by_role("row").filter(has_text=line.name).filter(has_text=line.cite)
        expect(row.first).to_contain_text(line.odds)
    expect(shown).to_contain_text(printed(kept.net))
    expect(player.page.get_by_text(f"Chips {printed(BOUGHT_CENTS + kept.net)}")).to_be_visible()


def the_paragraph_is_shown_where_it_is_cited(player: Visitor, kept: OwnRound) -> None:
    history = player.page.get_by_role("region", name="Your rounds")
    history.get_by_text(f"Round {kept.round}:").click()
    history.get_by_role("button", name=kept.lines[0].cite, exact=True).first.click()
    dialog = player.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_contain_text(kept.lines[0].cite.split("(")[0])
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()


def place_side_wagers(visitor: Visitor, most: int) -> None:
    """Places a chip on each of the first optional wagers."""
    optional = visitor.page.locator("button.spot-button.optional")
    for area in range(min(most, optional.count())):
        optional.nth(area).click()
        expect(visitor.page.locator("button.spot-button.pending")).to_have_count(0)


def deal_always(served: Served, cards: str) -> None:
    """Makes every shuffle from now on begin with these cards."""
    decks, first = served.context.service.chance, parse_cards(cards)
    assert isinstance(decks, StackedDecks)
    decks.always((*first, *(card for card in PACK if card not in first)))


def stack_a_royal_flush(served: Served) -> None:
    """Stacks every shuffle so a single player in this seat of an Ultimate table gets a royal flush."""
    decks, hands = served.context.service.chance, {SEAT: "As Ks"}
    assert isinstance(decks, StackedDecks)
    decks.always(arranged("pa-653a", "manual-shoe", (SEAT,), hands, dealer="2d 7c", board="Qs Js Ts 3d 8h"))

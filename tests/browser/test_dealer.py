"""A dealer at a table of real cards, in a second browser: every card typed or pressed as it leaves the shoe."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from houserules.server.own_rounds import OwnRound, own_rounds
from tests.browser.playing import REAL_CARDS, SHORT_MS, areas, choices, decide_once, settled, sit_down, wager
from tests.browser.visitor import Visitor, trying
from tests.server.served import Served
from tests.table.game import arranged

SEAT = 3
CARD_NAME = """async text => (await import("/web/lib/cards.js")).cardName(text)"""
SLIP = "More than one card face up, before everyone has two cards"


class Shift:
    """A dealer who has taken a table over, and the cards that will leave the shoe."""

    def __init__(self, dealer: Visitor, cards: Iterator[str]) -> None:
        self.dealer, self.cards = dealer, cards
        self.entered = 0
        dealer.go(f"/dealer/{REAL_CARDS}")
        dealer.button("Take the table over").click()
        expect(dealer.button("Hand the table back")).to_be_visible()

    @property
    def number(self) -> int:
        """The table's last entry, as the server counts them."""
        return int(self.dealer.ask(f"/api/tables/{REAL_CARDS}/view")["number"])

    def go_on(self) -> bool:
        """The next step the page offers: a card, or the button of the procedure. False when a player must act."""
        before = self.number
        if self.dealer.page.locator("#entry form").count():
            self._enter(next(self.cards))
        elif self.dealer.page.locator("#next button.big:enabled").count():
            with suppress(PlaywrightTimeout):
                self.dealer.page.locator("#next button.big:enabled").click(timeout=SHORT_MS)
        else:
            self.dealer.page.wait_for_timeout(50)
            return False
        self._until_drawn(before)
        return True

    def ready_the_deck(self, player: Visitor) -> None:
        """The opening, as far as it has not been done: looked at by the first player, washed, shuffled."""
        looked = player.button("I have looked at the cards")
        for _ in trying("the deck to be ready"):
            if areas(player).count():
                return
            if not self.go_on() and looked.count():
                looked.click()
                expect(looked).to_have_count(0)

    def collected(self, served: Served, player: str) -> list[OwnRound]:
        """The rounds of a player, once this one is over."""
        for _ in trying("the end of the round"):
            if found := own_rounds(served.house, REAL_CARDS, player):
                return found
            self.go_on()
        raise AssertionError

    def _enter(self, card: str) -> None:
        """By keyboard, as a scanner would; every third card is pressed instead."""
        self.entered += 1
        if self.entered % 3:
            field = self.dealer.page.get_by_label("The card, such as As or Td")
            field.fill(card)
            field.press("Enter")
        else:
            name = self.dealer.page.evaluate(
                """async text => (await import("/web/lib/cards.js")).cardName(text)""", card
            )
            self.dealer.page.locator("#entry").get_by_role("button", name=name, exact=True).click()

    def _until_drawn(self, before: int) -> None:
        """Until the page shows an entry after this one."""
        shown = "before => Number(document.querySelector('#page').dataset.number) > before"
        self.dealer.page.wait_for_function(shown, arg=before)


def shoe(hand: str = "As Ad", board: str = "Ah Kd Qc 9s 4h") -> Iterator[str]:
    cards = arranged("pa-653a", "manual-shoe", (SEAT,), hands={SEAT: hand}, dealer="2c 7d", board=board)
    return iter([str(card) for card in cards])


def test_a_round_is_dealt_by_hand_from_a_real_shoe(visit: Callable[..., Visitor], served: Served) -> None:
    shift = Shift(visit("dealer", "Dora"), shoe())
    player = visit("player", "Rita")
    sit_down(player, REAL_CARDS, SEAT)
    shift.ready_the_deck(player)
    wager(player)
    for _ in trying("the settlement"):
        if settled(player).count():
            break
        if not shift.go_on() and choices(player).count():
            felt = player.page.get_by_role("img", name=re.compile("You hold: ace of spades, ace of diamonds"))
            expect(felt).to_be_visible()
            assert "ace of spades" not in (shift.dealer.page.locator("#felt svg").get_attribute("aria-label") or "")
            decide_once(player)
    shift.dealer.inspect()
    [kept] = shift.collected(served, "Rita")
    assert kept.cards == ("As", "Ad") and kept.dealer == ("2c", "7d") and kept.net > 0
    shift.dealer.button("Hand the table back").click()
    expect(shift.dealer.button("Take the table over")).to_be_visible()


def test_13_a_an_irregularity_voids_the_round(visit: Callable[..., Visitor], served: Served) -> None:
    """The dealer reports it, with the paragraph beside it; the player reads that it is void and has the wagers back."""
    shift = Shift(visit("dealer", "Dora"), shoe("Ks Kd"))
    player = visit("player", "Vic")
    sit_down(player, REAL_CARDS, SEAT + 1)
    shift.ready_the_deck(player)
    wager(player)
    for _ in trying("a card"):
        shift.go_on()
        if shift.entered:
            break
    page = shift.dealer.page
    page.get_by_label("Which irregularity").select_option(label=SLIP)
    expect(page.locator(".slip-form").get_by_role("button", name="653a.13(a)")).to_be_visible()
    shift.dealer.inspect()
    shift.dealer.button(f"Report: {SLIP}").click()
    expect(player.page.get_by_text("The round is void.")).to_be_visible()
    [kept] = shift.collected(served, "Vic")
    assert {line.outcome for line in kept.lines} == {"void"} and kept.net == 0
    expect(player.page.get_by_text("Chips $500")).to_be_visible()
    player.inspect()
    shift.dealer.button("Hand the table back").click()


def test_a_second_dealer_is_told_who_deals(visit: Callable[..., Visitor]) -> None:
    first, second = visit("dealer", "Dora"), visit("dealer", "Dirk")
    first.go("/dealer/HUH-1")
    first.button("Take the table over").click()
    expect(first.button("Hand the table back")).to_be_visible()
    second.go("/dealer/HUH-1")
    second.button("Dealt by Dora").click()
    expect(second.page.get_by_text("This cannot be done now.", exact=False)).to_be_visible()
    second.forgive("status of 409")
    first.button("Hand the table back").click()
    expect(second.button("Take the table over")).to_be_visible()


def test_who_is_no_dealer_is_offered_the_way_in(visit: Callable[..., Visitor]) -> None:
    player = visit("player", "Nell").go("/dealer/UTH-1")
    expect(player.page.get_by_text("This page is for the role dealer.")).to_be_visible()
    player.inspect()
    player.button("Enter as dealer").click()
    expect(player.page.get_by_role("heading", name="The procedure")).to_be_visible()

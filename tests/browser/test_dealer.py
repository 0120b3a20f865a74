"""A dealer at a table with real cards, in a second browser."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.dealing import Shift, shoe
from tests.browser.playing import REAL_CARDS, choices, decide_once, settled, sit_down, wager
from tests.browser.visitor import Visitor, trying
from tests.server.served import Served

SEAT = 3


def test_a_round_is_dealt_by_hand_from_a_real_shoe(visit: Callable[..., Visitor], served: Served) -> None:
    shift = Shift(visit("dealer", "Dora"), shoe(SEAT, "As Ad"))
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
    shift.dealer.button("Hand back the table").click()
    expect(shift.dealer.button("Take over the table")).to_be_visible()


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
    expect(player.page.get_by_role("heading", name="The procedure")).to_be_visible()


def test_8_b_the_dealer_counts_the_chips_and_presses_no_card_twice(visit: Callable[..., Visitor]) -> None:
    """The system does not show its own count, and a card that was entered cannot be pressed again."""
    shift = Shift(visit("dealer", "Dora"), shoe(SEAT + 1, "As Ad"))
    player, dealer = visit("player", "Petra"), shift.dealer
    sit_down(player, REAL_CARDS, SEAT + 1)
    shift.ready_the_deck(player)
    expect(dealer.page.get_by_text("Nobody has wagered yet.")).to_be_visible()
    wager(player)
    player.button(re.compile("on Progressive Payout")).click()
    expect(player.button(re.compile("^Progressive Payout: "))).to_be_visible()
    dealer.button("No more bets").click()
    counted = dealer.page.get_by_label("Counted")
    for number, said in ((9, "count"), (1, "")):
        counted.fill(str(number))
        dealer.button("Count the progressive chips").click()
        if said:
            expect(dealer.page.get_by_text("The chips do not equal the wagers accepted (9 chips")).to_be_visible()
            dealer.forgive("status of 409")
    card = dealer.page.get_by_label("All cards").get_by_role("button", name="ace of spades")
    card.click()
    expect(card).to_be_disabled()
    dealer.inspect()

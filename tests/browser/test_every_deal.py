"""Every game dealt from the dealer's page with every seat taken: whatever the dealer presses or reads is in sight on
every desk.

No player has a device, so the dealer enters all wagers and decisions. `make test` deals one game of each kind, and with
TABLELAW_SHOWN_GAMES=1 all of them are dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress

import pytest
from playwright.sync_api import Browser, Locator, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tablelaw.floor import orders
from tablelaw.floor.orders import FloorCommand, Order
from tablelaw.money_format import DOLLARS
from tablelaw.printed_money import print_money_as
from tablelaw.table import commands
from tablelaw.table.commands import Command
from tablelaw.table.phases.closing_bets import device_wagers
from tests.browser.playing import SHORT_MS
from tests.browser.test_every_game import PLACES, PLAYED, SIZES, house
from tests.browser.visitor import SEEN, Visitor, trying
from tests.floor.stacked_decks import StackedDecks
from tests.server.served import Served

DESKS = tuple(size for size in SIZES if size[0] >= 1280)
DEALER = "dealer:Dora"
NAMES = ("Bo", "Henrietta", "Li", "Bartholomew", "Ida", "Konstantin", "Mo")
CHIPS_CENTS = 100_000


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Served]]:
    """The property in dollars or the one in euros; opening one closes the other."""
    folder, there = tmp_path_factory.mktemp("deals"), dict[str, Served]()
    with ExitStack() as opened:

        def find(name: str) -> Served:
            if name not in there:
                opened.close()
                there.clear()
                there[name] = opened.enter_context(house(folder, name))
                there[name].context.service.chance = StackedDecks("deals")
            return there[name]

        yield find
    print_money_as(DOLLARS)


@pytest.mark.parametrize("table", PLAYED, ids=[book for _, book in PLAYED.values()])
def test_a_full_table_is_dealt_within_one_desk(
    browser: Browser, open_house: Callable[[str], Served], table: str
) -> None:
    served = open_house(PLACES[table][0])
    dealer = Visitor(browser, served.address).enter("dealer", "Dora").go(f"/dealer/{table}")
    dealer.button("Take over the table").click()
    expect(dealer.button("Hand back the table")).to_be_visible()
    seat_everybody(served, table)
    open_the_deck(dealer, served, table)
    wager_for_everybody(dealer)
    deal(dealer, served, table)
    for at in ("settled",):
        within_one_desk(dealer, at)
    dealer.leave()


class Orders:
    """Orders of other people at a table, each under its own name."""

    number = 0

    @classmethod
    def give(cls, served: Served, by: str, command: Command | FloorCommand, table: str = "") -> None:
        cls.number += 1
        served.context.service.do(Order(id=f"deals/{cls.number}", by=by, command=command, table=table))


def seat_everybody(served: Served, table: str) -> None:
    view = served.context.service.views.tables[table]
    for guest in view.state.players:
        Orders.give(served, "floor:Flo", commands.LeaveSeat(guest), table)
    for seat, name in zip(range(1, view.engine.rules.seats + 1), NAMES, strict=False):
        player = f"{name} {table}"
        Orders.give(served, DEALER, commands.TakeSeat(seat, player), table)
        Orders.give(served, DEALER, orders.ServeSeat(table, seat, player))
        Orders.give(served, DEALER, orders.BuyIn(player, table, CHIPS_CENTS))
        Orders.give(served, DEALER, orders.LoadAccount(player, CHIPS_CENTS // 10))


def open_the_deck(dealer: Visitor, served: Served, table: str) -> None:
    """The opening; the first player looks at the spread cards."""
    for _ in trying("the deck to be ready"):
        deck = served.context.service.views.tables[table].state.deck_state
        if deck is not None and deck.status == "ready":
            return
        if deck is not None and deck.status in ("spread", "idle"):
            within_one_desk(dealer, "opening")
            Orders.give(served, "player:visitor", commands.ShowCards(), table)
        go_on(dealer)


def go_on(dealer: Visitor) -> None:
    """Presses what is due, except what ends the round."""
    due = dealer.page.locator("#next button.big:enabled:not(:text-is('Collect the cards'))").first
    if due.count():
        with suppress(PlaywrightTimeout):
            due.click(timeout=SHORT_MS)
    dealer.page.wait_for_timeout(20)


def wager_for_everybody(dealer: Visitor) -> None:
    """The least on every opening wager, and every further wager for the first seat."""
    rows = dealer.page.locator(".served-seat")
    expect(rows.first).to_be_visible()
    within_one_desk(dealer, "before the wagers")
    for row in rows.all():
        row.locator("button.primary").click()
        expect(row.locator("button.primary")).to_have_count(0)
    first = rows.first
    for _ in trying("every further wager"):
        if not first.locator("select").count():
            break
        placed = first.get_by_role("button", name="✕").count()
        first.get_by_role("button", name="Place").click()
        expect(first.get_by_role("button", name="✕")).to_have_count(placed + 1)
    within_one_desk(dealer, "betting")


def deal(dealer: Visitor, served: Served, table: str) -> None:
    """Deals until the cards are to be collected; every seat plays as far as it can."""
    page, seen = dealer.page, set[str]()
    for _ in trying("the end of the round"):
        says = page.locator("#next .says").inner_text()
        round_ = served.context.service.views.tables[table].state.round
        assert round_ is not None
        if round_.phase == "done" and page.get_by_role("button", name="Collect the cards").count():
            return
        if says not in seen:
            seen.add(says)
            within_one_desk(dealer, says)
        said = page.get_by_role("group", name="What the player without a device says")
        if said.count():
            decide(said, says)
        elif page.locator("#next form.ask-for").count():
            number = served.context.service.views.tables[table].engine.rules
            with suppress(PlaywrightTimeout):  # the page may just be drawing what comes after this count
                counted = page.locator("#next").get_by_label("Counted")
                counted.fill(str(device_wagers(number, round_)), timeout=SHORT_MS)
            go_on(dealer)
        else:
            go_on(dealer)


def decide(said: Locator, says: str) -> None:
    """Takes the last choice that needs nothing typed, or else discards the player's first card."""
    plain = said.locator("button.decision:enabled")
    with suppress(PlaywrightTimeout):
        plain.last.click(timeout=SHORT_MS)


OUT_OF_SIGHT = (
    f"() => {{ {SEEN}"
    """
  const found = [], root = document.documentElement;
  if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) found.push("the page scrolls");
  for (const one of all("#felt, #work, #work > *, .felt-seat"))
    if (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
      found.push(`${one.id || one.className} is too small: ${one.scrollHeight} in ${one.clientHeight} high, ` +
        `${one.scrollWidth} in ${one.clientWidth} wide`);
  for (const one of all("#shift button, :is(#next, #work) :is(button, input, select)"))
    if (isOut(one) || isCovered(one)) found.push(`out of sight: ${told(one)}`);
  for (const one of all("#next .says, #felt .card, #felt .seat-title, #work .payouts :is(td, th)"))
    if (isOut(one) || isCovered(one)) found.push(`cannot be read: ${told(one)}`);
  return found.slice(0, 5);
}"""
)


def within_one_desk(dealer: Visitor, stage: str) -> None:
    faults = {}
    for width, height in DESKS:
        dealer.page.set_viewport_size({"width": width, "height": height})
        if found := dealer.page.evaluate(OUT_OF_SIGHT):
            faults[f"{width}x{height}"] = found
    dealer.page.set_viewport_size({"width": DESKS[0][0], "height": DESKS[0][1]})
    assert not faults, "\n".join(f"{stage} {where}: {one}" for where, those in faults.items() for one in those)

"""The dealer's work at a table with real cards: every card is typed or clicked as it leaves the shoe."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from tablelaw.server.audit.player_history import OwnRound, own_rounds
from tests.browser.playing import REAL_CARDS, SHORT_MS, areas
from tests.browser.visitor import Visitor, trying
from tests.server.served import Served
from tests.table.game import arranged

CARD_NAME = """async text => (await import("/web/lib/cards.js")).cardName(text)"""


def shoe(seat: int, hand: str, board: str = "Ah Kd Qc 9s 4h") -> Iterator[str]:
    """The cards of one round in the order they leave the shoe; the dealer has a seven and a two."""
    cards = arranged("pa-653a", "manual-shoe", (seat,), hands={seat: hand}, dealer="2c 7d", board=board)
    return iter([str(card) for card in cards])


class Shift:
    """A dealer who has taken over a table, and the cards that will leave the shoe."""

    def __init__(self, dealer: Visitor, cards: Iterator[str]) -> None:
        self.dealer, self.cards = dealer, cards
        self.entered = 0
        dealer.go(f"/dealer/{REAL_CARDS}")
        dealer.button("Take over the table").click()
        expect(dealer.button("Hand back the table")).to_be_visible()

    @property
    def number(self) -> int:
        """The number of the table's last entry on the server."""
        return int(self.dealer.ask(f"/api/tables/{REAL_CARDS}/view")["number"])

    def go_on(self) -> bool:
        """Takes the next step that the page offers: a card or the procedure's button. Returns False if a player must
        act.
        """
        before = self.number
        if self.dealer.page.locator("#card-field").count():
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
        """Completes the opening: the first player inspects the cards, then they are washed and shuffled."""
        looked = player.button("I have checked the cards")
        for _ in trying("the deck to be ready"):
            if areas(player).count():
                return
            if not self.go_on() and looked.count():
                looked.click()
                expect(looked).to_have_count(0)

    def deal_a_card(self) -> None:
        for _ in trying("a card"):
            self.go_on()
            if self.entered:
                return

    def collected(self, served: Served, player: str) -> list[OwnRound]:
        """A player's rounds, once the current one is over."""
        for _ in trying("the end of the round"):
            if found := own_rounds(served.context, REAL_CARDS, player):
                return found
            self.go_on()
        raise AssertionError

    def _enter(self, card: str) -> None:
        """Types a card as a scanner would; every third card is clicked instead."""
        self.entered += 1
        if self.entered % 3:
            field = self.dealer.page.get_by_label("The card, such as As or Td")
            field.fill(card)
            field.press("Enter")
        else:
            name = self.dealer.page.evaluate(CARD_NAME, card)
            self.dealer.page.get_by_label("All cards").get_by_role("button", name=name, exact=True).click()

    def _until_drawn(self, before: int) -> None:
        """Waits until the page shows a later entry."""
        shown = "before => Number(document.querySelector('#page').dataset.number) > before"
        self.dealer.page.wait_for_function(shown, arg=before)

"""The states of the pages that are worth a screenshot: who visits, what they do, and when the picture is taken."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import expect

from tablelaw.server.demo.property import IN_DOLLARS
from tests.browser.dealing import Shift, shoe
from tests.browser.playing import (
    REAL_CARDS,
    STACKED,
    areas,
    choices,
    close_bets,
    decide,
    decide_once,
    place_side_wagers,
    settled,
    sit_down,
    stack_a_royal_flush,
    wager,
)
from tests.browser.visitor import DESKTOP, PHONE, Visitor, trying
from tools.studio import Studio

PLAYERS = {
    "UTH-1": (4, "Robin"),
    "THB-1": (3, "Alex"),
    "MTH-1": (5, "Kim"),
    "CHP-1": (1, "Sam"),
    "HUH-1": (3, "Lee"),
    "HCF-1": (4, "Max"),
}
"""Who sits where in the pictures; guests have the other seats."""
VOIDS = "More than one card found face up before everyone has two cards"


# --- Players -------------------------------------------------------------------------------------------------


def table(studio: Studio) -> None:
    """A round of each rulebook: during a decision, settled, and with the reasons shown."""
    for name, book in IN_DOLLARS.tables.items():
        seat, called = PLAYERS[name]
        player = studio.visit("player", called)
        sit_down(player, name, seat)
        if book == "pa-653a":
            player.page.get_by_label("show advice").check()
        wager(player)
        place_side_wagers(player, 2)
        if book == "pa-653a":
            studio.shoot("table-betting", player)
        close_bets(studio.served, name)
        one_round(studio, player, book)
        studio.leave()


def one_round(studio: Studio, player: Visitor, book: str) -> None:
    expect(settled(player).or_(choices(player).first).first).to_be_visible()
    if book == "pa-653a":
        expect(player.page.locator(".ev-row.best").first).to_be_visible(timeout=240_000)
    studio.shoot(f"table-{book}-deciding", player)
    if book == "pa-653a":
        make_a_mistake(player)
    decide(player)
    studio.shoot(f"table-{book}-settled", player)
    if book == "pa-653a":
        settled(player).get_by_role("button").first.click()
        expect(player.page.get_by_role("dialog").get_by_role("button", name="Close")).to_be_visible()
        studio.shoot("table-why", player)
        player.page.get_by_role("dialog").get_by_role("button", name="Close").click()
        expect(player.page.get_by_role("region", name="Your rounds")).to_be_visible()
        player.page.evaluate("() => document.querySelectorAll('aside details').forEach(fold => { fold.open = true; })")
        studio.shoot("table-history", player)


def make_a_mistake(player: Visitor) -> None:
    """Chooses an action that the coach does not consider best, so that its cost is shown."""
    best = player.page.locator(".ev-row.best").first.inner_text()
    player.page.locator("button.decision", has_text="Bet" if "check" in best else "Check").last.click()


def practice(studio: Studio) -> None:
    """A private table, a mistake, the drill that follows, and the sheets that a phone opens."""
    player = opened(studio.visit(), "/", "Play alone")
    player.page.get_by_label("HCF-1", exact=True).get_by_role("button", name="Play alone").click()
    areas(player).first.click()
    player.page.get_by_label("show advice").check()
    studio.shoot("table-practice-betting", player)
    player.button("Deal now").click()
    expect(player.page.locator(".ev-row.best")).to_be_visible(timeout=240_000)
    studio.shoot("table-practice-deciding", player)
    for name in ("Coach", "Rules"):
        player.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        player.button(name).click()
        studio.shoot_phone(f"table-sheet-{name.lower()}", player)
        player.button(name).click()
    player.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    wrong = ".danger" if "fold" not in player.page.locator(".ev-row.best").inner_text().lower() else ".primary"
    player.page.locator(f"button.decision{wrong}:enabled").first.click()
    expect(settled(player)).to_be_visible()
    studio.shoot("table-practice-settled", player)
    player.button("Practise spots I get wrong").click()
    drill = player.page.get_by_role("dialog", name="Practise decisions")
    choice = drill.get_by_role("group", name="Your decision in this spot").get_by_role("button").first
    expect(choice).to_be_visible()
    studio.shoot("table-drill", player)
    choice.click()
    expect(drill.locator(".ev-row.best")).to_be_visible()
    studio.shoot("table-drill-answered", player)
    drill.get_by_role("button", name="Close").click()
    player.page.locator(".spot-name-button").first.click()
    expect(player.page.get_by_role("dialog")).to_be_visible()
    studio.shoot("table-wager-explained", player)
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("?")
    studio.shoot("table-keys", player)


def lobby(studio: Studio) -> None:
    studio.shoot("lobby-outside", opened(studio.visit(), "/", "Enter as a player"))
    studio.shoot("lobby", opened(studio.visit("player", "Ronja"), "/", "Sit down"))


def opened(visitor: Visitor, path: str, words: str) -> Visitor:
    visitor.go(path)
    expect(visitor.page.get_by_text(words).first).to_be_visible()
    return visitor


def help_page(studio: Studio) -> None:
    studio.shoot("help", opened(studio.visit("player", "Rania"), "/help", "High Card Flush"))


def display(studio: Studio) -> None:
    for name in ("UTH-1", "HCF-1"):
        studio.shoot(f"display-{name}", opened(studio.visit(), f"/display/{name}", "$5 to"))


def property_page(studio: Studio) -> None:
    """Every part of an administrator's page."""
    administrator = opened(studio.visit("administrator", "Adele"), "/property", "UTH-1")
    for tab in administrator.page.get_by_role("tab").all():
        tab.click()
        studio.shoot(f"property-{tab.inner_text().split()[0].lower()}", administrator)


def refused(studio: Studio) -> None:
    """Pages for people without permission, missing pages, and refused input."""
    studio.shoot("refused-role", opened(studio.visit("player", "Rolf"), "/audit", "This page is for"))
    studio.shoot("refused-address", opened(studio.visit("player", "Ruth"), "/nowhere", "There is no page at"))
    studio.shoot("refused-table", opened(studio.visit("player", "Remy"), "/table/NONE-1", "There is no table"))
    player = studio.visit("player", "Ray")
    sit_down(player, "MTH-1", 1)
    player.page.locator("button.spot-button.optional").first.click()
    expect(player.page.get_by_role("status").filter(has_text="First place the Ante")).to_be_visible()
    studio.shoot("refused-wager", player)
    studio.shoot("table-watching", opened(studio.visit(), "/table/UTH-1", "You are watching"))


# --- Staff ---------------------------------------------------------------------------------------------------


def dealer(studio: Studio) -> None:
    """The procedure with a real shoe: the opening, a card to enter, a pending decision, an irregularity."""
    shift = Shift(studio.visit("dealer", "Dora"), shoe(4, "As Ad"))
    player = studio.visit("player", "Rita")
    studio.shoot("dealer-opening", shift.dealer)
    sit_down(player, REAL_CARDS, 4)
    shift.ready_the_deck(player)
    wager(player)
    shift.deal_a_card()
    studio.shoot("dealer-entry", shift.dealer)
    while not choices(player).count():
        shift.go_on()
    studio.shoot("dealer-deciding", shift.dealer)
    shift.dealer.page.get_by_label("Which irregularity").select_option(index=3)
    studio.shoot("dealer-irregularity", shift.dealer)
    while not settled(player).count():
        decide_once(player) if choices(player).count() else shift.go_on()
    studio.shoot("dealer-settled", shift.dealer)
    shift.dealer.button("Collect the cards").click()
    shift.cards, shift.entered = shoe(4, "As Ad"), 0
    shift.ready_the_deck(player)
    wager(player)
    shift.deal_a_card()
    shift.dealer.page.get_by_label("Which irregularity").select_option(label=VOIDS)
    shift.dealer.page.locator(".irregularity-form button.danger").click()
    expect(player.page.get_by_text("The round is void:").first).to_be_visible()
    studio.shoot("table-void", player)
    studio.shoot("dealer-void", shift.dealer)


def quiet(studio: Studio) -> None:
    """The floor when nothing needs attention, and what is open when its day ends."""
    floorperson = opened(studio.visit("floor", "Quinn"), "/floor", "Nothing needs attention")
    studio.shoot("floor-quiet", floorperson)
    floorperson.button("End the day").click()
    expect(floorperson.page.get_by_role("dialog")).to_be_visible()
    studio.shoot("floor-end-of-day", floorperson)


def floor(studio: Studio) -> None:
    """A pending jackpot, a link that is down, and the report of the day."""
    stack_a_royal_flush(studio.served)
    player, floorperson = studio.visit("player", "Lucky"), studio.visit("floor", "Flo").go("/floor")
    sit_down(player, STACKED)
    wager(player)
    place_side_wagers(player, 3)
    close_bets(studio.served, STACKED)
    waits = floorperson.page.locator(".alert-list li", has_text=f"{STACKED}:")
    for _ in trying("a payout that waits"):
        if waits.get_by_text("must be validated").count():
            break
        decide_once(player) if choices(player).count() else player.page.wait_for_timeout(100)
    floorperson.button("Cut off").first.click()
    expect(floorperson.page.get_by_text("is down: its wagers").first).to_be_visible()
    studio.shoot("floor-alerts", floorperson)
    floorperson.button("Restore").first.click()
    waits.get_by_role("button", name="Validate", exact=True).click()
    expect(waits.get_by_text("waits for its documents")).to_be_visible()
    studio.shoot("table-hand-pay", player)
    floorperson.page.get_by_role("region", name="Daily report").get_by_role("button", name="Show").click()
    expect(floorperson.page.get_by_role("table", name="Tables")).to_be_visible()
    studio.shoot("floor-report", floorperson)
    floorperson.page.get_by_role("button", name="Acknowledge: ").first.click()
    studio.shoot("floor-acknowledge", floorperson)
    floorperson.page.keyboard.press("Escape")
    waits.get_by_role("button", name="Documents complete").click()
    expect(waits.get_by_text("waits for its documents")).to_have_count(0)
    studio.shoot("floor-figures", floorperson)
    studio.shoot("floor-table", opened(floorperson, f"/floor/{STACKED}", "Rounds of the day"))


def audit(studio: Studio) -> None:
    """A replayed round, the log and its proofs, money, meters, and the record of who has looked."""
    played(studio)
    auditor = studio.visit("auditor", "Aud")
    studio.shoot("audit-rounds", opened(auditor, "/audit", "rounds, newest first"))
    auditor.page.get_by_role("link", name="Open").first.click()
    expect(auditor.button("Last")).to_be_visible()
    for _ in range(14):
        auditor.button("Next").click()
    studio.shoot("audit-replay", auditor)
    auditor.button("Check in this browser").click()
    expect(auditor.page.locator(".verdict").last).to_be_visible()  # of real cards nothing is sealed
    studio.shoot("audit-proof", auditor)
    opened(auditor, "/audit", "rounds, newest first")
    paid = auditor.page.get_by_role("row").filter(has_text="hand-pay").get_by_role("link", name="Open")
    if paid.count():
        paid.first.click()
        auditor.button("Last").click()
        studio.shoot("audit-jackpot", auditor)
    opened(auditor, "/audit#log", "Signed heads")
    auditor.page.reload()
    auditor.button("Sign a head now").click()
    expect(auditor.page.get_by_text("checked here").first).to_be_visible()
    studio.shoot("audit-log", auditor)
    for tab, words in {"money": "Trial balance", "meters": "add up", "looks": "round"}.items():
        auditor.go("/help")
        studio.shoot(f"audit-{tab}", opened(auditor, f"/audit#{tab}", words))


ENOUGH = 4


def played(studio: Studio) -> None:
    """Has the guests play rounds, so that there is something to find."""
    for _ in trying("rounds to be over"):
        tables = studio.served.context.service.views.tables
        if sum(bool(table.state.rounds) for table in tables.values()) >= ENOUGH:
            return
        for name, table in tables.items():
            if table.state.round is not None and table.state.round.phase == "betting" and not table.state.rounds:
                close_bets(studio.served, name)
        time.sleep(0.2)


# --- Analysts --------------------------------------------------------------------------------------------------


def analyst(studio: Studio) -> None:
    found = {
        "sheet": "Results of a round",
        "hands": "The best first action",
        "what-if": "figures and choices differ",
        "compare": "Compare",
    }
    for tab, words in found.items():
        visitor = studio.visit("floor", "Ana").go(f"/analyst#{tab}")
        if tab == "what-if":
            visitor.page.locator(".choice input:enabled:not(:checked)").first.click(timeout=240_000)
        if tab == "compare":
            visitor.page.get_by_label("Compare UTH-1 with").select_option("THB-1")
            words = "figures and choices differ"
        expect(visitor.page.get_by_text(words).first).to_be_visible(timeout=240_000)
        studio.shoot(f"analyst-{tab}", visitor)


def simulation(studio: Studio) -> None:
    """Simulates the fastest game, so that the picture does not wait."""
    visitor = studio.visit("floor", "Ana").go("/analyst?table=HCF-1#simulation")
    visitor.button("Deal").click(timeout=120_000)
    expect(visitor.page.get_by_role("region", name="Table win in a shift").first).to_be_visible(timeout=240_000)
    studio.shoot("analyst-simulation", visitor)


def exposure(studio: Studio) -> None:
    """What seen cards are worth in the fastest game."""
    visitor = studio.visit("floor", "Ana").go("/analyst?table=HCF-1#exposure")
    visitor.page.get_by_label("Of other seats").select_option("seats:5", timeout=120_000)
    visitor.page.get_by_label("Of the dealer's cards").select_option("")
    studio.shoot("analyst-exposure-form", visitor)
    visitor.button("Solve").click()
    expect(visitor.page.get_by_role("heading", name="HCF-1, seats:5 seen")).to_be_visible(timeout=240_000)
    studio.shoot("analyst-exposure", visitor)
    visitor.page.get_by_role("tab", name="Exercise").click()
    visitor.page.get_by_label("Of other seats").select_option("seats:5", timeout=120_000)
    visitor.page.get_by_label("Of the dealer's cards").select_option("")
    visitor.button("Deal the rounds").click()
    visitor.page.get_by_label("played with the seen card").first.check(timeout=120_000)
    studio.shoot("analyst-exercise", visitor)
    visitor.button("Show the answers").click()
    expect(visitor.page.get_by_text("of 8 right.")).to_be_visible(timeout=120_000)
    studio.shoot("analyst-exercise-answers", visitor)


def submission(studio: Studio) -> None:
    editor = studio.visit("floor", "Sue").go("/submission?rulebook=pa-678a")
    page = editor.page
    expect(page.locator(".large")).to_be_visible(timeout=240_000)
    studio.shoot("submission", editor)
    page.get_by_label("Betting positions", exact=True).fill("99")
    page.get_by_label("Smallest opening wager").fill("$700")
    expect(page.locator("aside .finding").nth(1)).to_be_visible()
    studio.shoot("submission-findings", editor)


SCENES: dict[str, Callable[[Studio], None]] = {
    "quiet": quiet,
    "table": table,
    "practice": practice,
    "lobby": lobby,
    "help": help_page,
    "display": display,
    "dealer": dealer,
    "floor": floor,
    "property": property_page,
    "audit": audit,
    "refused": refused,
    "submission": submission,
    "simulation": simulation,
    "exposure": exposure,
    "analyst": analyst,
}

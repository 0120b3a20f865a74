"""Pictures of every page in the states worth seeing, on a desk and on a phone, to be looked at one by one.

python -m tools.screenshots                    all of them, into build/screenshots
python -m tools.screenshots FOLDER table floor only scenes whose names begin so
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Browser, expect

from houserules.server.demo import TABLES
from houserules.server.settings import Settings
from tests.browser.conftest import SETTINGS, TEMPO, furnish, launched
from tests.browser.dealing import Shift, shoe
from tests.browser.playing import (
    REAL_CARDS,
    STACKED,
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
from tests.server.served import Served, prepared

FOLDER = Path("build", "screenshots")
SETTLED_SECONDS = 10
"""How long a settled round stays on the felt."""
PLAYERS = {
    "UTH-1": (4, "Robin"),
    "THB-1": (3, "Alex"),
    "THB-MD": (5, "Kim"),
    "COL-1": (1, "Sam"),
    "HUH-1": (3, "Lee"),
    "HCF-1": (4, "Max"),
}
"""Who sits where in the pictures; guests have the other seats."""


class Studio:
    """A demo with guests at its tables, a browser, and where the pictures go."""

    def __init__(self, browser: Browser, served: Served, folder: Path) -> None:
        self.browser, self.served, self.folder = browser, served, folder
        self._there: list[Visitor] = []

    def visit(self, role: str = "", name: str = "") -> Visitor:
        self._there.append(Visitor(self.browser, self.served.address))
        return self._there[-1].enter(role, name) if role else self._there[-1]

    def shoot(self, name: str, visitor: Visitor) -> None:
        """The page as it stands, whole, at both sizes. Cards have come to rest."""
        page = visitor.page
        page.emulate_media(reduced_motion="reduce")
        for size, (width, height) in {"desk": DESKTOP, "phone": PHONE}.items():
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
            page.screenshot(path=self.folder / f"{name}-{size}.png", full_page=not page.locator("dialog[open]").count())
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        print(name, flush=True)

    def leave(self) -> None:
        for visitor in self._there:
            visitor.context.close()
        self._there.clear()


# --- Players -------------------------------------------------------------------------------------------------


def table(studio: Studio) -> None:
    """A round of each rulebook: while a decision is asked for, settled, and why."""
    for name, book in TABLES.items():
        seat, called = PLAYERS[name]
        player = studio.visit("player", called)
        sit_down(player, name, seat)
        if book == "pa-653a":
            player.page.get_by_label("switched on").check()
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
        expect(player.page.locator(".ev-row.best").first).to_be_visible()
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
    """Whatever the coach does not hold to be best, so that what it cost is told."""
    best = player.page.locator(".ev-row.best").first.inner_text()
    player.page.locator("button.decision", has_text="Bet" if "check" in best else "Check").last.click()


def lobby(studio: Studio) -> None:
    studio.shoot("lobby-outside", opened(studio.visit(), "/", "Enter as a player"))
    studio.shoot("lobby", opened(studio.visit("player", "Robin"), "/", "Sit down"))


def opened(visitor: Visitor, path: str, words: str) -> Visitor:
    visitor.go(path)
    expect(visitor.page.get_by_text(words).first).to_be_visible()
    return visitor


def help_page(studio: Studio) -> None:
    studio.shoot("help", opened(studio.visit("player", "Robin"), "/help", "High Card Flush"))


def display(studio: Studio) -> None:
    for name in ("UTH-1", "HCF-1"):
        studio.shoot(f"display-{name}", opened(studio.visit(), f"/display/{name}", "$5 to"))


def refused(studio: Studio) -> None:
    """Who may not, what is not there, what is not accepted."""
    studio.shoot("refused-role", opened(studio.visit("player", "Robin"), "/audit", "This page is for"))
    studio.shoot("refused-table", opened(studio.visit("player", "Robin"), "/table/NONE-1", "There is no table"))
    player = studio.visit("player", "Ray")
    sit_down(player, "HCF-1", 5)
    player.page.get_by_label("Another sum").fill("0.50")
    player.page.get_by_label("Another sum").press("Enter")
    player.page.locator("button.spot-button.required").first.click()
    expect(player.page.get_by_role("status").filter(has_text="Accepted:")).to_be_visible()
    studio.shoot("refused-wager", player)
    studio.shoot("table-watching", opened(studio.visit(), "/table/UTH-1", "You are watching"))


# --- Staff ---------------------------------------------------------------------------------------------------


def dealer(studio: Studio) -> None:
    """The procedure of a real shoe: opening, a card to enter, a decision awaited, an irregularity."""
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


def floor(studio: Studio) -> None:
    """A jackpot that waits, a link that is down, and the report of the day."""
    stack_a_royal_flush(studio.served)
    player, floorperson = studio.visit("player", "Lucky"), studio.visit("floor", "Flo").go("/floor")
    sit_down(player, STACKED)
    wager(player)
    place_side_wagers(player, 3)
    close_bets(studio.served, STACKED)
    for _ in trying("a payout that waits"):
        if floorperson.page.get_by_text("to be validated").count():
            break
        decide_once(player) if choices(player).count() else player.page.wait_for_timeout(100)
    floorperson.button("Cut off").first.click()
    expect(floorperson.page.get_by_text("is down: its wagers").first).to_be_visible()
    studio.shoot("floor-alerts", floorperson)
    floorperson.button("Restore").first.click()
    floorperson.button("Validate").first.click()
    expect(floorperson.page.get_by_text("waits for its documents").first).to_be_visible()
    studio.shoot("table-hand-pay", player)
    floorperson.page.get_by_role("region", name="Report of the day").get_by_role("button", name="Show").click()
    expect(floorperson.page.get_by_role("table", name="Tables")).to_be_visible()
    studio.shoot("floor-report", floorperson)


def audit(studio: Studio) -> None:
    """A round seen again, the log and its proofs, money, meters, and who looked."""
    played(studio)
    auditor = studio.visit("auditor", "Aud")
    studio.shoot("audit-rounds", opened(auditor, "/audit", "rounds, the newest first"))
    auditor.page.get_by_role("link", name="Open").first.click()
    expect(auditor.button("Last")).to_be_visible()
    for _ in range(14):
        auditor.button("Next").click()
    studio.shoot("audit-replay", auditor)
    auditor.button("Check it in this browser").click()
    expect(auditor.page.get_by_text("All ", exact=False).first).to_be_visible()
    studio.shoot("audit-proof", auditor)
    opened(auditor, "/audit#log", "Signed heads")
    auditor.page.reload()
    auditor.button("Sign a head now").click()
    expect(auditor.page.get_by_text("checked here").first).to_be_visible()
    studio.shoot("audit-log", auditor)
    for tab, words in {"money": "Trial balance", "meters": "add up", "looks": "round"}.items():
        auditor.go("/help")
        studio.shoot(f"audit-{tab}", opened(auditor, f"/audit#{tab}", words))


ENOUGH = 3


def played(studio: Studio) -> None:
    """Rounds of the guests, so that there is something to find."""
    views = studio.served.house.service.views
    for name in TABLES:
        if not views.tables[name].state.rounds:
            close_bets(studio.served, name)
    for _ in trying("rounds to be over"):
        over = [name for name, table in studio.served.house.service.views.tables.items() if table.state.rounds]
        if len(over) >= ENOUGH:
            return
        time.sleep(0.2)


# --- Analysts --------------------------------------------------------------------------------------------------


def analyst(studio: Studio) -> None:
    found = {
        "sheet": "What a round brings",
        "hands": "The best first action",
        "what-if": "as filed",
        "compare": "beside",
    }
    for tab, words in found.items():
        visitor = studio.visit("floor", "Ana").go(f"/analyst#{tab}")
        if tab == "what-if":
            visitor.page.locator(".choice input:enabled:not(:checked)").first.click(timeout=240_000)
        if tab == "compare":
            visitor.page.get_by_label("UTH-1 beside").select_option("THB-1")
            words = "figures and choices differ"
        expect(visitor.page.get_by_text(words).first).to_be_visible(timeout=240_000)
        studio.shoot(f"analyst-{tab}", visitor)


def simulation(studio: Studio) -> None:
    """The quickest game, so that the picture does not wait."""
    visitor = studio.visit("floor", "Ana").go("/analyst#simulation")
    visitor.page.get_by_label("A table's Rules Submission").select_option("HCF-1")
    visitor.button("Deal").click(timeout=120_000)
    expect(visitor.page.get_by_role("region", name="Table win in a shift").first).to_be_visible(timeout=240_000)
    studio.shoot("analyst-simulation", visitor)


def submission(studio: Studio) -> None:
    editor = studio.visit("floor", "Sue").go("/submission")
    page = editor.page
    page.get_by_label("A new one under").select_option("pa-678a")
    expect(page.locator(".large")).to_be_visible(timeout=240_000)
    studio.shoot("submission", editor)
    page.get_by_label("Betting positions", exact=True).fill("99")
    page.get_by_label("Smallest opening wager").fill("$700")
    expect(page.locator("aside .finding").nth(1)).to_be_visible()
    studio.shoot("submission-findings", editor)


# --- A floor that is no demo -----------------------------------------------------------------------------------


def empty(browser: Browser, folder: Path, database: str) -> None:
    """Signing in, and a floor without tables."""
    with prepared(database, Settings()) as served:
        served.open()
        studio = Studio(browser, served, folder)
        visitor = opened(studio.visit(), "/", "No table stands")
        studio.shoot("empty-lobby", visitor)
        visitor.button("Sign in").click()
        expect(visitor.page.get_by_role("dialog")).to_be_visible()
        studio.shoot("sign-in", visitor)
        studio.leave()


SCENES: dict[str, Callable[[Studio], None]] = {
    "table": table,
    "lobby": lobby,
    "help": help_page,
    "display": display,
    "dealer": dealer,
    "floor": floor,
    "audit": audit,
    "refused": refused,
    "submission": submission,
    "simulation": simulation,
    "analyst": analyst,
}


@contextmanager
def demo(database: str) -> Iterator[Served]:
    with prepared(database, SETTINGS, replace(TEMPO, settled=SETTLED_SECONDS)) as served:
        furnish(served)
        served.open()
        yield served


def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, launched() as browser:
        with demo(f"{place}/demo.db") as served:
            studio = Studio(browser, served, folder)
            for name, scene in SCENES.items():
                if not wanted or name in wanted:
                    scene(studio)
                    studio.leave()
        if not wanted or "empty" in wanted:
            empty(browser, folder, f"{place}/empty.db")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER, sys.argv[2:])

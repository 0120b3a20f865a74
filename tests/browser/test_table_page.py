"""The player's page apart from the round itself: coach, keyboard, motion, refusals and spectators."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Locator, WebSocketRoute, expect

from tests.browser.playing import areas, choices, close_bets, decide, decide_once, settled, sit_down, wager
from tests.browser.visitor import Visitor, trying
from tests.server.served import Served

MOST_STOPS = 120


def test_the_coach_values_each_decision_and_what_a_mistake_cost(visit: Callable[..., Visitor], served: Served) -> None:
    """Chooses what the coach considers worse; the cost is the difference between the two values it showed."""
    player = visit("player", "coached")
    sit_down(player, "HCF-1", seat=2)
    player.page.get_by_label("show advice").check()
    wager(player)
    close_bets(served, "HCF-1")
    coach = player.page.get_by_role("region", name="Coach")
    expect(coach.locator(".ev-row.best")).to_be_visible()
    player.inspect()
    best = coach.locator(".ev-row.best").inner_text()
    decision = ".danger" if "fold" not in best.lower() else ".primary"
    player.page.locator(f"button.decision{decision}:enabled").first.click()
    expect(settled(player).or_(choices(player).first).first).to_be_visible()
    decide(player)
    expect(coach.get_by_text(re.compile(r"cost \$\d"))).to_be_visible()


def test_a_whole_round_without_a_mouse(visit: Callable[..., Visitor], served: Served) -> None:
    """From the lobby to the settlement by Tab and Enter, with the focus always visible and never lost."""
    player = visit("player", "Kay").go("/")
    press(player, player.page.get_by_label("HUH-1", exact=True).get_by_role("link", name="Sit down"))
    press(player, player.button("Seat 2"))
    press(player, player.button("Buy chips"))
    expect(player.page.get_by_text("Chips $500")).to_be_visible()
    player.page.evaluate(LOST)
    for _ in trying("the wagers to be placed"):
        if player.page.locator("button.spot-button.required.placed:enabled").count() and not areas(player).count():
            break
        reach(player, areas(player).first)
    expect(player.page.get_by_role("timer", name="Bets close in")).to_be_visible()
    close_bets(served, "HUH-1")
    for _ in trying("the settlement"):
        expect(settled(player).or_(choices(player).first).first).to_be_visible()
        if settled(player).count():
            break
        the_decision_is_told(player)
        reach(player, choices(player).first)
    told = re.compile("Round .: You (win|lose|break even)")
    expect(player.page.locator("#spoken")).to_contain_text(told)
    expect(player.page.get_by_role("region", name=re.compile("^Settlement of round"))).to_be_visible()
    expect(player.page.locator("#spoken")).to_contain_text(told)
    assert not player.page.evaluate("() => window.lost"), "the focus was lost"
    press(player, settled(player).get_by_role("button").first)
    expect(player.page.get_by_role("dialog").get_by_role("button", name="Close")).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(player.page.get_by_role("dialog")).to_be_hidden()


LOST = """() => {
  window.lost = 0;
  new MutationObserver(() => { if (document.activeElement === document.body) window.lost += 1; })
    .observe(document.querySelector("#position"), {childList: true});
}"""
"""Notes whenever the page was redrawn and nothing has the focus any more."""


def the_decision_is_told(player: Visitor) -> None:
    """Visible with the remaining time, and announced with the cards, unless it is already over."""
    if choices(player).count():
        expect(player.page.get_by_role("timer", name="Time to decide").or_(settled(player)).first).to_be_visible()
        told = player.page.locator("#spoken")
        expect(told).to_have_text(re.compile("^You hold the .* and the |^Round|^$"))


def test_a_settlement_that_was_missed_is_caught_up_with(visit: Callable[..., Visitor], served: Served) -> None:
    """Over a slow connection only the latest view arrives: here none of those that show a settlement."""
    player = visit("player", "Slow")
    player.page.route_web_socket(re.compile("."), without_settlements)
    sit_down(player, "HUH-1", seat=4)
    wager(player)
    close_bets(served, "HUH-1")
    for _ in trying("the settlement"):
        expect(settled(player).or_(choices(player).first).first).to_be_visible()
        if settled(player).count():
            break
        decide_once(player)
    expect(player.page.get_by_role("region", name=re.compile("^Settlement of round"))).to_contain_text("Ante")
    expect(player.page.locator("#spoken")).to_contain_text(re.compile("Round .: You (win|lose|break even)"))


def without_settlements(line: WebSocketRoute) -> None:
    server = line.connect_to_server()

    def pass_on(message: str | bytes) -> None:
        view = json.loads(message).get("view")
        if not (view and view["lines"]):
            line.send(message)

    server.on_message(pass_on)


def test_a_focus_that_is_lost_is_found(visit: Callable[..., Visitor]) -> None:
    player = visit("player", "Lou").go("/table/HUH-1")
    expect(player.button("Seat 3")).to_be_visible()
    player.page.evaluate(LOST)
    player.button("Seat 3").focus()
    player.page.evaluate("() => document.querySelector('#position').replaceChildren()")
    player.page.wait_for_function("() => window.lost > 0")


def press(player: Visitor, wanted: Locator) -> None:
    expect(wanted).to_be_enabled()
    assert reach(player, wanted), f"no way to {wanted} by keyboard"


def reach(player: Visitor, wanted: Locator) -> bool:
    """Presses Tab until it has the focus, then Enter; False if it is gone because the page was redrawn."""
    for _ in range(MOST_STOPS):
        found = wanted.element_handles()
        if not found:
            return False
        if outline := found[0].evaluate(OUTLINE):
            assert outline != "none", "the focus is not in sight"
            player.page.keyboard.press("Enter")
            return True
        player.page.keyboard.press("Tab")
    return False


OUTLINE = "it => it === document.activeElement && getComputedStyle(it).outlineStyle"
MOTION = """new MutationObserver(() => {
  const card = document.querySelector(".felt .dealt");
  if (card) window.motion ??= getComputedStyle(card).animationName;
}).observe(document, {subtree: true, childList: true})"""
"""Notes how the first card arrives on the felt, since the page may be redrawn a moment later."""


def test_cards_slide_only_for_who_likes_motion(visit: Callable[..., Visitor], served: Served) -> None:
    player = visit("player", "Mo")
    sit_down(player, "THB-1", seat=2)
    wager(player)
    close_bets(served, "THB-1")
    expect(choices(player).first).to_be_visible()
    player.page.add_init_script(MOTION)
    for wish, animation in (("no-preference", "dealt"), ("reduce", "none")):
        player.page.emulate_media(reduced_motion=wish)  # type: ignore[arg-type]
        player.page.reload()
        player.page.wait_for_function("() => window.motion")
        assert player.page.evaluate("() => window.motion") == animation


def test_a_refusal_says_what_would_be_accepted(visit: Callable[..., Visitor]) -> None:
    """The table refuses a sum above its limit, in words a player can act on."""
    player = visit("player", "refused")
    sit_down(player, "CHP-1", seat=5)
    other = player.page.get_by_label("Another amount")
    other.fill("$0.50")
    other.press("Enter")
    player.page.locator("button.spot-button.required").first.click()
    player.page.locator("button.chip").last.hover()
    says = "That is below this table's minimum. Wager $5 or more."
    expect(player.page.get_by_role("status").filter(has_text=says)).to_be_visible()
    player.forgive("status of 409")
    player.inspect()


def test_a_player_with_an_empty_account_is_told_where_to_load_it(visit: Callable[..., Visitor]) -> None:
    player = visit("player", "empty")
    sit_down(player, "UTH-1", seat=6)
    wager(player)
    bonus = player.button(re.compile("on Five Card Hand Bonus, on the player")).first
    bonus.click()
    says = "Your electronic account holds $0. Load it under"
    expect(player.page.get_by_role("status").filter(has_text=says)).to_be_visible()
    player.button("Load the account").click()
    expect(player.page.get_by_text("electronic account $20")).to_be_visible()
    bonus.click()
    expect(player.page.get_by_text("electronic account $19")).to_be_visible()
    player.forgive("status of 409")


def test_who_watches_sees_the_table_and_no_seat_to_take(visit: Callable[..., Visitor]) -> None:
    watcher = visit().go("/table/UTH-1")
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    expect(watcher.button(re.compile("^Seat"))).to_have_count(0)
    watcher.inspect()


def test_a_table_that_is_not_there_says_where_to_go(visit: Callable[..., Visitor]) -> None:
    lost = visit("player", "lost").go("/table/NONE-1")
    expect(lost.page.get_by_role("heading", name="No such table")).to_be_visible()
    expect(lost.page.get_by_text("There is no table NONE-1")).to_be_visible()
    expect(lost.page.get_by_role("link", name="Back to the lobby")).to_be_visible()
    lost.forgive("status of 404")
    lost.inspect()

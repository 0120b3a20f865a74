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
    """The player takes the action that the coach rates lower; the cost is the difference between the two values
    shown.
    """
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
    """The round is played from the lobby to the settlement with Tab and Enter; the focus is always visible and never
    lost.
    """
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
"""A script that records every redraw that leaves nothing focused."""


def the_decision_is_told(player: Visitor) -> None:
    """Checks that a decision is shown with the remaining time and announced with the cards, unless it is
    already over.
    """
    if choices(player).count():
        expect(player.page.get_by_role("timer", name="Time to decide").or_(settled(player)).first).to_be_visible()
        told = player.page.locator("#spoken")
        expect(told).to_have_text(re.compile("^You hold the .* and the |^Round|^$"))


def test_a_settlement_that_was_missed_is_caught_up_with(visit: Callable[..., Visitor], served: Served) -> None:
    """Over a slow connection only the latest view arrives; here every view with a settlement is dropped."""
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
    """Presses Tab until an element has the focus, then Enter. Returns False if a redraw has removed it."""
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
"""A script that records how the first card arrives on the felt, since the page may be redrawn a moment later."""


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
    """The table refuses a wager larger than the player's chips, and the page reverts to what is on the table."""
    player = visit("player", "refused")
    sit_down(player, "UTH-1", seat=3)
    player.button("Chip of $500").click()
    player.page.locator("button.spot-button.required").first.click()
    expect(player.page.get_by_role("status").filter(has_text="You have $")).to_be_visible()
    expect(player.page.get_by_label("Buy chips: amount")).to_be_visible()
    expect(player.page.locator("button.spot-button.pending")).to_have_count(0)
    assert not player.ask("/api/tables/UTH-1/view")["seats"][2]["wagers"].get("blind")
    player.forgive("status of 409")
    player.inspect()


def test_chips_are_stacked_taken_off_undone_doubled_and_bet_again(
    visit: Callable[..., Visitor], served: Served
) -> None:
    player = visit("player", "stacks")
    sit_down(player, "UTH-1", seat=1)
    page, ante = player.page, player.page.locator("[data-key='spot ante']")
    trips = page.locator("[data-key='spot trips']")
    trips.click()
    expect(page.get_by_role("status").filter(has_text="First place the Ante; the Trips goes with it.")).to_be_visible()
    ante.click(click_count=3, delay=20)
    trips.click()
    has(player, ante=1500, blind=1500, trips=500)
    ante.click(button="right")
    has(player, ante=1000, blind=1000, trips=500)
    page.keyboard.press("u")
    has(player, ante=1500, blind=1500, trips=500)
    player.button("Double").click()
    has(player, ante=3000, blind=3000, trips=1000)
    ante.focus()
    for _ in range(6):
        page.keyboard.press("Delete")
    told = "You took back the Ante, and with it the Blind and the Trips."
    expect(page.get_by_role("status").filter(has_text=told)).to_be_visible()
    has(player)
    page.keyboard.press("u")
    has(player, ante=500, blind=500, trips=1000)
    trips.hover()
    page.mouse.down()
    has(player, ante=500, blind=500, trips=500)
    page.mouse.up()
    close_bets(served, "UTH-1")
    decide(player)
    page.reload()
    expect(player.button("Same again")).to_be_enabled()
    page.keyboard.press("r")
    has(player, ante=500, blind=500, trips=500)
    page.keyboard.press("c")
    has(player)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys).to_contain_text("put the chip on Trips")
    page.set_viewport_size({"width": 1280, "height": 720})
    assert keys.evaluate("it => it.scrollHeight <= it.clientHeight"), "all keys are in sight"
    player.inspect()


def has(player: Visitor, **wagers: int) -> None:
    """Waits until the table has these wagers at the player's seat, and the page shows them as placed."""
    expect(player.page.locator("button.spot-button.pending")).to_have_count(0)
    for _ in trying(f"{wagers}"):
        seats = player.ask("/api/tables/UTH-1/view")["seats"]
        if next(seat["wagers"] for seat in seats if seat["is_you"]) == wagers:
            return
        player.page.wait_for_timeout(50)


def test_a_wager_explains_itself_beside_its_circle(visit: Callable[..., Visitor]) -> None:
    """Shows what wins, every payout, and the exact house edge; for a meter, at its current amount and with the
    break-even amount.
    """
    player = visit("player", "curious")
    sit_down(player, "HCF-1", seat=6)
    for name, says in (("Flush Bonus", "Seven-card flush"), ("Progressive Jackpot", "100% of meter")):
        player.button(f"About {name}").click()
        note = player.page.get_by_role("dialog", name=name)
        expect(note).to_contain_text(says)
        expect(note).to_contain_text(re.compile(r"House edge: \d+\.\d{3}%"))
        expect(note).to_contain_text(re.compile(r"Exactly \d+/\d+\."))
        box = note.bounding_box()
        assert box and box["y"] >= 0 and box["x"] + box["width"] <= player.page.viewport_size["width"]  # type: ignore[index]
        if name == "Progressive Jackpot":
            expect(note).to_contain_text(re.compile(r"At \$[\d,.]+ the wager would be even."))
            player.inspect()
        player.page.keyboard.press("Escape")
        expect(note).to_be_hidden()


JACKPOT = """async () => {
  const {settlement} = await import("/web/table/settlement.js");
  const line = {name: "Five Card Hand Bonus, on the player", stake: 100, outcome: "won", odds: "100% of meter",
    row: "straight flush", note: "Two winners share the meter in turn.", paid: 123456789012, kept: 0, hand_pay: true,
    cite: "653a.12(e)(1)(ii)", paid_under: "653a.12(e)(4)", readings: ["two-winners-of-one-meter"]};
  document.querySelector("#settlement").replaceChildren(settlement("pa-653a", [line, {...line, name: "Ante"}]));
  const box = document.querySelector("#settlement").getBoundingClientRect();
  const inside = one => one.getBoundingClientRect().right <= box.right + 1 && one.scrollWidth <= one.clientWidth + 1;
  const cells = [...document.querySelectorAll("#settlement td, #settlement .cite")];
  return cells.filter(one => !inside(one)).map(one => one.outerHTML.slice(0, 120));
}"""


def test_a_jackpot_with_long_sums_and_cites_fits_its_column(visit: Callable[..., Visitor]) -> None:
    player = visit("player", "lucky").go("/table/UTH-1")
    expect(player.page.locator(".play-here")).to_be_visible()
    for width, height in ((1280, 720), (1920, 1080), (390, 844), (360, 740)):
        player.page.set_viewport_size({"width": width, "height": height})
        player.page.evaluate("() => { document.querySelector('#aside').dataset.part = 'settlement'; }")
        assert player.page.evaluate(JACKPOT) == [], width


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

"""Practising alone, click by click: a private table, the coach, the log of mistakes, and drills."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace

from playwright.sync_api import expect

from tests.browser.playing import areas, choices, decide, settled, wager
from tests.browser.visitor import Visitor, trying
from tests.server.served import Served

OWN = "PRACTICE-1"
MOST_WAITING = 8.0
"""The most seconds that a round alone may keep the player waiting, from the bet to the settlement."""


def test_a_visitor_practises_alone_with_the_coach(visit: Callable[..., Visitor], served: Served) -> None:
    """Two presses lead from the address to a bet; a mistake is valued, kept across a reload, and drilled."""
    player = visit().go("/")
    opened = time.monotonic()
    player.page.get_by_label("HCF-1", exact=True).get_by_role("button", name="Play alone").click()
    expect(areas(player).first).to_be_visible()
    areas(player).first.click()
    expect(player.page.locator("button.spot-button.required.placed")).to_be_visible()
    print(f"first bet: 2 presses, {time.monotonic() - opened:.1f} s")
    player.page.get_by_label("show advice").check()
    expect(player.page.get_by_role("timer")).to_have_count(0)
    dealt = time.monotonic()
    player.button("Deal now").click()
    expect(choices(player).first).to_be_visible()
    waited = time.monotonic() - dealt

    coach = player.page.get_by_role("region", name="Coach")
    expect(coach.locator(".ev-row.best")).to_be_visible()
    expect(coach.get_by_text(re.compile(r"If you play to the end: .* % win, .* % tie, .* % lose"))).to_be_visible()
    player.inspect()
    best = coach.locator(".ev-row.best").inner_text()
    wrong = ".danger" if "fold" not in best.lower() else ".primary"
    decided = time.monotonic()
    player.page.locator(f"button.decision{wrong}:enabled").first.click()
    expect(settled(player)).to_be_visible()
    waited += time.monotonic() - decided
    print(f"a round alone: {waited:.1f} s of waiting")
    assert waited < MOST_WAITING
    expect(coach.get_by_text(re.compile(r"cost \$\d"))).to_be_visible()

    player.page.reload()
    expect(coach.get_by_text(re.compile(r"Mistakes cost [\d.]+ times the \w+ in 100 rounds"))).to_be_visible()
    coach.get_by_text("Your mistakes by kind").click()
    expect(coach.get_by_text(re.compile("Raise or fold: .* instead of .*, once, cost"))).to_be_visible()

    player.button("Practise spots I get wrong").click()
    drill = player.page.get_by_role("dialog", name="Practise decisions")
    drill.get_by_role("group", name="Your decision in this spot").get_by_role("button").first.click()
    expect(drill.get_by_role("status")).to_have_text(re.compile("^Right|^Not the best"))
    expect(drill.locator(".ev-row.best")).to_be_visible()
    player.inspect()
    drill.get_by_role("button", name="Next spot").click()
    expect(drill.get_by_role("group", name="Your decision in this spot")).to_be_visible()
    drill.get_by_role("button", name="Close").click()

    player.page.get_by_label("only after I have decided").check()
    for _ in trying("the next round"):
        if areas(player).count():
            break
        if player.button("Next round").count():
            player.page.keyboard.press("n")
    wager(player)
    expect(player.button("Deal now")).to_be_enabled()
    player.page.keyboard.press("n")
    expect(choices(player).first).to_be_visible()
    expect(coach.get_by_text("The coach tells you after you have decided.")).to_be_visible()
    expect(coach.locator(".ev-row")).to_have_count(0)
    decide(player)
    assert served.context.house_dealer is not None and served.context.house_dealer.practice.is_kept(OWN)


def test_at_a_shared_table_everybody_seated_is_waited_for(visit: Callable[..., Visitor]) -> None:
    ann, bob = visit("player", "Ann").go("/table/HCF-1"), visit("player", "Bob").go("/table/HCF-1")
    for player in (ann, bob):
        player.page.get_by_role("button", name=re.compile("Play here")).click()
        expect(areas(player).first).to_be_visible()
    wager(ann)
    ann.button("More time").click()
    ann.button("Deal now").click()
    expect(ann.page.get_by_text("Ready. Waiting for Bob.")).to_be_visible()
    bob.button("Deal without me").click()
    expect(choices(ann).first).to_be_visible()
    ann.page.get_by_role("checkbox", name="Sound").check()
    ann.page.get_by_label("Dealing motion").uncheck()
    ann.page.reload()
    expect(ann.page.get_by_role("checkbox", name="Sound")).to_be_checked()
    expect(ann.page.get_by_label("Dealing motion")).not_to_be_checked()


def test_where_the_coach_is_off_the_page_shows_nothing_of_it(visit: Callable[..., Visitor], served: Served) -> None:
    settings = served.context.settings
    served.context.settings = replace(settings, has_coach=False)
    try:
        player = visit("player", "Una").go("/table/HUH-1")
        player.page.get_by_role("button", name=re.compile("Play here")).click()
        expect(areas(player).first).to_be_visible()
        expect(player.page.get_by_text("Coach")).to_have_count(0)
        expect(player.page.get_by_text(re.compile("Practise"))).to_have_count(0)
    finally:
        served.context.settings = settings

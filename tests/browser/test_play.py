"""A whole round of each rulebook, played by clicking, dealt by the automatic dealer."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from houserules.amounts import money_text
from houserules.server.demo import TABLES
from houserules.server.own_rounds import OwnRound, own_rounds
from tests.browser.playing import close_bets, decide, settled, sit_down, wager
from tests.browser.visitor import Visitor
from tests.server.served import Served


@pytest.mark.parametrize(("table", "book"), TABLES.items(), ids=TABLES.values())
def test_a_round_is_played_by_clicking(visit: Callable[..., Visitor], served: Served, table: str, book: str) -> None:
    player = visit("player", f"clicks {table}")
    sit_down(player, table)
    wager(player)
    close_bets(served, table)
    decide(player)
    expect(player.page.get_by_role("region", name="Your rounds")).to_be_visible()
    [kept] = own_rounds(served.house, table, f"clicks {table}")
    assert kept.story, "a decision was asked for"
    the_page_tells_what_the_log_keeps(player, kept)
    the_paragraph_is_shown_where_it_is_cited(player, kept)
    player.inspect()


def the_page_tells_what_the_log_keeps(player: Visitor, kept: OwnRound) -> None:
    """Each wager with its result and paragraph; the sum; and the chips, which are what was bought and the result."""
    shown = settled(player)
    for line in kept.lines:
        row = shown.get_by_role("row").filter(has_text=line.name).filter(has_text=line.cite)
        expect(row.first).to_contain_text(line.odds)
    expect(shown).to_contain_text(money_text(kept.net))
    expect(player.page.get_by_text(f"Chips {money_text(500_00 + kept.net)}")).to_be_visible()


def the_paragraph_is_shown_where_it_is_cited(player: Visitor, kept: OwnRound) -> None:
    history = player.page.get_by_role("region", name="Your rounds")
    history.get_by_text(f"Round {kept.round}:").click()
    history.get_by_role("button", name=kept.lines[0].cite, exact=True).first.click()
    dialog = player.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_contain_text(kept.lines[0].cite.split("(")[0])
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()


def test_the_coach_values_each_decision_and_what_a_mistake_cost(visit: Callable[..., Visitor], served: Served) -> None:
    player = visit("player", "coached")
    sit_down(player, "UTH-1", seat=1)
    player.page.get_by_label("switched on").check()
    wager(player)
    close_bets(served, "UTH-1")
    coach = player.page.get_by_role("region", name="Coach")
    expect(coach.get_by_text("· best")).to_be_visible()
    player.inspect()
    decide(player)
    expect(coach.get_by_role("heading", name="Your decisions")).to_be_visible()


def test_a_refusal_says_what_would_be_accepted(visit: Callable[..., Visitor]) -> None:
    """A sum beyond the table's limit is refused by the table, in words a player can act on."""
    player = visit("player", "refused")
    sit_down(player, "HCF-1", seat=2)
    other = player.page.get_by_label("Another sum")
    other.fill("$0.50")
    other.press("Enter")
    player.page.locator("button.spot-button.required").first.click()
    expect(player.page.get_by_role("status").filter(has_text="Accepted:")).to_be_visible()
    player.forgive("status of 409")
    player.inspect()


def test_who_watches_sees_the_table_and_no_seat_to_take(visit: Callable[..., Visitor]) -> None:
    watcher = visit().go("/table/UTH-1")
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    expect(watcher.button(re.compile("^Seat"))).to_have_count(0)
    watcher.inspect()


def test_a_table_that_is_not_there_says_where_to_go(visit: Callable[..., Visitor]) -> None:
    lost = visit("player", "lost").go("/table/NONE-1")
    expect(lost.page.get_by_text("There is no table NONE-1")).to_be_visible()
    expect(lost.page.get_by_role("link", name="Back to the lobby")).to_be_visible()
    lost.forgive("status of 404")
    assert not settled(lost).count()

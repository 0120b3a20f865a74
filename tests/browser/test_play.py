"""A whole round of each rulebook, played by clicking, dealt by the automatic dealer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tablelaw.amounts import money_text
from tablelaw.server.audit.player_history import OwnRound, own_rounds
from tablelaw.server.demo.property import IN_DOLLARS
from tests.browser.playing import close_bets, decide, settled, sit_down, wager
from tests.browser.visitor import Visitor
from tests.server.served import Served


@pytest.mark.parametrize(("table", "book"), IN_DOLLARS.tables.items(), ids=IN_DOLLARS.tables.values())
def test_a_round_is_played_by_clicking(visit: Callable[..., Visitor], served: Served, table: str, book: str) -> None:
    player = visit("player", f"clicks {table}")
    sit_down(player, table)
    wager(player)
    close_bets(served, table)
    decide(player)
    expect(player.page.get_by_role("region", name="Your rounds")).to_be_visible()
    [kept] = own_rounds(served.context, table, f"clicks {table}")
    assert kept.story, "a decision was asked for"
    the_page_tells_what_the_log_keeps(player, kept)
    the_paragraph_is_shown_where_it_is_cited(player, kept)
    player.inspect()


def the_page_tells_what_the_log_keeps(player: Visitor, kept: OwnRound) -> None:
    """Shows each wager with its result and paragraph, the total, and the chips: those bought plus the result."""
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

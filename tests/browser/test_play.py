"""A whole round of each rulebook, played by clicking and dealt automatically."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tablelaw.server.demo.property import IN_DOLLARS
from tests.browser.conftest import install
from tests.browser.playing import close_bets, deal_always, decide, own_round, settled, sit_down, wager
from tests.browser.visitor import Visitor
from tests.examples import example
from tests.server.served import Served


@pytest.mark.parametrize(("table", "book"), IN_DOLLARS.tables.items(), ids=IN_DOLLARS.tables.values())
def test_a_round_is_played_by_clicking(visit: Callable[..., Visitor], served: Served, table: str, book: str) -> None:
    player = visit("player", f"clicks {table}")
    sit_down(player, table)
    wager(player)
    close_bets(served, table)
    decide(player)
    own_round(player, served, table, f"clicks {table}")
    player.inspect()


def test_a_player_pulls_one_wager_back_and_lets_the_other_ride(visit: Callable[..., Visitor], served: Served) -> None:
    table = "LIR-1"
    deal_always(served, "Ts Td 4c Th 2c")
    install(served, table, example("let-it-ride").id)
    player = visit("player", "Petra")
    sit_down(player, table)
    wager(player)
    close_bets(served, table)
    pull, ride = player.button(re.compile("^Pull back")), player.button(re.compile("^Let it ride"))
    expect(pull).to_contain_text("take back Bet 1, $5")
    player.inspect()
    pull.click()
    expect(pull).to_contain_text("take back Bet 2, $5")
    ride.click()
    expect(settled(player)).to_be_visible()
    kept = own_round(player, served, table, "Petra")
    assert (kept.net, kept.community) == (2 * 3 * 5_00, ("Th", "2c"))

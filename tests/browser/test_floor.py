"""The floorperson's page: a jackpot that is paid by hand, trays, links, the day and its report."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from houserules.amounts import METER_UNITS_PER_CENT, money_text
from tests.browser.playing import SEAT, STACKED, close_bets, decide, sit_down, stack_a_royal_flush, wager
from tests.browser.visitor import Visitor
from tests.server.served import Served


def test_a_jackpot_is_validated_and_paid_by_a_floorperson(visit: Callable[..., Visitor], served: Served) -> None:
    """The whole meter: nothing is paid from the tray, and the cards stay until the documents are complete."""
    stack_a_royal_flush(served)
    player, floor = visit("player", "Lucky"), visit("floor", "Flo").go("/floor")
    sit_down(player, STACKED)
    wager(player)
    player.button(re.compile("on Progressive Payout")).click()
    expect(player.button(re.compile("^Progressive Payout: "))).to_be_visible()
    close_bets(served, STACKED)
    decide(player)
    expect(floor.page.get_by_text(f"Seat {SEAT}: Progressive Payout")).to_be_visible()
    floor.inspect()
    floor.button("Validate").click()
    expect(floor.page.get_by_text("waits for its documents")).to_be_visible()
    expect(player.page.get_by_text("paid by an attendant, not from the tray")).to_be_visible()
    floor.button("Documents complete").click()
    expect(floor.page.get_by_text("waits for its documents")).to_have_count(0)
    [meter] = [meter for meter in served.house.service.views.meters.values() if STACKED in meter.tables and meter.hits]
    assert meter.wins == meter.paid > 0
    expect(floor.page.get_by_role("region", name="All meters")).to_contain_text(money_text(meter.paid))
    assert meter.units // METER_UNITS_PER_CENT >= meter.seed // METER_UNITS_PER_CENT


def test_a_tray_is_filled_and_a_link_cut(visit: Callable[..., Visitor], served: Served) -> None:
    floor = visit("floor", "Fred").go("/floor")
    before = served.house.service.views.balance("tray:COL-1").available
    cage = floor.page.get_by_role("region", name="Trays, drops and money")
    cage.get_by_label("Table").select_option("COL-1")
    cage.get_by_label("Sum").fill("$2,500")
    cage.get_by_role("button", name="Fill").click()
    expect(floor.page.get_by_role("status").filter(has_text="Done, and written down.")).to_be_visible()
    assert served.house.service.views.balance("tray:COL-1").available == before + 250_000
    floor.button("Cut off").first.click()
    expect(floor.page.get_by_text("is down: its wagers are not taken.")).to_be_visible()
    floor.inspect()
    floor.button("Restore").first.click()
    expect(floor.page.get_by_text("is down: its wagers are not taken.")).to_have_count(0)


def test_a_sum_that_is_none_says_what_would_be_accepted(visit: Callable[..., Visitor]) -> None:
    floor = visit("floor", "Fred").go("/floor")
    cage = floor.page.get_by_role("region", name="Trays, drops and money")
    cage.get_by_label("Sum").fill("lots")
    cage.get_by_role("button", name="Fill").click()
    expect(floor.page.get_by_text("Accepted: 5000 or $5,000.")).to_be_visible()


def test_a_closed_table_stays_closed_and_the_report_of_the_day_is_read(visit: Callable[..., Visitor]) -> None:
    floor = visit("floor", "Fred").go("/floor")
    decks = floor.page.get_by_role("region", name="Tables and decks")
    decks.get_by_label("Table").select_option("THB-MD")
    decks.get_by_role("button", name="Close the table").click()
    row = floor.page.get_by_role("region", name="All tables").get_by_role("row").filter(has_text="THB-MD")
    expect(row).to_contain_text("The table is closed.")
    floor.page.get_by_role("region", name="Report of the day").get_by_role("button", name="Show").click()
    expect(floor.page.get_by_role("table", name="Tables")).to_be_visible()
    floor.inspect()
    expect(row).to_contain_text("The table is closed.")

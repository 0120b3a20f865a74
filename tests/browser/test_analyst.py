"""The analyst's page: exact figures, alternatives and simulations."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tablelaw.analysis.par.sheet import par
from tablelaw.server.demo.property import IN_DOLLARS
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import accept
from tests.browser.visitor import Visitor

SLOW_MS = 180_000
"""How long to wait for figures that have never been computed on this machine."""
JACKPOTS, LIMIT, PROGRESSIVE = "Jackpots by number of tables", "The payout limit", "Progressive Jackpot"


def opened(visitor: Visitor, table: str, tab: str) -> Page:
    """Opens a tab of the page for this table; Colorado and High Card Flush are solved in seconds."""
    return visitor.go(f"/analyst?table={table}#{tab}").page


def test_the_sheet_on_the_page_is_the_one_that_par_gives(visit: Callable[..., Visitor]) -> None:
    analyst = visit("auditor", "Ana")
    page = opened(analyst, "CHP-1", "sheet")
    expect(page.get_by_role("heading", name="Colorado Hold 'Em Poker, CHP-1")).to_be_visible(timeout=SLOW_MS)
    held = -par(accept(parse_draft(IN_DOLLARS.submission("CHP-1", "ma-colorado")))).main.ev
    expect(page.get_by_text(f"{float(held) * 100:.4f}%").first).to_be_visible()
    analyst.inspect()


@pytest.mark.parametrize(("tab", "words"), [("hands", "Best play"), ("what-if", "Other choices")])
def test_every_part_of_the_page_can_be_used_by_everybody(visit: Callable[..., Visitor], tab: str, words: str) -> None:
    analyst = visit("auditor", "Ana")
    page = opened(analyst, "CHP-1", tab)
    expect(page.get_by_role("heading", name=words)).to_be_visible(timeout=SLOW_MS)
    if tab == "what-if":
        other = page.locator(".choice input:enabled:not(:checked)").first
        other.click(timeout=SLOW_MS)
        expect(page.get_by_role("columnheader", name="what if").first).to_be_visible(timeout=SLOW_MS)
    analyst.inspect()


def test_a_table_is_dealt_and_the_exact_value_stands_beside_it(visit: Callable[..., Visitor], tmp_path: Path) -> None:
    analyst = visit("floor", "Ana")
    page = opened(analyst, "HCF-1", "simulation")
    for label, count in {"Rounds": "20,000", "Sessions": "40", "Shifts of 8 hours": "30", "Seed": "7"}.items():
        page.get_by_label(label, exact=True).fill(count, timeout=SLOW_MS)
    analyst.button("Deal").click()
    hold = page.get_by_role("region", name="House edge compared with the exact value", exact=True)
    expect(hold).to_contain_text("2.665%", timeout=SLOW_MS)
    expect(page.get_by_role("region", name="Table win in a shift", exact=True).get_by_role("img")).to_be_visible()
    with page.expect_download() as waiting:
        analyst.button("Download JSON").click()
    waiting.value.save_as(tmp_path / "told.json")
    told = {one["question"]: one for one in json.loads((tmp_path / "told.json").read_text("utf-8"))}
    assert told["hold"]["rounds"] == 20_000 and told["session"]["sessions"] == 40
    analyst.inspect()


def test_more_than_the_workshop_deals_is_refused_with_what_it_takes(visit: Callable[..., Visitor]) -> None:
    analyst = visit("floor", "Ana")
    page = opened(analyst, "HCF-1", "simulation")
    page.get_by_label("Rounds", exact=True).fill("9,000,000,000", timeout=SLOW_MS)
    analyst.button("Deal").click()
    expect(page.get_by_text("Accepted: up to 20,000,000 over all seats")).to_be_visible()
    analyst.forgive("status of 4")


def asking(page: Page, *questions: str) -> None:
    """Selects only these questions."""
    for name in ("House edge compared with the exact value", "A player's sessions", "Table win in a shift"):
        page.get_by_label(name, exact=True).uncheck(timeout=SLOW_MS)
    for name in questions:
        page.get_by_label(name, exact=True).check()


def test_jackpots_are_answered_by_number_of_tables(visit: Callable[..., Visitor], tmp_path: Path) -> None:
    analyst = visit("auditor", "Ana")
    page = opened(analyst, "HCF-1", "simulation")
    asking(page)
    expect(page.get_by_text("Nothing has been dealt yet.")).to_be_visible()
    analyst.button("Deal").click()
    expect(page.get_by_text("Choose at least one question.")).to_be_visible()
    expect(page.get_by_label("The payout limit", exact=True)).to_be_disabled()
    asking(page, JACKPOTS)
    for label, value in {"Numbers of tables to compare": "1, 3", "Days per period": "3", "Periods": "2"}.items():
        page.get_by_label(label, exact=True).fill(value)
    analyst.button("Deal").click()
    expect(page.get_by_text("No seat wagers on a meter, so no meter could be won.")).to_be_visible()
    page.get_by_role("combobox", name=PROGRESSIVE).select_option("$1")
    analyst.button("Deal").click()
    answer = page.get_by_role("region", name=JACKPOTS, exact=True)
    expect(answer.get_by_role("columnheader", name="3 tables")).to_be_visible(timeout=SLOW_MS)
    expect(answer.get_by_role("img")).to_be_visible()
    answer.get_by_text("What the words mean").click()
    expect(answer.get_by_text("the reserve was too small")).to_be_visible()
    with page.expect_download() as waiting:
        analyst.button("Download jackpot-wins.csv").click()
    waiting.value.save_as(tmp_path / "wins.csv")
    assert (tmp_path / "wins.csv").read_text("utf-8").startswith("tables,meter,figure,value,wins\n")
    analyst.inspect()


def test_a_payout_limit_no_table_may_set_is_a_what_if(visit: Callable[..., Visitor], tmp_path: Path) -> None:
    analyst = visit("auditor", "Ana")
    page = opened(analyst, "CHP-1", "simulation")
    asking(page, LIMIT)
    expect(page.get_by_label(JACKPOTS, exact=True)).to_be_disabled()
    page.get_by_label("Rounds", exact=True).fill("20,000")
    page.get_by_label("Limit to test", exact=True).fill("$20")
    analyst.button("Deal").click()
    answer = page.get_by_role("region", name=LIMIT, exact=True)
    expect(answer.get_by_text("A what-if: a payout limit of $20 is below the minimum.")).to_be_visible(timeout=SLOW_MS)
    expect(answer.get_by_role("img")).to_be_visible()
    with page.expect_download() as waiting:
        analyst.button("Download JSON").click()
    waiting.value.save_as(tmp_path / "told.json")
    [told] = json.loads((tmp_path / "told.json").read_text("utf-8"))
    assert told["bitten"] > 0 and told["findings"][0]["code"] == "payout-limit-below-floor"
    analyst.inspect()


def test_seen_cards_are_valued_with_a_plot_and_what_they_cost_the_house(
    visit: Callable[..., Visitor], tmp_path: Path
) -> None:
    analyst = visit("floor", "Ana")
    page = opened(analyst, "HCF-1", "exposure")
    page.get_by_label("Of the dealer's cards").select_option("nothing", timeout=SLOW_MS)
    analyst.button("Solve").click()
    expect(page.get_by_text("Choose at least one card that is seen.")).to_be_visible()
    page.get_by_label("Of other seats").select_option("the hands of five other seats")
    page.get_by_label("Rounds per hour").fill("9999")
    analyst.button("Solve").click()
    expect(page.get_by_text("Enter rounds per hour from 1 to 1000")).to_be_visible()
    page.get_by_label("Rounds per hour").fill("40")
    page.get_by_label("Ante", exact=True).fill("$25")
    analyst.button("Solve").click()
    expect(page.get_by_role("heading", name="HCF-1, seats:5 seen")).to_be_visible(timeout=SLOW_MS)
    expect(page.get_by_text("+7.3184%")).to_be_visible()
    expect(page.get_by_text("$73.18")).to_be_visible()
    played = page.get_by_role("region", name="How rounds are played", exact=True)
    expect(played.get_by_role("img", name="with seats:5 seen")).to_be_visible()
    expect(page.get_by_role("columnheader", name="With the cards").last).to_be_visible()
    with page.expect_download() as waiting:
        analyst.button("Download JSON").click()
    waiting.value.save_as(tmp_path / "told.json")
    told = json.loads((tmp_path / "told.json").read_text("utf-8"))
    assert told["value"] == "649372060159513/8873135184513600" and "picture" not in told
    analyst.inspect()


def test_cards_that_no_solver_supports_are_refused_by_name(visit: Callable[..., Visitor]) -> None:
    analyst = visit("auditor", "Ana")
    page = opened(analyst, "HCF-1", "exposure")
    page.get_by_label("Of the dealer's cards").select_option("dealer:1", timeout=SLOW_MS)
    page.get_by_label("Of other seats").select_option("seats:5")
    analyst.button("Solve").click()
    expect(page.get_by_text("either dealer:1 or the hands")).to_be_visible(timeout=SLOW_MS)
    analyst.forgive("status of 4")


def test_rounds_with_a_seen_card_are_told_from_honest_ones(visit: Callable[..., Visitor]) -> None:
    analyst = visit("auditor", "Ana")
    page = opened(analyst, "HCF-1", "exercise")
    page.get_by_label("Of the dealer's cards").select_option("nothing", timeout=SLOW_MS)
    page.get_by_label("Of other seats").select_option("seats:5")
    page.get_by_label("Seed").fill("7")
    analyst.button("Deal the rounds").click()
    first = page.get_by_role("region", name="Round 1", exact=True)
    first.get_by_label("played with the seen card").check(timeout=SLOW_MS)
    analyst.inspect()
    analyst.button("Show the answers").click()
    expect(page.get_by_text(re.compile(r"^\d of 8 right\.$"))).to_be_visible(timeout=SLOW_MS)
    expect(first.get_by_text(re.compile("^(Right|Wrong): "))).to_be_visible()
    expect(first.get_by_role("columnheader", name="Card seen")).to_be_visible()
    analyst.inspect()

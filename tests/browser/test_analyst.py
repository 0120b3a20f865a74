"""The analyst's page: what is exact, what would be otherwise, and what comes of dealing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from houserules.analysis.par.sheet import par
from houserules.server.demo import demo_submission
from houserules.submission.draft import parse_draft
from houserules.submission.submission import accept
from tests.browser.visitor import Visitor

SLOW_MS = 180_000
"""Figures that were never worked out on this machine take a while."""


def opened(visitor: Visitor, table: str, tab: str) -> Page:
    """A tab of the page, with this table chosen; Colorado and High Card Flush are counted in seconds."""
    return visitor.go(f"/analyst?table={table}#{tab}").page


def test_the_sheet_on_the_page_is_the_one_that_par_gives(visit: Callable[..., Visitor]) -> None:
    analyst = visit("auditor", "Ana")
    page = opened(analyst, "COL-1", "sheet")
    expect(page.get_by_role("heading", name="Colorado Hold 'Em Poker, COL-1")).to_be_visible(timeout=SLOW_MS)
    held = -par(accept(parse_draft(demo_submission("COL-1", "ma-colorado")))).main.ev
    expect(page.get_by_text(f"{float(held) * 100:.4f}%").first).to_be_visible()
    analyst.inspect()


@pytest.mark.parametrize(("tab", "words"), [("hands", "Best play"), ("what-if", "Choose otherwise")])
def test_every_part_of_the_page_can_be_used_by_everybody(visit: Callable[..., Visitor], tab: str, words: str) -> None:
    analyst = visit("auditor", "Ana")
    page = opened(analyst, "COL-1", tab)
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
    hold = page.get_by_role("region", name="Hold beside the exact value", exact=True)
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
    expect(page.get_by_text("Accepted: up to 5,000,000 over all seats")).to_be_visible()
    analyst.forgive("status of 4")

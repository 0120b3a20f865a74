"""A Rules Submission written in the browser: findings while typing, the hold of each choice, the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tablelaw.analysis.par.alternatives import Held, alternatives
from tablelaw.submission.draft import Draft, parse_draft
from tablelaw.submission.submission import accept
from tests.browser.visitor import Visitor

SEATS = "Betting positions"


def test_a_submission_is_edited_checked_and_downloaded(visit: Callable[..., Visitor], tmp_path: Path) -> None:
    editor = visit("floor", "Sue").go("/submission?rulebook=ma-colorado")
    page = editor.page
    expect(page.get_by_role("heading", name="Passed")).to_be_visible()
    wrong_seats_are_found(page)
    editor.inspect()
    page.get_by_label(SEATS, exact=True).fill("4")
    expect(page.get_by_role("heading", name="Passed")).to_be_visible()
    before = the_holds_are_exact(page, downloaded(page, tmp_path / "first.toml", "seats = 4"))
    page.get_by_label("Must a player who plays on").select_option("permissible")
    after = the_holds_are_exact(page, downloaded(page, tmp_path / "second.toml", 'version = "permissible"'))
    assert before != after
    editor.inspect()


def wrong_seats_are_found(page: Page) -> None:
    """In its part of the form and beside it, with the paragraph and what would satisfy it."""
    page.get_by_label(SEATS, exact=True).fill("99")
    for place in (page.locator("[data-part=procedure]"), page.get_by_role("region", name="Findings")):
        found = place.locator(".finding")
        expect(found).to_contain_text("Accepted: 1 to ")
        expect(found.get_by_role("button").first).to_be_visible()
    page.get_by_role("region", name="Findings").locator(".finding").get_by_role("button").first.click()
    expect(page.get_by_role("dialog").get_by_role("heading")).not_to_be_empty()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()


def downloaded(page: Page, path: Path, line: str) -> Draft:
    """The saved file, once the check has covered this line."""
    expect(page.locator(".toml")).to_contain_text(line)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download").click()
    waiting.value.save_as(path)
    draft = parse_draft(path.read_text("utf-8"))
    accept(draft)
    return draft


def the_holds_are_exact(page: Page, draft: Draft) -> str:
    """The figure on the page is the one that the analysis gives for the file."""
    rows: list[Held] = list(alternatives(draft))
    [filed, *_] = [row for row in rows if row.is_filed and row.is_offered]
    shown = f"{float(filed.overall) * 100:.4f}%"
    expect(page.get_by_role("region", name="Hold")).to_contain_text(shown)
    expect(page.locator(".holds-here .tag, .column-hold .number").first).to_be_visible()
    return shown

"""A Rules Submission is written in the browser: findings while typing, the house edge of each choice, the sign, the
file. Drafts are saved as they are written, and can be installed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, Route, expect

from tablelaw.analysis.par.other_choices import Held, alternatives
from tablelaw.submission.draft import Draft, parse_draft
from tablelaw.submission.submission import accept
from tests.browser.visitor import Visitor, trying
from tests.server.served import Served

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
    the_draft_is_restored(editor)
    editor.inspect()


def the_draft_is_restored(editor: Visitor) -> None:
    """Checks that a reopened page restores the draft, says so, and can start over."""
    page = editor.go("/submission").page
    expect(page.get_by_role("status").filter(has_text="is restored.")).to_contain_text("Your draft of ")
    expect(page.get_by_label(SEATS, exact=True)).to_have_value("4")
    expect(page.get_by_label("Must a player who plays on")).to_have_value("permissible")
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_label("Must a player who plays on")).to_have_value("required")
    expect(page.get_by_role("button", name="Start over")).to_be_hidden()
    page.reload()
    expect(page.get_by_role("heading", name="Passed")).to_be_visible()
    expect(page.get_by_role("button", name="Start over")).to_be_hidden()


def test_an_administrator_installs_a_submission_that_passes(visit: Callable[..., Visitor], served: Served) -> None:
    editor = visit("administrator", "Ingrid").go("/submission?rulebook=pa-678a")
    page = editor.page
    part = page.get_by_role("region", name="Install on this floor")
    button = part.get_by_role("button", name="Install this table")
    expect(part).to_contain_text("This floor is Keystone Demo Casino.")
    expect(button).to_be_disabled()
    named(page, "property").fill("Keystone Demo Casino")
    named(page, "table").fill("HCF-1")
    expect(part).to_contain_text("HCF-1 is already on this floor.")
    held: list[Route] = []
    page.route("**/api/submission/check", lambda route: held.append(route))
    named(page, "table").fill("HCF-9")
    for early in (button, page.get_by_role("button", name="Download", exact=True)):
        expect(early).to_be_disabled()  # the text is still that of HCF-1
    for _ in trying("the check to be asked for"):
        page.wait_for_timeout(50)
        if held:
            break
    held[0].continue_()
    page.unroute("**/api/submission/check")
    expect(button).to_be_enabled()
    expect(page.get_by_role("img", name="The sign of this table")).to_be_visible()
    assert page.evaluate(DRAWN), "the sign is drawn"
    button.click()
    dialog = page.get_by_role("dialog", name="Install HCF-9")
    dialog.get_by_label("Chips for the tray").fill("nothing")
    dialog.get_by_role("button", name="Install HCF-9").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Enter an amount such as 50000")
    dialog.get_by_label("Chips for the tray").fill("20000")
    expect(dialog.get_by_role("status")).to_have_text("HCF-9 is installed with $20,000 in its tray, from the cage.")
    editor.inspect()
    dialog.get_by_role("button", name="Install HCF-9").click()
    expect(dialog).to_be_hidden()
    expect(part).to_contain_text("HCF-9 is already on this floor.")
    assert served.context.service.views.balance("tray:HCF-9").available == 2_000_000


DRAWN = "() => document.querySelector('.sign-preview img').decode().then(() => true)"


def named(page: Page, key: str) -> Locator:
    return page.locator(f"[data-key=' {key}']")


def wrong_seats_are_found(page: Page) -> None:
    """Checks that the finding is shown in the form and in the list, with its paragraph and what would satisfy it."""
    page.get_by_label(SEATS, exact=True).fill("99")
    for place in (page.locator("[data-part=procedure]"), page.get_by_role("region", name="Findings")):
        found = place.locator(".finding")
        expect(found).to_contain_text("Accepted: 1 to ")
        expect(found.get_by_role("button").first).to_be_visible()
    page.get_by_role("region", name="Findings").locator(".finding").get_by_role("button").first.click()
    expect(page.get_by_role("dialog").get_by_role("heading")).not_to_be_empty()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()


def downloaded(page: Page, path: Path, line: str) -> Draft:
    """Saves the file once the check covers this line, and returns its draft."""
    expect(page.locator(".toml")).to_contain_text(line)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download").click()
    waiting.value.save_as(path)
    draft = parse_draft(path.read_text("utf-8"))
    accept(draft)
    return draft


def the_holds_are_exact(page: Page, draft: Draft) -> str:
    """Checks that the page shows the analysis's figure for the file, and returns it."""
    rows: list[Held] = list(alternatives(draft))
    [filed, *_] = [row for row in rows if row.is_filed and row.is_offered]
    shown = f"{float(filed.overall) * 100:.4f}%"
    expect(page.get_by_role("region", name="House edge")).to_contain_text(shown)
    expect(page.locator(".holds-here .tag, .column-hold .number").first).to_be_visible()
    return shown

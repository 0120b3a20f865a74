"""Flags for seen cards on the floor's and the auditor's pages."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tablelaw.floor.reports.watch_messages import (
    Evidence,
    Flag,
    NotWatched,
    RoundName,
    WatchedPerson,
    WatchedRounds,
    WatchReport,
)
from tests.browser.playing import STACKED
from tests.browser.visitor import Visitor
from tests.server.served import Served


def reported(served: Served) -> WatchReport:
    """One player is flagged, and one is not."""
    views, table = served.context.service.views, WatchedRounds(STACKED, ((1, 40), (42, 42)))
    flag, strongest = Flag(STACKED, 23, views.seq, 1_794_786_000), (RoundName(STACKED, 7, 3), RoundName(STACKED, 12, 5))
    evidence = Evidence(log_e=5.5, highest=6.25, needed=5.31, strongest=strongest)
    honest = Evidence(log_e=-0.5, highest=0.25, needed=5.33, strongest=())
    return WatchReport(
        rate=0.01,
        watched=(),
        seq=views.seq,
        rounds=41,
        people=(
            WatchedPerson("player", "Ines", 41, False, None, (table,), honest),
            WatchedPerson("player", "Sid", 41, True, flag, (table,), evidence),
        ),
        not_watched=(NotWatched("High Card Flush", 3, "decisions are not watched for dealer:1"),),
        preparing=("Casino Hold'em",),
    )


def test_flags_are_shown_to_floorpersons_and_their_evidence_to_auditors(
    visit: Callable[..., Visitor], served: Served
) -> None:
    served.context.seen_cards.report = reported(served)
    floor = visit("floor", "Flo").go("/floor")
    alert = floor.page.get_by_role("listitem").filter(has_text="the decisions of player Sid fit a hidden card")
    expect(alert).to_contain_text(f"{STACKED}: Flagged after round 23")
    expect(alert.get_by_role("link", name="See the rounds")).to_have_attribute("href", "#seen-cards")
    panel = floor.page.get_by_role("region", name="Seen cards", exact=True)
    expect(panel.get_by_role("row")).to_have_count(2)
    expect(panel.get_by_role("row").last).to_contain_text(f"{STACKED}: 1 to 40, 42")
    expect(panel).to_contain_text("Tested: 2 people in 41 finished rounds; 1 flagged.")
    expect(panel).to_contain_text("Being prepared: Casino Hold'em.")
    expect(panel).to_contain_text("ever flagged is at most 1%")
    floor.inspect()
    alert.get_by_role("button", name="Acknowledge").click()
    asked = floor.page.get_by_role("dialog", name="Acknowledge an alert")
    asked.get_by_label("Your note").fill("Watched on camera.")
    asked.get_by_role("button", name="Acknowledge").click()
    expect(floor.page.get_by_text("Acknowledged today: 1")).to_be_visible()
    auditor = visit("auditor", "Aud").go("/audit#seen")
    rows = auditor.page.get_by_role("row")
    expect(rows.nth(1)).to_contain_text(re.compile("player Sid.*6.25.*5.31"))
    expect(rows.nth(2)).to_contain_text(re.compile("player Ines.*not flagged"))
    link = rows.nth(1).get_by_role("link", name=f"{STACKED}, round 12")
    expect(link).to_have_attribute("href", f"#rounds/{STACKED}/12/5")
    auditor.inspect()

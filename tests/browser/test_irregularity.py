"""An irregularity voids a round, and an auditor replays that round on the felt with the law beside it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.dealing import Shift, shoe
from tests.browser.playing import REAL_CARDS, sit_down, wager
from tests.browser.visitor import Visitor
from tests.server.served import Served

SEAT = 4
IRREGULARITY, PARAGRAPH = "More than one card found face up before everyone has two cards", "653a.13(a)"


def test_13_a_a_void_round_is_seen_again_by_an_auditor(visit: Callable[..., Visitor], served: Served) -> None:
    shift = Shift(visit("dealer", "Dora"), shoe(SEAT, "Ks Kd"))
    player = visit("player", "Vic")
    sit_down(player, REAL_CARDS, SEAT)
    shift.ready_the_deck(player)
    wager(player)
    shift.deal_a_card()
    report_it(shift.dealer)
    expect(player.page.get_by_text("The round is void:").first).to_be_visible()
    [kept] = shift.collected(served, "Vic")
    assert {line.outcome for line in kept.lines} == {"void"} and kept.net == 0
    expect(player.page.get_by_text("Chips $500")).to_be_visible()
    player.inspect()
    shift.dealer.button("Hand back the table").click()
    see_it_again(visit("auditor", "Aud"), served)


def report_it(dealer: Visitor) -> None:
    """The paragraph is shown beside it before it is confirmed."""
    dealer.page.get_by_label("Which irregularity").select_option(label=IRREGULARITY)
    expect(dealer.page.locator(".irregularity-form").get_by_role("button", name=PARAGRAPH)).to_be_visible()
    dealer.inspect()
    dealer.button(f"Report: {IRREGULARITY}").click()


def see_it_again(auditor: Visitor, served: Served) -> None:
    page = auditor.go("/audit").page
    page.get_by_label("Player").fill("Vic")
    auditor.button("Find").click()
    row = page.get_by_role("row").filter(has_text="Vic")
    expect(row).to_contain_text("void")
    row.get_by_role("link", name="Open").click()
    beside = page.get_by_role("region", name="What happened, and the law behind it")
    beside.get_by_role("button", name=IRREGULARITY).click()
    law = beside.locator("[aria-current=step] .law")
    expect(law.get_by_role("button", name=PARAGRAPH, exact=True).first).to_be_visible()
    auditor.button("Last").click()
    expect(page.get_by_role("img", name="Ultimate Texas Hold")).to_be_visible()
    expect(page.get_by_role("region", name=f"Seat {SEAT}, Vic")).to_contain_text("returned")
    auditor.inspect()
    assert served.context.service.views.seq > 0
    page.get_by_role("tab", name="Who looked").click()
    expect(page.get_by_role("row").filter(has_text="Aud")).to_contain_text(REAL_CARDS)

"""An evening at the table with real cards, dealt by hand, with two players who have a device and one who does not.

The first round is voided after an irregularity. In the next, the chips and the stub are miscounted and counted again, a
card is mistyped and taken back, and a royal flush wins a linked meter; the win is validated, paid and replayed by the
auditor.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tablelaw.amounts import money_text
from tablelaw.floor.log.entry import decode
from tablelaw.floor.property import stream_of
from tablelaw.server.audit.player_history import own_rounds
from tablelaw.table import events
from tests.browser.dealing import CARD_NAME, Shift
from tests.browser.playing import REAL_CARDS, choices, decide_once, sit_down, wager
from tests.browser.visitor import Visitor, trying
from tests.server.served import Served
from tests.table.game import arranged

RITA, VIC, NELL = 3, 4, 5
SEATS = (RITA, VIC, NELL)
IRREGULARITY, PARAGRAPH = "More than one card found face up before everyone has two cards", "653a.13(a)"
CARDS = [
    str(card)
    for card in arranged(
        "pa-653a",
        "manual-shoe",
        SEATS,
        {RITA: "As Ks", VIC: "Ad 9d", NELL: "4c 4d"},
        dealer="2d 7c",
        board="Qs Js Ts 3d 8h",
    )
]
MISTYPED = CARDS[-1]
DESKS = ((1280, 720), (1920, 1080))


def test_an_evening_at_the_table_with_real_cards(visit: Callable[..., Visitor], served: Served) -> None:
    shift = Shift(visit("dealer", "Dora"), iter(CARDS))
    rita, vic, floor = visit("player", "Rita"), visit("player", "Vic"), visit("floor", "Flo").go("/floor")
    sit_down(rita, REAL_CARDS, RITA)
    shift.ready_the_deck(rita)
    sit_down(vic, REAL_CARDS, VIC)
    seat_nell(shift.dealer)
    a_void_round(shift, (rita, vic), served)
    the_void_is_an_alert(floor)
    shift.cards = iter(CARDS)
    shift.ready_the_deck(rita)
    wagers(shift, rita, vic)
    miscounted_chips(shift.dealer)
    mistyped_card(shift)
    play(shift, rita, vic)
    miscounted_stub(shift, floor, served)
    settle(shift, floor)
    [kept, _] = own_rounds(served.context, REAL_CARDS, "Rita")
    assert kept.cards == ("As", "Ks") and kept.net > 0
    [meter] = [meter for meter in served.context.service.views.meters.values() if meter.hits]
    assert REAL_CARDS in meter.tables and len(meter.tables) > 1 and meter.wins == meter.paid
    assert meter.paid == sum(line.paid for line in kept.lines if line.hand_pay)
    told_by_the_log(served)
    shift.dealer.button("Hand back the table").click()
    expect(shift.dealer.button("Take over the table")).to_be_visible()
    replayed(visit("auditor", "Aud"), f"+{money_text(meter.paid - 100)}")


# --- The dealer --------------------------------------------------------------------------------------------------


def within_sight(dealer: Visitor) -> None:
    """Checks that everything to be pressed now is visible on a desktop screen without scrolling."""
    for width, height in DESKS:
        dealer.page.set_viewport_size({"width": width, "height": height})
        assert dealer.page.evaluate(OUT_OF_SIGHT) == [], f"{width}x{height}"
    dealer.page.set_viewport_size({"width": 1280, "height": 800})


OUT_OF_SIGHT = """() => [...document.querySelectorAll("#shift button, :is(#next, #work) :is(button, input)")]
  .filter(it => { const {top, bottom, right} = it.getBoundingClientRect();
    return top < 0 || bottom > innerHeight || right > innerWidth; })
  .map(it => it.textContent || it.name)
  .concat(document.documentElement.scrollHeight > innerHeight ? ["the page scrolls"] : [])"""


def seat_nell(dealer: Visitor) -> None:
    """Seats a player without a device and sells her chips; the record names the dealer."""
    steps = dealer.page.locator("#steps")
    steps.get_by_text("A player has no device").click()
    steps.get_by_label("Name").fill("Nell")
    steps.get_by_label("Seat").select_option(str(NELL))
    dealer.button("Seat a player without a device").click()
    expect(dealer.page.locator("#felt").get_by_text("no device")).to_be_visible()
    chips = dealer.page.get_by_role("region", name="Chips for players")
    chips.get_by_label("Player").select_option("Nell")
    chips.get_by_role("button", name="Cash for chips").click()
    expect(dealer.page.get_by_text("Done and recorded.")).to_be_visible()


def wagers(shift: Shift, *players: Visitor) -> None:
    for player in players:
        wager(player)
    players[0].button(re.compile("on Progressive Payout")).click()
    expect(players[0].button(re.compile("^Progressive Payout: "))).to_be_visible()
    place_for_nell(shift.dealer)
    within_sight(shift.dealer)


def place_for_nell(dealer: Visitor) -> None:
    amount = dealer.page.get_by_label(f"Amount of seat {NELL}")
    for typed in ("$12.34", "$5"):
        amount.fill(typed)
        dealer.button("Place Ante and Blind").click()
        if typed != "$5":
            told = "Enter an amount in whole chips, such as $5."
            expect(dealer.page.get_by_role("status").filter(has_text=told).last).to_be_visible()
    expect(dealer.button(re.compile(r"^Blind \$5"))).to_be_visible()


def a_void_round(shift: Shift, players: tuple[Visitor, ...], served: Served) -> None:
    """Reports an irregularity whose paragraph is shown before it is confirmed; every wager is returned."""
    for player in players:
        wager(player)
    place_for_nell(shift.dealer)
    shift.deal_a_card()
    page = shift.dealer.page
    page.get_by_label("Which irregularity").select_option(label=IRREGULARITY)
    expect(page.locator(".irregularity-form").get_by_role("button", name=PARAGRAPH)).to_be_visible()
    shift.dealer.inspect()
    shift.dealer.button(f"Report: {IRREGULARITY}").click()
    why = f"The round is void: {IRREGULARITY[:1].lower()}{IRREGULARITY[1:]}."
    expect(players[1].page.get_by_text(why).first).to_be_visible()
    expect(players[1].page.get_by_text("Your wagers are placed.")).to_have_count(0)
    expect(page.locator("#felt .seat-wagers").first).to_be_visible()
    expect(page.locator("#next")).to_contain_text(f"The round is void. Seat {NELL}: give the wagers back.")
    [kept] = shift.collected(served, "Vic")
    assert {line.outcome for line in kept.lines} == {"void"} and kept.net == 0
    expect(players[1].page.get_by_text("Chips $500")).to_be_visible()
    players[1].inspect()


def the_void_is_an_alert(floor: Visitor) -> None:
    """The floor's feed names the round, the reason and its paragraph."""
    alerts = floor.page.get_by_role("list", name="Alerts that need attention").get_by_role("listitem")
    void = alerts.filter(has_text=f"{REAL_CARDS}: Round 1 is void: {IRREGULARITY.lower()}.")
    expect(void).to_have_count(1)
    expect(void.get_by_role("button", name=PARAGRAPH)).to_be_visible()


def miscounted_chips(dealer: Visitor) -> None:
    """Miscounts the chips: the system hides its own count, a wrong count has to be repeated, and nothing is voided."""
    dealer.button("No more bets").click()
    for number in (9, 1):
        dealer.page.get_by_label("Counted").fill(str(number))
        dealer.button("Count the progressive chips").click()
        if number == 9:
            expect(dealer.page.get_by_role("alert")).to_contain_text("Count again")
            dealer.forgive("status of 409")
    expect(dealer.page.get_by_role("alert")).to_have_count(0)


def mistyped_card(shift: Shift) -> None:
    """Mistypes a card and takes it back. The card field has the focus, and scanner input reaches it from anywhere."""
    page = shift.dealer.page
    expect(page.locator("#card-field")).to_be_focused()
    page.locator("#felt").focus()
    page.keyboard.type(MISTYPED)
    page.keyboard.press("Enter")
    back = shift.dealer.button(re.compile(f"^Take back the last card: seat {RITA}"))
    expect(back).to_be_visible()
    expect(page.locator("#card-field")).to_be_focused()
    name = page.evaluate(CARD_NAME, MISTYPED)
    expect(page.get_by_label("All cards").get_by_role("button", name=name)).to_be_disabled()
    within_sight(shift.dealer)
    back.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"Take back the {name} only if you mistyped it")
    shift.dealer.inspect()
    dialog.get_by_role("button", name="Take it back").click()
    expect(back).to_have_count(0)
    expect(page.get_by_label("All cards").get_by_role("button", name=name)).to_be_enabled()
    expect(page.locator("#next")).to_contain_text(f"Deal the next card: seat {RITA}, face down.")


def play(shift: Shift, *players: Visitor) -> None:
    """Continues the round; players decide in turn, and the dealer enters Nell's decisions without seeing face-down
    cards.
    """
    page = shift.dealer.page
    said = page.get_by_role("group", name="What the player without a device says").get_by_role("button")
    settle = page.locator("#next").get_by_role("button", name=f"Settle seat {NELL}")
    for _ in trying("the settlement"):
        if settle.count():
            return
        if said.count():
            expect(page.locator("#next")).to_contain_text(f"Nell (seat {NELL}) is deciding. Enter what they say.")
            within_sight(shift.dealer)
            said.last.click()
            expect(said).to_have_count(0)
        elif not shift.go_on():
            for player in players:
                if choices(player).count():
                    expect(page.locator("#felt").get_by_role("img", name="ace of")).to_have_count(0)
                    expect(page.get_by_role("button", name=re.compile(r"^Take back .* \("))).to_have_count(0)
                    decide_once(player)


def miscounted_stub(shift: Shift, floor: Visitor, served: Served) -> None:
    """Miscounts the stub: play stops until a floorperson has counted again, and nothing is voided."""
    page = shift.dealer.page
    page.locator("#steps").get_by_text("Count the stub").first.click()
    page.locator("#steps").get_by_label("Counted").fill("3")
    page.locator("#steps").get_by_role("button", name="Count the stub").click()
    expect(page.locator("#next")).to_contain_text("floorperson")
    expect(page.locator("#next").get_by_role("button", name=re.compile("^Settle"))).to_have_count(0)
    view = served.context.service.views.tables[REAL_CARDS]
    assert view.state.round is not None
    stub = view.engine.rules.deck_size - view.state.round.dealt
    floor.page.get_by_label(f"Cards counted in the stub of {REAL_CARDS}").fill(str(stub))
    floor.button("Recount").click()
    expect(page.locator("#next").get_by_role("button", name=f"Settle seat {NELL}")).to_be_visible()


def settle(shift: Shift, floor: Visitor) -> None:
    """Settles each seat from the dealer's right. The chips add up to the payout; the meter's share is validated
    first.
    """
    page = shift.dealer.page
    panel = page.get_by_role("region", name="Payouts")
    for seat in (NELL, VIC, RITA):
        shift.dealer.button(f"Settle seat {seat}").click()
        expect(panel.locator("[aria-current=step]")).to_contain_text(f"Seat {seat}")
        within_sight(shift.dealer)
    expect(row(panel, "Blind")).to_contain_text("500 to 1")
    assert paid_in_chips(row(panel, "Blind")) == sum_of(row(panel, "Blind")) == 2500
    expect(row(panel, "Progressive Payout")).to_contain_text("Do not pay yet.")
    shift.dealer.inspect()
    floor.button("Validate").click()
    expect(row(panel, "Progressive Payout")).to_contain_text("An attendant pays this; pay nothing from the tray.")
    floor.button("Documents complete").click()
    shift.dealer.button("Collect the cards").click()
    expect(panel).to_have_count(0)


def row(panel: Locator, wager: str) -> Locator:
    return panel.get_by_role("row", name=re.compile(f"^{wager} "))


def sum_of(row: Locator) -> int:
    """The amount in the payout column, in dollars."""
    return int(row.get_by_role("cell").nth(2).inner_text().removeprefix("$").replace(",", ""))


def paid_in_chips(row: Locator) -> int:
    stacks = [stack.inner_text() for stack in row.locator(".chip-stack").all()]
    found = [re.findall(r"\$(\d+)\s+(\d+) \w+", text)[0] for text in stacks]
    return sum(int(value) * int(count) for value, count in found)


# --- The records -------------------------------------------------------------------------------------------------


def told_by_the_log(served: Served) -> None:
    """Checks that the log names the dealer for everything entered for Nell and for the card taken back."""
    entries = [decode(kept.body) for kept in served.context.service.store.round_entries(stream_of(REAL_CARDS), 2)]
    happened = [(entry.by, event) for entry in entries for event in entry.events]
    entered = {by for by, event in happened if getattr(event, "seat", 0) == NELL and isinstance(event, events.Decided)}
    assert entered == {"dealer:Dora"}
    assert [by for by, event in happened if isinstance(event, events.CardTakenBack)] == ["dealer:Dora"]
    counts = [(by, event.right) for by, event in happened if isinstance(event, events.StubCounted)]
    assert counts == [("dealer:Dora", False), ("floor:Flo", True)]


def replayed(auditor: Visitor, won: str) -> None:
    """Opens both rounds as the auditor: the void one with its paragraph, the other with its correction and jackpot.

    `won` is the share of the meter without the dollar staked on it.
    """
    page = auditor.go("/audit").page
    for number, told in ((1, IRREGULARITY), (2, "it was mistyped and is still in the shoe")):
        page.get_by_label("Player").fill("Rita")
        auditor.button("Find").click()
        page.get_by_role("link", name=f"Open round {number} of {REAL_CARDS}").click()
        beside = page.get_by_role("region", name="What happened, and the law behind it")
        beside.get_by_role("button", name=told).first.click()
        expect(beside.locator("[aria-current=step] .law").get_by_role("button").first).to_be_visible()
        auditor.button("Last").click()
        outcome = won if number == 2 else "returned"
        expect(page.get_by_role("region", name=f"Seat {RITA}, Rita", exact=True)).to_contain_text(outcome)
        if number == 1:
            auditor.go("/audit")
    auditor.inspect()
    page.get_by_role("tab", name="Who looked").click()
    expect(page.get_by_role("row").filter(has_text="Aud").first).to_contain_text(REAL_CARDS)

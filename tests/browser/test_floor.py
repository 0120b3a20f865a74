"""The floorperson's page: a jackpot paid by hand, trays, links, the day and its report."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import Locator, Route, expect

from tablelaw.amounts import METER_UNITS_PER_CENT, money_text
from tablelaw.floor.log.entry import decode
from tablelaw.floor.orders import CountDrop, Order
from tablelaw.floor.property import stream_of
from tablelaw.floor.reports.played_rounds import key_of_rules
from tablelaw.server.tables.theory_preparation import prepare, watch_figures
from tablelaw.submission.draft import parse_draft
from tablelaw.table.events import IrregularityFound
from tests.browser.playing import (
    REAL_CARDS,
    SEAT,
    STACKED,
    choices,
    close_bets,
    decide,
    sit_down,
    stack_a_royal_flush,
    wager,
)
from tests.browser.visitor import Visitor
from tests.server.served import Served


def test_a_jackpot_is_validated_and_paid_by_a_floorperson(visit: Callable[..., Visitor], served: Served) -> None:
    """The whole meter is won: nothing is paid from the tray, and the cards stay until the documents are complete."""
    stack_a_royal_flush(served)
    player, floor = visit("player", "Lucky"), visit("floor", "Flo").go("/floor")
    sit_down(player, STACKED)
    wager(player)
    player.button(re.compile("on Progressive Payout")).click()
    expect(player.button(re.compile("^Progressive Payout: "))).to_be_visible()
    close_bets(served, STACKED)
    decide(player)
    alert = floor.page.get_by_role("listitem").filter(
        has_text=f"Seat {SEAT}, Lucky: Progressive Payout, royal flush, $"
    )
    expect(alert).to_contain_text(re.compile(r"\(100% of meter, paid by hand\), must be validated"))
    expect(alert.locator(".alert-time")).to_have_text(re.compile(r"\d\d:\d\d:\d\d"))
    told = alert.inner_text()
    decks = floor.page.get_by_role("region", name="Tables and decks")
    decks.get_by_label("Table").select_option(STACKED)
    expect(decks.get_by_text("is under way.")).to_be_visible()
    decks.get_by_role("button", name="Close after this round").click()
    expect(decks.get_by_text("Flo asked to close the table.")).to_be_visible()
    decks.get_by_role("button", name="Keep the table open").click()
    expect(decks.get_by_text("is under way.")).to_be_visible()
    floor.inspect()
    floor.button("Validate").click()
    expect(floor.page.get_by_text("waits for its documents")).to_be_visible()
    expect(player.page.get_by_text("paid by an attendant, not from the tray")).to_be_visible()
    expect(player.page.locator("#announcement")).to_contain_text(re.compile(r"An attendant pays \$[\d,.]+ by hand\."))
    expect(player.button("Next round")).to_have_count(0)
    floor.button("Documents complete").click()
    expect(floor.page.get_by_text("waits for its documents")).to_have_count(0)
    [meter] = [
        meter for meter in served.context.service.views.meters.values() if STACKED in meter.tables and meter.hits
    ]
    assert meter.wins == meter.paid > 0 and f"{money_text(meter.paid)} (" in told
    expect(floor.page.get_by_role("region", name="All meters")).to_contain_text(money_text(meter.paid))
    assert meter.units // METER_UNITS_PER_CENT >= meter.seed // METER_UNITS_PER_CENT
    the_jackpot_is_far_from_theory(floor, served)


def the_jackpot_is_far_from_theory(floor: Visitor, served: Served) -> None:
    """Checks that the page shows the win only after the drop count, with its limits and the rounds behind it."""
    with ThreadPoolExecutor(1) as thread:  # this thread already has an event loop, the browser's
        thread.submit(asyncio.run, prepare(served.context, rules_of_others(served, STACKED))).result()
        thread.submit(asyncio.run, watch_figures(served.context)).result()
    assert any(one.table == STACKED for one in served.context.far_figures.found.values()), "before a page is opened"
    floor.go("/floor")
    row = floor.page.get_by_role("region", name="Figures of every table").get_by_role("row").filter(has_text=STACKED)
    expect(row.get_by_role("button", name=f"1: show the rounds of {STACKED}")).to_be_visible()
    expect(row).to_contain_text("uncounted")
    the_alert_is_acknowledged(floor, served, f"{STACKED}: On gaming day")
    box = served.context.service.views.balance(f"drop:{STACKED}").posted
    served.context.service.do(Order(id="count/1", by="floor:Flo", command=CountDrop(STACKED, box)))
    floor.go("/floor")
    expect(row).to_contain_text("below its 99.9 % limits")
    row.get_by_role("button").click()
    dialog = floor.page.get_by_role("dialog", name=f"Rounds of {STACKED}")
    expect(dialog).to_contain_text(f"{STACKED}: round 1")
    floor.inspect()
    dialog.get_by_role("button", name="Close").click()
    by_month = floor.page.get_by_role("region", name="Win against theory", exact=True)
    by_month.get_by_role("combobox", name="By").select_option("dealer")
    expect(by_month.get_by_role("row").filter(has_text="on duty")).to_contain_text("below its 99.9 % limits")
    rated = floor.page.get_by_role("region", name="Rating of every player").get_by_role("row").filter(has_text="Lucky")
    expect(rated).to_contain_text("$5")
    row.get_by_role("link", name=STACKED).click()
    expect(floor.page.get_by_role("heading", name=f"{STACKED}, Ultimate")).to_be_visible()
    expect(floor.page.get_by_role("region", name="Today")).to_contain_text("95 % of results lie between")
    expect(floor.page.get_by_role("region", name="Rounds")).to_contain_text(f"{STACKED}: round 1")
    floor.inspect()


def the_alert_is_acknowledged(floor: Visitor, served: Served, says: str) -> None:
    """Checks that a day far from theory stays on the list of the day's end until somebody acknowledges it by name."""
    alert = floor.page.get_by_role("listitem").filter(has_text=says).filter(has_text="the win is below its 99.9 %")
    expect(alert.locator(".alert-time")).to_have_text(re.compile(r"\d\d:\d\d:\d\d"))
    assert any("below its 99.9 %" in matter.says for matter in served.context.open_matters() if matter.table)
    alert.get_by_role("button", name="Acknowledge").click()
    asked = floor.page.get_by_role("dialog", name="Acknowledge an alert")
    asked.get_by_label("Your note").fill("One jackpot explains it.")
    asked.get_by_role("button", name="Acknowledge").click()
    expect(alert).to_contain_text("One jackpot explains it. It is still the case.")
    assert not any("below its 99.9 %" in matter.says for matter in served.context.open_matters() if matter.table)


def rules_of_others(served: Served, table: str) -> set[str]:
    """The rules of every other table, whose theory this test does not use."""
    keys = {name: key_of_rules(parse_draft(view.text)) for name, view in served.context.service.views.tables.items()}
    return {key for key in keys.values() if key != keys[table]}


def test_a_tray_is_filled_and_a_link_cut(visit: Callable[..., Visitor], served: Served) -> None:
    floor = visit("floor", "Fred").go("/floor")
    before = served.context.service.views.balance("tray:CHP-1").available
    cage = floor.page.get_by_role("region", name="Trays")
    cage.get_by_label("Table").select_option("CHP-1")
    cage.get_by_label("Amount").fill("$2,500")
    cage.get_by_role("button", name="Fill").click()
    floor.inspect()
    floor.button("Fill CHP-1 with $2,500").click()
    expect(floor.page.get_by_role("status").filter(has_text="Done and recorded.")).to_be_visible()
    assert served.context.service.views.balance("tray:CHP-1").available == before + 250_000
    floor.button("Cut off").first.click()
    expect(floor.page.get_by_text("is down: its wagers are not accepted.")).to_be_visible()
    floor.inspect()
    floor.button("Restore").first.click()
    expect(floor.page.get_by_text("is down: its wagers are not accepted.")).to_have_count(0)
    expect(floor.page.get_by_text("went down.")).to_be_visible()


SUMS_OUT_OF_SIGHT = """row => {
  row.cells[2].textContent = "Place your wagers before the dealer calls no more bets.";
  const edge = document.getElementById("tables").getBoundingClientRect().right;
  return [...row.cells].filter(cell => cell.getBoundingClientRect().right > edge).map(cell => cell.textContent);
}"""


def test_every_sum_of_the_list_of_tables_is_in_sight_on_a_desk(visit: Callable[..., Visitor]) -> None:
    """No amount is cut off, however long a table's status text is."""
    floor = visit("floor", "Faye").go("/floor")
    row = floor.page.locator("#tables tbody tr").first
    expect(row).to_be_visible()
    assert row.evaluate(SUMS_OUT_OF_SIGHT) == []


def test_a_table_of_real_cards_has_no_dealer_until_one_takes_it_over(visit: Callable[..., Visitor]) -> None:
    floor = visit("floor", "Faye").go("/floor")
    tables = floor.page.get_by_role("region", name="All tables").get_by_role("row")
    expect(tables.filter(has_text="UTH-1")).to_contain_text("automatic")
    expect(tables.filter(has_text=REAL_CARDS)).to_contain_text("none yet")
    dealer = visit("dealer", "Dora").go(f"/dealer/{REAL_CARDS}")
    dealer.button("Take over the table").click()
    expect(tables.filter(has_text=REAL_CARDS)).to_contain_text("Dora")
    dealer.button("Hand back the table").click()
    expect(tables.filter(has_text=REAL_CARDS)).to_contain_text("none yet")


IN_SIGHT = """it => { const {top} = it.getBoundingClientRect(); return top > -1 && top < innerHeight - 60; }"""


def test_every_part_of_the_page_is_one_press_away_on_a_phone(visit: Callable[..., Visitor]) -> None:
    floor = visit("floor", "Faye").go("/floor")
    floor.page.set_viewport_size({"width": 390, "height": 844})
    expect(floor.page.get_by_role("region", name="All tables")).to_be_visible()
    links = floor.page.get_by_role("navigation", name="On this page").get_by_role("link")
    assert links.count() >= 8
    for link in links.all():
        floor.page.evaluate("() => scrollTo(0, 0)")
        box, target = link.bounding_box(), link.get_attribute("href") or ""
        assert box and box["y"] + box["height"] <= 844
        link.click()
        expect(floor.page.locator(target)).to_be_in_viewport()
        assert floor.page.locator(target).evaluate(IN_SIGHT), target


def test_a_sum_that_is_none_says_what_would_be_accepted(visit: Callable[..., Visitor]) -> None:
    floor = visit("floor", "Fred").go("/floor")
    cage = floor.page.get_by_role("region", name="Trays")
    cage.get_by_label("Amount").fill("lots")
    cage.get_by_role("button", name="Fill").click()
    expect(floor.page.get_by_text("Enter an amount such as 5000 or $5,000.")).to_be_visible()


def test_a_closed_table_stays_closed_and_the_report_of_the_day_is_read(visit: Callable[..., Visitor]) -> None:
    floor = visit("floor", "Fred").go("/floor")
    decks = floor.page.get_by_role("region", name="Tables and decks")
    decks.get_by_label("Table").select_option("MTH-1")
    decks.get_by_role("button", name="Close the table").click()
    row = floor.page.get_by_role("region", name="All tables").get_by_role("row").filter(has_text="MTH-1")
    expect(row).to_contain_text("The table is closed.")
    floor.page.get_by_role("region", name="Daily report").get_by_role("button", name="Show").click()
    expect(floor.page.get_by_role("table", name="Tables")).to_be_visible()
    floor.inspect()
    expect(row).to_contain_text("The table is closed.")


def test_a_meter_is_adjusted_and_a_colleague_named(visit: Callable[..., Visitor], served: Served) -> None:
    """In the demo there are no passwords. The page says so, and does not accept the same person as the second
    approver.
    """
    administrator = visit("administrator", "Ada").go("/property#meters")
    page, [meter, *_] = administrator.page, served.context.service.views.meters.values()
    page.get_by_role("row").filter(has_text=meter.id).get_by_role("button", name="Adjust").click()
    asked = page.get_by_role("dialog", name=f"Adjust {meter.id}")
    asked.get_by_label("Change in dollars").fill("-12.50")
    expect(asked.get_by_text(re.compile("It would show .* instead of"))).to_be_visible()
    asked.get_by_label("Reason").fill("misread")
    expect(asked.get_by_text("In the demo nobody has a password")).to_be_visible()
    administrator.inspect()
    for name in ("ADA", "Flo"):
        asked.get_by_label("Second person").fill(name)
        asked.get_by_role("button", name="Adjust the meter").click()
        if name == "ADA":
            expect(asked.get_by_role("alert")).to_contain_text("second person")
            administrator.forgive("status of 409")
    expect(asked).to_have_count(0)
    after = served.context.service.views.meters[meter.id].units
    assert after == meter.units - 1_250 * METER_UNITS_PER_CENT


def test_a_closed_table_is_removed_by_a_second_press(visit: Callable[..., Visitor], served: Served) -> None:
    """The table is already closed; its tray goes to the cage."""
    floor = visit("floor", "Fred").go("/property")
    row = floor.page.get_by_role("region", name="All tables").get_by_role("row")
    expect(row.filter(has_text="HUH-1")).to_contain_text("Close it first")
    row.filter(has_text="MTH-1").get_by_role("button", name="Remove").click()
    floor.button("Press again to remove MTH-1").click()
    expect(row.filter(has_text="MTH-1")).to_have_count(0)
    assert served.context.service.views.balance("tray:MTH-1").posted == 0
    floor.page.get_by_role("tab", name="People").click()
    expect(floor.page.get_by_text("Only administrators can see who may sign in.")).to_be_visible()


def test_no_page_tells_a_floorperson_what_a_drop_box_should_hold(visit: Callable[..., Visitor], served: Served) -> None:
    """The box is counted blind: the expected amount is neither on the page nor in the data the page receives."""
    player = visit("player", "Rich").go("/table/THB-1")
    player.button(re.compile("^Seat ")).first.click()
    player.page.get_by_label("Buy chips: amount").fill("$7,654")
    player.button("Buy chips").click()
    expect(player.page.get_by_text("Chips $7,654")).to_be_visible()
    held = served.context.service.views.balance("drop:THB-1").posted
    floor = visit("floor", "Fred")
    for path in ("/floor", "/property"):
        floor.go(path)
        expect(floor.page.get_by_role("region", name="All tables")).to_contain_text("THB-1")
        assert money_text(held) not in floor.page.locator("main").inner_text()
        assert str(held) not in str(floor.ask(f"/api{path}"))


def test_a_dealer_is_assigned_and_a_player_without_a_device_recorded(
    visit: Callable[..., Visitor], served: Served
) -> None:
    """A table with an assigned dealer is not dealt automatically; automatic dealing resumes once no dealer is
    assigned.
    """
    table = "HUH-1"
    player = visit("player", "Nora").go(f"/table/{table}")
    player.button(re.compile("^Seat ")).first.click()
    expect(player.page.get_by_label("Buy chips: amount")).to_be_visible()
    visit("dealer", "Dan").go(f"/dealer/{table}")
    floor = visit("floor", "Fred").go("/floor")
    staff = floor.page.get_by_role("region", name="Dealers")
    staff.get_by_label("Table").select_option(table)
    expect(staff.get_by_text(f"Nobody is assigned to {table}.")).to_be_visible()
    staff.get_by_role("button", name="Assign", exact=True).click()
    expect(floor.page.get_by_text("Enter the dealer's sign-in name.")).to_be_visible()
    staff.get_by_label("Dealer").fill("Dan")
    staff.get_by_role("button", name="Assign", exact=True).click()
    expect(staff.get_by_text(f"Dan is assigned to {table}.")).to_be_visible()
    views = served.context.service.views
    assert served.context.house_dealer is not None
    assert views.tables[table].dealer == "Dan" and served.context.house_dealer.dealers[table] == "Dan"
    seat = next(seat for seat, name in views.tables[table].state.players.items() if name == "Nora")
    staff.get_by_label("Player without a device").select_option(f"Seat {seat}, Nora")
    staff.get_by_role("button", name="Has no device").click()
    expect(staff.get_by_text(re.compile(f"The dealer acts for .*Nora at seat {seat}"))).to_be_visible()
    assert served.context.service.views.tables[table].served[seat] == "Nora"
    floor.inspect()
    staff.get_by_role("button", name="Remove the dealer").click()
    expect(staff.get_by_text(f"Nobody is assigned to {table}.")).to_be_visible()
    assert table not in served.context.house_dealer.dealers


def test_a_stub_is_counted_again_on_the_page(visit: Callable[..., Visitor]) -> None:
    """Typed text survives a redraw and a refusal, and one press gives one order."""
    floor, sent = visit("floor", "Rita"), []

    def with_alert(route: Route) -> None:
        alert = {
            "id": "entry 9",
            "at": 0,
            "is_standing": True,
            "table": "THB-1",
            "kind": "stub",
            "says": "A floorperson counts the stub again.",
            "cite": "647a.8(e)(3)",
        }
        route.fulfill(json={**told, "alerts": [alert]})

    def taken(route: Route) -> None:
        sent.append(json.loads(route.request.post_data or "")["command"])
        if len(sent) == 1:
            route.fulfill(status=409, json={"refused": {"code": "not-now", "what": "this cannot be done now"}})
        else:
            route.fulfill(json={})

    told = floor.go("/help").ask("/api/floor")
    floor.page.route("**/api/floor", with_alert)
    floor.page.route("**/api/tables/THB-1/orders", taken)
    floor.go("/floor")
    field = floor.page.get_by_label("Cards counted in the stub of THB-1")
    field.fill("many")
    floor.button("Recount").click()
    expect(floor.page.get_by_text("Enter a whole number of cards")).to_be_visible()
    assert not sent
    field.fill("33")
    with floor.page.expect_response("**/api/floor"):
        pass
    expect(field).to_have_value("33")
    floor.button("Recount").click()
    expect(floor.page.get_by_role("status").filter(has_text="This cannot be done now.")).to_be_visible()
    expect(field).to_have_value("33")
    floor.button("Recount").click()
    expect(field).to_have_value("")
    assert sent == [{"type": "CountStub", "cards": 33}] * 2
    floor.forgive("status of 409")


# --- Orders at one table -------------------------------------------------------------------------------------------


def orders_at(floor: Visitor, table: str) -> Locator:
    region = floor.go(f"/floor/{table}").page.get_by_role("region", name="Orders at this table")
    expect(region.get_by_role("heading", name="Seats")).to_be_visible()
    return region


def test_7_b_a_floorperson_reports_a_player_who_has_left_on_the_page_of_the_table(
    visit: Callable[..., Visitor], served: Served
) -> None:
    """The dealer's page says who may report it; the floorperson confirms table, seat and effect, by keyboard alone."""
    table, seat = "THB-1", SEAT
    player = visit("player", "Lena")
    sit_down(player, table, seat)
    wager(player)
    close_bets(served, table)
    expect(choices(player).first).to_be_visible()
    left = "A player leaves during the round and the floor treats the wagers as abandoned"
    dealer = visit("dealer", "Dan").go(f"/dealer/{table}").page
    dealer.get_by_label("Which irregularity").select_option(label=left)
    expect(dealer.get_by_text("only a floorperson can report this, on the table's page")).to_be_visible()
    expect(dealer.get_by_role("button", name=f"Report: {left}")).to_have_count(0)
    floor = visit("floor", "Flo")
    region, page = orders_at(floor, table), floor.page
    region.get_by_label("Which irregularity").select_option(label=left)
    region.get_by_label("Which seat").fill(str(seat))
    floor.inspect()
    region.get_by_role("button", name=f"Report: {left}").focus()
    page.keyboard.press("Enter")
    asked = page.get_by_role("dialog", name=f"Report at {table}")
    expect(asked).to_contain_text(f"{left}, seat {seat}. That player's wagers may be treated as lost")
    floor.inspect()
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    assert not reported(served, table)
    region.get_by_role("button", name=f"Report: {left}").press("Enter")
    expect(asked.get_by_role("button", name=f"Report at {table}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(asked).to_have_count(0)
    expect(region.get_by_label("Which irregularity")).to_have_value("")
    assert reported(served, table) == [("player-leaves", seat, "floor:Flo")]


def reported(served: Served, table: str) -> list[tuple[str, int, str]]:
    """The irregularities of the table's first round, each with its seat and who reported it."""
    entries = [decode(kept.body) for kept in served.context.service.store.round_entries(stream_of(table), 1)]
    found = ((entry, event) for entry in entries for event in entry.events if isinstance(event, IrregularityFound))
    return [(event.irregularity, event.seat, entry.by) for entry, event in found]


def test_13_a_device_is_marked_and_another_procedure_chosen_on_a_phone(
    visit: Callable[..., Visitor], served: Served
) -> None:
    table = "HCF-1"
    floor = visit("floor", "Flo")
    region, page, views = orders_at(floor, table), floor.page, served.context.service.views
    page.set_viewport_size({"width": 390, "height": 844})
    for words, says in (
        ("Change the dealing procedure: From the hand", f"the cards of {table} are dealt under another procedure"),
        ("Mark the shuffler out of order", "The dealer shuffles by hand until it works again."),
        ("The shuffler works again", f"The shuffler of {table} is used again."),
        ("Change the dealing procedure: Manual dealing shoe", "From the next round on"),
    ):
        region.get_by_role("button", name=words).click()
        asked = page.get_by_role("dialog", name=f"{table}: {words}")
        expect(asked).to_contain_text(says)
        assert asked.evaluate(INSIDE_THE_WINDOW)
        asked.get_by_role("button", name=words).click()
        expect(asked).to_have_count(0)
        expect(region.get_by_role("button", name=words)).to_have_count(0)
        state = views.tables[table].state
        assert (words == "Mark the shuffler out of order") is bool(state.out_of_order)
    assert views.tables[table].state.method == "manual-shoe"


INSIDE_THE_WINDOW = """it => [it, ...it.querySelectorAll("button")].every(one => {
  const {top, bottom, left, right} = one.getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && right > left;
})"""


def test_a_player_without_a_device_is_seated_and_leaves_by_a_floorpersons_order(
    visit: Callable[..., Visitor], served: Served
) -> None:
    table, seat = "CHP-1", 5
    floor = visit("floor", "Flo")
    region, page = orders_at(floor, table), floor.page
    for taken in (1, seat):
        region.get_by_label("Player").fill("Walt")
        region.get_by_label("Seat", exact=True).fill(str(taken))
        region.get_by_role("button", name="Seat the player").click()
        if taken in served.context.service.views.tables[table].state.players:
            expect(page.get_by_text(f"Somebody sits at seat {taken} already.")).to_be_visible()
            continue
        asked = page.get_by_role("dialog", name=f"Seat a player at {table}")
        expect(asked).to_contain_text(f"Walt takes seat {taken} of {table}.")
        if taken != seat:
            asked.get_by_role("button", name="Cancel").click()
    asked.get_by_role("button", name="Seat Walt").click()
    free = region.get_by_role("button", name=f"Free seat {seat} (Walt)")
    expect(free).to_be_visible()
    assert served.context.service.views.tables[table].state.players[seat] == "Walt"
    free.click()
    page.get_by_role("dialog").get_by_role("button", name=f"Free seat {seat} (Walt)").click()
    expect(free).to_have_count(0)
    assert seat not in served.context.service.views.tables[table].state.players


def test_a_far_figure_without_an_alert_does_not_keep_the_page_from_saying_that_nothing_needs_attention(
    visit: Callable[..., Visitor],
) -> None:
    """A table's month, and months that are over, raise no alert. Until the server has read the figures, the page says
    that they are being read.
    """
    floor = visit("floor", "Faye")
    view, told = floor.go("/help").ask("/api/floor"), floor.ask("/api/floor/figures")
    judged = {"is": False}
    against = {"rounds": 9, "handle_cents": 0, "win_cents": 0, "corrected_cents": 0, "win": None, "pushes": 0}
    row = {"against": {**against, "pushes_span": None}, "uncounted_rounds": 0, "far": ["win below"]}
    month = {**told, "months": ["2026-01", told["month"]], "groups": [{**row, "by": "table", "name": "UTH-1"}]}
    old = {**month, "month": "2026-01", "groups": [{**row, "by": "dealer", "name": "Dora"}]}

    def calm(route: Route) -> None:
        route.fulfill(json={**view, "alerts": [], "more_alerts": 0, "are_figures_judged": judged["is"]})

    floor.page.route("**/api/floor", calm)
    floor.page.route("**/api/floor/figures", lambda route: route.fulfill(json=month))
    floor.page.route("**/api/floor/figures?month=*", lambda route: route.fulfill(json=old))
    floor.go("/floor")
    alerts = floor.page.get_by_role("region", name="Alerts")
    expect(alerts).to_contain_text("Reading the figures of the day ...")
    judged["is"] = True
    expect(alerts).to_contain_text("Nothing needs attention.")
    by_month = floor.page.get_by_role("region", name="Win against theory", exact=True)
    by_month.get_by_role("combobox", name="By").select_option("dealer")
    by_month.get_by_role("combobox", name="Month").select_option("2026-01")
    expect(by_month.get_by_role("row").filter(has_text="Dora")).to_be_visible()
    expect(alerts).to_contain_text("Nothing needs attention.")

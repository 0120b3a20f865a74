"""Pressing and typing while other people keep a page busy: nothing is lost and nothing is done twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest
from playwright.sync_api import expect

from tablelaw.floor import orders
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.orders import Order
from tests.browser.conftest import install
from tests.browser.playing import REAL_CARDS, STACKED
from tests.browser.storm import press_slowly, storm, type_slowly
from tests.browser.visitor import Visitor, trying
from tests.server.served import Served

TABLE, LAST_SEAT = STACKED, 6


@pytest.fixture
def stormy(served: Served) -> Iterator[None]:
    with storm(served, TABLE, LAST_SEAT):
        yield


def test_the_lobby_leads_to_the_table_that_was_pressed(visit: Callable[..., Visitor], stormy: None) -> None:
    player = visit("player", "Lena").go("/")
    press_slowly(player, player.page.get_by_label(TABLE, exact=True).get_by_role("link", name=re.compile("Sit|Watch")))
    player.page.wait_for_url(f"**/table/{TABLE}")


def test_a_player_sits_down_buys_chips_and_leaves(visit: Callable[..., Visitor], stormy: None) -> None:
    player = visit("player", "Pam").go(f"/table/{TABLE}")
    press_slowly(player, player.button("Seat 2"))
    expect(player.button("Buy chips")).to_be_visible()
    type_slowly(player.page.get_by_label("Buy chips: amount"), "$123.50")
    press_slowly(player, player.button("Buy chips"))
    expect(player.page.get_by_text("Chips $123.50")).to_be_visible()
    player.page.get_by_text("Your money and seat").click()
    press_slowly(player, player.button("Leave seat"))
    expect(player.button("Seat 2")).to_be_visible()


def test_presses_add_up_however_quickly_they_follow_each_other(visit: Callable[..., Visitor], stormy: None) -> None:
    """With slow presses across many redraws, quick presses, and two kinds of chips, the table ends up with
    their sum.
    """
    player = visit("player", "Tess").go(f"/table/{TABLE}")
    player.button("Seat 3").click()
    player.button("Buy chips").click()
    expect(player.page.get_by_text("Chips $500")).to_be_visible()
    ante = player.page.locator("button.spot-button.required").first
    press_slowly(player, ante)
    for _ in range(3):
        ante.click()
    player.button("Chip of $1").click()
    press_slowly(player, ante)
    ante.click()
    expect(player.button(re.compile(r"^Ante: \$22\."))).to_have_class(re.compile("placed"))
    wagers = player.ask(f"/api/tables/{TABLE}/view")["seats"][2]["wagers"]
    assert wagers == {"ante": 2200, "blind": 2200}
    press_slowly(player, player.button("Take all back"))
    expect(player.page.locator("button.spot-button.placed")).to_have_count(0)


def test_a_dealer_takes_a_table_over_and_hands_out_chips(visit: Callable[..., Visitor], served: Served) -> None:
    player, dealer = visit("player", "Cas"), visit("dealer", "Dora")
    player.go(f"/table/{REAL_CARDS}").button("Seat 1").click()
    expect(player.button("Buy chips")).to_be_visible()
    with storm(served, REAL_CARDS, LAST_SEAT):
        dealer.go(f"/dealer/{REAL_CARDS}")
        press_slowly(dealer, dealer.button("Take over the table"))
        expect(dealer.button("Hand back the table")).to_be_visible()
        chips = dealer.page.get_by_role("region", name="Chips for players")
        chips.get_by_label("Player").select_option("Cas")
        type_slowly(chips.get_by_label("Amount"), "$321")
        press_slowly(dealer, chips.get_by_role("button", name="Cash for chips"))
        expect(dealer.page.get_by_text("Done and recorded.")).to_be_visible()
    assert served.context.service.views.balance("chips:Cas").posted == 32_100
    dealer.button("Hand back the table").click()


def test_a_floorperson_fills_a_tray_while_a_table_is_installed(visit: Callable[..., Visitor], served: Served) -> None:
    """The form keeps its contents when the list of tables changes, and the amount is moved once."""
    floor = visit("floor", "Flo").go("/floor")
    trays = floor.page.get_by_role("region", name="Trays")
    with storm(served, TABLE, LAST_SEAT):
        trays.get_by_label("Table").select_option("CHP-1")
        before = served.context.service.views.balance("tray:CHP-1").posted
        type_slowly(trays.get_by_label("Amount"), "$4,")
        install(served, "UTH-9")
        expect(floor.page.get_by_role("region", name="All tables")).to_contain_text("UTH-9")
        trays.get_by_label("Amount").press_sequentially("321")
        press_slowly(floor, trays.get_by_role("button", name="Fill"))
        press_slowly(floor, floor.button("Fill CHP-1 with $4,321"))
        expect(floor.page.get_by_role("status").filter(has_text="Done and recorded.")).to_be_visible()
    assert served.context.service.views.balance("tray:CHP-1").posted == before + 432_100


@pytest.mark.parametrize("width", [360, 1024, 1280])
def test_nothing_moves_when_a_table_is_busy(visit: Callable[..., Visitor], served: Served, width: int) -> None:
    """A row of the list keeps its height whatever happens at its table, so the forms below it do not move."""
    floor = visit("floor", "Flo").go("/floor")
    floor.page.set_viewport_size({"width": width, "height": 800})
    rows = floor.page.locator("#tables tbody tr")
    expect(rows.first).to_be_visible()
    heights: set[tuple[str, int]] = set()
    with storm(served, TABLE, LAST_SEAT):
        install(served, f"UTH-{width}")
        for _ in range(20):
            found = rows.evaluate_all("rows => rows.map((row) => [row.dataset.key, row.offsetHeight])")
            heights |= {(table, height) for table, height in found}
            floor.page.wait_for_timeout(50)
    assert len(heights) == len(dict(heights)) > 1, sorted(heights)


@pytest.mark.parametrize("path", ["/floor", "/property"])
def test_the_day_is_ended_with_a_reason(visit: Callable[..., Visitor], served: Served, path: str) -> None:
    if not served.context.service.views.day:
        now = datetime.now(ZoneInfo(served.context.service.views.time_zone))
        tomorrow = (now + timedelta(days=1)).date().isoformat()
        served.context.service.do(Order(id="tests/tomorrow", by="floor:Flo", command=orders.StartDay(tomorrow)))
    floor = visit("floor", "Flo").go(path)
    with storm(served, TABLE, LAST_SEAT):
        press_slowly(floor, floor.button("End the day"))
        asked = floor.page.get_by_role("dialog")
        type_slowly(asked.get_by_label("Reason for ending the day all the same"), "the storm goes on")
        press_slowly(floor, asked.get_by_role("button", name="End the day"))
        expect(floor.button("Start the day")).to_be_visible()


def test_a_press_while_another_order_is_under_way_is_not_dropped(visit: Callable[..., Visitor], served: Served) -> None:
    """Two buttons pressed at the same moment give two orders, in sequence."""
    floor = visit("floor", "Fred").go("/floor")
    trays = floor.page.get_by_role("region", name="Trays")
    expect(trays.get_by_role("button", name="Credit")).to_be_visible()
    given: list[str] = []
    stop = served.context.service.subscribe(lambda entries: given.extend(kind_of(entry) for entry in entries))
    floor.page.evaluate("""() => {
      const buttons = [...document.querySelectorAll("#trays button")];
      for (const name of ["Fill", "Credit"]) buttons.find((one) => one.textContent === name).click();
      for (const button of document.querySelectorAll("dialog .primary")) button.click();
    }""")
    for _ in trying("two orders"):
        if sum(kind.endswith("Tray") for kind in given) == 2:
            break
        floor.page.wait_for_timeout(50)
    stop()
    assert [kind for kind in given if kind.endswith("Tray")] == ["FillTray", "CreditTray"]


def kind_of(entry: Entry) -> str:
    return str(msgspec.json.decode(entry.command)["type"])


def test_a_meter_is_adjusted_from_a_list_that_keeps_changing(visit: Callable[..., Visitor], stormy: None) -> None:
    administrator = visit("administrator", "Ada").go("/property#meters")
    press_slowly(administrator, administrator.button("Adjust").first)
    asked = administrator.page.get_by_role("dialog")
    type_slowly(asked.get_by_label("Reason"), "misread by the count team")
    expect(asked.get_by_label("Reason")).to_have_value("misread by the count team")


SLOW = """() => {
  const real = window.fetch;
  window.fetch = async (path, asked) => {
    if (String(path).endsWith("/steps")) await new Promise((wake) => setTimeout(wake, 400));
    return real(path, asked);
  };
}"""


def test_a_dealer_sees_the_table_though_it_changes_faster_than_the_server_answers(
    visit: Callable[..., Visitor], served: Served
) -> None:
    dealer = visit("dealer", "Dirk")
    dealer.page.add_init_script(f"({SLOW})()")
    with storm(served, TABLE, LAST_SEAT):
        dealer.go(f"/dealer/{TABLE}")
        dealer.button("Take over the table").click()
        expect(dealer.button("Hand back the table")).to_be_visible()
        before = int(dealer.page.locator("#page").get_attribute("data-number") or 0)
        shown = "before => Number(document.querySelector('#page').dataset.number) > before"
        dealer.page.wait_for_function(shown, arg=before)
    dealer.button("Hand back the table").click()

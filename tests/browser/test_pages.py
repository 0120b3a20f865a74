"""Every page is accessible, fits a phone and has no errors, both for people who may use it and people who may not."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tablelaw.floor import orders
from tablelaw.floor.orders import Order
from tablelaw.server.demo.property import ADMINISTRATOR, IN_DOLLARS
from tablelaw.server.http.pages import PAGES
from tests.browser.conftest import install
from tests.browser.playing import areas, sit_down
from tests.browser.visitor import Visitor
from tests.server.served import Served

FOR = {
    "/table/UTH-1": "player",
    "/dealer/UTH-1": "dealer",
    "/floor": "floor",
    "/floor/UTH-1": "floor",
    "/property": "administrator",
    "/audit": "auditor",
    "/analyst": "floor",
}
MOST_SHIFT = 0.1
"""The most that a page's layout may shift while it loads, as browsers measure it."""
SHIFT = """() => new Promise(told => {
  let sum = 0;
  const count = entries => entries.forEach(({value, hadRecentInput}) => { sum += hadRecentInput ? 0 : value; });
  const observer = new PerformanceObserver(list => count(list.getEntries()));
  observer.observe({type: "layout-shift", buffered: true});
  requestAnimationFrame(() => setTimeout(() => { count(observer.takeRecords()); told(sum); }));
})"""
PLACES = {
    "": ["Lobby", "Help"],
    "player": ["Lobby", "Help"],
    "dealer": ["Lobby", "Help"],
    "floor": ["Lobby", "Floor", "Property", "Analyst", "Submissions", "Help"],
    "auditor": ["Lobby", "Auditor", "Analyst", "Submissions", "Help"],
    "administrator": ["Lobby", "Property", "Analyst", "Submissions", "Help"],
}
"""The links at the top of every page, for each role."""
ADDRESSES = [address.replace("{table}", "UTH-1") for address in PAGES]


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_page_is_open_to_whoever_may_use_it(visit: Callable[..., Visitor], address: str) -> None:
    visitor = visit(FOR.get(address, "player"), f"Paige {ADDRESSES.index(address)}").go(address)
    expect(visitor.page.get_by_role("heading").first).to_be_visible()
    visitor.page.wait_for_load_state("networkidle")
    assert visitor.page.evaluate(SHIFT) <= MOST_SHIFT
    visitor.inspect()


@pytest.mark.parametrize("address", FOR)
def test_every_page_says_what_it_needs(visit: Callable[..., Visitor], address: str) -> None:
    """A visitor who has not entered is shown how to enter."""
    visitor = visit().go(address)
    expect(visitor.page.get_by_text(re.compile("This page is for|You are watching"))).to_be_visible()
    visitor.inspect()


def test_a_visitor_enters_with_one_click_and_changes_roles_with_another(visit: Callable[..., Visitor]) -> None:
    """A visitor who returns to a role is the same person as before, until they leave."""
    visitor = visit().go("/")
    visitor.button("Enter as a player").click()
    name = visitor.page.get_by_text("Player: player-")
    expect(name).to_be_visible()
    first = name.inner_text()
    for role, title in {"floor": "Floorperson: floor-", "player": first}.items():
        visitor.page.get_by_label("Enter as").select_option(role)
        expect(visitor.page.get_by_text(title)).to_be_visible()
    visitor.button("Leave").click()
    visitor.button("Enter as a player").click()
    expect(name).to_be_visible()
    assert name.inner_text() != first


def test_people_find_only_the_pages_of_their_role(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go("/help")
    for role, names in PLACES.items():
        if role:
            visitor.page.get_by_label("Enter as").select_option(role)
        expect(visitor.page.get_by_role("navigation", name="Pages").get_by_role("link")).to_have_text(names)


def test_a_player_is_told_that_the_table_was_closed_and_removed(visit: Callable[..., Visitor], served: Served) -> None:
    install(served, "CLO-1", "pa-678a")
    player = visit("player", "Clo")
    sit_down(player, "CLO-1", 1)
    expect(areas(player).first).to_be_visible()
    ordered = (("floor:Flo", orders.AskClosing("CLO-1")), (ADMINISTRATOR, orders.RemoveTable("CLO-1")))
    [asked, removed] = [Order(id=f"tests/closing {by}", by=by, command=command) for by, command in ordered]
    served.context.service.do(asked)
    expect(player.page.get_by_text("A floorperson has closed this table.")).to_be_visible()
    player.inspect()
    served.context.service.do(removed)
    expect(player.page.get_by_text("The floor has removed CLO-1.")).to_be_visible()
    player.forgive("status of 404")
    player.inspect()


def test_a_sign_above_the_table_fits_its_screen(visit: Callable[..., Visitor]) -> None:
    """Nobody scrolls a sign: every paytable is in sight, and the letters are as large as the screen lets them be."""
    visitor, found = visit(), {}
    for table in IN_DOLLARS.tables:
        visitor.go(f"/display/{table}")
        expect(visitor.page.locator(".display-table").first).to_be_visible()
        for width, height in ((1280, 720), (1920, 1080)):
            visitor.page.set_viewport_size({"width": width, "height": height})
            found[table, width] = visitor.page.evaluate(SIGN)
    hidden = {name: size for name, size in found.items() if size[0] > 0 or size[1] < SMALLEST_LETTER}
    small = {name: size for name, size in found.items() if size[1] < LARGE_LETTER * name[1] and size[2] > MOST_EMPTY}
    assert not hidden and not small


SIGN = """async () => {
  await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return [document.documentElement.scrollHeight - innerHeight,
    parseFloat(getComputedStyle(document.querySelector(".display-table td")).fontSize),
    1 - document.querySelector("#now").getBoundingClientRect().bottom / innerHeight];
}"""
SMALLEST_LETTER = 12
LARGE_LETTER = 0.0165
"""The size of letters that need not be larger, as a share of the screen's width."""
MOST_EMPTY = 0.2
"""How much of the screen may be empty while its letters are smaller."""


def test_an_address_that_is_none_shows_the_way_back(visit: Callable[..., Visitor]) -> None:
    lost = visit("player", "Nora").go("/no/such/page")
    expect(lost.page.get_by_role("heading", name="Page not found")).to_be_visible()
    expect(lost.page.get_by_text("/no/such/page")).to_be_visible()
    lost.forgive("status of 404")
    lost.inspect()
    lost.page.get_by_role("link", name="Back to the lobby").click()
    expect(lost.page.get_by_role("heading", name="Tables")).to_be_visible()


def test_pages_are_walked_by_keyboard(visit: Callable[..., Visitor]) -> None:
    """The first Tab stop skips to the content, and the focused element is highlighted."""
    page = visit("player", "Kay").go("/").page
    expect(page.get_by_role("link", name="Sit down").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    outline = "() => getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(outline) != "none"


# --- The checks themselves -------------------------------------------------------------------------------


def test_a_page_that_complains_is_found(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go("/help")
    visitor.page.evaluate("() => console.error('planted')")
    visitor.page.evaluate("() => fetch('http://elsewhere.example/').catch(() => {})")
    visitor.page.wait_for_timeout(200)
    found, visitor.faults = visitor.faults, []
    assert any("planted" in fault for fault in found)
    assert any("Content Security Policy" in fault for fault in found)


PLANTED = {
    "wider than a phone": "() => { document.querySelector('main').style.width = '1000px'; }",
    "scrolls sideways": """() => {
      const [box, wide] = ["div", "p"].map(name => document.createElement(name));
      box.style.overflowX = "auto";
      wide.style.width = "900px";
      box.append(wide);
      document.querySelector("main").append(box);
    }""",
    "color-contrast": "() => { document.querySelector('h1').style.color = '#ddd'; }",
    "button-name": "() => { document.querySelector('main').append(document.createElement('button')); }",
}


@pytest.mark.parametrize("barrier", PLANTED)
def test_a_planted_barrier_is_found(visit: Callable[..., Visitor], barrier: str) -> None:
    visitor = visit().go("/help")
    visitor.page.evaluate(PLANTED[barrier])
    with pytest.raises(AssertionError, match=barrier):
        visitor.inspect()

"""Redrawing part of a page keeps its elements, and so whatever a person is doing there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visitor import Visitor

DRAWN = """async () => {
  window.dom = await import("/web/lib/dom.js");
  const { twoPressButton } = await import("/web/lib/two_press_button.js");
  const { h, redraw } = window.dom;
  const place = document.querySelector("main");
  window.did = [];
  window.drawing = { number: 0, words: "Fill", order: ["a", "b", "c"], default: "$5", open: false, chosen: "x" };
  window.draw = (changes = {}) => {
    Object.assign(window.drawing, changes);
    const now = window.drawing;
    now.number += 1;
    const act = (what) => () => { window.did.push(`${what} ${now.number}`); };
    redraw(place, h("p", {}, `drawing ${now.number}`), now.number % 2 ? h("p", {}, "every other time") : null,
      h("button", { type: "button", "data-key": "press", onclick: act(now.words) }, now.words),
      h("input", { "aria-label": "Sum", "data-key": "sum", value: now.default }),
      h("input", { type: "checkbox", "aria-label": "Check" }),
      h("select", { "aria-label": "Choice" }, ["x", "y", "z"].map((value) =>
        h("option", { value, selected: value === now.chosen }, value))),
      h("details", { open: now.open }, h("summary", {}, "Fold"), `inside ${now.number}`),
      h("ul", {}, now.order.map((name) => h("li", { "data-key": name },
        h("button", { type: "button", "data-key": name, onclick: act(name) }, `Row ${name}`)))),
      twoPressButton({ key: "end", words: "End", again: () => "Press again", redraw: window.draw, act: act("ended") }),
      h("pre", { class: "filed", id: "scrolled" }, `drawing ${now.number}`, "\\n line".repeat(60)));
  };
  window.draw();
  document.styleSheets[0].insertRule("#scrolled { height: 80px; overflow: auto; }");
}"""


@pytest.fixture
def page(visit: Callable[..., Visitor]) -> Iterator[Page]:
    visitor = visit().go("/help")
    expect(visitor.page.locator("#games h3").first).to_be_visible()
    visitor.page.evaluate(DRAWN)
    yield visitor.page


def down(page: Page, name: str) -> None:
    box = page.get_by_role("button", name=name, exact=True).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


def draw(page: Page, **changes: object) -> None:
    page.evaluate("changes => window.draw(changes)", changes)


def did(page: Page) -> list[str]:
    told: list[str] = page.evaluate("() => window.did")
    return told


def test_a_press_survives_redraws_and_does_what_was_drawn_last(page: Page) -> None:
    """A paragraph above the button appears and disappears, so after an even number of redraws the page looks the same
    again.
    """
    down(page, "Fill")
    for _ in range(6):
        draw(page)
    page.mouse.up()
    assert did(page) == ["Fill 7"]


def test_a_press_on_a_button_that_came_to_mean_something_else_does_nothing_and_says_so(page: Page) -> None:
    down(page, "Fill")
    draw(page)
    draw(page, words="Cash")
    page.mouse.up()
    expect(page.get_by_text("The page changed while you were pressing")).to_be_visible()
    assert did(page) == []
    page.get_by_role("button", name="Cash").click()
    assert did(page) == ["Cash 3"]


def test_a_press_survives_rows_that_change_their_order(page: Page) -> None:
    """A pressed element keeps its place in the document, and the rows around it move."""
    down(page, "Row b")
    draw(page)
    draw(page, order=["c", "b", "a"])
    page.mouse.up()
    assert did(page) == ["b 3"]
    draw(page, order=["b", "d"])
    assert page.get_by_role("listitem").all_inner_texts() == ["Row b", "Row d"]
    draw(page, order=["d", "a", "b", "c"])
    assert page.get_by_role("listitem").all_inner_texts() == ["Row d", "Row a", "Row b", "Row c"]


def test_what_is_half_typed_chosen_or_folded_open_stays(page: Page) -> None:
    field = page.get_by_label("Sum")
    field.fill("12.50")
    field.evaluate("field => field.setSelectionRange(1, 3)")
    page.get_by_text("Fold").click()
    page.get_by_label("Check").check()
    page.get_by_label("Choice").select_option("z")
    field.focus()
    field.evaluate("field => field.setSelectionRange(1, 3)")
    page.locator("#scrolled").evaluate("it => { it.scrollTop = 300; }")
    for _ in range(5):
        draw(page)
    assert field.evaluate("it => [it === document.activeElement, it.value, it.selectionStart, it.selectionEnd]") == [
        True,
        "12.50",
        1,
        3,
    ]
    assert page.locator("#scrolled").evaluate("it => it.scrollTop") == 300
    expect(page.locator("details")).to_have_attribute("open", "")
    expect(page.get_by_label("Check")).to_be_checked()
    expect(page.get_by_label("Choice")).to_have_value("z")


def test_what_the_page_itself_draws_otherwise_is_shown(page: Page) -> None:
    """A field gets a new value immediately if no one is typing in it, otherwise once the typing is over."""
    draw(page, default="$20", open=True, chosen="y")
    expect(page.get_by_label("Sum")).to_have_value("$20")
    expect(page.locator("details")).to_have_attribute("open", "")
    expect(page.get_by_label("Choice")).to_have_value("y")
    page.get_by_label("Sum").fill("7")
    draw(page, default="$30", open=False)
    expect(page.get_by_label("Sum")).to_have_value("7")
    expect(page.locator("details")).not_to_have_attribute("open", "")


def test_an_armed_button_stays_armed_through_every_redraw(page: Page) -> None:
    page.get_by_role("button", name="End").click()
    down(page, "Press again")
    for _ in range(4):
        draw(page)
    page.mouse.up()
    assert [one.split()[0] for one in did(page)] == ["ended"]
    expect(page.get_by_role("button", name="Press again")).to_have_count(1)
    draw(page)
    expect(page.get_by_role("button", name="End")).to_be_visible()


ORDERS = """async () => {
  const { h, redraw } = window.dom;
  const { order } = await import("/web/lib/api.js");
  const real = window.fetch;
  window.sent = [];
  window.fetch = async (path, asked) => {
    const body = JSON.parse(asked.body);
    window.sent.push([body.command.type, body.id]);
    await new Promise((wake) => setTimeout(wake, 200));
    const lost = window.sent.filter(([type]) => type === "Lost").length;
    if (body.command.type === "Lost" && lost < 3) throw new TypeError("line");
    return Response.json({ number: window.sent.length });
  };
  const button = (type) => h("button", { type: "button", "data-key": type, onclick: () => order({ type }) }, type);
  window.draw = () => redraw(document.querySelector("main"), ["One", "Two", "Lost"].map(button));
  window.draw();
}"""


TWICE = """() => {
  for (const it of document.querySelectorAll("main button")) { it.click(); window.draw(); it.click(); }
}"""


def test_one_press_is_one_order_and_none_overtakes_another(page: Page) -> None:
    """Two presses while an order is in progress give one order; after a lost connection it is sent again."""
    page.evaluate(ORDERS)
    page.evaluate(TWICE)
    expect(page.locator("main button[aria-busy=true]")).to_have_count(3)
    draw(page)
    expect(page.locator("main button[aria-busy=true]")).to_have_count(3)
    expect(page.locator("main button[aria-busy=true]")).to_have_count(0)
    sent = page.evaluate("() => window.sent")
    assert [kind for kind, _ in sent] == ["One", "Two", "Lost", "Lost", "Lost"]
    assert len({name for _, name in sent}) == 3


def test_a_key_held_down_presses_once(page: Page) -> None:
    page.get_by_role("button", name="Row a").focus()
    for _ in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert [one.split()[0] for one in did(page)] == ["a"]

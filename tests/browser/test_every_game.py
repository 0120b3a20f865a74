"""Every game from its address to a settled round: by mouse, by keyboard alone and by touch, on one screen.

`make test` plays one game of each kind, and with TABLELAW_SHOWN_GAMES=1 all of them are played.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tablelaw import rulebooks
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.floor import orders
from tablelaw.floor.log.entry import decode
from tablelaw.floor.orders import Order
from tablelaw.floor.property import stream_of
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import structure_of
from tablelaw.money_format import DOLLARS
from tablelaw.printed_money import money_format, print_money_as
from tablelaw.server.demo.property import ADMINISTRATOR, IN_DOLLARS, IN_EUROS, TRAY_CENTS
from tablelaw.table import events
from tests.browser.conftest import SETTINGS, TEMPO
from tests.browser.playing import choices, settled
from tests.browser.visitor import SEEN, Visitor, trying
from tests.examples import FOLDER, example
from tests.server.served import Served, prepared

SIZES = (
    (1280, 720),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
    (390, 844),
    (360, 740),
    (844, 390),
    (740, 360),
)
DEALERS = {
    "pa-678a": 7,
    "fr-trois-cartes": 3,
    "fr-stud": 5,
    "ma-colorado": 0,
    "caribbean-stud": 5,
    "three-card-poker": 3,
    "four-card-poker": 6,
    "let-it-ride": 0,
    "mississippi-stud": 0,
}
"""How many cards the dealer is dealt in games where it is not two."""

DESK, PHONE = SIZES[0], SIZES[5]
MOST_PRESSES, MOST_SECONDS, MOST_SHIFT = 3, 10, 0.1
EXAMPLES = {f"EX-{number}": folder.name for number, folder in enumerate(sorted(FOLDER.iterdir()), 1) if folder.is_dir()}
PLACES = {
    **{table: ("dollars", book) for table, book in {**IN_DOLLARS.tables, **EXAMPLES}.items()},
    **{table: ("euros", book) for table, book in IN_EUROS.tables.items()},
}


class Kind(NamedTuple):
    """What decides how a page looks while a round is played."""

    family: str
    """Who plays against whom."""
    decisions: int
    """How often players decide."""
    circles: int
    """The number of wagers if no game has fewer or none has more; otherwise 0."""
    types_amounts: bool
    """Whether a player may bet any amount within bounds."""


def terms_of(book_id: str) -> Terms:
    return (rulebooks.get(book_id) if book_id in rulebooks.IDS else example(book_id)).terms()


def kind_of(book_id: str, extremes: Container[int]) -> Kind:
    terms = terms_of(book_id)
    circles = len(terms.book.wagers)
    choices = [choice for stage in terms.book.stages for choice in stage.choices if terms.holds(choice.when)]
    return Kind(
        solver_of(terms).family,
        len(structure_of(terms).decisions),
        circles if circles in extremes else 0,
        any(choice.up_to is not None for choice in choices),
    )


def one_of_each_kind() -> dict[str, tuple[str, str]]:
    counts = [len(terms_of(book).book.wagers) for _, book in PLACES.values()]
    found: dict[Kind, str] = {}
    for table, (_, book) in PLACES.items():
        found.setdefault(kind_of(book, (min(counts), max(counts))), table)
    return {table: PLACES[table] for table in found.values()}


PLAYED = PLACES if int(os.environ.get("TABLELAW_SHOWN_GAMES", "0")) else one_of_each_kind()


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Served]]:
    """The property in dollars, with the example games, or the one in euros; only one is open at a time."""
    folder, opened = tmp_path_factory.mktemp("games"), {}  # type: ignore[var-annotated]

    def find(name: str) -> Served:
        if name not in opened:
            for before in opened.values():
                before.__exit__(None, None, None)
            opened.clear()
            opened[name] = house(folder, name)
            find.now = opened[name].__enter__()  # type: ignore[attr-defined]
            find.money = money_format()  # type: ignore[attr-defined]
        print_money_as(find.money)  # type: ignore[attr-defined]
        return find.now  # type: ignore[attr-defined, no-any-return]

    yield find
    for last in opened.values():
        last.__exit__(None, None, None)
    print_money_as(DOLLARS)


@contextmanager
def house(folder: Path, name: str) -> Iterator[Served]:
    law = IN_EUROS.jurisdiction if name == "euros" else IN_DOLLARS.jurisdiction
    with prepared(str(folder / f"{name}.db"), replace(SETTINGS, demo_law=law), TEMPO) as demo:
        assert demo.context.house_dealer is not None
        demo.context.house_dealer.guests = {}
        if name == "dollars":
            for table, book in EXAMPLES.items():
                install = orders.InstallTable(IN_DOLLARS.submission(table, example(book).id), TRAY_CENTS)
                demo.context.service.do(Order(id=f"tests/{table}", by=ADMINISTRATOR, command=install))
        demo.open()
        yield demo


# --- Three input methods ---------------------------------------------------------------------------------


class Hand:
    """How a player presses things, and the number of presses so far."""

    prefers = ":not(*)"
    """The choices taken where there are any; otherwise the first that is not a fold."""

    def __init__(self, player: Visitor) -> None:
        self.player, self.presses = player, 0

    def press(self, wanted: Locator, key: str) -> None:
        self.presses += 1
        self._press(wanted, key)

    def _press(self, wanted: Locator, key: str) -> None:
        wanted.click()


class Keys(Hand):
    """Uses only keys: presses a shortcut once its target is there. Buys a card or pulls a wager back where possible."""

    prefers = ":is(.choice.buy, .choice.pull) :enabled"

    def _press(self, wanted: Locator, key: str) -> None:
        expect(wanted).to_be_enabled()
        self.player.page.keyboard.press(key)


class Finger(Hand):
    def _press(self, wanted: Locator, key: str) -> None:
        wanted.tap()


def first_bet(hand: Hand, address: str) -> float:
    """Goes from opening the address to the first wager on the table. Returns how many seconds it took."""
    page, began = hand.player.page, time.monotonic()
    hand.player.go(address)
    wanted = page.locator(".play-here")
    expect(wanted).to_be_enabled()
    hand.press(wanted, "p")
    circle = page.locator("button.spot-button.required").first
    expect(circle).to_be_enabled()
    hand.press(circle, "a")
    expect(page.locator("button.spot-button.required.placed").first).to_be_visible()
    return time.monotonic() - began


def play(hand: Hand, look: Callable[[str], None]) -> None:
    """Deals and decides until the settlement; calls `look` at every stage."""
    page = hand.player.page
    deal = page.locator("#position [data-key=ready]:enabled")
    expect(deal).to_be_visible()
    hand.press(deal, "n")
    asked: set[str] = set()
    for _ in trying("the settlement"):
        if page.locator("[aria-label='Your settlement'], [aria-label^='Settlement of round']").count():
            return
        if not choices(hand.player).count():
            page.wait_for_timeout(20)
            continue
        stage = page.locator("#position").inner_text() + page.locator("#own").inner_text()
        if stage not in asked:
            look("deciding")
            asked.add(stage)
        with suppress(PlaywrightTimeout):
            decide(hand)


def decide(hand: Hand) -> None:
    """Takes the first choice that is not a fold, after discarding a card where required."""
    page = hand.player.page
    put_away, gone = page.locator("#own .card-button"), page.locator("#own .card-button[aria-pressed=true]")
    if put_away.count() and not gone.count():
        hand.press(put_away.first, "a")
        expect(gone).to_have_count(1)
    every = page.locator("#position .choice button:not(.cite)")
    if (first := every.evaluate_all(FIRST, hand.prefers)) >= 0:
        hand.press(every.nth(first), str(first + 1))


FIRST = """(all, prefers) => {
  const preferred = all.findIndex(one => one.matches(prefers));
  return preferred >= 0 ? preferred : all.findIndex(one => one.matches(".primary:enabled"));
}"""


# --- One screen --------------------------------------------------------------------------------------------

OUTSIDE = (
    f"async isDeciding => {{ {SEEN}"
    """
  const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  await drawn();
  const settle = (sum, kind) => {
    for (const one of document.querySelectorAll("#own .result")) {
      one.textContent = sum;
      one.className = `result won ${kind}`;
    }
  };
  settle("+$1,234,567.89", "very-long");
  const found = [], root = document.documentElement;
  const pressed = ".bar button, .bar summary, .bar input, #own button, .top button, .top select";
  const look = when => {
    if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) found.push(`${when}: the page scrolls`);
    for (const one of all(pressed)) {
      if (isOut(one)) found.push(`${when}: outside ${told(one)}`);
      else if (!one.closest(".own-hand") && isCovered(one)) found.push(`${when}: covered ${told(one)}`);
    }
    for (const one of all("#announcement, #own .card, #own .hand-name, #own .sum, .clock, .purse-sum, #own .result"))
      if (isOut(one)) found.push(`${when}: outside ${told(one)}`);
  };
  look("felt");
  const parts = all("#own .spot-button, #own .spot-name-button, #own .own-cards, #own .hand-name, #own .result");
  const over = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
  };
  for (const [sum, kind] of [["+$1,234,567.89", "very-long"], ["+$99,999.63", "longer"], ["returned", "long"]]) {
    settle(sum, kind);
    for (const one of parts) {
      if (isOut(one)) found.push(`${sum}: outside ${told(one)}`);
      for (const other of parts)
        if (!one.contains(other) && !other.contains(one) && over(one, other))
          found.push(`${sum}: ${told(one)} overlaps ${told(other)}`);
    }
  }
  if (all("#felt .hand-words").some(one => one.textContent.endsWith("…"))) found.push("a hand's name is cut");
  const felt = document.querySelector("#felt").getBoundingClientRect();
  if (felt.height < 90) found.push(`the felt is ${felt.height} high`);
  const coach = document.querySelector("#coach");
  const open = document.querySelector("#tools [data-key=coach]");
  if (isDeciding) {
    const isSheet = open && open.checkVisibility();
    if (isSheet) { open.click(); await drawn(); }
    const {left, right, top} = coach.getBoundingClientRect();
    if (!coach.checkVisibility() || left < 0 || right > innerWidth || top > innerHeight - 80) found.push("no coach");
    if (isSheet) {
      for (const one of all("#position button")) if (isOut(one) || isCovered(one)) found.push(`sheet: ${told(one)}`);
      open.click();
      await drawn();
    }
  }
  return found.slice(0, 4);
}"""
)


def within_one_screen(player: Visitor, stage: str) -> None:
    """Checks at every screen size that whatever must be pressed or read is on the screen and not covered."""
    faults = {}
    for width, height in SIZES:
        player.page.set_viewport_size({"width": width, "height": height})
        if found := player.page.evaluate(OUTSIDE, stage == "deciding"):
            faults[f"{width}x{height} {stage}"] = found
    player.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    assert not faults, "\n".join(f"{where}: {one}" for where, those in faults.items() for one in those)


def unseen(stage: str) -> None:
    """Skips the layout check, which is done once for each way through a game: all input methods show the same pages."""


SHIFTS = """() => {
  window.shifted = 0;
  window.shifts = [];
  const told = one => one.node && `${one.node.id || one.node.className || one.node.nodeName} ` +
    [one.previousRect, one.currentRect].map(({x, y}) => `${Math.round(x)},${Math.round(y)}`).join(" ");
  new PerformanceObserver(seen => {
    for (const one of seen.getEntries()) if (!one.hadRecentInput) {
      window.shifted += one.value;
      window.shifts.push([one.value, ...one.sources.map(told)]);
    }
  }).observe({type: "layout-shift", buffered: true});
}"""


@pytest.mark.parametrize("table", PLAYED, ids=[book for _, book in PLAYED.values()])
def test_a_round_from_the_address_to_the_settlement_within_one_screen(
    browser: Browser, houses: Callable[[str], Served], table: str
) -> None:
    served = houses(PLACES[table][0])
    for way, kind, size in (("mouse", Hand, DESK), ("keyboard", Keys, DESK), ("touch", Finger, PHONE)):
        player = Visitor(browser, served.address, size, touch=way == "touch")
        player.page.add_init_script(f"({SHIFTS})()")
        hand = kind(player)
        seconds = first_bet(hand, f"/table/{table}")
        presses = hand.presses
        print(f"{table} by {way}: {presses} presses and {seconds:.1f} seconds to the first bet")
        assert presses <= MOST_PRESSES
        assert seconds <= MOST_SECONDS
        is_seen = way == "mouse" or (way == "keyboard" and has_other_choices(served, table))
        look = partial(within_one_screen, player) if is_seen else unseen
        look("betting")
        slots = player.page.locator("#felt [data-key=dealer] .slot")
        expect(slots).to_have_count(DEALERS.get(PLACES[table][1], 2))
        play(hand, look)
        look("settled")
        if not is_seen:
            assert player.page.evaluate("() => window.shifted") <= MOST_SHIFT, player.page.evaluate("() => shifts")
        shown = player.page.locator("#tools [data-key=settlement]") if way == "touch" else settled(player)
        expect(shown).to_be_visible()
        player.leave()
    steps = served.context.service.views.tables[table].engine.rules.flow.steps
    assert stages_seen(served, table) == {step.stage for step in steps if step.do == "decide"}


def has_other_choices(served: Served, table: str) -> bool:
    """Whether a game sells a card or lets a player pull a wager back."""
    stages = served.context.service.views.tables[table].engine.rules.book.stages
    return any(choice.action in ("buy", "pull") for stage in stages for choice in stage.choices)


def stages_seen(served: Served, table: str) -> set[str]:
    """The stages at which players have decided at a table."""
    entries = (decode(kept.body) for kept in served.context.service.store.stream_entries(stream_of(table), 0, 10**6))
    return {event.stage for entry in entries for event in entry.events if isinstance(event, events.Decided)}

"""The felt with every seat taken, long names and large amounts: nothing overflows the screen, and no text overlaps."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablelaw.server.demo.property import IN_DOLLARS
from tests.browser.visitor import Visitor

SCREENS = {"phone": (390, 844), "small phone": (360, 740), "phone on its side": (740, 360), "desk": (1280, 720)}
HELD = {"ma-colorado": 3, "pa-678a": 7}

FULL = """async ([table, held, isSettled, isOwn]) => {
  const {felt} = await import("/web/table/felt.js");
  const {scene} = await import("/web/table/own_scene.js");
  const asked = ["", "/view"].map(part => fetch(`/api/tables/${table}${part}`).then(told => told.json()));
  const [description, view] = await Promise.all(asked);
  const cards = ["Td", "Ts", "Qh", "Jc", "Tc", "9s", "8d"].slice(0, held);
  const staked = description.wagers.filter(wager => wager.kind !== "bonus").map(wager => [wager.id, 5000000]);
  const seat = (one, place) => ({
    ...one, player: "Bartholomew Maximilian the Younger", is_you: place === 2, in_round: true, cards,
    wagers: Object.fromEntries(staked), actions: [], status: isSettled ? "settled" : "", is_asked: false,
  });
  const line = ({seat}) => ({seat, paid: seat % 2 ? 123456700 : 0, kept: seat % 2 ? 0 : 123456700});
  const full = {
    ...view, round: 1, phase: isSettled ? "settling" : "deciding", choices: [],
    seats: view.seats.map(seat), lines: isSettled ? view.seats.map(line) : [],
    dealer: description.has_dealer ? cards : [], community: cards.slice(0, description.board_size),
    dealer_hand: isSettled ? "straight flush, queen, jack, ten, nine and eight" : "",
    meters: view.meters.map(meter => ({...meter, cents: 123456789012})),
    places: {burn: ["??", "??"], "six card": isSettled ? ["Ah", "Kd", "3c"] : ["??", "??", "??"]},
  };
  const place = document.createElement("div");
  place.className = "felt";
  const size = {width: document.documentElement.clientWidth, height: Math.round(innerHeight * 0.42)};
  place.append(isOwn ? scene(description, full, full.seats[2], size) : felt(description, full));
  if (isOwn) Object.assign(place.style, {position: "fixed", inset: "0 0 auto 0", height: `${size.height}px`});
  (isOwn ? document.body : document.querySelector("main")).prepend(place);
  const found = faults(place);
  place.remove();
  return found;

  function faults(place) {
    const width = document.documentElement.clientWidth, box = one => one.getBoundingClientRect();
    const all = selector => [...place.querySelectorAll(selector)];
    const beyond = all("text, rect, circle, path").filter(one => box(one).left < -1 || box(one).right > width + 1);
    const within = (one, frame) => box(one).width <= box(one.parentNode.querySelector(frame)).width + 1.5;
    const names = all(".seat-name").filter(name => name.parentNode.querySelector(".seat-plate"));
    const wide = [...names.filter(name => !within(name, ".seat-plate")),
      ...all(".chip-sum").filter(sum => !within(sum, ".chip-edge"))];
    const words = isOwn ? all("text:not(.card-rank)").filter(one => one.textContent) : [];
    const over = (one, other) => one !== other && box(one).left < box(other).right - 2 &&
      box(other).left < box(one).right - 2 &&
      box(one).top < box(other).bottom - 4 && box(other).top < box(one).bottom - 4;
    const crossed = words.filter(one => words.some(other => over(one, other)));
    const told = one => `${one.outerHTML.slice(0, 90)} ${Math.round(box(one).left)}..${Math.round(box(one).right)}`;
    return [...beyond, ...wide, ...crossed].map(told).slice(0, 5);
  }
}"""


def faults(visitor: Visitor, table: str, is_settled: bool, is_own: bool) -> list[str]:
    held = HELD.get(IN_DOLLARS.tables[table], 2)
    found: list[str] = visitor.page.evaluate(FULL, [table, held, is_settled, is_own])
    return found


@pytest.mark.parametrize(("page", "is_own"), [("/table/UTH-1", True), ("/audit", False)])
def test_every_felt_fits_with_every_seat_taken(visit: Callable[..., Visitor], page: str, is_own: bool) -> None:
    """Covers the player's felt, drawn around their own place, and the felt that dealers and auditors see."""
    visitor = visit().go(page)
    found = {}
    for screen, (width, height) in SCREENS.items():
        visitor.page.set_viewport_size({"width": width, "height": height})
        for table in IN_DOLLARS.tables:
            for is_settled in (False, True):
                found[screen, table, is_settled] = faults(visitor, table, is_settled, is_own)
    assert not {name: those for name, those in found.items() if those}


def test_a_name_that_runs_out_of_its_plate_is_found(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go("/table/UTH-1")
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    visitor.page.evaluate(
        "() => document.styleSheets[2].insertRule('.felt .seat-name { font-size: 60px !important; }')"
    )
    assert faults(visitor, "HCF-1", False, True)

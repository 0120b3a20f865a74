"""The felt with every seat taken, long names and large sums: nothing overflows a phone, and names stay in place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablelaw.server.demo.property import IN_DOLLARS
from tests.browser.visitor import Visitor

SCREENS = {"phone": (390, 844), "small phone": (360, 800), "desk": (1280, 800)}
HELD = {"ma-colorado": 3, "pa-678a": 7}

FULL = """async ([table, held, isSettled]) => {
  const {felt} = await import("/web/table/felt.js");
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
  };
  const place = document.createElement("div");
  place.className = "felt";
  place.append(felt(description, full));
  document.querySelector(".felt-side").prepend(place);
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
    const told = one => `${one.outerHTML.slice(0, 90)} ${Math.round(box(one).left)}..${Math.round(box(one).right)}`;
    return [...beyond, ...wide].map(told).slice(0, 5);
  }
}"""


def faults(visitor: Visitor, table: str, is_settled: bool) -> list[str]:
    held = HELD.get(IN_DOLLARS.tables[table], 2)
    found: list[str] = visitor.page.evaluate(FULL, [table, held, is_settled])
    return found


@pytest.mark.parametrize("screen", SCREENS)
def test_every_felt_fits_with_every_seat_taken(visit: Callable[..., Visitor], screen: str) -> None:
    visitor = visit().go("/table/UTH-1")
    width, height = SCREENS[screen]
    visitor.page.set_viewport_size({"width": width, "height": height})
    found = {
        f"{table} {what}": faults(visitor, table, bool(what)) for table in IN_DOLLARS.tables for what in ("", "settled")
    }
    assert not {name: those for name, those in found.items() if those}


LARGE = "() => document.styleSheets[2].insertRule('.felt .seat-name { font-size: 60px !important; }')"


def test_a_name_that_runs_out_of_its_plate_is_found(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go("/table/UTH-1")
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    visitor.page.evaluate(
        "() => document.styleSheets[2].insertRule('.felt .seat-name { font-size: 60px !important; }')"
    )
    assert faults(visitor, "HCF-1", False)

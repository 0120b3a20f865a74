"""Hidden information: a person who may see the same cards in two worlds is sent the same bytes in both.

A round is played at a table of each rulebook under each dealing procedure, and at a table whose cards are entered by
hand; the tables are left in different phases. The same orders are then given to other floors, whose decks differ in
every card the watcher has not seen. TABLELAW_LEAK_ROUNDS sets the minimum number of rounds; more are played until every
group of watchers has looked at every table and every phase, which takes fewer than 300.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tablelaw.floor.service as service_module
import tablelaw.server.audit.player_history as own_rounds
import tablelaw.server.context as house_module
import tablelaw.server.open_feeds as open_feeds
import tablelaw.server.tables.coaching as coaching
from tablelaw.cards import Card
from tablelaw.floor.log.entry import decode
from tablelaw.floor.log.entry_outline import entry_outlines
from tablelaw.floor.property import FloorTable
from tablelaw.floor.read_model import TableView
from tablelaw.floor.reports import seen_card_watch
from tablelaw.floor.reports.figure_messages import FloorFigures
from tablelaw.floor.reports.floor_figures import FiguresOfFloor
from tablelaw.floor.reports.seen_card_watch import SeenCardWatch
from tablelaw.floor.store.api import Reads
from tablelaw.persons import DEVICE_KINDS
from tablelaw.proofs import commitment
from tablelaw.server.http.permissions import ROLES
from tablelaw.server.http.routing import ROUTES
from tablelaw.server.workers.coach_messages import VisibleCards
from tablelaw.table.events import Dealt
from tablelaw.table.refusals import Refused
from tablelaw.table.state import Round, Seat, change
from tablelaw.views import feed_entries
from tablelaw.views.messages import WireTable
from tests.floor.world import BOOKS
from tests.server.twin_floor import physical_submissions, submissions
from tests.server.twin_play import STOPS
from tests.server.twin_watch import STATIC, WATCHERS, swept
from tests.server.twin_worlds import GROUPS, Episode, Found, make_template
from tests.server.watch_here import QuickValuer

ROUNDS = int(os.environ.get("TABLELAW_LEAK_ROUNDS", "60"))
WITHIN = 300
"""Every combination has been looked at within this many rounds."""
SEED = "twins"
FIRST = 3
"""The first episode. This one and the next two cover everything; if that changes, more are played."""
SMALL = ("pa-653a",)
"""The tables of a short run, which is enough to find a planted leak."""


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_template(tmp_path_factory.mktemp("twins") / "floor.db")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_template(tmp_path_factory.mktemp("small") / "floor.db", SMALL)


@pytest.fixture(autouse=True)
def feeds_without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_feeds, "APART_SECONDS", 0)


@pytest.fixture(autouse=True)
def quick_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen_card_watch, "valuer_of", QuickValuer)


def test_twin_worlds_tell_everybody_the_same(template: Path, tmp_path: Path) -> None:
    whole, number = Found(), FIRST
    tables = {*submissions(), *physical_submissions()}
    while whole.rounds < ROUNDS or (whole.rounds < WITHIN and unseen(whole, tables)):
        groups = ("public", ("ann", "bob", "after")[number % 3])
        found = Episode(template, tmp_path, f"{SEED} {number}", groups, number).run()
        assert not found.differences, "\n".join(found.differences[:10])
        whole.rounds += found.rounds
        whole.messages, whole.bytes = whole.messages + found.messages, whole.bytes + found.bytes
        whole.moved, whole.cells = whole.moved + found.moved, whole.cells + found.cells
        whole.watched += found.watched
        number += 1
    print(
        f"twin worlds: seed {SEED!r}, {whole.rounds:,} rounds, {whole.messages:,} messages and answers, "
        f"{whole.bytes:,} bytes compared, {whole.moved:,} cards on the felt differed, 0 bytes"
    )
    assert whole.moved > 5 * whole.rounds
    assert set(whole.watched) == set(WATCHERS)
    assert {table.partition(" ")[0] for table in tables} == set(BOOKS)
    assert unseen(whole, tables) == set()


def unseen(found: Found, tables: set[str]) -> set[tuple[str, str]]:
    """The phases and tables that each group of watchers has not looked at yet."""
    seen = {(group, phase) for group, _, phase in found.cells} | {(group, table) for group, table, _ in found.cells}
    return {(group, what) for group in GROUPS for what in (*STOPS, *tables)} - seen


def test_every_role_watches_and_every_route_is_asked() -> None:
    assert {*WATCHERS.values()} == {"", *ROLES, *DEVICE_KINDS}
    left_out = {route.path for route in ROUTES if route.method == "GET"} - {row.partition(" ")[2] for row in swept()}
    assert all(path.startswith(STATIC) for path in left_out)


# --- Planted leaks ---------------------------------------------------------------------------------------------------


def hidden_card(round_: Round | None) -> Card | None:
    """A card that is face down for everyone: one of the dealer's, or one at seat 4."""
    if round_ is None or round_.phase not in ("dealing", "deciding", "revealing"):
        return None
    cards = (*round_.places.get("dealer", ()), *(round_.seats[4].cards if 4 in round_.seats else ()))
    return cards[0] if cards else None


def planted_view(monkeypatch: pytest.MonkeyPatch, tell: Callable[[WireTable, Card], WireTable]) -> None:
    sound: Any = vars(house_module)["view"]

    def view(name: str, table: TableView, *more: Any) -> WireTable:
        seen, card = sound(name, table, *more), hidden_card(table.state.round)
        return seen if card is None else tell(seen, card)

    monkeypatch.setattr(house_module, "view", view)


def rank_in_a_field(monkeypatch: pytest.MonkeyPatch) -> None:
    planted_view(monkeypatch, lambda seen, card: change(seen, deck=f"in play {str(card)[0]}"))


def length_by_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    planted_view(monkeypatch, lambda seen, card: change(seen, deck="in play" + " " * (int(card) % 4)))


def order_by_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    planted_view(monkeypatch, lambda seen, card: change(seen, seats=seen.seats[:: -1 if int(card) % 2 else 1]))


def refusal_that_names_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    sound: Any = vars(service_module)["handle_table"]

    def handle(floor: Any, order: Any, chance: Any) -> Any:
        try:
            return sound(floor, order, chance)
        except Refused as refusal:
            card = hidden_card(floor.tables[order.table].state.round)
            raise Refused(refusal.name, why=f"the dealer holds {card}") from None

    monkeypatch.setattr(service_module, "handle_table", handle)


def salt_of_the_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = TableView.__init__

    def init(self: TableView, table: FloorTable) -> None:
        sound(self, table)
        if secret := table.secrets.get(table.state.deck, b""):
            self.number = int(commitment.open_card(secret, 51).salt, 16)

    monkeypatch.setattr(TableView, "__init__", init)
    sound_view: Any = vars(house_module)["view"]

    def view(name: str, table: TableView, *more: Any) -> WireTable:
        seen: WireTable = sound_view(name, table, *more)
        return change(seen, deck=f"{table.number:064x}", number=0)

    monkeypatch.setattr(house_module, "view", view)


def history_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = own_rounds._dealt
    others = {"burn", *(f"seat {seat}" for seat in range(1, 7))}
    monkeypatch.setattr(own_rounds, "_dealt", lambda happened, places: sound(happened, places | others))


def coach_who_peeks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plants a leak: the coach adds a hidden card to the question it sends to its worker."""
    sound = coaching.held

    def held(view: TableView, seat: Seat) -> VisibleCards:
        asked = sound(view, seat)
        return change(asked, board=(*asked.board, str(hidden_card(view.state.round))))

    monkeypatch.setattr(coaching, "held", held)


def figures_of_dealt_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plants a leak: the figures depend on the cards dealt in unfinished rounds."""
    sound = FiguresOfFloor.figures

    def figures(self: FiguresOfFloor, store: Reads, *asked: Any) -> FloorFigures:
        found = sound(self, store, *asked)
        events = (event for kept in store.entries(found.seq - 60) for event in decode(kept.body).events)
        cards = sum(int(card) for event in events if isinstance(event, Dealt) for _, card, _ in event.cards)
        return change(found, notes=(f"{cards} points",))

    monkeypatch.setattr(FiguresOfFloor, "figures", figures)


def feed_of_face_down_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plants a leak: the feed names every card that is dealt."""
    monkeypatch.setattr(feed_entries, "_seen", lambda place, card, face: str(card))


def flags_of_unfinished_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plants a leak: the watch tests a round as soon as somebody has decided."""
    monkeypatch.setattr(seen_card_watch, "log_threshold", lambda number, rate: SOON)
    sound = SeenCardWatch.follow

    def follow(self: SeenCardWatch, store: Reads, seconds: float) -> None:
        sound(self, store, seconds)
        decisions, (last,) = self._decisions, entry_outlines(store, self.seq - 1)
        for name, under_way in decisions._under_way.items():
            if under_way.decided:
                self.take(replace(under_way.finished(decisions.tables[name], 1, last), is_regular=True))

    monkeypatch.setattr(SeenCardWatch, "follow", follow)


PUBLIC, IN_TURN, AFTERWARDS = (("public",), "showdown"), (("ann",), "deciding"), (("ann",), "over")
Plant = Callable[[pytest.MonkeyPatch], None]
LEAKS: dict[Plant, tuple[tuple[str, ...], str]] = {
    rank_in_a_field: PUBLIC,
    length_by_a_card: PUBLIC,
    order_by_a_card: PUBLIC,
    refusal_that_names_a_card: PUBLIC,
    salt_of_the_deck: PUBLIC,
    figures_of_dealt_cards: PUBLIC,
    feed_of_face_down_cards: PUBLIC,
    flags_of_unfinished_rounds: (("public",), "revealing"),
    history_of_others: AFTERWARDS,
    coach_who_peeks: IN_TURN,
}
"""Planted leaks, each with the watchers who would learn something and the phase the tables are left in."""
TRIES = 4
SOON, AT_ONCE = 0.1, -10.0
"""Thresholds at which somebody is soon flagged, and everybody after one round."""


@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Plant) -> None:
    plant(monkeypatch)
    groups, stop = LEAKS[plant]
    episodes = (Episode(small, tmp_path, f"planted {number}", groups, number, stop) for number in range(TRIES))
    assert any(episode.run().differences for episode in episodes), "the leak was not found"


def test_if_everybody_is_flagged_nothing_of_a_round_under_way_is_told(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen_card_watch, "log_threshold", lambda number, rate: AT_ONCE)
    assert not Episode(small, tmp_path, "planted 0", ("public",), 0, "revealing").run().differences


@pytest.mark.parametrize(("groups", "stop"), [PUBLIC, IN_TURN, AFTERWARDS])
def test_without_a_leak_the_small_floor_is_sound(
    small: Path, tmp_path: Path, groups: tuple[str, ...], stop: str
) -> None:
    assert not Episode(small, tmp_path, "planted 0", groups, 0, stop).run().differences

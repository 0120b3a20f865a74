"""In a void round, only cards that still decide a wager are turned up."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from tablelaw.floor.read_model import TableView
from tablelaw.views import table_view as view_module
from tablelaw.views.messages import HIDDEN, WireTable
from tablelaw.views.table_view import view
from tests.table.game import Game

OFFERED = ("trips", "six-card")


def decided(trips: bool, six_card: bool = True) -> Game:
    """A round with two players, who have both played, before the dealer shows."""
    game = Game("pa-653a", seats=(1, 2), offered=OFFERED).stack(
        {1: "As Ad", 2: "Kc Kd"}, "2c 7d", "9h 8s 3c 4h Jd", "5d"
    )
    game.opened()
    for seat in (1, 2):
        game.bet(seat, ante=10, blind=10, **({"trips": 5} if trips else {}), **({"six_card": 5} if six_card else {}))
    return game.deal()


def seen(game: Game, player: str = "p1") -> WireTable:
    rules = {"differences": (), "undecided": frozenset[str]()}
    table = SimpleNamespace(engine=game.engine, state=game.state, number=1, meters={}, **rules)
    return view("UTH-1", cast(TableView, table), "player", player, 0, {}, frozenset())


def test_a_void_round_turns_up_nothing_where_everything_goes_back() -> None:
    shown = seen(decided(trips=False).irregularity("wrong-number-of-cards").settle())
    assert shown.places["six-card"] and set(shown.places["six-card"]) == {HIDDEN}
    assert shown.seats[0].cards == ("As", "Ad"), "the own cards were seen before"
    assert shown.seats[1].cards == (HIDDEN, HIDDEN) and not shown.seats[1].hand
    assert {(line.outcome, line.returned, line.kept) for line in shown.lines} >= {("void", 1000, 0), ("void", 500, 0)}


def test_13_d_a_hand_that_still_decides_trips_is_turned_up() -> None:
    shown = seen(decided(trips=True).irregularity("dealer-card-exposed").settle())
    assert shown.seats[1].cards == ("Kc", "Kd")
    assert set(shown.places["six-card"]) == {HIDDEN}, "Six Card went back"


def test_in_a_sound_round_the_bonus_cards_are_turned_up() -> None:
    shown = seen(decided(trips=False).each("bet").settle())
    assert HIDDEN not in shown.places["six-card"] and shown.seats[1].cards == ("Kc", "Kd")


def test_a_view_that_turns_up_every_void_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view_module, "_is_by_cards", lambda rules, round_, wagers: True)
    with pytest.raises(AssertionError):
        test_a_void_round_turns_up_nothing_where_everything_goes_back()


def test_a_declaration_names_the_hands_that_it_claims() -> None:
    game = Game("ma-colorado", seats=(1,)).opened()
    game.bet(1, ante=10).deal()
    (claim,) = (choice for choice in seen(game).choices if choice.action == "declare")
    assert claim.says == "three card straight flush or three-of-a-kind"

"""A dealer's card that is dealt face up is seen by everybody before the first decision; the dealer's other cards are
not.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from tablelaw.cards import Card
from tablelaw.floor.read_model import TableView
from tablelaw.server.tables.coaching import held
from tablelaw.table.reading.replay import felt_of
from tablelaw.table.round.hands import dealers_cards
from tablelaw.views.messages import HIDDEN
from tablelaw.views.table_view import view
from tests.examples import example
from tests.table.game import Game


def dealt(book: str) -> Game:
    example(book)
    return Game(book, procedure={"dealing": "hand"}).opened().bet(1, ante=10).deal()


def table_view(game: Game) -> TableView:
    rules = {"differences": (), "undecided": frozenset[str]()}
    table = SimpleNamespace(engine=game.engine, state=game.state, number=1, meters={}, text="", **rules)
    return cast(TableView, table)


def test_the_last_card_of_five_lies_face_up_while_players_decide() -> None:
    game = dealt("caribbean-stud")
    *_, last = game.round.places["dealer"]
    assert game.round.phase == "deciding"
    assert dealers_cards(game.engine.rules, game.state.method, game.round) == (None, None, None, None, last)
    shown = view("CAR-1", table_view(game), "player", "somebody", 0, {}, frozenset())
    assert shown.dealer == (HIDDEN,) * 4 + (str(last),)
    assert not shown.dealer_hand


def test_the_whole_hand_is_seen_when_it_is_turned_up() -> None:
    game = dealt("caribbean-stud").each("bet").settle()
    assert dealers_cards(game.engine.rules, game.state.method, game.round) == game.round.places["dealer"]


def test_a_replay_tells_the_card_face_up_from_the_others() -> None:
    game = dealt("caribbean-stud")
    *others, last = game.round.places["dealer"]
    (dealer,) = (spot for spot in felt_of(game.engine, game.state) if spot.place == "dealer")
    assert (dealer.up, dealer.down) == ((last,), tuple(others))


def test_the_coach_is_told_the_card_face_up_and_no_other() -> None:
    game = dealt("caribbean-stud")
    told = held(table_view(game), game.round.seats[1])
    assert told.board == (str(game.round.places["dealer"][-1]),)
    assert len(told.cards) == 5


def test_where_nothing_is_dealt_face_up_nothing_is_seen() -> None:
    game = dealt("three-card-poker")
    assert dealers_cards(game.engine.rules, game.state.method, game.round) == (None,) * 3
    assert held(table_view(game), game.round.seats[1]).board == ()


def test_the_lowest_card_of_the_pack_is_seen_too() -> None:
    """The two of clubs has the number 0, which must not be mistaken for no card."""
    game = dealt("caribbean-stud")
    game.round.places["dealer"] = (*game.round.places["dealer"][:4], Card.parse("2c"))
    (dealer,) = (spot for spot in felt_of(game.engine, game.state) if spot.place == "dealer")
    assert dealer.up == (Card.parse("2c"),)

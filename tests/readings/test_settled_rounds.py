"""What can no longer be undone, and what the silence of a text means: readings that only a table in play can show."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from tablelaw import rulebooks
from tablelaw.floor.read_model import TableView
from tablelaw.server.demo.house_dealer import passive
from tablelaw.table import events
from tests.table.game import Game
from tests.table.test_life import bet, play, status

HOLDEM_BONUS = ("pa-647a", "md-thb")


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_a_deck_found_short_changes_no_round_that_was_settled(book: str) -> None:
    game = play(Game(book, procedure={"shuffler": "counting"}).opened())
    before = len(game.log)
    game.irregularity("device-counts-wrong")
    assert status(game) == "removed"
    assert not [event for event in game.log[before:] if isinstance(event, events.Settled | events.SeatLeft)]
    assert game.state.rounds == 1 and game.state.round is None


@pytest.mark.parametrize("book", HOLDEM_BONUS)
def test_a_player_who_says_nothing_before_the_flop_folds(book: str) -> None:
    game = bet(Game(book).opened()).deal()
    view = cast(TableView, SimpleNamespace(engine=game.engine, state=game.state))
    assert passive(view).action == "fold"

"""The coach advises at every decision of every rulebook and takes the player's earlier decisions into account."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest

from tablelaw import rulebooks
from tablelaw.floor.read_model import TableView
from tablelaw.law.rulebook import Rulebook
from tablelaw.server.tables.coaching import held
from tablelaw.server.workers import coach_answers
from tablelaw.server.workers.coach_messages import ActionValue, VisibleCards
from tablelaw.submission.template import new_submission
from tablelaw.table import commands
from tablelaw.table.legal import decisions
from tests.examples import FOLDER, example
from tests.table.game import Game

NAMES = (*rulebooks.IDS, *sorted(path.name for path in FOLDER.iterdir()))
DOLLARS = 10


def book_of(name: str) -> Rulebook:
    return rulebooks.get(name) if name in rulebooks.IDS else example(name)


def dealt(name: str) -> Game:
    book = book_of(name)
    game = Game(book.id, procedure={"dealing": book.dealing[0].id}).opened()
    return game.bet(1, **{wager.id: DOLLARS for wager in game.engine.rules.opening}).deal()


def seen(game: Game) -> VisibleCards:
    table = SimpleNamespace(engine=game.engine, state=game.state, text=new_submission(game.engine.rules.book))
    return held(cast(TableView, table), game.round.seats[1])


def coached(game: Game) -> tuple[ActionValue, ...]:
    told, _ = coach_answers.answer(seen(game), lambda said: None)
    return msgspec.json.decode(told, type=tuple[ActionValue, ...])


def on_the_way(name: str, first: bool) -> Iterator[tuple[Game, list[commands.Act]]]:
    """Yields each decision of a round in which the player stays in, always taking the first choice or always
    the last.
    """
    game = dealt(name)
    while game.round.phase == "deciding":
        open_to = list(decisions(game.engine.rules, game.round))
        yield game, open_to
        staying = [act for act in open_to if act.action not in ("fold", "declare")]
        chosen = staying[0 if first else -1]
        game.do(chosen)
        game.run()


@pytest.mark.parametrize("first", [True, False], ids=["first", "last"])
@pytest.mark.parametrize("name", NAMES)
def test_the_coach_values_what_is_open_to_the_player(name: str, first: bool) -> None:
    asked = 0
    for game, open_to in on_the_way(name, first):
        found = {(one.action, int(Fraction(one.multiple) * DOLLARS * 100)) for one in coached(game)}
        assert found <= {(act.action, act.cents) for act in open_to}
        valued = {action for action, _ in found}
        assert valued == {act.action for act in open_to} - ({"declare"} - valued), "only winners are advised to declare"
        asked += 1
    assert asked == len(book_of(name).stages) or (name in rulebooks.IDS and asked), "a bet may end all decisions"


@pytest.mark.parametrize(
    ("name", "first", "earlier"),
    [
        ("mississippi-stud", False, [(), (("bet", "3"),), (("bet", "3"), ("bet", "3"))]),
        ("let-it-ride", True, [(), (("pull", "0"),)]),
        ("let-it-ride", False, [(), (("ride", "0"),)]),
        ("casino-holdem", False, [()]),
    ],
)
def test_the_coach_is_told_what_was_decided_before(name: str, first: bool, earlier: list[object]) -> None:
    assert [seen(game).earlier for game, _ in on_the_way(name, first)] == earlier


def test_the_coach_counts_what_was_bet_before() -> None:
    """In Mississippi Stud a fold loses the Ante and every bet made so far."""
    folds = [
        one.ev for game, _ in on_the_way("mississippi-stud", False) for one in coached(game) if one.action == "fold"
    ]
    assert folds == ["-1/1", "-4/1", "-7/1"]

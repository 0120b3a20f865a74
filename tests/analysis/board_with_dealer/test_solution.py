"""Best play is cached under the game it depends on: no rulebook solves what another has solved."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablelaw import rulebooks
from tablelaw.analysis.api import analyze
from tablelaw.analysis.board_with_dealer import best_play, endings_by_strategy, solution
from tablelaw.analysis.board_with_dealer.endings import Ends
from tablelaw.analysis.board_with_dealer.endings_by_strategy import ends_under
from tablelaw.analysis.board_with_dealer.game import Game, game_of
from tablelaw.analysis.board_with_dealer.solution import solution_of
from tablelaw.analysis.board_with_dealer.strategies import Rules, known_strategies, strategy_ends
from tablelaw.analysis.cache import FOLDER
from tablelaw.analysis.main_game import main_of
from tests.analysis.solved import HEADS_UP, ULTIMATE, terms_of


@pytest.fixture
def solved_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """The games that are really solved, with an empty cache."""
    games: list[Game] = []

    def solve(game: Game) -> object:
        games.append(game)
        return best_play.solve(game)

    monkeypatch.setenv(FOLDER, str(tmp_path))
    monkeypatch.setattr(solution, "solve", solve)
    solution._solved.cache_clear()
    return games


def test_maryland_is_answered_by_pennsylvanias_solution(solved_here: list[Game]) -> None:
    first, second = main_of(terms_of("pa-647a")), main_of(terms_of("md-thb"))
    assert (first.ev, first.distribution, first.chart) == (second.ev, second.distribution, second.chart)
    assert (first.rulebook, second.rulebook) == ("pa-647a", "md-thb")
    assert len(solved_here) == 1


def test_a_changed_cell_of_a_wager_that_a_fold_loses_solves_nothing(solved_here: list[Game]) -> None:
    printed = analyze(ULTIMATE, wagers=["progressive"])
    games = len(solved_here)
    changed = rulebooks.get(ULTIMATE).with_odds("progressive", A={"flush": "50 for 1"})
    found = analyze(changed, wagers=["progressive"])
    assert len(solved_here) == games == 2, "both Blind columns, once"
    for before, after in zip(printed, found, strict=True):
        assert (after.ev > before.ev) == (before.choices["progressive"] == "A")


def test_a_solution_read_back_is_the_one_that_was_found(solved_here: list[Game]) -> None:
    game = game_of(terms_of(ULTIMATE))
    found = solution_of(game)
    again = solution_of(game)
    assert len(solved_here) == 1
    assert (found.value, found.chart, found.ends.lines) == (again.value, again.chart, again.ends.lines)
    assert (found.ends.counts == again.ends.counts).all()


@pytest.mark.parametrize("least", ["from-one-ante", "fixed-multiple", "no-minimum"])
def test_a_strategy_with_the_largest_bets_ends_as_in_the_whole_game(least: str) -> None:
    terms = terms_of(HEADS_UP, least)
    game = game_of(terms)
    ((name, rules),) = known_strategies(game).items()
    whole, found = strategy_ends(game, rules), ends_under(terms, name)
    assert found.lines == whole.lines
    assert (found.counts == whole.counts).all()


def test_a_strategy_is_followed_once_whatever_raises_are_permitted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed: list[Game] = []

    def follow(game: Game, rules: Rules) -> Ends:
        followed.append(game)
        return strategy_ends(game, rules)

    monkeypatch.setenv(FOLDER, str(tmp_path))
    monkeypatch.setattr(endings_by_strategy, "strategy_ends", follow)
    for least in ("from-one-ante", "fixed-multiple", "no-minimum"):
        ends_under(terms_of(HEADS_UP, least), "basic strategy, three times the Ante")
    assert len(followed) == 1

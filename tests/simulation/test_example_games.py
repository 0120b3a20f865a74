"""Example rulebooks outside the package are simulated like the others: means against the exact analysis."""

from __future__ import annotations

from functools import cache
from math import sqrt

import numpy as np
import pytest

from tablelaw.analysis.against_dealer.whole_hands.decision_tables import HandDecisions
from tablelaw.analysis.against_dealer.whole_hands.game import game_of as whole_hands_of
from tablelaw.analysis.against_dealer.whole_hands.strategies import plan_of
from tablelaw.analysis.main_choices import main_bonuses, main_wagers
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.result import Distribution
from tablelaw.analysis.side_wagers.values import side_result
from tablelaw.analysis.solver import MAIN
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.analysis.symmetry.suits import classes, suit_orders
from tablelaw.law.rulebook import Terms
from tablelaw.simulation.codes import Codes
from tablelaw.simulation.game import Game
from tablelaw.simulation.seating import BEST, Seat
from tablelaw.studies.games.set_plays import whole_hand_table
from tablelaw.studies.games.simulated_table import game_of
from tablelaw.studies.play_names import play_names
from tests.examples import example

ERRORS, BLOCKS, ANTE = 4, 4, 100
GAMES = (
    *("casino-holdem", "let-it-ride", "mississippi-stud", "three-card-poker"),
    pytest.param("four-card-poker", marks=pytest.mark.long),
)
"""Every strategy of these games is counted exactly; of Four Card Poker that takes long, and `make test` plays best."""


@cache
def played(name: str) -> tuple[Terms, Game, Codes]:
    """Plays four blocks of a table at which each strategy of the game has one seat that makes every wager."""
    terms = example(name).terms()
    stakes = {wager.id: ANTE for wager in terms.book.wagers if wager.kind in ("opening", "optional")}
    game = game_of(terms, [Seat(stakes, play) for play in play_names(terms)])
    return terms, game, np.concatenate([game.play(7, block) for block in range(BLOCKS)])


def nets_of(game: Game, codes: Codes, seat: int, wager: str) -> np.ndarray:
    column = next(n for n, found in enumerate(game.columns) if found.wager == wager)
    return np.array([meaning.net for meaning in game.columns[column].meanings])[codes[:, seat, column]]


def errors(nets: np.ndarray, exact: Distribution) -> float:
    """By how many standard errors a mean differs from the exact one."""
    return abs(float(nets.mean()) - float(exact.mean) * ANTE) / (exact.standard_deviation * ANTE / sqrt(len(nets)))


@pytest.mark.parametrize("name", GAMES)
def test_every_wager_of_the_main_game_is_worth_what_the_analysis_says(name: str) -> None:
    terms, game, codes = played(name)
    main = [wager.id for wager in (*main_wagers(terms.book), *main_bonuses(terms.book))]
    for seat, play in enumerate(play_names(terms)):
        spreads = solver_of(terms).endings(terms, play)
        nets = {wager: nets_of(game, codes, seat, wager) for wager in main}
        found = {wager: errors(nets[wager], spreads[wager]) for wager in main if wager in spreads}
        found[MAIN] = errors(np.sum(list(nets.values()), axis=0), spreads[MAIN])
        assert max(found.values()) < ERRORS, f"{play}: {found}"


@pytest.mark.parametrize(("name", "wager"), [("casino-holdem", "aa-plus"), ("three-card-poker", "pair-plus")])
def test_a_side_wager_is_worth_the_same_whatever_the_play(name: str, wager: str) -> None:
    terms, game, codes = played(name)
    exact = side_result(terms, wager).distribution
    assert exact is not None
    assert all(errors(nets_of(game, codes, seat, wager), exact) < ERRORS for seat in range(game.seats))


def test_caribbean_stud_by_three_rules_and_the_card_turned_up() -> None:
    """The published value is 5.225 % of the Ante; solving all deals takes a long time, so the plan of the strategy is
    used unchanged.
    """
    terms = example("caribbean-stud").terms()
    hands, known = whole_hands_of(terms), classes(5)
    plan = plan_of(hands, "pairs, and ace-king by three rules")
    play = HandDecisions(hands.options, plan, known.of, known.order, suit_orders())
    game = whole_hand_table(terms, [Seat({"ante": ANTE})] * 2, [play] * 2)
    codes = np.concatenate([game.play(5, block) for block in range(BLOCKS)])
    nets = np.concatenate([sum(nets_of(game, codes, seat, wager) for wager in ("ante", "raise")) for seat in (0, 1)])
    assert abs(nets.mean() + 5.225) < ERRORS * nets.std() / sqrt(len(nets))
    column = next(n for n, found in enumerate(game.columns) if found.wager == "raise")
    raised = (codes[:, :, column] > 0).mean()
    assert abs(raised - 0.5222) < 0.01, "raises about half of all hands"


def test_four_card_poker_under_best_play() -> None:
    """All that a seat stakes, and Aces Up by itself; the kept answer of the analysis has the spread of a round."""
    terms = example("four-card-poker").terms()
    game = game_of(terms, [Seat({"ante": ANTE, "aces-up": ANTE}, BEST)] * 2)
    codes = np.concatenate([game.play(7, block) for block in range(BLOCKS)])
    main = [column.wager for column in game.columns if column.wager != "aces-up"]
    exact, aces_up = main_of(terms).distribution, side_result(terms, "aces-up").distribution
    assert exact is not None and aces_up is not None
    for seat in range(game.seats):
        assert errors(np.sum([nets_of(game, codes, seat, wager) for wager in main], axis=0), exact) < ERRORS
        assert errors(nets_of(game, codes, seat, "aces-up"), aces_up) < ERRORS


def test_a_hand_that_nobody_wagers_on_is_not_read() -> None:
    """With only the Ante staked, the player's hand matters only in comparison with the dealer's."""
    terms = example("three-card-poker").terms()
    alone, with_side = (game_of(terms, [Seat({"ante": ANTE} | side, BEST)]) for side in ({}, {"pair-plus": ANTE}))
    assert [column.wager for column in alone.columns] == ["ante", "play", "ante-bonus"]
    assert [column.wager for column in with_side.columns] == ["ante", "play", "ante-bonus", "pair-plus"]
    assert (alone.play(1, 0) == with_side.play(1, 0)[:, :, :3]).all(), "the same deals"

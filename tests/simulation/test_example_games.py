"""Example rulebooks outside the package are simulated like the others: means against the exact analysis."""

from __future__ import annotations

from math import sqrt

import numpy as np

from tablelaw.analysis.side_wagers.values import side_result
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.simulation.seating import BEST, NEVER_FOLD, Seat
from tablelaw.studies.games.simulated_table import game_of
from tests.examples import example

ERRORS, BLOCKS, ANTE = 4, 4, 100


def test_casino_holdem_with_its_line_and_its_pair_of_aces() -> None:
    terms = example("casino-holdem").terms()
    stakes = {"ante": ANTE, "aa-plus": ANTE}
    game = game_of(terms, [Seat(stakes, BEST), Seat(stakes, NEVER_FOLD)])
    codes = np.concatenate([game.play(7, block) for block in range(BLOCKS)])
    for seat, play in enumerate((BEST, NEVER_FOLD)):
        spreads = solver_of(terms).endings(terms, play)
        aces = side_result(terms, "aa-plus").distribution
        assert aces is not None
        for wager, exact in {"ante": spreads["ante"], "call": spreads["call"], "aa-plus": aces}.items():
            column = next(n for n, found in enumerate(game.columns) if found.wager == wager)
            nets = np.array([meaning.net for meaning in game.columns[column].meanings])[codes[:, seat, column]]
            error = exact.standard_deviation * ANTE / sqrt(len(nets))
            assert abs(nets.mean() - float(exact.mean) * ANTE) < ERRORS * error, f"{wager}, {play}"

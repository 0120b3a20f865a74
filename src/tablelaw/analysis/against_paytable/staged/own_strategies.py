"""The exact value of a player's own strategy in a game with community cards in stages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from tablelaw.analysis.against_paytable.staged.best_play import Chosen, spread_of
from tablelaw.analysis.against_paytable.staged.game import FOLD, Game, Line, game_of
from tablelaw.analysis.own_strategies import Asked, Decide, is_too_long, place_of
from tablelaw.analysis.result import Distribution
from tablelaw.analysis.symmetry.suits import distinct_sets
from tablelaw.cards import Card
from tablelaw.law.rulebook import Terms


def spread_under(terms: Terms, decide: Decide) -> Distribution | None:
    """The distribution of the main game under a strategy; None if the strategy would have to be asked too often."""
    game = game_of(terms)
    lines = list(_lines(game, ()))
    if is_too_long(sum(len(distinct_sets(game.points[len(line)].known).cards) for line in lines)):
        return None
    chosen: Chosen = {line: np.array(list(_options(game, line, decide)), np.uint8) for line in lines}
    return spread_of(game, chosen)


def _lines(game: Game, line: Line) -> Iterator[Line]:
    """Every line of play that leads to another decision."""
    if len(line) == len(game.points) or (line and line[-1].action == FOLD):
        return
    yield line
    for option in game.points[len(line)].options:
        yield from _lines(game, (*line, option))


def _options(game: Game, line: Line, decide: Decide) -> Iterator[int]:
    point, earlier = game.points[len(line)], tuple(option.name for option in line)
    names = tuple(option.name for option in point.options)

    def options(_: Sequence[Card]) -> tuple[str, ...]:
        return names

    for cards in distinct_sets(point.known).cards.tolist():
        yield place_of(decide, Asked(cards, options, earlier))

"""Figures derived from how deals end: the net result of a round, what is staked, and any side wager."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from tablelaw.analysis.board_with_dealer.endings import FOLD, Ends
from tablelaw.analysis.payoffs import against_the_dealer, ask, opening_gains
from tablelaw.analysis.result import Distribution
from tablelaw.law.rulebook import Terms

if TYPE_CHECKING:
    from tablelaw.analysis.board_with_dealer.game import Game

Gains = Mapping[tuple[int, int, int], Fraction]
"""By own class, dealer's class and standing."""


def distribution(game: Game, ends: Ends) -> Distribution:
    """The net result of a round in Antes."""
    opening, unit = opening_gains(game.terms, game.opening), against_the_dealer(game.terms, game.wager)
    return _spread(ends, game.fold, lambda units: {key: opening[key] + units * unit[key] for key in unit})


def average_wager(game: Game, ends: Ends) -> Fraction:
    """What is staked in a round on average, in Antes: the opening wagers and what is added."""
    opening = sum(game.opening.values(), Fraction(0))
    return sum(((units or 0) * ends.frequency(n) for n, (_, units) in enumerate(ends.lines)), opening)


def side_wager(terms: Terms, wager: str, ends: Ends) -> Distribution:
    """The net result of a wager that the same hands decide and a fold collects, under that play."""
    gains = against_the_dealer(terms, wager)
    return _spread(ends, ask(terms, wager, {}, None, ["fold"]), lambda _: gains)


def _spread(ends: Ends, folded: Fraction, gains_with: Callable[[int], Gains]) -> Distribution:
    """Deals by net result: what a fold gains, or what the wagered units gain."""
    counts: dict[Fraction, int] = {}
    for line, (_, units) in enumerate(ends.lines):
        gains = gains_with(units or 0)
        for key, gain in gains.items():
            deals = int(ends.counts[line][key])
            if deals:
                net = folded if units is FOLD else gain
                counts[net] = counts.get(net, 0) + deals
    return Distribution(counts)

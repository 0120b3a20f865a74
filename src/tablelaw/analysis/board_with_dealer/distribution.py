"""Figures derived from how deals end: the net result of a round, what is staked, and any side wager decided by the same
hands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from tablelaw.analysis.board_with_dealer.endings import FOLD, Ends
from tablelaw.analysis.payoffs import against_the_dealer, ask, opening_gains
from tablelaw.analysis.result import Distribution
from tablelaw.law.rulebook import Terms
from tablelaw.law.text_values import Multiple

if TYPE_CHECKING:
    from tablelaw.analysis.board_with_dealer.game import Game

Gains = Mapping[tuple[int, int, int], Fraction]
"""Gains by the player's class, the dealer's class and the standing."""


def distribution(game: Game, ends: Ends) -> Distribution:
    """The distribution of a round's net result in Antes."""
    opening, unit = opening_gains(game.terms, game.opening), against_the_dealer(game.terms, game.wager)
    made = _bets_before_folds(game)

    def folded(name: str) -> Fraction:
        return game.fold + made.get(name, 0) * game.folded_bet

    return _spread(ends, folded, lambda units: {key: opening[key] + units * unit[key] for key in unit})


def _bets_before_folds(game: Game) -> dict[str, Multiple]:
    """What was bet, in Antes, on each line that ends in a fold."""
    return {name: game.antes(line.made) for name, line in game.lines.items() if line.is_folded}


def average_wager(game: Game, ends: Ends) -> Fraction:
    """What is staked in a round on average, in Antes: the opening wagers and the later bets."""
    kinds = {wager.id: wager.kind for wager in game.terms.book.wagers}
    opening = sum((share for wager, share in game.opening.items() if kinds[wager] != "bonus"), Fraction(0))
    made = _bets_before_folds(game)
    bets = [made.get(name, 0) if units is FOLD else units for name, units in ends.lines]
    return sum((units * ends.frequency(n) for n, units in enumerate(bets)), opening)


def side_wager(terms: Terms, wager: str, ends: Ends) -> Distribution:
    """The distribution of a side wager that the same hands decide and a fold collects, given how the deals end."""
    gains = against_the_dealer(terms, wager)
    folded = ask(terms, wager, {}, None, ["fold"])
    return _spread(ends, lambda _: folded, lambda _: gains)


def _spread(ends: Ends, folded: Callable[[str], Fraction], gains_with: Callable[[Multiple], Gains]) -> Distribution:
    """Counts deals by net result: what a fold gains, or what the hands gain with the units wagered."""
    counts: dict[Fraction, int] = {}
    for line, (name, units) in enumerate(ends.lines):
        gains = gains_with(units or 0)
        for key, gain in gains.items():
            deals = int(ends.counts[line][key])
            if deals:
                net = folded(name) if units is FOLD else gain
                counts[net] = counts.get(net, 0) + deals
    return Distribution(counts)

"""The exact value of a player's own strategy in a game of whole hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from tablelaw.analysis.against_dealer.whole_hands.best_play import ends_of_plan, outcomes
from tablelaw.analysis.against_dealer.whole_hands.game import Game, game_of, hands_of
from tablelaw.analysis.against_dealer.whole_hands.kernels import Plan
from tablelaw.analysis.own_strategies import Asked, Decide, is_too_long, place_of
from tablelaw.analysis.result import Distribution
from tablelaw.cards import Card
from tablelaw.law.rulebook import Terms


def spread_under(terms: Terms, decide: Decide) -> Distribution | None:
    """The distribution of the main game under a strategy; None if the strategy would have to be asked too often."""
    game = game_of(terms)
    if game.turned_up or is_too_long(len(hands_of(game).cards)):
        return None
    counts = Counter[Fraction]()
    for outcome in outcomes(game, ends_of_plan(game, _plan(game, decide))):
        counts[outcome.gain] += outcome.deals
    return Distribution(dict(counts))


def _plan(game: Game, decide: Decide) -> Plan:
    hands = hands_of(game)
    found = np.zeros((len(hands.cards), 1), np.uint8)
    open_to = [np.flatnonzero(game.is_open[:, kind]).tolist() for kind in range(game.is_open.shape[1])]
    names = [tuple(game.options[n].name for n in places) for places in open_to]
    for number, (cards, kind) in enumerate(zip(hands.cards.tolist(), hands.kind.tolist(), strict=True)):
        options = names[kind]

        def options_of(_: Sequence[Card], options: tuple[str, ...] = options) -> tuple[str, ...]:
            return options

        found[number, 0] = open_to[kind][place_of(decide, Asked(cards, options_of))]
    return found

"""The exact value of a player's own strategy in a game with a discard."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tablelaw.analysis.against_paytable.discard.best_play import Play, game_of, spread_of
from tablelaw.analysis.against_paytable.discard.kernels import HELD
from tablelaw.analysis.own_strategies import Asked, Decide, place_of
from tablelaw.analysis.result import Distribution
from tablelaw.analysis.symmetry.suits import classes
from tablelaw.cards import PACK, RANKINGS, Card
from tablelaw.law.rulebook import Terms


def spread_under(terms: Terms, decide: Decide) -> Distribution:
    """The distribution of the main game under a strategy, which is asked about every suit-distinct hand of three."""
    game = game_of(terms)
    chosen = [_chosen(decide, game.plays, game.initial, hand) for hand in classes(HELD).forms.tolist()]
    return spread_of(game, np.array(chosen, np.intp))


def _chosen(decide: Decide, plays: Sequence[Play], initial: str, hand: Sequence[int]) -> int:
    cls = RANKINGS[initial].classify([PACK[card] for card in hand])
    open_to = [n for n, play in enumerate(plays) if play.is_open(cls)]

    def options(cards: Sequence[Card]) -> tuple[str, ...]:
        return tuple(said(plays[n], cards) for n in open_to)

    return open_to[place_of(decide, Asked(hand, options))]


def said(play: Play, cards: Sequence[Card]) -> str:
    """A play in words, with the card that it discards."""
    return play.name if play.put_away is None else f"{play.name}, discard {cards[play.put_away]}"

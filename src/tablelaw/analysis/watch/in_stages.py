"""What actions are worth in a game in stages against a paytable, for every community card that may have been seen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from tablelaw.analysis.against_paytable.staged.best_play import form_of, options_worth
from tablelaw.analysis.against_paytable.staged.card_sets import ways_to_go_on
from tablelaw.analysis.against_paytable.staged.game import Game, game_of
from tablelaw.analysis.earlier_decisions import Done, options_taken
from tablelaw.analysis.options_and_outcomes import Option
from tablelaw.analysis.protection.against_paytable.staged.best_play import known_at_decisions
from tablelaw.analysis.protection.information import Information
from tablelaw.analysis.symmetry.suits import PACK_SIZE
from tablelaw.analysis.watch.spots import Floats, Spot, Valuer, Worths
from tablelaw.cards import PACK, Card
from tablelaw.law.rulebook import Terms

KEPT_LINES = 256
"""The worth of every set of cards after a line of play is kept, because all rounds share it."""


class InStages(Valuer):
    """Values the decisions that come before the seen card is turned up for everybody."""

    def __init__(self, terms: Terms, information: Information) -> None:
        self.terms = terms
        self.game = game_of(terms)
        self.seeing = self.game.with_known(known_at_decisions(terms, information))
        self._worth = lru_cache(KEPT_LINES)(self._every_worth)

    def worths(self, cards: Sequence[Card], spot: Spot) -> Worths:
        point, line = self.game.points[spot.decision], self._line(spot)
        known = (*cards, *spot.board[: point.known - len(cards)])
        honest = self._worth(line, False)[:, form_of(known)]
        informed = np.full((len(point.options), PACK_SIZE), np.nan)
        for card in PACK:
            if card not in known:
                informed[:, card] = self._worth(line, True)[:, form_of((*known, card))]
        return Worths(tuple(Done(option.action, option.times) for option in point.options), honest, informed)

    def _line(self, spot: Spot) -> tuple[Option, ...]:
        return options_taken(self.terms, len(spot.board), spot.earlier)

    def _every_worth(self, line: tuple[Option, ...], is_seeing: bool) -> Floats:
        """[option, suit-distinct set] -> what each option is worth after a line of play."""
        game: Game = (self.seeing if is_seeing else self.game).in_finer_parts(line)
        found: Floats = options_worth(game, line, {}) / (ways_to_go_on(game.points[len(line)].known) * game.unit)
        return found

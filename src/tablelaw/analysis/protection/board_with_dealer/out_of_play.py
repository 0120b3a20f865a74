"""Hold'em games for a player who sees other seats' hands or burned cards: exact for each deal, simulated over deals.

The cards out of play and the player's own are exchangeable, so every pair of a set of cards is valued as the player's,
with the others seen; all pairs share the count of what can follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from tablelaw.analysis.advice import chart_advice
from tablelaw.analysis.board_with_dealer.game import game_of
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.protection.board_with_dealer.one_deal import action_worths
from tablelaw.analysis.protection.information import Information
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.protection.simulated_exposure import Sample, out_of_play, simulated_exposure
from tablelaw.analysis.symmetry.starting_hands import kind_name, kind_of
from tablelaw.cards import Card
from tablelaw.law.rulebook import Terms
from tablelaw.law.text_values import Multiple

OWN = 2


def exposure(terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
    """The main game for a player who sees cards that are out of play."""
    game, main = game_of(terms), main_of(terms, tell)

    def sample(cards: Sequence[Card]) -> Sample:
        hands = list(combinations(cards, OWN))
        gain, changes = Fraction(0), list[tuple[str, str, str]]()
        for hand, worths in zip(hands, action_worths(game, game.decisions, hands, (), Known()), strict=True):
            honest = chart_advice(main.chart, hand)[0]
            best = max(worths, key=lambda action: worths[action])
            gain += worths[best] - honest.ev
            if worths[best] > worths[honest.action, honest.multiple]:
                changes.append((kind_name(kind_of(*hand)), honest.name, _name(*best)))
        return Sample(gain / len(hands), tuple(changes), len(hands))

    return simulated_exposure(terms, information, OWN + out_of_play(information, OWN), sample, tell)


def _name(action: str, times: Multiple) -> str:
    return f"{action} {times}x" if times else action

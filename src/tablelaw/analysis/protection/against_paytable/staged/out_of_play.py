"""Games in stages for a player who sees other seats' hands or burned cards: exact for each deal, simulated over
deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tablelaw.analysis.advice import Advice, best_first
from tablelaw.analysis.against_paytable.staged.best_play import decided, form_of, options_worth
from tablelaw.analysis.against_paytable.staged.card_sets import ways_to_go_on
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.protection.against_paytable.staged.cards_left import advice_among
from tablelaw.analysis.protection.information import Information
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.protection.simulated_exposure import Sample, out_of_play, sample_by_runs, simulated_exposure
from tablelaw.cards import Card
from tablelaw.law.rulebook import Terms


def exposure(terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
    """The main game for a player who sees cards that are out of play."""
    game, chosen = decided(terms)
    options, worth, unit = game.points[0].options, options_worth(game, (), {}), ways_to_go_on(game.own) * game.unit

    def honest(hand: Sequence[Card]) -> list[Advice]:
        found = zip(options, worth[:, form_of(hand)].tolist(), strict=True)
        return best_first(Advice(option.action, option.times, Fraction(total, unit)) for option, total in found)

    def sample(cards: Sequence[Card]) -> Sample:
        return sample_by_runs(
            cards,
            game.own,
            honest,
            lambda hand, out: advice_among(game, (), hand, out),
            lambda hand, out: advice_among(game, (), hand, out, chosen),
        )

    return simulated_exposure(terms, information, game.own + out_of_play(information, game.own), sample, tell)

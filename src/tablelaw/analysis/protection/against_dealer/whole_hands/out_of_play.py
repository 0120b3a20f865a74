"""Whole hands for a player who sees other seats' hands or burned cards: exact for each deal, simulated over deals."""

from __future__ import annotations

from collections.abc import Sequence

from tablelaw.analysis.against_dealer.whole_hands.best_play import advice
from tablelaw.analysis.against_dealer.whole_hands.game import game_of
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.protection.against_dealer.whole_hands.informed_advice import advice_knowing
from tablelaw.analysis.protection.information import Information
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.protection.simulated_exposure import Sample, out_of_play, sample_by_runs, simulated_exposure
from tablelaw.cards import Card
from tablelaw.law.rulebook import Terms


def exposure(terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
    """The main game for a player who sees cards that are out of play."""
    game = game_of(terms)
    own, up = game.size, int(game.turned_up)

    def sample(cards: Sequence[Card]) -> Sample:
        turned_up = tuple(cards[:up])
        return sample_by_runs(
            cards[up:],
            own,
            lambda hand: advice(terms, hand, turned_up),
            lambda hand, out: advice_knowing(terms, hand, turned_up, Known(out=out)),
        )

    return simulated_exposure(terms, information, up + own + out_of_play(information, own), sample, tell)

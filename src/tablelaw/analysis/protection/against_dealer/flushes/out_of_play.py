"""Flushes for a player who sees burned cards: exact for each deal, simulated over deals."""

from __future__ import annotations

from collections.abc import Sequence

from tablelaw.analysis.against_dealer.flushes.best_play import flush_advice
from tablelaw.analysis.against_dealer.flushes.kernels import deck_of
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.protection.against_dealer.flushes.informed_advice import advice_knowing
from tablelaw.analysis.protection.information import Information
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.protection.simulated_exposure import Sample, out_of_play, sample_by_runs, simulated_exposure
from tablelaw.cards import Card
from tablelaw.law.rulebook import Terms


def exposure(terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
    """The main game for a player who sees burned cards, alone or beside hands of other seats."""
    own = deck_of().cards

    def sample(cards: Sequence[Card]) -> Sample:
        return sample_by_runs(
            cards,
            own,
            lambda hand: flush_advice(terms, hand),
            lambda hand, out: advice_knowing(terms, hand, Known(out=out)),
        )

    return simulated_exposure(terms, information, own + out_of_play(information, own), sample, tell)

"""Games with a discard for a player who sees other seats' hands or burned cards: exact for each deal, simulated over
deals.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablelaw.analysis.against_paytable.discard.best_play import discard_advice
from tablelaw.analysis.against_paytable.discard.kernels import HELD
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.protection.against_paytable.discard.informed_advice import advice_knowing
from tablelaw.analysis.protection.information import Information
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.protection.simulated_exposure import Sample, out_of_play, sample_by_runs, simulated_exposure
from tablelaw.cards import Card
from tablelaw.law.rulebook import Terms


def exposure(terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
    """The main game for a player who sees cards that are out of play."""

    def sample(cards: Sequence[Card]) -> Sample:
        return sample_by_runs(
            cards,
            HELD,
            lambda hand: discard_advice(terms, hand),
            lambda hand, out: advice_knowing(terms, hand, Known(out=out)),
        )

    return simulated_exposure(terms, information, HELD + out_of_play(information, HELD), sample, tell)

"""The solver for seen cards in games in which flushes are compared with the dealer's."""

from __future__ import annotations

from tablelaw.analysis.advice import Advice
from tablelaw.analysis.against_dealer.flushes.solver import AgainstDealer
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.protection.information import BURN, DEALER, OUT_OF_PLAY, SEATS, Information, SeenCards
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.solver import Misfit, Seen
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import Structure

ACCEPTED = "either dealer:1 or the hands of other seats; or burned cards, alone or beside other seats' hands"


class SeenInFlushes:
    family = AgainstDealer.family

    def misfit(self, structure: Structure, information: Information) -> Misfit | None:
        found = AgainstDealer().misfit(structure)
        if found is not None:
            return found
        if _has_burned_cards(information) and all(item.place in OUT_OF_PLAY for item in information.items):
            return None
        if len(information.items) > 1 or any(_is_other(item) for item in information.items):
            return Misfit(f"{information.text} seen", ACCEPTED)
        return None

    def solve(self, terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
        if _has_burned_cards(information):
            from tablelaw.analysis.protection.against_dealer.flushes import out_of_play

            return out_of_play.exposure(terms, information, tell)
        from tablelaw.analysis.protection.against_dealer.flushes.best_play import exposure

        return exposure(terms, information, tell)

    def advise(
        self, terms: Terms, information: Information, seen: Seen, known: Known, tell: Told | None = None
    ) -> list[Advice]:
        from tablelaw.analysis.protection.against_dealer.flushes.informed_advice import advice_knowing

        return advice_knowing(terms, seen.cards, known)


def _is_other(item: SeenCards) -> bool:
    """Whether an item is neither one of the dealer's cards nor other seats' hands."""
    return item.place != SEATS and (item.place, item.count) != (DEALER, 1)


def _has_burned_cards(information: Information) -> bool:
    return information.at(BURN) is not None

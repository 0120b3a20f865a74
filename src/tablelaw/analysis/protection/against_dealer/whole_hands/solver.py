"""The solver for seen cards in games in which whole hands are compared with the dealer's."""

from __future__ import annotations

from math import comb

from tablelaw.analysis.advice import Advice
from tablelaw.analysis.against_dealer.whole_hands.solver import HandsAgainstDealer
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.protection.information import DEALER, OUT_OF_PLAY, Information, SeenCards
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.solver import Misfit, Seen
from tablelaw.analysis.symmetry.suits import PACK_SIZE, SUIT_DISTINCT
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import DEALER as DEALER_HAND
from tablelaw.law.structure import PLAYER, Structure

MOST_SIGHTS = 200_000_000
"""The most combinations of a suit-distinct hand and seen cards that are counted one by one, in a minute or two."""


class SeenInHands:
    family = HandsAgainstDealer.family

    def misfit(self, structure: Structure, information: Information) -> Misfit | None:
        found = HandsAgainstDealer().misfit(structure)
        if found is not None:
            return found
        out = [item for item in information.items if item.place in OUT_OF_PLAY]
        if out and len(out) == len(information.items):
            return None
        other = next((item for item in information.items if item.place != DEALER), None)
        if other is not None:
            return Misfit(f"{information.text} seen", "either cards of the dealer's or cards out of play")
        return next((found for item in information.items if (found := _misfit_of_count(structure, item))), None)

    def solve(self, terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
        if information.at(DEALER) is None:
            from tablelaw.analysis.protection.against_dealer.whole_hands import out_of_play

            return out_of_play.exposure(terms, information, tell)
        from tablelaw.analysis.protection.against_dealer.whole_hands.best_play import exposure

        return exposure(terms, information, tell)

    def advise(
        self, terms: Terms, information: Information, seen: Seen, known: Known, tell: Told | None = None
    ) -> list[Advice]:
        from tablelaw.analysis.protection.against_dealer.whole_hands.informed_advice import advice_knowing

        return advice_knowing(terms, seen.cards, seen.board, known)


def _misfit_of_count(structure: Structure, item: SeenCards) -> Misfit | None:
    """Why this many seen cards cannot be tried one by one; None if they can, or if they are the whole hand, which needs
    no search.
    """
    hidden = structure.hands[DEALER_HAND].size - structure.dealer_up
    if (not item.group and item.count == hidden) or _sights(structure, item.count) <= MOST_SIGHTS:
        return None
    most = max(count for count in range(hidden) if _sights(structure, count) <= MOST_SIGHTS)
    accepted = f"{SeenCards(DEALER).text} to {SeenCards(DEALER, most).text}"
    whole = "" if item.group else f", or the whole hand with {SeenCards(DEALER, hidden).text}"
    return Misfit(f"{item.text} seen", f"{accepted}{whole}")


def _sights(structure: Structure, count: int) -> int:
    """How many combinations of a suit-distinct hand and seen cards there are."""
    own = structure.hands[PLAYER].size
    return SUIT_DISTINCT[own] * comb(PACK_SIZE - own, structure.dealer_up + count)

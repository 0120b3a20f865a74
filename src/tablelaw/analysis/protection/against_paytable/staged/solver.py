"""The solver for seen cards in games in stages against a paytable: community cards before they are due, or cards out of
play.
"""

from __future__ import annotations

from tablelaw.analysis.advice import Advice
from tablelaw.analysis.against_paytable.staged.solver import StagedPaytable
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.protection.information import DEALER, OUT_OF_PLAY, Information, SeenCards
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.solver import Misfit, Seen
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import Structure

ACCEPTED = "community cards whose faces are seen, or cards out of play from the first decision, one of the two"


class SeenInStages:
    family = StagedPaytable.family

    def misfit(self, structure: Structure, information: Information) -> Misfit | None:
        found = StagedPaytable().misfit(structure)
        if found is not None:
            return found
        if structure.decisions[0].seen == 0 and information.items and all(map(_is_out_of_play, information.items)):
            return None
        other = next((item for item in information.items if item.place in (DEALER, *OUT_OF_PLAY) or item.group), None)
        return None if other is None else Misfit(f"{other.text} seen", ACCEPTED)

    def solve(self, terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
        if all(map(_is_out_of_play, information.items)):
            from tablelaw.analysis.protection.against_paytable.staged import out_of_play

            return out_of_play.exposure(terms, information, tell)
        from tablelaw.analysis.protection.against_paytable.staged.best_play import exposure

        return exposure(terms, information, tell)

    def advise(
        self, terms: Terms, information: Information, seen: Seen, known: Known, tell: Told | None = None
    ) -> list[Advice]:
        from tablelaw.analysis.protection.against_paytable.staged.informed_advice import advice_knowing

        return advice_knowing(terms, information, seen, known)


def _is_out_of_play(item: SeenCards) -> bool:
    """Whether an item is about cards out of play that are known from the first decision on."""
    return item.place in OUT_OF_PLAY and item.since == 1

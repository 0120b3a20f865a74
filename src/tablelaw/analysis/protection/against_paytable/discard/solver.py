"""The solver for seen cards in games in which a card is discarded and a paytable pays the hand."""

from __future__ import annotations

from tablelaw.analysis.advice import Advice
from tablelaw.analysis.against_paytable.discard.solver import AgainstPaytable
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.protection.information import COMMUNITY, OUT_OF_PLAY, Information
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.solver import Misfit, Seen
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import Structure

ACCEPTED = "community cards whose faces are seen, or cards out of play, one of the two"


class SeenWithDiscard:
    family = AgainstPaytable.family

    def misfit(self, structure: Structure, information: Information) -> Misfit | None:
        found = AgainstPaytable().misfit(structure)
        if found is not None:
            return found
        is_of_board = all(item.place == COMMUNITY and not item.group for item in information.items)
        return None if is_of_board or _is_out_of_play(information) else Misfit(f"{information.text} seen", ACCEPTED)

    def solve(self, terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
        if _is_out_of_play(information):
            from tablelaw.analysis.protection.against_paytable.discard import out_of_play

            return out_of_play.exposure(terms, information, tell)
        from tablelaw.analysis.protection.against_paytable.discard.best_play import exposure

        return exposure(terms, information, tell)

    def advise(
        self, terms: Terms, information: Information, seen: Seen, known: Known, tell: Told | None = None
    ) -> list[Advice]:
        from tablelaw.analysis.protection.against_paytable.discard.informed_advice import advice_knowing

        seen.require_no_board(terms)
        seen.require_first_decision(terms)
        return advice_knowing(terms, seen.cards, known)


def _is_out_of_play(information: Information) -> bool:
    return all(item.place in OUT_OF_PLAY for item in information.items)

"""The solver of community cards that are seen before they are due, in games that a paytable pays."""

from __future__ import annotations

from tablelaw.analysis.advice import Advice
from tablelaw.analysis.against_paytable.staged.solver import StagedPaytable
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.protection.information import DEALER, OUT_OF_PLAY, Information
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.solver import Misfit, Seen
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import Structure


class SeenInStages:
    family = StagedPaytable.family

    def misfit(self, structure: Structure, information: Information) -> Misfit | None:
        found = StagedPaytable().misfit(structure)
        if found is not None:
            return found
        other = next((item for item in information.items if item.place in (DEALER, *OUT_OF_PLAY) or item.group), None)
        return None if other is None else Misfit(f"{other.text} seen", "community cards whose faces are seen")

    def solve(self, terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
        from tablelaw.analysis.protection.against_paytable.staged.best_play import exposure

        return exposure(terms, information, tell)

    def advise(
        self, terms: Terms, information: Information, seen: Seen, known: Known, tell: Told | None = None
    ) -> list[Advice]:
        from tablelaw.analysis.protection.against_paytable.staged.informed_advice import advice_knowing

        return advice_knowing(terms, information, seen, known)

"""What every solver for seen cards offers, and the choice of the solver that fits a game and what is seen of it."""

from __future__ import annotations

from typing import Protocol

from tablelaw.analysis.advice import Advice
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.protection.against_dealer.flushes.solver import SeenInFlushes
from tablelaw.analysis.protection.against_dealer.whole_hands.solver import SeenInHands
from tablelaw.analysis.protection.against_paytable.discard.solver import SeenWithDiscard
from tablelaw.analysis.protection.against_paytable.staged.solver import SeenInStages
from tablelaw.analysis.protection.board_with_dealer.solver import SeenWithBoard
from tablelaw.analysis.protection.information import Information
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.solver import Misfit, NotThisGame, Seen
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import Structure, structure_of


class ProtectionSolver(Protocol):
    """Solves a family of games for a player who sees hidden cards; a solver loads its kernels when it is first used."""

    @property
    def family(self) -> str:
        """The name of the family of games."""

    def misfit(self, structure: Structure, information: Information) -> Misfit | None:
        """The first part of a structure or of what is seen that does not fit, or None if all of it fits."""

    def solve(self, terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
        """The main game under best play with what is seen; `tell` is called with each part as it begins."""

    def advise(
        self, terms: Terms, information: Information, seen: Seen, known: Known, tell: Told | None = None
    ) -> list[Advice]:
        """The exact gain of every action for a player who has these cards and knows hidden ones, best first."""


SOLVERS: tuple[ProtectionSolver, ...] = (
    SeenWithBoard(),
    SeenInFlushes(),
    SeenInHands(),
    SeenInStages(),
    SeenWithDiscard(),
)


def supports(structure: Structure, information: Information) -> bool:
    """Whether some solver fits a game and what is seen of it."""
    return any(solver.misfit(structure, information) is None for solver in SOLVERS)


def solver_of(terms: Terms, information: Information) -> ProtectionSolver:
    """The solver that fits a game and what is seen of it; a refusal says why each solver does not."""
    structure = structure_of(terms)
    misfits = {solver.family: solver.misfit(structure, information) for solver in SOLVERS}
    found = next((solver for solver in SOLVERS if misfits[solver.family] is None), None)
    if found is not None:
        return found
    known = {family: misfit for family, misfit in misfits.items() if misfit is not None}
    raise NotThisGame(
        f"no solver fits {terms.book.game} with {information.text} seen",
        where=terms.book.id,
        why="; ".join(f"{family}: {misfit.part}" for family, misfit in known.items()),
        accepted="; ".join(f"{family}: {misfit.accepted}" for family, misfit in known.items()),
    )

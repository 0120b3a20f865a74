"""Finds the solver that fits a game by the game's structure, never by its name."""

from __future__ import annotations

from functools import lru_cache

from tablelaw.analysis.against_dealer.bought_card.solver import HandsWithPurchase
from tablelaw.analysis.against_dealer.flushes.solver import AgainstDealer
from tablelaw.analysis.against_dealer.whole_hands.solver import HandsAgainstDealer
from tablelaw.analysis.against_paytable.discard.solver import AgainstPaytable
from tablelaw.analysis.against_paytable.staged.solver import StagedPaytable
from tablelaw.analysis.board_with_dealer.solver import BoardWithDealer
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.solver import NotThisGame, Solver
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import structure_of

SOLVERS: tuple[Solver, ...] = (
    *(BoardWithDealer(), AgainstDealer(), HandsAgainstDealer(), HandsWithPurchase()),
    *(AgainstPaytable(), StagedPaytable()),
)


@lru_cache(maxsize=64)
def solver_of(terms: Terms) -> Solver:
    """The solver that fits a game; a refusal says why each solver does not."""
    structure = structure_of(terms)
    misfits = {solver.family: solver.misfit(structure) for solver in SOLVERS}
    found = next((solver for solver in SOLVERS if misfits[solver.family] is None), None)
    if found is not None:
        found.ask_rules(terms)
        return found
    known = {family: misfit for family, misfit in misfits.items() if misfit is not None}
    raise NotThisGame(
        f"no solver fits {terms.book.game}",
        where=terms.book.id,
        why="; ".join(f"{family}: {misfit.part}" for family, misfit in known.items()),
        accepted="; ".join(f"{family}: {misfit.accepted}" for family, misfit in known.items()),
    )


def is_quick_to_solve(terms: Terms) -> bool:
    """Whether the whole game is solved in seconds."""
    return not solver_of(terms).takes_minutes


def patient(terms: Terms, tell: Told | None) -> Told | None:
    """`tell`, with an added warning if solving takes minutes."""
    if tell is None or is_quick_to_solve(terms):
        return tell
    return lambda what: tell(f"{what}; this takes minutes, unless it has already been solved")

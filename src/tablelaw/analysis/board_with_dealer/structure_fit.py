"""Whether a game has two cards each and a board of five, compared with the dealer's hand."""

from __future__ import annotations

from tablelaw.analysis.solver import (
    Misfit,
    misfit_of_actions,
    misfit_of_cards,
    misfit_of_limits,
    misfit_of_pulls,
)
from tablelaw.cards.rankings.ranking import BEST_FIVE
from tablelaw.law.structure import DEALER, PLAYER, Structure

FAMILY = "board with dealer"
SEEN = (0, 3, 4, 5)
"""How many community cards may be seen at a decision."""


def misfit(structure: Structure) -> Misfit | None:
    """The first part of a structure that does not fit, or None if all of it fits."""
    if not structure.compares:
        return Misfit("no hand is compared with the dealer's", "hands compared with the dealer's")
    if (structure.own, structure.dealer, sum(structure.board)) != (2, 2, 5):
        dealt = f"{structure.own} own cards, {structure.dealer} of the dealer's, {sum(structure.board)} on the board"
        return Misfit(dealt, "two cards each and a board of five")
    for hand in (PLAYER, DEALER):
        read = structure.hands[hand]
        if read.ranking.family != BEST_FIVE or read.size != 7:
            found = f"the hand {hand} is {read.size} cards read as {read.ranking.family}"
            return Misfit(found, f"seven cards read as {BEST_FIVE}")
    return _misfit_of_decisions(structure)


def _misfit_of_decisions(structure: Structure) -> Misfit | None:
    """What does not fit in the decisions: they must follow one another, with zero, three, four or five community cards
    seen.
    """
    seen = [decision.seen for decision in structure.decisions]
    if not seen:
        return Misfit("nothing is decided", "at least one decision")
    if not set(seen) <= set(SEEN) or seen != sorted(set(seen)):
        found = ", ".join(f"{decision.stage} ({decision.seen})" for decision in structure.decisions)
        return Misfit(f"decisions {found}", "one decision each with 0, 3, 4 or 5 community cards seen")
    if structure.dealer_up:
        return Misfit(f"{structure.dealer_up} of the dealer's cards turned up", "the dealer's cards face down")
    misfit = misfit_of_cards(structure) or misfit_of_pulls(structure)
    return misfit or misfit_of_actions(structure, "fold", "check", "bet") or misfit_of_limits(structure)

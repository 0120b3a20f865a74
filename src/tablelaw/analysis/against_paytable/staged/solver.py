"""The solver for games in which community cards come in stages and a paytable pays the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablelaw.analysis.advice import Advice
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.own_strategies import Decide
from tablelaw.analysis.result import Distribution, Result
from tablelaw.analysis.solver import (
    BEST,
    NEVER_FOLD,
    Misfit,
    Priced,
    Seen,
    SideWagersApart,
    Spreads,
    misfit_of_actions,
    misfit_of_cards,
    misfit_of_limits,
)
from tablelaw.cards.rankings.ranking import BEST_FIVE
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import PLAYER, Structure, structure_of

if TYPE_CHECKING:
    from tablelaw.analysis.against_paytable.staged.decision_tables import StagedDecisions

HAND = 5


class StagedPaytable(SideWagersApart):
    family = "community cards against a paytable"
    takes_minutes = False

    def misfit(self, structure: Structure) -> Misfit | None:
        if structure.dealer:
            return Misfit(f"the dealer holds {structure.dealer} cards", "no dealer's hand")
        if structure.discard:
            return Misfit(f"{structure.discard} cards discarded", "no card discarded")
        hand = structure.hands.get(PLAYER)
        if hand is None or (hand.size, hand.ranking.family) != (HAND, BEST_FIVE):
            found = "no hand player" if hand is None else f"{hand.size} cards read as {hand.ranking.family}"
            return Misfit(found, f"a hand named player, of {HAND} cards read as {BEST_FIVE}")
        if not structure.decisions or any(decision.seen == sum(structure.board) for decision in structure.decisions):
            return Misfit("a decision after the last card, or none", "decisions before the last card")
        for decision in structure.decisions:
            if decision.after or not decision.asks_again:
                found = f"{decision.stage} asks players by what they have bet"
                return Misfit(found, "stages that ask every player, or those still in")
        known = misfit_of_actions(structure, "fold", "check", "bet", "play", "pull", "ride")
        return misfit_of_cards(structure) or known or misfit_of_limits(structure)

    def ask_rules(self, terms: Terms) -> None:
        from tablelaw.analysis.against_paytable.staged.game import game_of

        game_of(terms)

    def solve(self, terms: Terms) -> Result:
        from tablelaw.analysis.against_paytable.staged.best_play import solve

        return solve(terms)

    def advise(self, terms: Terms, seen: Seen, tell: Told | None = None) -> list[Advice]:
        from tablelaw.analysis.against_paytable.staged.best_play import advice

        return advice(terms, seen.cards, seen.board, seen.earlier)

    def assumed(self, terms: Terms, seen: Seen) -> tuple[str, str]:
        from tablelaw.analysis.against_paytable.staged.best_play import best_line

        taken = best_line(terms, seen.cards, seen.board)
        return ", ".join(option.name for option in taken), "best play" if taken else ""

    def play_names(self, terms: Terms) -> tuple[str, ...]:
        from tablelaw.analysis.against_paytable.staged.best_play import NEVER_PULL

        return (BEST, NEVER_FOLD, NEVER_PULL) if structure_of(terms).pulls else (BEST, NEVER_FOLD)

    def decision_tables(self, terms: Terms, play: str, beside: str = "") -> StagedDecisions:
        from tablelaw.analysis.against_paytable.staged.decision_tables import decisions

        return decisions(terms, play)

    def endings(self, terms: Terms, play: str, beside: str = "") -> Spreads:
        from tablelaw.analysis.against_paytable.staged.best_play import spreads

        return spreads(terms, play)

    def strategies(self, terms: Terms) -> Priced:
        from tablelaw.analysis.against_paytable.staged.best_play import strategies

        return strategies(terms)

    def own_strategy(self, terms: Terms, decide: Decide) -> Distribution | None:
        from tablelaw.analysis.against_paytable.staged.own_strategies import spread_under

        return spread_under(terms, decide)

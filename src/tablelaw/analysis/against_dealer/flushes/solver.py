"""The solver for games in which flushes are compared with the dealer's, without a board."""

from __future__ import annotations

from tablelaw.analysis.advice import Advice
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.result import Result
from tablelaw.analysis.solver import (
    BEST,
    NEVER_FOLD,
    Misfit,
    OwnStrategiesSimulated,
    Priced,
    Seen,
    SideWagersApart,
    Spreads,
    misfit_of_actions,
    misfit_of_cards,
    misfit_of_limits,
    misfit_of_pulls,
)
from tablelaw.cards.arrays.play_tables import FlushDecisions
from tablelaw.cards.rankings.ranking import BEST_SUIT
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import DEALER, PLAYER, Structure

CARDS = 7


class AgainstDealer(SideWagersApart, OwnStrategiesSimulated):
    family = "cards against the dealer"
    takes_minutes = False

    def misfit(self, structure: Structure) -> Misfit | None:
        if not structure.compares:
            return Misfit("no hand is compared with the dealer's", "hands compared with the dealer's")
        if structure.board:
            return Misfit(f"{sum(structure.board)} community cards", "no community cards")
        for hand in (PLAYER, DEALER):
            read = structure.hands[hand]
            if (read.ranking.family, read.size) != (BEST_SUIT, CARDS):
                found = f"the hand {hand} is {read.size} cards read as {read.ranking.family}"
                return Misfit(found, f"{CARDS} cards read as {BEST_SUIT}")
        if len(structure.decisions) != 1:
            return Misfit(f"{len(structure.decisions)} decisions", "one decision")
        if structure.dealer_up:
            return Misfit(f"{structure.dealer_up} of the dealer's cards turned up", "the dealer's cards face down")
        misfit = misfit_of_cards(structure) or misfit_of_pulls(structure)
        return misfit or misfit_of_actions(structure, "fold", "check", "bet") or misfit_of_limits(structure, PLAYER)

    def ask_rules(self, terms: Terms) -> None:
        from tablelaw.analysis.against_dealer.flushes.best_play import game_of

        game_of(terms)

    def solve(self, terms: Terms) -> Result:
        from tablelaw.analysis.against_dealer.flushes.best_play import solve

        return solve(terms)

    def advise(self, terms: Terms, seen: Seen, tell: Told | None = None) -> list[Advice]:
        from tablelaw.analysis.against_dealer.flushes.best_play import flush_advice

        seen.require_no_board(terms)
        seen.require_first_decision(terms)
        return flush_advice(terms, seen.cards)

    def assumed(self, terms: Terms, seen: Seen) -> tuple[str, str]:
        return "", ""

    def play_names(self, terms: Terms) -> tuple[str, ...]:
        from tablelaw.analysis.against_dealer.flushes.best_play import STRATEGIES

        return BEST, NEVER_FOLD, *STRATEGIES

    def decision_tables(self, terms: Terms, play: str, beside: str = "") -> FlushDecisions:
        from tablelaw.analysis.against_dealer.flushes.decision_tables import best_decisions, named_decisions

        return best_decisions(terms, play == BEST) if play in (BEST, NEVER_FOLD) else named_decisions(terms, play)

    def endings(self, terms: Terms, play: str, beside: str = "") -> Spreads:
        from tablelaw.analysis.against_dealer.flushes.spreads import spreads

        return spreads(terms, play)

    def strategies(self, terms: Terms) -> Priced:
        from tablelaw.analysis.against_dealer.flushes.best_play import STRATEGIES, says, strategies

        return {name: (ev, says(STRATEGIES[name])) for name, ev in strategies(terms).items()}

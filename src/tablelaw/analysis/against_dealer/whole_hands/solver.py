"""The solver for games in which whole hands of three to five cards are compared with the dealer's."""

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
    misfit_of_limits,
    misfit_of_pulls,
)
from tablelaw.cards.rankings.own_rankings import tells_suits_apart
from tablelaw.cards.rankings.ranking import BEST_FOUR, BEST_SUIT
from tablelaw.law.rows import BUY
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import DEALER, PLAYER, HandStructure, Structure

if TYPE_CHECKING:
    from tablelaw.analysis.against_dealer.whole_hands.decision_tables import HandDecisions

SIZES = (3, 4, 5)
ACCEPTED_SIZES = f"three, four or five own cards each, or four to six of the dealer's read as {BEST_FOUR}"


def _dealer_sizes(own: HandStructure) -> tuple[int, ...]:
    """How many cards the dealer may hold: as many as the player, or four to six where the best four count."""
    return (4, 5, 6) if own.ranking.family == BEST_FOUR else (own.size,)


def misfit_of_hands(structure: Structure) -> Misfit | None:
    """Why a game does not compare whole hands after one decision; None if it does."""
    if not structure.compares:
        return Misfit("no hand is compared with the dealer's", "hands compared with the dealer's")
    if structure.board:
        return Misfit(f"{sum(structure.board)} community cards", "no community cards")
    own, dealer = structure.hands[PLAYER], structure.hands[DEALER]
    if own.ranking.family == BEST_SUIT or own.ranking.class_of is None or own.ranking is not dealer.ranking:
        found = f"hands read as {own.ranking.name} and {dealer.ranking.name}"
        return Misfit(found, "two hands read by the same ranking of strengths")
    if own.size not in SIZES or dealer.size not in _dealer_sizes(own) or own.places != (PLAYER,):
        return Misfit(f"hands of {own.size} and {dealer.size} cards", ACCEPTED_SIZES)
    if tells_suits_apart(own.ranking, min(own.size, dealer.size)):
        return Misfit(f"{own.ranking.name} ranks suits", "a ranking in which all suits are equal")
    if structure.dealer_up > 1:
        return Misfit(f"{structure.dealer_up} cards of the dealer's turned up", "none or one")
    if len(structure.decisions) != 1 or structure.discard:
        found = f"{len(structure.decisions)} decisions, {structure.discard} cards discarded"
        return Misfit(found, "one decision, no card discarded")
    misfit = misfit_of_pulls(structure) or misfit_of_actions(structure, "fold", "check", "bet", BUY)
    return misfit or misfit_of_limits(structure, *structure.read_alike(PLAYER))


class HandsAgainstDealer(SideWagersApart):
    family = "whole hands against the dealer"
    takes_minutes = False

    def misfit(self, structure: Structure) -> Misfit | None:
        if structure.bought:
            return Misfit(f"{structure.bought} cards may be bought", "no card bought")
        return misfit_of_hands(structure)

    def ask_rules(self, terms: Terms) -> None:
        from tablelaw.analysis.against_dealer.whole_hands.game import game_of

        game_of(terms)

    def solve(self, terms: Terms) -> Result:
        from tablelaw.analysis.against_dealer.whole_hands.best_play import solve

        return solve(terms)

    def advise(self, terms: Terms, seen: Seen, tell: Told | None = None) -> list[Advice]:
        from tablelaw.analysis.against_dealer.whole_hands.best_play import advice

        seen.require_first_decision(terms)
        return advice(terms, seen.cards, seen.board)

    def assumed(self, terms: Terms, seen: Seen) -> tuple[str, str]:
        return "", ""

    def play_names(self, terms: Terms) -> tuple[str, ...]:
        from tablelaw.analysis.against_dealer.whole_hands.game import game_of
        from tablelaw.analysis.against_dealer.whole_hands.strategies import plans

        return BEST, NEVER_FOLD, *plans(game_of(terms))

    def decision_tables(self, terms: Terms, play: str, beside: str = "") -> HandDecisions:
        from tablelaw.analysis.against_dealer.whole_hands.decision_tables import decisions

        return decisions(terms, play)

    def endings(self, terms: Terms, play: str, beside: str = "") -> Spreads:
        from tablelaw.analysis.against_dealer.whole_hands.best_play import spreads

        return spreads(terms, play)

    def strategies(self, terms: Terms) -> Priced:
        from tablelaw.analysis.against_dealer.whole_hands.best_play import strategies

        return strategies(terms)

    def own_strategy(self, terms: Terms, decide: Decide) -> Distribution | None:
        from tablelaw.analysis.against_dealer.whole_hands.own_strategies import spread_under

        return spread_under(terms, decide)

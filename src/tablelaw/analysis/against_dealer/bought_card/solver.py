"""The solver for games in which whole hands are compared with the dealer's and a card may be bought."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tablelaw.analysis.advice import Advice
from tablelaw.analysis.against_dealer.whole_hands.solver import misfit_of_hands
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.result import Distribution, Result
from tablelaw.analysis.solver import (
    BEST,
    NEVER_FOLD,
    Misfit,
    OwnStrategiesSimulated,
    Priced,
    Seen,
    Spreads,
)
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import Structure

if TYPE_CHECKING:
    from tablelaw.analysis.against_dealer.whole_hands.decision_tables import HandDecisions


class HandsWithPurchase(OwnStrategiesSimulated):
    family = "whole hands with a card to buy"
    takes_minutes = True

    def misfit(self, structure: Structure) -> Misfit | None:
        if structure.bought != 1:
            return Misfit(f"{structure.bought or 'no'} cards may be bought", "one card bought")
        if structure.own != structure.dealer:
            return Misfit(f"{structure.own} own cards, {structure.dealer} of the dealer's", "as many cards each")
        return misfit_of_hands(structure)

    def ask_rules(self, terms: Terms) -> None:
        from tablelaw.analysis.against_dealer.bought_card.best_play import ask_rules

        ask_rules(terms)

    def solve(self, terms: Terms) -> Result:
        from tablelaw.analysis.against_dealer.bought_card.best_play import solve

        return solve(terms)

    def advise(self, terms: Terms, seen: Seen, tell: Told | None = None) -> list[Advice]:
        from tablelaw.analysis.against_dealer.bought_card.best_play import advice_with_purchase, offer_of

        seen.require_first_decision(terms)
        return advice_with_purchase(offer_of(terms), seen.cards, seen.board)

    def assumed(self, terms: Terms, seen: Seen) -> tuple[str, str]:
        return "", ""

    def play_names(self, terms: Terms) -> tuple[str, ...]:
        from tablelaw.analysis.against_dealer.bought_card.best_play import NEVER_BUY
        from tablelaw.analysis.against_dealer.whole_hands.game import game_of
        from tablelaw.analysis.against_dealer.whole_hands.strategies import plans

        return BEST, NEVER_FOLD, NEVER_BUY, *plans(game_of(terms))

    def decision_tables(self, terms: Terms, play: str, beside: str = "") -> HandDecisions:
        from tablelaw.analysis.against_dealer.bought_card.decision_tables import decisions

        return decisions(terms, play)

    def endings(self, terms: Terms, play: str, beside: str = "") -> Spreads:
        from tablelaw.analysis.against_dealer.bought_card.best_play import spreads

        return spreads(terms, play)

    def strategies(self, terms: Terms) -> Priced:
        from tablelaw.analysis.against_dealer.bought_card.best_play import strategies

        return strategies(terms)

    def best_play(self, terms: Terms) -> tuple[str, ...]:
        return ()

    def side_result(self, terms: Terms, wager: Wager, main: Result, ratio: Fraction) -> Result:
        from tablelaw.analysis.against_dealer.bought_card.side_results import side_result

        return side_result(terms, wager, main, ratio)

    def side_spread(self, terms: Terms, wager: str, play: str) -> Distribution:
        from tablelaw.analysis.against_dealer.bought_card.best_play import offer_of, played, spread_of

        return spread_of(offer_of(terms), played(terms, play), wager)

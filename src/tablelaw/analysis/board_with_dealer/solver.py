"""The solver for games with two cards each and a board of five, compared with the dealer's hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tablelaw.analysis.advice import Advice, chart_advice, with_chances
from tablelaw.analysis.board_with_dealer.structure_fit import FAMILY, misfit
from tablelaw.analysis.earlier_decisions import options_taken
from tablelaw.analysis.main_choices import Told, choices_of, kept_main
from tablelaw.analysis.result import Distribution, Result
from tablelaw.analysis.solver import Misfit, OwnStrategiesSimulated, Priced, Seen, Spreads
from tablelaw.cards.arrays.play_tables import DecisionTables
from tablelaw.cards.card import require_distinct
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import Structure


class BoardWithDealer(OwnStrategiesSimulated):
    family = FAMILY
    takes_minutes = False

    def misfit(self, structure: Structure) -> Misfit | None:
        return misfit(structure)

    def ask_rules(self, terms: Terms) -> None:
        from tablelaw.analysis.board_with_dealer.game import game_of

        game_of(terms)

    def solve(self, terms: Terms) -> Result:
        from tablelaw.analysis.board_with_dealer.result import holdem_result

        return replace(holdem_result(terms), choices=choices_of(terms))

    def advise(self, terms: Terms, seen: Seen, tell: Told | None = None) -> list[Advice]:
        """Values every legal action; before the flop from the cached chart of the main game."""
        from tablelaw.analysis.board_with_dealer.advice import advice
        from tablelaw.analysis.board_with_dealer.starting_hand_showdowns import showdown_chances

        cards, board = seen.cards, seen.board
        made = None if seen.earlier is None else sum(o.times for o in options_taken(terms, len(board), seen.earlier))
        chart = kept_main(terms, self.solve, tell).chart if len(cards) == 2 and not board else {}
        if not chart:
            return advice(terms, cards, board, made=made)
        require_distinct(tuple(cards))
        return with_chances(chart_advice(chart, cards), showdown_chances(cards))

    def assumed(self, terms: Terms, seen: Seen) -> tuple[str, str]:
        from tablelaw.analysis.board_with_dealer.advice import least_taken

        taken = least_taken(terms, len(seen.board))
        return ", ".join(taken), "the least bets" if taken else ""

    def play_names(self, terms: Terms) -> tuple[str, ...]:
        from tablelaw.analysis.board_with_dealer.decision_tables import play_names

        return play_names(terms)

    def decision_tables(self, terms: Terms, play: str, beside: str = "") -> DecisionTables:
        from tablelaw.analysis.board_with_dealer.decision_tables import decision_tables

        return decision_tables(terms, play)

    def endings(self, terms: Terms, play: str, beside: str = "") -> Spreads:
        from tablelaw.analysis.board_with_dealer.endings_by_strategy import ends_of_play, spreads

        return spreads(terms, ends_of_play(terms, play, self.solve))

    def strategies(self, terms: Terms) -> Priced:
        from tablelaw.analysis.board_with_dealer.endings_by_strategy import strategies

        return strategies(terms, self.solve)

    def best_play(self, terms: Terms) -> tuple[str, ...]:
        return ()

    def side_result(self, terms: Terms, wager: Wager, main: Result, ratio: Fraction) -> Result:
        from tablelaw.analysis.board_with_dealer.side_results import side_result

        return side_result(terms, wager, main, ratio)

    def side_spread(self, terms: Terms, wager: str, play: str) -> Distribution:
        from tablelaw.analysis.board_with_dealer.distribution import side_wager
        from tablelaw.analysis.board_with_dealer.endings_by_strategy import ends_of_play

        return side_wager(terms, wager, ends_of_play(terms, play, self.solve))

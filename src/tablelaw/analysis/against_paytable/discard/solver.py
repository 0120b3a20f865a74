"""The solver for games in which a card is discarded and a paytable pays the hand, without a dealer's hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tablelaw.analysis.advice import Advice
from tablelaw.analysis.main_choices import Told, main_wagers
from tablelaw.analysis.own_strategies import Decide
from tablelaw.analysis.result import Distribution, Result, Value
from tablelaw.analysis.side_wagers.values import AS_MAIN_GAME, IN_MAIN_GAME, NEVER_FOLDING, TOGETHER, is_lost_by_a_fold
from tablelaw.analysis.solver import (
    BEST,
    MAIN,
    NEVER_FOLD,
    Misfit,
    Priced,
    Seen,
    Spreads,
    misfit_of_actions,
    misfit_of_cards,
    misfit_of_limits,
    misfit_of_pulls,
)
from tablelaw.cards.rankings.own_rankings import tells_suits_apart
from tablelaw.cards.rankings.qualification_line import CLASSES as LINE_CLASSES
from tablelaw.cards.rankings.ranking import BEST_FIVE
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import PLAYER, Structure

if TYPE_CHECKING:
    from tablelaw.analysis.against_paytable.discard.decision_tables import Decisions

INITIAL_HAND = "initial"
FINAL = 5
CARDS = (3, 1, 3)
"""How many cards the player holds, how many of them are discarded, and how many community cards there are."""


def _misfit_of_rankings(structure: Structure) -> Misfit | None:
    """Why the hands before and after the discard are not read as this solver reads them; None if they are."""
    final, initial = structure.hands[PLAYER], structure.hands[INITIAL_HAND]
    if (final.size, final.ranking.family) != (FINAL, BEST_FIVE):
        found = f"the hand player is {final.size} cards read as {final.ranking.family}"
        return Misfit(found, f"{FINAL} cards read as {BEST_FIVE}")
    if LINE_CLASSES in (final.ranking.classes, initial.ranking.classes):
        return Misfit(
            "a hand read by a qualification line alone", "hands player and initial that have a ranking's classes"
        )
    if tells_suits_apart(initial.ranking, initial.size):
        return Misfit(f"{initial.ranking.name} ranks suits", "a ranking in which all suits are equal")
    return None


class AgainstPaytable:
    family = "against a paytable"
    takes_minutes = False

    def misfit(self, structure: Structure) -> Misfit | None:
        if structure.dealer:
            return Misfit(f"the dealer holds {structure.dealer} cards", "no dealer's hand")
        own, discard, board = CARDS
        if (structure.own, structure.discard, sum(structure.board)) != CARDS:
            found = f"{structure.own} own cards, {structure.discard} discarded, {sum(structure.board)} on the board"
            return Misfit(found, f"{own} own cards, {discard} discarded, {board} on the board")
        if INITIAL_HAND not in structure.hands:
            return Misfit("no hand initial", "a hand named initial, of the cards before one is discarded")
        if misfit := _misfit_of_rankings(structure):
            return misfit
        if len(structure.decisions) != 1:
            return Misfit(f"{len(structure.decisions)} decisions", "one decision")
        if seen := structure.decisions[0].seen:
            return Misfit(f"{seen} community cards seen at the decision", "a decision before the first community card")
        misfit = misfit_of_cards(structure, discard=discard) or misfit_of_pulls(structure)
        misfit = misfit or misfit_of_actions(structure, "fold", "check", "bet", "play", "declare")
        return misfit or misfit_of_limits(structure, INITIAL_HAND)

    def ask_rules(self, terms: Terms) -> None:
        from tablelaw.analysis.against_paytable.discard.best_play import ask_rules

        ask_rules(terms)

    def solve(self, terms: Terms) -> Result:
        from tablelaw.analysis.against_paytable.discard.best_play import solve

        return solve(terms)

    def advise(self, terms: Terms, seen: Seen, tell: Told | None = None) -> list[Advice]:
        from tablelaw.analysis.against_paytable.discard.best_play import discard_advice

        seen.require_no_board(terms)
        seen.require_first_decision(terms)
        return discard_advice(terms, seen.cards)

    def assumed(self, terms: Terms, seen: Seen) -> tuple[str, str]:
        return "", ""

    def play_names(self, terms: Terms) -> tuple[str, ...]:
        return BEST, NEVER_FOLD

    def decision_tables(self, terms: Terms, play: str, beside: str = "") -> Decisions:
        from tablelaw.analysis.against_paytable.discard.decision_tables import best_decisions

        return best_decisions(terms, beside, folding=play == BEST)

    def endings(self, terms: Terms, play: str, beside: str = "") -> Spreads:
        from tablelaw.analysis.against_paytable.discard.best_play import solve, wager_spread

        wagers, folding = [wager.id for wager in main_wagers(terms.book)], play == BEST
        found = {wager: wager_spread(terms, wager, beside, folding) for wager in wagers}
        whole = solve(terms, folding=folding).distribution
        assert whole is not None
        return found | {MAIN: whole}

    def strategies(self, terms: Terms) -> Priced:
        return {}

    def best_play(self, terms: Terms) -> tuple[str, ...]:
        from tablelaw.analysis.against_paytable.discard.best_play_words import sentences

        return tuple(sentences(terms))

    def side_result(self, terms: Terms, wager: Wager, main: Result, ratio: Fraction) -> Result:
        from tablelaw.analysis.against_paytable.discard.best_play import joint_side_result, side_result

        played = side_result(terms, wager.id)
        assert played.distribution is not None
        plays = {TOGETHER: Value(joint_side_result(terms, wager.id, ratio).ev, staked=ratio)}
        if is_lost_by_a_fold(terms, wager):
            plays[NEVER_FOLDING] = Value(side_result(terms, wager.id, folding=False).ev)
        counted = f"exact count of {played.distribution.total:,} deals, {AS_MAIN_GAME}"
        return replace(played, method=counted, play=IN_MAIN_GAME, plays=plays)

    def side_spread(self, terms: Terms, wager: str, play: str) -> Distribution:
        from tablelaw.analysis.against_paytable.discard.best_play import side_result

        spread = side_result(terms, wager, folding=play == BEST).distribution
        assert spread is not None
        return spread

    def own_strategy(self, terms: Terms, decide: Decide) -> Distribution | None:
        from tablelaw.analysis.against_paytable.discard.own_strategies import spread_under

        return spread_under(terms, decide)

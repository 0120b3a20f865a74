"""What every action is worth in a hold'em game at any decision, given the cards that are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from tablelaw.analysis.advice import Advice, best_first
from tablelaw.analysis.board_with_dealer.advice import least_made
from tablelaw.analysis.board_with_dealer.game import Game, game_of
from tablelaw.analysis.earlier_decisions import options_taken
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.protection.board_with_dealer.first_decision_values import first_advice
from tablelaw.analysis.protection.board_with_dealer.known_board import FLOP_CARDS, board_items, known_cards
from tablelaw.analysis.protection.board_with_dealer.one_deal import action_worths
from tablelaw.analysis.protection.information import Information
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.solver import Seen
from tablelaw.law.decisions import Decision
from tablelaw.law.rulebook import Terms

ONE = 1
"""With one of the dealer's cards known, all deals before the flop are solved together and cached; with more, or with
cards out of play, each deal is solved alone.
"""


def advice_knowing(
    terms: Terms, information: Information, seen: Seen, known: Known, tell: Told | None = None
) -> list[Advice]:
    """Every action with its exact gain, best first."""
    game = game_of(terms)
    decisions = known_decisions(game.decisions, information)
    number = next(n for n, decision in enumerate(game.decisions) if decision.seen == len(seen.board))
    board = (*seen.board, *known.board)
    if len(board) < FLOP_CARDS and not known.out and len(known.dealer) == ONE:
        return first_advice(terms, information, seen.cards, known, tell)
    made = _made(terms, game, game.decisions[number], seen)
    (worths,) = action_worths(game, decisions[number:], [seen.cards], board, known, made)
    return best_first(Advice(action, times, worth) for (action, times), worth in worths.items())


def _made(terms: Terms, game: Game, decision: Decision, seen: Seen) -> Fraction:
    """What has been bet so far, in Antes; the least that is possible if the earlier decisions are not known."""
    if seen.earlier is None:
        return least_made(game, decision)
    return sum((Fraction(one.times) for one in options_taken(terms, len(seen.board), seen.earlier)), Fraction(0))


def known_decisions(decisions: Sequence[Decision], information: Information) -> list[Decision]:
    """The decisions with as many community cards as are known at each."""
    board = board_items(information)
    return [replace(one, seen=known_cards(one, number, board)) for number, one in enumerate(decisions, 1)]

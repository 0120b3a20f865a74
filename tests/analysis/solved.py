"""Hold'em games solved once for all tests."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from tablelaw import rulebooks
from tablelaw.analysis.board_with_dealer.best_play import Solved, solve
from tablelaw.analysis.board_with_dealer.count_endings import outcomes, showdowns
from tablelaw.analysis.board_with_dealer.endings import Ends
from tablelaw.analysis.board_with_dealer.game import game_of
from tablelaw.analysis.symmetry.starting_hands import KINDS, kind_name
from tablelaw.law.rulebook import Terms

ULTIMATE, BONUS, HEADS_UP = "pa-653a", "pa-647a", "pa-677a"
KIND = {kind_name(kind): kind for kind in range(KINDS)}


@cache
def terms_of(book: str, minimum_raise: str = "", **choices: str) -> Terms:
    readings = {"minimum-raise": minimum_raise} if minimum_raise else None
    return rulebooks.get(book).terms(readings, **choices)


@cache
def solved(book: str, minimum_raise: str = "", staked: str = "", **choices: str) -> Solved:
    """A game under best play, optionally with one side wager equal to the Ante."""
    sides = {staked: Fraction(1)} if staked else {}
    return solve(game_of(terms_of(book, minimum_raise, **choices), sides))


@cache
def ended(book: str, minimum_raise: str = "", **choices: str) -> Ends:
    """How a game's deals end under best play."""
    return outcomes(solved(book, minimum_raise, **choices))


def shown() -> Ends:
    """How all deals end without folds, by the classes of five cards."""
    return showdowns(solved(ULTIMATE).game.bounds)

"""Side wagers on the player's hand that a fold or a purchase loses."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tablelaw.analysis.against_dealer.bought_card.best_play import offer_of, played, result_of, spread_of
from tablelaw.analysis.result import Result, Value
from tablelaw.analysis.side_wagers.values import AS_MAIN_GAME, IN_MAIN_GAME, NEVER_FOLDING, TOGETHER, choices_for
from tablelaw.analysis.solver import BEST, NEVER_FOLD
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Terms


def side_result(terms: Terms, wager: Wager, main: Result, ratio: Fraction) -> Result:
    """The wager's result, derived from how the main game's deals end; only optimising both together needs another
    solution.
    """
    spread = spread_of(offer_of(terms), played(terms), wager.id)
    beside = ((wager.id, ratio),)
    both = result_of(offer_of(terms, beside), played(terms, BEST, beside)).ev
    plays = {
        NEVER_FOLDING: Value(spread_of(offer_of(terms), played(terms, NEVER_FOLD), wager.id).mean),
        TOGETHER: Value((both - main.ev) / ratio, staked=ratio),
    }
    counted = f"exact count of {spread.total:,} deals, {AS_MAIN_GAME}"
    result = Result(terms.book.id, wager.id, choices_for(terms, wager), "wager", spread.mean, distribution=spread)
    return replace(result, method=counted, play=IN_MAIN_GAME, plays=plays)

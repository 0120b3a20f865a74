"""Side wagers that are decided by hands of seven cards against the dealer's, and that a fold collects."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tablelaw.analysis.board_with_dealer.count_endings import showdowns
from tablelaw.analysis.board_with_dealer.distribution import side_wager
from tablelaw.analysis.board_with_dealer.endings import Ends
from tablelaw.analysis.board_with_dealer.game import game_of
from tablelaw.analysis.board_with_dealer.solution import value_of
from tablelaw.analysis.cache import kept_by
from tablelaw.analysis.result import Result, Value
from tablelaw.analysis.result_files import ENDS
from tablelaw.analysis.side_wagers.values import AS_MAIN_GAME, IN_MAIN_GAME, NEVER_FOLDING, TOGETHER, choices_for
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Terms


def side_result(terms: Terms, wager: Wager, main: Result, ratio: Fraction) -> Result:
    """The wager's result, derived from how the main game's deals end; only optimising both together needs another
    solution.
    """
    assert main.ends is not None
    spread = side_wager(terms, wager.id, main.ends)
    plays = {
        NEVER_FOLDING: Value(side_wager(terms, wager.id, ends_of_showdowns(terms)).mean),
        TOGETHER: Value((value_of(game_of(terms, {wager.id: ratio})) - main.ev) / ratio, staked=ratio),
    }
    columns = choices_for(terms, wager)
    result = Result(terms.book.id, wager.id, columns, "wager", spread.mean, distribution=spread)
    counted = f"exact count of {spread.total:,} deals, {AS_MAIN_GAME}"
    return replace(result, method=counted, play=IN_MAIN_GAME, plays=plays)


def ends_of_showdowns(terms: Terms) -> Ends:
    """How deals end if nobody ever folds; cached once for all games with the same classes."""
    bounds = game_of(terms).bounds
    return kept_by(ENDS, f"every deal played to the end, {bounds}", lambda: showdowns(bounds))

"""The result of a hold'em game under best play: value, chart, and how rounds end."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from time import perf_counter

from tablelaw.analysis.board_with_dealer.best_play import Solved, solve
from tablelaw.analysis.board_with_dealer.count_endings import outcomes
from tablelaw.analysis.board_with_dealer.distribution import average_wager, distribution
from tablelaw.analysis.board_with_dealer.game import game_of
from tablelaw.analysis.result import Result
from tablelaw.analysis.symmetry.starting_hands import KINDS
from tablelaw.law.rulebook import Terms


def holdem_result(terms: Terms, staked: Mapping[str, Fraction] | None = None) -> Result:
    """The result of the main game per Ante, together with any staked side wagers that the same hands decide."""
    started = perf_counter()
    game = game_of(terms, staked)
    solved = solve(game)
    ends = outcomes(solved)
    return Result(
        rulebook=terms.book.id,
        wager="+".join(["main", *(staked or {})]),
        choices={},
        unit="ante",
        ev=solved.value,
        seconds=perf_counter() - started,
        distribution=distribution(game, ends),
        average_wager=average_wager(game, ends),
        actions=ends.frequencies(),
        chart=chart(solved),
        method="every rank board and every suit's boards, every pair of cards against all 990 of the dealer's",
        ends=ends,
    )


def chart(solved: Solved) -> dict[str, tuple[Fraction, ...]]:
    """Each action's gain before the flop for the 169 kinds of pair."""
    return {name: tuple(solved.value_of(kind, name) for kind in range(KINDS)) for name in solved.by_class}

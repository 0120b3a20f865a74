"""The result of a hold'em game under best play: value, chart, and how rounds end."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from time import perf_counter

from tablelaw.analysis.board_with_dealer.distribution import average_wager, distribution
from tablelaw.analysis.board_with_dealer.game import game_of
from tablelaw.analysis.board_with_dealer.solution import solution_of
from tablelaw.analysis.result import Result
from tablelaw.law.rulebook import Terms


def holdem_result(terms: Terms, staked: Mapping[str, Fraction] | None = None) -> Result:
    """The result of the main game per Ante, together with any staked side wagers that the same hands decide."""
    started = perf_counter()
    game = game_of(terms, staked)
    found = solution_of(game)
    return Result(
        rulebook=terms.book.id,
        wager="+".join(["main", *(staked or {})]),
        choices={},
        unit="ante",
        ev=found.value,
        seconds=perf_counter() - started,
        distribution=distribution(game, found.ends),
        average_wager=average_wager(game, found.ends),
        actions=found.ends.frequencies(),
        chart=dict(found.chart),
        method="every rank board and every suit's boards, every pair of cards against all 990 of the dealer's",
        ends=found.ends,
    )

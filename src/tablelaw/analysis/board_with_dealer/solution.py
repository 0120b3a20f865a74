"""Best play of a game, cached under what it depends on, so that no two rulebooks solve the same game.

A changed side wager, or the same game in another regulation, is therefore answered without solving anything again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from tablelaw.analysis.board_with_dealer.best_play import Solved, solve
from tablelaw.analysis.board_with_dealer.count_endings import outcomes
from tablelaw.analysis.board_with_dealer.endings import Ends
from tablelaw.analysis.board_with_dealer.game import Game
from tablelaw.analysis.cache import kept_by
from tablelaw.analysis.result import fraction_text
from tablelaw.analysis.result_files import ENDS, VALUE, Form
from tablelaw.analysis.symmetry.starting_hands import KINDS


class Solution(NamedTuple):
    """The value of a game in Antes, each action's gain before the flop for the 169 kinds of pair, and how deals end."""

    value: Fraction
    chart: Mapping[str, tuple[Fraction, ...]]
    ends: Ends


def solution_of(game: Game) -> Solution:
    """Best play of a game; cached."""

    def answer() -> Solution:
        solved = solved_game(game)
        return Solution(solved.value, chart(solved), outcomes(solved))

    return kept_by(SOLUTION, f"best play of {game.key}", answer)


def value_of(game: Game) -> Fraction:
    """The value of a game in Antes under best play; cached."""
    return kept_by(VALUE, f"value of {game.key}", lambda: solved_game(game).value)


def chart(solved: Solved) -> dict[str, tuple[Fraction, ...]]:
    """Each action's gain before the flop for the 169 kinds of pair."""
    return {name: tuple(solved.value_of(kind, name) for kind in range(KINDS)) for name in solved.by_class}


# --- Within one process ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """A game that equals every game with the same key."""

    game: Game
    key: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def solved_game(game: Game) -> Solved:
    """The solved game with the best action at every spot, which is not cached on disk; the last few are remembered."""
    return replace(_solved(_Asked(game, game.key)), game=game)


@lru_cache(maxsize=8)
def _solved(asked: _Asked) -> Solved:
    return solve(asked.game)


# --- On disk --------------------------------------------------------------------------------------------


def _encode(found: Solution) -> dict[str, Any]:
    rows = {name: [fraction_text(value) for value in row] for name, row in found.chart.items()}
    return {"value": fraction_text(found.value), "chart": rows, "ends": ENDS.encode(found.ends)}


def _decode(kept: dict[str, Any]) -> Solution:
    rows = {name: tuple(Fraction(value) for value in row) for name, row in kept["chart"].items()}
    return Solution(Fraction(kept["value"]), rows, ENDS.decode(kept["ends"]))


SOLUTION: Form[Solution] = Form(_encode, _decode)

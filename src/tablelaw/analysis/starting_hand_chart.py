"""The chart of two-card games: the best first action with each kind of two cards."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tablelaw.analysis.result import Result
from tablelaw.analysis.symmetry.starting_hands import KINDS, kind_name, ways


@dataclass(frozen=True, slots=True)
class ChartCell:
    """One of the 169 kinds of two cards: its best first action and what that is worth."""

    kind: int
    name: str
    ways: int
    action: str
    ev: Fraction


def chart_of(main: Result) -> tuple[ChartCell, ...]:
    """The best first action with each kind of two cards; of equally good actions the first, which is the smallest
    wager.
    """
    return tuple(_cell(main, kind) for kind in range(KINDS)) if main.chart else ()


def _cell(main: Result, kind: int) -> ChartCell:
    action = max(main.chart, key=lambda name: main.chart[name][kind])
    return ChartCell(kind, kind_name(kind), ways(kind), action, main.chart[action][kind])

"""The picture of holds: each wager's simulated hold with its interval, and the exact one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from houserules.analysis.par.forms.plots import FELT, GOLD
from houserules.studies.answers.pictures import GRID, framed

if TYPE_CHECKING:
    from houserules.studies.answers.hold import Line

ROW = 0.2
"""Inches a wager takes."""


def hold_figure(lines: Sequence[Line], title: str) -> Figure:
    """One line a wager, the first at the top; the interval is of 95%."""
    what = "Hold of each wager, simulated with its 95% interval (green) and exact (gold)"
    figure, (axes,) = framed(1.1 + ROW * len(lines), 1, what, title)
    seats = max(line.seat for line in lines)
    for n, line in enumerate(lines):
        axes.plot((line.hold.low, line.hold.high), (n, n), color=FELT, linewidth=1.4)
        axes.plot([line.hold.value], [n], "o", color=FELT, markersize=3.5)
        if line.exact is not None:
            exact = float(-line.exact.ev)
            axes.plot((exact, exact), (n - 0.38, n + 0.38), color=GOLD, linewidth=1.8)
    axes.axvline(0, color="#57534a", linewidth=0.8)
    axes.set_yticks(range(len(lines)), [_name(line, seats) for line in lines])
    axes.set_ylim(len(lines) - 0.4, -0.6)
    axes.grid(axis="x", color=GRID, linewidth=0.6)
    axes.xaxis.set_major_formatter(lambda share, _: f"{share:.1%}")
    axes.set_xlabel("Hold per unit staked (main game, bets and whole round: per Ante)")
    return figure


def _name(line: Line, seats: int) -> str:
    z = f"  z {line.z:+.1f}" if line.z is not None else ""
    return f"seat {line.seat} {line.wager}{z}" if seats > 1 else f"{line.wager}{z}"

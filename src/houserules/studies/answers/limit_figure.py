"""The picture of a limit: hold without and with it, and what it took."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from houserules.amounts import money_text
from houserules.analysis.par.forms.plots import FELT, RED
from houserules.simulation.questions.payout_limit import Limited, LimitTally
from houserules.studies.answers.answer import mean, percent
from houserules.studies.answers.pictures import GRID, empty, framed, money_axis

CENTS = 100


def limit_figure(work: Limited, result: LimitTally, unit: float, title: str, is_lawful: bool) -> Figure:
    bitten = f"{result.cuts.n:,} of {work.hands:,} hands cut"
    only_asked = "" if is_lawful else ", which no table may set,"
    what = f"A limit of {money_text(work.limit)}{only_asked} on what a hand is paid: {bitten}"
    figure, (holds, cuts) = framed(2.4, 2, what, title)
    for n, (found, colour) in enumerate(((result.free, FELT), (result.limited, RED))):
        hold = mean(found).times(-1 / unit)
        holds.plot((hold.low, hold.high), (n, n), color=colour, linewidth=1.6)
        holds.plot([hold.value], [n], "o", color=colour, markersize=4)
        holds.annotate(
            percent(hold.value), (hold.value, n), (0, 5), textcoords="offset points", ha="center", fontsize=7
        )
    holds.set_yticks((0, 1), ("without it", "with it"))
    holds.set_ylim(1.6, -0.6)
    holds.grid(axis="x", color=GRID, linewidth=0.6)
    holds.xaxis.set_major_formatter(lambda share, _: f"{share:.2%}")
    holds.locator_params(axis="x", nbins=5)
    holds.set_xlabel("Hold per Ante, with its 95% interval")
    _cuts(cuts, result)
    return figure


def _cuts(axes: Axes, result: LimitTally) -> None:
    if not result.cuts.counts:
        empty(axes, "no hand was cut")
        return
    rows = sorted(result.cuts.counts.items())
    axes.vlines([cents / CENTS for cents, _ in rows], 0, [count for _, count in rows], color=RED, linewidth=2.5)
    axes.set_ylim(bottom=0)
    axes.set_ylabel("Hands")
    money_axis(axes, "What the limit took from a hand")

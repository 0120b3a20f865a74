"""The picture of meters: for each, time to a win, reading at a win, and what is owed at the end of a period."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from houserules.amounts import METER_UNITS_PER_CENT
from houserules.simulation.meter_records import MeterTally
from houserules.simulation.meters import MeterTallies, Periods
from houserules.simulation.tallies import Histogram
from houserules.studies.jackpot_answer import days_between, liability
from houserules.studies.pictures import bars, framed, marks, money_axis

CENTS = 100


def jackpot_figure(work: Periods, result: MeterTallies, title: str) -> Figure:
    period, meters = work.period, result.meters
    tables = f"{period.tables} table{'s' if period.tables > 1 else ''}"
    what = f"Meters over {work.number:,} periods of {period.days:,} days, {tables}"
    figure, axes = framed(0.7 + 1.9 * len(meters), 3 * len(meters), what, title, across=3)
    for n, (name, one) in enumerate(meters.items()):
        _meter(axes[3 * n : 3 * n + 3], name, one, work)
    return figure


def _meter(panels: list[Axes], name: str, one: MeterTally, work: Periods) -> None:
    between = days_between(one, work.period)
    _panel(panels[0], one.gaps, work.period.rounds_a_day, {"mean": between} if between else {})
    panels[0].set_xlabel(f"Days of play to a win{panels[0].get_xlabel()}")
    panels[0].set_ylabel(f"{name}\nshare of wins")
    _panel(panels[1], one.shown, CENTS, _median(one.shown, CENTS))
    money_axis(panels[1], "Shown when it was won")
    owed = liability(one)
    _panel(panels[2], owed, CENTS * METER_UNITS_PER_CENT, _median(owed, CENTS * METER_UNITS_PER_CENT))
    money_axis(panels[2], "Owed at the end, share of periods")
    for axes in panels:
        axes.tick_params(labelsize=6.5)
        axes.xaxis.label.set_fontsize(7)
        axes.locator_params(axis="x", nbins=4)


def _median(found: Histogram, unit: int) -> dict[str, float]:
    return {"median": found.quantile(0.5) / unit} if found.counts else {}


def _panel(axes: Axes, found: Histogram, unit: int, named: dict[str, float]) -> None:
    if not found.counts:
        axes.text(0.5, 0.5, "never won", ha="center", transform=axes.transAxes, fontsize=7)
        return
    bars(axes, found, unit, lost=False)
    marks(axes, named)

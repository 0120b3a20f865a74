"""A picture of a day: each table's win and each meter's amount, checkpoint by checkpoint."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MultipleLocator

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.files import whole_file
from tablelaw.gaming_day.day import Outcome
from tablelaw.gaming_day.script import HOUR

INK, GREY = "#1c1a17", "#57534a"
LINES = ("#0f3d2e", "#8c2f24", "#7d5f17", "#2b4f81", "#6a3d7c", "#3c7a6b", "#b5651d", "#444444")
STYLES = ("-", "--", ":")
CENTS_PER_DOLLAR = 100
LINEAR = 10
"""The plot is linear up to this many dollars and logarithmic beyond: wagers add dollars, and jackpots take
thousands.
"""


def draw_day(outcome: Outcome, folder: Path) -> Path:
    """Writes the picture of a day as a PNG and returns its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"gaming-day-{outcome.script.seed}.png"
    with (
        matplotlib.rc_context({"font.size": 9, "text.color": INK, "axes.edgecolor": GREY}),
        whole_file(path) as file,
    ):
        day_figure(outcome).savefig(file, dpi=130)
    return path


def day_figure(outcome: Outcome) -> Figure:
    figure = Figure(figsize=(10, 7), layout="constrained")
    wins, meters = figure.subplots(2, 1, sharex=True)
    times = [float(reading.at) for reading in outcome.readings]
    tables = [table.name for table in outcome.script.tables]
    won = {name: [r.wins[name] / CENTS_PER_DOLLAR for r in outcome.readings] for name in tables}
    _steps(wins, times, won, "table win, dollars")
    wins.axhline(0, color=GREY, linewidth=0.6)
    names = sorted({name for reading in outcome.readings for name in reading.meters})
    unit = METER_UNITS_PER_CENT * CENTS_PER_DOLLAR
    first = outcome.readings[0].meters if outcome.readings else {}
    shown = {name: [(r.meters.get(name, 0) - first.get(name, 0)) / unit for r in outcome.readings] for name in names}
    _steps(meters, times, shown, f"meters since opening, dollars\n(logarithmic beyond {LINEAR})")
    meters.set_yscale("symlog", linthresh=LINEAR)
    meters.yaxis.set_major_formatter(lambda value, _: f"{round(value):,}")
    hours = (times[-1] - times[0]) / HOUR if times else 1
    meters.xaxis.set_major_locator(MultipleLocator(HOUR * max(1, round(hours / 12))))
    meters.xaxis.set_major_formatter(lambda at, _: datetime.fromtimestamp(at, UTC).strftime("%H:%M"))
    rounds = outcome.counts["rounds"]
    figure.suptitle(f"Gaming day, seed {outcome.script.seed}: {rounds} rounds at {len(tables)} tables")
    return figure


def _steps(axes: Axes, times: list[float], lines: dict[str, list[float]], label: str) -> None:
    """Draws one line for each series, labelled beside the plot, or a note if there is nothing to draw."""
    for n, (name, values) in enumerate(lines.items()):
        style = STYLES[n // len(LINES) % len(STYLES)]
        axes.step(times, values, where="post", label=name, color=LINES[n % len(LINES)], linestyle=style, linewidth=1.4)
    axes.set_ylabel(label)
    axes.yaxis.set_major_formatter(lambda value, _: f"{round(value):,}")
    axes.spines[["top", "right"]].set_visible(False)
    if lines:
        axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)
    else:
        axes.text(0.5, 0.5, "no table of this day has a meter", transform=axes.transAxes, ha="center", color=GREY)

"""The picture of meters. Of one number of tables: time to a win, reading at a win, what is owed at the end of a
period. Of several: the same side by side, and how often a meter started again below its seed."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from houserules.amounts import METER_UNITS_PER_CENT
from houserules.analysis.par.forms.plots import FELT, GOLD, RED
from houserules.simulation.tallies import Histogram
from houserules.studies.answers.answer import Estimate
from houserules.studies.answers.jackpot import Seen, tables_text
from houserules.studies.answers.pictures import bars, dollar_ticks, empty, framed, marks, money_axis

CENTS = 100
OWED_UNIT = CENTS * METER_UNITS_PER_CENT
NEVER = "never won"


def jackpot_figure(seen: Sequence[Seen], periods: int, title: str) -> Figure:
    meters = {one.name: [other for other in seen if other.name == one.name] for one in seen}
    counts = [one.period for one in next(iter(meters.values()))]
    draw, across = (_distributions, 3) if len(counts) == 1 else (_by_tables, 4)
    tables = tables_text(counts[0]) if len(counts) == 1 else "by number of tables"
    what = f"Meters over {periods:,} periods of {counts[0].days:,} days, {tables}"
    figure, axes = framed(0.7 + 1.9 * len(meters), across * len(meters), what, title, across=across)
    for n, rows in enumerate(meters.values()):
        panels = axes[across * n : across * (n + 1)]
        draw(panels, rows)
        for panel in panels:
            panel.tick_params(labelsize=6.5)
            panel.xaxis.label.set_fontsize(7)
    return figure


# --- One number of tables ------------------------------------------------------------------------------------


def _distributions(panels: Sequence[Axes], rows: Sequence[Seen]) -> None:
    (one,) = rows
    between = one.days_between
    _panel(panels[0], one.tally.gaps, one.period.rounds_a_day, {"mean": between.value} if between else {})
    panels[0].set_xlabel(f"Days of play to a win{panels[0].get_xlabel()}")
    panels[0].set_ylabel(f"{one.name}\nshare of wins")
    _panel(panels[1], one.tally.shown, CENTS, _median(one.tally.shown, CENTS))
    money_axis(panels[1], "Shown when it was won")
    _panel(panels[2], one.owed, OWED_UNIT, _median(one.owed, OWED_UNIT))
    money_axis(panels[2], "Owed at the end, share of periods")
    for axes in panels:
        if axes.has_data():
            axes.locator_params(axis="x", nbins=4)


def _median(found: Histogram, unit: int) -> dict[str, float]:
    return {"median": found.quantile(0.5) / unit} if found.counts else {}


def _panel(axes: Axes, found: Histogram, unit: int, named: dict[str, float]) -> None:
    if not found.counts:
        empty(axes, NEVER)
        return
    bars(axes, found, unit, lost=False)
    marks(axes, named)


# --- Several ---------------------------------------------------------------------------------------------------


def _by_tables(panels: Sequence[Axes], rows: Sequence[Seen]) -> None:
    days, is_known = [one.days_between for one in rows], any(one.expected_days for one in rows)
    _bands(panels[0], rows, days, "Days between wins, with\n95% interval; gold: exact", is_known)
    _exact_days(panels[0], rows)
    panels[0].set_ylabel(rows[0].name)
    _bands(panels[1], rows, [_middle(one.tally.shown, CENTS) for one in rows], "Shown when it was won,\nmedian and 90%")
    _bands(
        panels[2],
        rows,
        [_middle(one.owed, OWED_UNIT) for one in rows],
        "Owed at the end, median\nand 90%; red: most ever",
    )
    panels[2].plot(range(len(rows)), [one.most_owed / CENTS for one in rows], "_", color=RED, markersize=9)
    _bands(panels[3], rows, [one.starts_below for one in rows], "Wins after which it\nstarted below its seed")
    for axes in panels[1:3]:
        if any(one.wins for one in rows) or axes is panels[2]:
            dollar_ticks(axes.yaxis)
            axes.set_ylim(bottom=0)
    if any(one.wins for one in rows):
        panels[3].yaxis.set_major_formatter(lambda part, _: f"{part:.0%}")
        panels[3].set_ylim(-0.03, 1.03)


def _exact_days(axes: Axes, rows: Sequence[Seen]) -> None:
    """Days shrink as tables are added: equal steps of the axis are equal factors."""
    known = [(place, one.expected_days) for place, one in enumerate(rows) if one.expected_days is not None]
    for place, expected in known:
        axes.plot((place - 0.3, place + 0.3), (expected, expected), color=GOLD, linewidth=1.8)
    if known or any(one.wins for one in rows):
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(lambda days, _: f"{days:,.10g}")
        axes.yaxis.set_minor_formatter(lambda days, _: "")


def _middle(found: Histogram, unit: int) -> Estimate | None:
    return Estimate(*(found.quantile(q) / unit for q in (0.5, 0.05, 0.95))) if found.counts else None


def _bands(
    axes: Axes, rows: Sequence[Seen], values: Sequence[Estimate | None], label: str, beside: bool = False
) -> None:
    """A dot with its band for each number of tables; one that was never won has none. Where none was, there is no scale
    unless something stands beside."""
    axes.set_xlabel(f"Tables\n{label}")
    if not any(values) and not beside:
        empty(axes, NEVER)
        return
    for place, value in enumerate(values):
        if value is None:
            axes.annotate(
                NEVER, (place, 0.03), xycoords=("data", "axes fraction"), rotation=90, ha="center", fontsize=6
            )
            continue
        axes.plot((place, place), (value.low, value.high), color=FELT, linewidth=1.4)
        axes.plot([place], [value.value], "o", color=FELT, markersize=3.5)
    axes.set_xticks(range(len(rows)), [f"{one.period.tables:,}" for one in rows])
    axes.set_xlim(-0.6, len(rows) - 0.4)

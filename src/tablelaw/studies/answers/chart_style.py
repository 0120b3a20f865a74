"""Charts of answers in the style of the PAR sheets: SVG that is identical in every run, and PNG."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from math import sqrt
from textwrap import fill
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure

from tablelaw.analysis.par.forms.plots import FELT, INK, RED, STYLE, picture
from tablelaw.printed_money import money_format
from tablelaw.simulation.tallies import Histogram

GRID = "#ddd5bd"
DOTS = 150
WIDE = 7.2
BINS, FEWEST_BINS = 60, 8
FAR = 0.004
"""The share of all values, at both ends together, that a chart may omit."""


def svg(draw: Callable[[], Figure]) -> bytes:
    return picture(draw).svg.encode()


def png(draw: Callable[[], Figure]) -> bytes:
    with matplotlib.rc_context(STYLE):
        out = BytesIO()
        draw().savefig(out, format="png", dpi=DOTS, metadata={"Software": None})
    return out.getvalue()


def framed(height: float, panels: int, what: str, title: str, across: int = 0) -> tuple[Figure, list[Axes]]:
    """A figure with panels side by side, `across` in a row; its title states what is shown, and for which run."""
    columns = across or panels
    figure = Figure(figsize=(WIDE, height), layout="constrained")
    grid: Any = figure.subplots(-(-panels // columns), columns, squeeze=False)
    figure.suptitle(f"{what}\n{fill(title, 110)}", x=0.01, ha="left", fontsize=8, fontweight="bold", color=FELT)
    axes = [axes for line in grid for axes in line]
    for one in axes:
        one.grid(axis="y", color=GRID, linewidth=0.6)
        one.set_axisbelow(True)
    return figure, axes[:panels]


def dollar_ticks(axis: Axis) -> None:
    axis.set_major_formatter(lambda amount, _: money_format().decimals(amount, 0))


def empty(axes: Axes, words: str) -> None:
    """Writes into a panel that there is nothing to show, and removes its axes' ticks."""
    axes.text(0.5, 0.5, words, ha="center", va="center", transform=axes.transAxes, fontsize=7)
    axes.set_xticks([])
    axes.set_yticks([])


def money_axis(axes: Axes, label: str) -> None:
    if axes.has_data():
        dollar_ticks(axes.xaxis)
        axes.locator_params(axis="x", nbins=6)
    axes.set_xlabel(f"{label}{axes.get_xlabel()}")


def bars(axes: Axes, found: Histogram, scale: float, lost: bool = True) -> None:
    """Draws a histogram with equal bins; negative values are red and never share a bin with other values.

    A few outliers would squeeze the rest together, so they are omitted and their number is given.
    """
    low, high = (found.quantile(q) for q in (FAR / 2, 1 - FAR / 2))
    inside = {value / scale: count / found.n for value, count in found.counts.items() if low <= value <= high}
    edges = _edges(min(inside), max(inside), max(FEWEST_BINS, min(BINS, round(2 * sqrt(found.n)))))
    for sign, colour in ((-1, RED), (1, FELT)):
        side = {value: share for value, share in inside.items() if (value < 0) == (sign < 0)}
        if side:
            axes.hist(list(side), bins=edges, weights=list(side.values()), color=colour if lost else FELT)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share * 100:.4g}%")
    axes.locator_params(axis="y", nbins=5)
    _tell_far(axes, found, low, high)


def _tell_far(axes: Axes, found: Histogram, low: int, high: int) -> None:
    left, right = (sum(n for value, n in found.counts.items() if is_far(value)) for is_far in (low.__gt__, high.__lt__))
    parts = [f"{n:,} {where}" for n, where in ((left, "further left"), (right, "further right")) if n]
    if parts:
        axes.set_xlabel(f"{axes.get_xlabel()}\n({', '.join(parts)})")


def _edges(low: float, high: float, bins: int) -> list[float]:
    """The edges of the bins, with one at zero if there are values on both sides; a single value gets its own bin."""
    width = (high - low) / bins or 1.0
    first = low // width * width if low < 0 < high else low
    return [first + n * width for n in range(bins + 2)]


def marks(axes: Axes, places: Mapping[str, float], colour: str = INK) -> None:
    """Draws thin lines with labels above the bars, each label at its own height so that labels do not overlap."""
    axes.set_ylim(top=axes.get_ylim()[1] * (1 + 0.09 * len(places)))
    for n, (name, place) in enumerate(places.items()):
        axes.axvline(place, color=colour, linewidth=0.9, linestyle="--")
        note = axes.annotate(
            f" {name}", (place, 1 - 0.075 * n), xycoords=("data", "axes fraction"), fontsize=6.5, color=colour, va="top"
        )
        note.set_bbox({"facecolor": "white", "alpha": 0.75, "edgecolor": "none", "pad": 0.6})

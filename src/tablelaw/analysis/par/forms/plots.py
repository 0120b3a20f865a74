"""The pictures of a PAR sheet: outcome distribution, the 169 kinds of two cards, house edge against a meter, play with
seen cards.

Drawn with matplotlib, which is loaded only here, as self-contained SVG that is the same in every run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from io import StringIO
from itertools import product
from typing import Any, NamedTuple

import matplotlib
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from tablelaw.analysis.par import words as say
from tablelaw.analysis.par.contents import Par, ParMeter, ParProgressive
from tablelaw.analysis.par.sections.exposure import plot_name
from tablelaw.analysis.par.sections.meters import alike
from tablelaw.analysis.par.words import action_codes, places
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.starting_hand_chart import ChartCell
from tablelaw.analysis.symmetry.starting_hands import RANK_LETTERS
from tablelaw.printed_money import money_format

FELT, INK, GREY, GOLD, RED = "#0f3d2e", "#1c1a17", "#57534a", "#7d5f17", "#8c2f24"
GAIN_AND_LOSS = LinearSegmentedColormap.from_list("gain and loss", ["#d9a58f", "#fbf7ea", "#8fbf9f"])
LOG_FROM = 200
"""A logarithmic scale is used if the commonest result is this many times as common as the rarest."""
TYPE = "Helvetica, Arial, sans-serif"
"""Narrower than the font with which matplotlib measures, so that text always fits the space reserved for it."""
STYLE: dict[Any, object] = {
    "font.size": 8,
    "text.color": INK,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.hashsalt": "tablelaw",
}


def plots(par: Par) -> dict[str, Callable[[], Figure]]:
    """Every picture of a sheet, by the name that its sections use."""
    drawn: dict[str, Callable[[], Figure]] = {"distribution": lambda: distribution_figure(par)}
    if par.chart:
        drawn["hands"] = lambda: hands_figure(par)
    for names, one in alike(par):
        drawn[f"meter {one.wager}"] = partial(meter_figure, one, names)
    for n, found in enumerate(par.exposures, 1):
        drawn[plot_name(n)] = partial(play_figure, found)
    return drawn


class Picture(NamedTuple):
    """An SVG element, and its height as a share of its width."""

    svg: str
    shape: float


def picture(draw: Callable[[], Figure], words_as_paths: bool = False) -> Picture:
    """Draws a figure as SVG. Text stays text, or becomes paths for SVG readers without fonts."""
    with matplotlib.rc_context({**STYLE, "svg.fonttype": "path" if words_as_paths else "none"}):
        out, figure = StringIO(), draw()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(out, format="svg", metadata=nothing, transparent=True)
    width, height = figure.get_size_inches()
    return Picture(_plain(out.getvalue()), float(height / width))


def _plain(drawn: str) -> str:
    """The SVG element alone, with one font family and without unused ids."""
    element = re.sub(r"<g id=\"[^\"]*\"", "<g", drawn[drawn.index("<svg") :])
    return re.sub(r"font-family: [^;\"]*;? ?", "", element).replace("<svg ", f'<svg font-family="{TYPE}" ', 1)


# --- The net result of a round --------------------------------------------------------------------------


def distribution_figure(par: Par) -> Figure:
    """Draws a bar for each net result, in order; the axis is not to scale, since a royal flush may be worth
    hundreds.
    """
    counts = sorted(par.spread.counts.items())
    heights = [deals / par.spread.total for _, deals in counts]
    colours = [RED if value < 0 else GREY if value == 0 else FELT for value, _ in counts]
    figure = Figure(figsize=(7.2, 2.2), layout="constrained")
    axes = figure.subplots()
    axes.bar(range(len(counts)), heights, color=colours, width=0.8)
    axes.set_xticks(range(len(counts)), [say.net(value) for value, _ in counts])
    axes.tick_params(axis="x", rotation=90 if len(counts) > 20 else 0, length=0)
    axes.set_xlabel(f"Net result of a round in {par.base}s")
    axes.set_ylabel("Share of rounds")
    _share_axis(axes, heights)
    return figure


def _share_axis(axes: Axes, heights: list[float]) -> None:
    axes.grid(axis="y", color="#ddd5bd", linewidth=0.6)
    axes.set_axisbelow(True)
    if max(heights) / min(heights) > LOG_FROM:
        axes.set_yscale("log")
        axes.set_ylabel("Share of rounds (log scale)")
        axes.yaxis.set_major_formatter(lambda share, _: f"{share * 100:.10f}".rstrip("0").rstrip(".") + "%")
    else:
        axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")


# --- The 169 kinds of two cards -------------------------------------------------------------------------


def hands_figure(par: Par) -> Figure:
    """Draws the 169 kinds: the colour is the value of the best action, the code is the action, and lines separate
    different actions.
    """
    figure = Figure(figsize=(7.2, 7.2))
    axes = figure.add_axes((0.03, 0.005, 0.965, 0.965))
    codes, cells, colour = action_codes(par), {cell.kind: cell for cell in par.chart}, shades(par)
    for y, row in enumerate(places()):
        for x, kind in enumerate(row):
            axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, color=colour(cells[kind])))
            _write(axes, x, y, cells[kind], codes)
    for (x0, y0), (x1, y1) in borders(par):
        axes.plot((x0 - 0.5, x1 - 0.5), (y0 - 0.5, y1 - 0.5), color=FELT, linewidth=1.6, solid_capstyle="projecting")
    _letters(axes)
    return figure


def shades(par: Par) -> Callable[[ChartCell], tuple[float, float, float]]:
    """The colour of a cell, from the worst loss through white to the best gain."""
    values = [float(cell.ev) for cell in par.chart]
    scale = TwoSlopeNorm(0, min(*values, -0.01), max(*values, 0.01))
    return lambda cell: GAIN_AND_LOSS(scale(float(cell.ev)))[:3]


def borders(par: Par) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The edges between neighbours with different best actions, from corner to corner of the cells."""
    best = {cell.kind: cell.action for cell in par.chart}
    rows = [[best[kind] for kind in row] for row in places()]
    for y, x in product(range(13), range(13)):
        if x < 12 and rows[y][x + 1] != rows[y][x]:
            yield (x + 1, y), (x + 1, y + 1)
        if y < 12 and rows[y + 1][x] != rows[y][x]:
            yield (x, y + 1), (x + 1, y + 1)


def _write(axes: Axes, x: int, y: int, cell: ChartCell, codes: dict[str, str]) -> None:
    axes.text(x, y - 0.24, cell.name, ha="center", va="center", fontsize=7, fontweight="bold")
    axes.text(x, y + 0.04, codes[cell.action], ha="center", va="center", fontsize=6.5, color=FELT)
    axes.text(x, y + 0.3, f"{float(cell.ev):+.2f}", ha="center", va="center", fontsize=6.2, color=INK)


def _letters(axes: Axes) -> None:
    letters = RANK_LETTERS[::-1]
    axes.set(xlim=(-0.5, 12.5), ylim=(12.5, -0.5), aspect="equal")
    axes.set_xticks(range(13), list(letters))
    axes.set_yticks(range(13), list(letters))
    axes.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
    axes.spines[:].set_visible(False)


# --- House edge against a meter -------------------------------------------------------------------------------


def meter_figure(one: ParProgressive, title: str) -> Figure:
    """Draws a panel for each meter: a straight line from the seed through the break-even amount."""
    figure = Figure(figsize=(7.2, 2.6) if len(one.meters) > 1 else (4.2, 2.5), layout="constrained")
    panels: Any = figure.subplots(1, len(one.meters), squeeze=False, sharey=True)
    for axes, meter in zip(panels[0], one.meters, strict=True):
        _meter_panel(axes, one, meter)
    panels[0][0].set_ylabel("House edge")
    figure.suptitle(title, x=0.01, ha="left", fontsize=8, fontweight="bold", color=FELT)
    return figure


def _meter_panel(axes: Axes, one: ParProgressive, meter: ParMeter) -> None:
    last = max(meter.break_even_cents, meter.average_cents, meter.seed_cents) * Fraction(23, 20)
    ends = (0.0, float(last) / 100)
    line = [float(one.hold_at(meter, cents)) for cents in (Fraction(0), last)]
    axes.plot(ends, line, color=FELT, linewidth=1.6)
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.axhline(float(one.long_run.hold), color=GOLD, linewidth=1, linestyle="--")
    axes.text(ends[1], float(one.long_run.hold), "long run", color=GOLD, ha="right", va="bottom", fontsize=7)
    is_alone = len(one.meters) == 1
    sums = {"seed": meter.seed_cents, "average": meter.average_cents, "break-even": meter.break_even_cents}
    for name, cents in sums.items():
        at = float(cents) / 100, float(one.hold_at(meter, cents))
        _mark(axes, f"{name} {money_format().decimals(at[0], 0)}, {at[1]:.1%}" if is_alone else name, at)
    axes.grid(color="#ddd5bd", linewidth=0.6)
    axes.xaxis.set_major_formatter(lambda amount, _: money_format().decimals(amount, 0))
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.locator_params(axis="x", nbins=5 if is_alone else 3)
    axes.set_xlabel(f"What the {meter.name} shows" if meter.name == "meter" else f"What the {meter.name} jackpot shows")


def _mark(axes: Axes, text: str, at: tuple[float, float]) -> None:
    """Draws a labelled point with the label where the line leaves room: above at the right, or below at the left if the
    hold is zero or negative.
    """
    beside, side = ((6, 5), "left") if at[1] > 0 else ((-6, -10), "right")
    axes.plot(*([place] for place in at), "o", color=RED, markersize=4)
    axes.annotate(text, at, beside, textcoords="offset points", fontsize=7, ha=side)


# --- Play with seen cards ------------------------------------------------------------------------------------

BAR_WIDTH, ROW_HEIGHT = 0.4, 0.45


def play_svg(found: Exposure) -> str:
    """The bars of honest and informed play as a self-contained SVG."""
    return picture(lambda: play_figure(found)).svg


def play_figure(found: Exposure) -> Figure:
    """Draws two bars for each way to play: honest play and play with the seen cards."""
    names = list(dict.fromkeys((*found.honest_actions, *found.actions)))
    figure = Figure(figsize=(7.2, 1.2 + ROW_HEIGHT * len(names)), layout="constrained")
    axes = figure.subplots()
    played = f"with {found.information or 'nothing'} seen, {float(found.value):+.4%}"
    rows = ((found.honest_actions, GREY, f"honest, {float(found.honest):+.4%}"), (found.actions, FELT, played))
    for n, (actions, colour, label) in enumerate(rows):
        shares = [float(actions.get(name, Fraction(0))) for name in names]
        axes.barh(
            [place + (n - 0.5) * BAR_WIDTH for place in range(len(names))], shares, BAR_WIDTH, color=colour, label=label
        )
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel(f"Share of rounds ({found.rulebook}); the player's edge beside each name")
    axes.legend(frameon=False)
    return figure

"""The picture of an exposure: how often rounds are played in each way, honestly and with the seen cards."""

from __future__ import annotations

from fractions import Fraction

from matplotlib.figure import Figure

from tablelaw.analysis.par.forms.plots import FELT, GREY, picture
from tablelaw.analysis.protection.result import Exposure

WIDTH, HEIGHT_OF_A_ROW = 0.4, 0.45


def play_svg(found: Exposure) -> str:
    """A self-contained SVG."""
    return picture(lambda: play_figure(found)).svg


def play_figure(found: Exposure) -> Figure:
    """Draws two bars for each way to play: honest play and play with the seen cards."""
    names = list(dict.fromkeys((*found.honest_actions, *found.actions)))
    figure = Figure(figsize=(7.2, 1.2 + HEIGHT_OF_A_ROW * len(names)), layout="constrained")
    axes = figure.subplots()
    played = f"with {found.information or 'nothing'} seen, {float(found.value):+.4%}"
    rows = ((found.honest_actions, GREY, f"honest, {float(found.honest):+.4%}"), (found.actions, FELT, played))
    for n, (actions, colour, label) in enumerate(rows):
        shares = [float(actions.get(name, Fraction(0))) for name in names]
        axes.barh([place + (n - 0.5) * WIDTH for place in range(len(names))], shares, WIDTH, color=colour, label=label)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel(f"Share of rounds ({found.rulebook}); the player's edge beside each name")
    axes.legend(frameon=False)
    return figure

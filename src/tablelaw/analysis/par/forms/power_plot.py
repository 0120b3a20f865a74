"""The power curve as a picture: what share of players who see a card is flagged within a number of rounds."""

from __future__ import annotations

from matplotlib.figure import Figure

from tablelaw.analysis.par.forms.plots import FELT, GREY, picture
from tablelaw.analysis.watch.power import Power

STYLES = ("-", "--", ":", "-.")


def power_svg(found: Power) -> str:
    """The power curve as a self-contained SVG."""
    return picture(lambda: power_figure(found)).svg


def power_figure(found: Power) -> Figure:
    """Draws a curve for each share of rounds in which the card is seen."""
    figure = Figure(figsize=(7.2, 4.0), layout="constrained")
    axes = figure.subplots()
    for n, one in enumerate(found.detections):
        rounds = [known for known in one.rounds if known is not None]
        shares = [place / len(one.rounds) for place in range(1, len(rounds) + 1)]
        label = f"seen in {one.share:.0%} of the rounds"
        axes.step(
            [1, *rounds], [0.0, *shares], STYLES[n % len(STYLES)], where="post", color=GREY if n else FELT, label=label
        )
    axes.set_xscale("log")
    axes.set_ylim(0, 1)
    axes.xaxis.set_major_formatter(lambda rounds, _: f"{rounds:,.0f}")
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel(f"Rounds ({found.rulebook}, {found.information}); false alarms at most {found.rate:g}; simulated")
    axes.set_ylabel("Players flagged")
    axes.legend(frameon=False)
    return figure

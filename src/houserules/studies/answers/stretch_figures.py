"""The pictures of sessions and shifts."""

from __future__ import annotations

from matplotlib.figure import Figure

from houserules.amounts import METER_UNITS_PER_CENT, money_text
from houserules.simulation.questions.sessions import Sessions, SessionTally
from houserules.simulation.tallies import Histogram
from houserules.studies.answers.answer import deviation, dollars, percent
from houserules.studies.answers.pictures import bars, framed, marks, money_axis
from houserules.studies.questions import Figures

CENTS = 100


def session_figure(work: Sessions, result: SessionTally, title: str) -> Figure:
    n, ends = result.ends.n, result.ends.moments
    ruin, ahead = percent(result.ruined.n / n, 2), percent(ends.above / n, 2)
    what = f"{n:,} sessions of {work.stretches.length:,} rounds with {money_text(work.purse.bankroll)}"
    figure, (end, fall) = framed(2.9, 2, f"{what}: {ruin} ruined, {ahead} ahead", title)
    bars(end, result.ends, CENTS)
    marks(end, _at(result.ends, CENTS, 0.05, 0.5, 0.95))
    money_axis(end, "Up or down at the end")
    end.set_ylabel("Share of sessions")
    bars(fall, result.drawdowns, CENTS, lost=False)
    marks(fall, _at(result.drawdowns, CENTS, 0.5, 0.95))
    money_axis(fall, "Deepest fall from the best moment")
    return figure


def shift_figure(asked: Figures, result: Histogram, title: str) -> Figure:
    wins, unit = result.moments, METER_UNITS_PER_CENT * CENTS
    losing, spread = percent(wins.below / result.n, 2), dollars(deviation(wins) / METER_UNITS_PER_CENT)
    hours, dealt = asked["hours"], asked["hours"] * asked["rounds_an_hour"]
    what = f"Table win in {result.n:,} shifts of {hours} hours ({dealt:,} rounds)"
    figure, (axes,) = framed(2.9, 1, f"{what}: {losing} losing, standard deviation {spread}", title)
    bars(axes, result, unit)
    marks(axes, _at(result, unit, 0.01, 0.05, 0.5, 0.95, 0.99))
    money_axis(axes, "What the table wins; losing shifts in red")
    axes.set_ylabel("Share of shifts")
    return figure


def _at(found: Histogram, unit: int, *shares: float) -> dict[str, float]:
    """Quantiles in dollars, each by its name."""
    at = {share: found.quantile(share) / unit for share in shares}
    return {f"{share:.0%} {dollars(place * CENTS)}": place for share, place in at.items()}

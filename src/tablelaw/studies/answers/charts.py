"""The charts of each answer; matplotlib is imported only when a chart is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.analysis.par.forms.plots import FELT, GOLD, RED
from tablelaw.printed_money import printed
from tablelaw.simulation.questions.payout_limit import Limited, LimitTally
from tablelaw.simulation.questions.sessions_and_shifts import Sessions, SessionTally
from tablelaw.simulation.tallies import Histogram
from tablelaw.studies.answers.answer import Estimate, deviation, dollars, mean, percent
from tablelaw.studies.answers.chart_style import GRID, bars, dollar_ticks, empty, framed, marks, money_axis
from tablelaw.studies.answers.hold_row import HoldRow
from tablelaw.studies.answers.jackpot_meters import Seen, tables_text
from tablelaw.studies.questions import Figures

ROW = 0.2
"""The height of each wager's row, in inches."""


def hold_figure(rows: Sequence[HoldRow], title: str) -> Figure:
    """Draws one row per wager, first at the top, with 95% intervals."""
    what = "House edge of each wager, simulated with its 95% interval (green) and exact (gold)"
    figure, (axes,) = framed(1.1 + ROW * len(rows), 1, what, title)
    seats = max(row.seat for row in rows)
    for n, row in enumerate(rows):
        axes.plot((row.hold.low, row.hold.high), (n, n), color=FELT, linewidth=1.4)
        axes.plot([row.hold.value], [n], "o", color=FELT, markersize=3.5)
        if row.exact is not None:
            exact = float(-row.exact.ev)
            axes.plot((exact, exact), (n - 0.38, n + 0.38), color=GOLD, linewidth=1.8)
    axes.axvline(0, color="#57534a", linewidth=0.8)
    axes.set_yticks(range(len(rows)), [_name(row, seats) for row in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.grid(axis="x", color=GRID, linewidth=0.6)
    axes.xaxis.set_major_formatter(lambda share, _: f"{share:.1%}")
    axes.set_xlabel("House edge per unit staked (main game, bets and whole round: per first wager)")
    return figure


def _name(row: HoldRow, seats: int) -> str:
    z = f"  z {row.z:+.1f}" if row.z is not None else ""
    return f"seat {row.seat} {row.wager}{z}" if seats > 1 else f"{row.wager}{z}"


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
    """Draws the exact number of days between wins. It shrinks as tables are added, so the axis is logarithmic."""
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
    """Draws a dot with its interval for each number of tables, or a note if the meter was never won. If no meter was
    won, the scale is omitted unless another panel needs it.
    """
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


def limit_figure(work: Limited, result: LimitTally, unit: float, title: str, is_lawful: bool) -> Figure:
    bitten = f"{result.cuts.n:,} of {work.hands:,} hands reduced"
    only_asked = "" if is_lawful else ", which no table may set,"
    what = f"A limit of {printed(work.limit)}{only_asked} on what a hand is paid: {bitten}"
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
    holds.set_xlabel("House edge per first wager, with its 95% interval")
    _cuts(cuts, result)
    return figure


def _cuts(axes: Axes, result: LimitTally) -> None:
    if not result.cuts.counts:
        empty(axes, "no hand was reduced")
        return
    rows = sorted(result.cuts.counts.items())
    axes.vlines([cents / CENTS for cents, _ in rows], 0, [count for _, count in rows], color=RED, linewidth=2.5)
    axes.set_ylim(bottom=0)
    axes.set_ylabel("Hands")
    money_axis(axes, "What the limit took from a hand")


def session_figure(work: Sessions, result: SessionTally, title: str) -> Figure:
    n, ends = result.ends.n, result.ends.moments
    ruin, ahead = percent(result.ruined.n / n, 2), percent(ends.above / n, 2)
    what = f"{n:,} sessions of {work.stretches.length:,} rounds with {printed(work.purse.bankroll)}"
    figure, (end, fall) = framed(2.9, 2, f"{what}: {ruin} ruined, {ahead} ahead", title)
    bars(end, result.ends, CENTS)
    marks(end, _at(result.ends, CENTS, 0.05, 0.5, 0.95))
    money_axis(end, "Up or down at the end")
    end.set_ylabel("Share of sessions")
    bars(fall, result.drawdowns, CENTS, lost=False)
    marks(fall, _at(result.drawdowns, CENTS, 0.5, 0.95))
    money_axis(fall, "Largest drawdown")
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
    """Quantiles in dollars, keyed by label."""
    at = {share: found.quantile(share) / unit for share in shares}
    return {f"{share:.0%} {dollars(place * CENTS)}": place for share, place in at.items()}

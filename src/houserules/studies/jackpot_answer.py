"""Meters over a period of play: time between jackpots, reading at a win, what is paid, liability, reserve."""

from __future__ import annotations

from houserules.amounts import METER_UNITS_PER_CENT
from houserules.analysis.result import fraction_text
from houserules.simulation.meter_records import MeterTally, Period
from houserules.simulation.meters import MeterTallies, Periods
from houserules.simulation.tallies import Histogram
from houserules.studies.answer import Answer, Row, dollars, percent, quantiles, share, title_of
from houserules.studies.asked import JACKPOT
from houserules.studies.exact import wins_a_round
from houserules.studies.works import Prepared


def jackpot_answer(ready: Prepared, work: Periods, result: MeterTallies) -> Answer:
    from houserules.studies.jackpot_figure import jackpot_figure

    title = title_of(ready.study, work.rounds)
    facts: Row = {
        "periods": work.number,
        "days": work.period.days,
        "tables": work.period.tables,
        "rounds_a_day": work.period.rounds_a_day,
        "meters": {
            name: _expected(ready, work, name) | meter_facts(one, work.period) for name, one in result.meters.items()
        },
    }
    rows = [
        row
        for name, one in result.meters.items()
        for row in _rows(name, one, work.period, _expected_text(ready, work, name))
    ]
    tables = {
        "jackpot": rows,
        "jackpot-periods": [row for name, one in result.meters.items() for row in _worlds(name, one)],
        "jackpot-wins": [row for name, one in result.meters.items() for row in _wins(name, one)],
    }
    return Answer(JACKPOT, title, facts, rows, tables, lambda: jackpot_figure(work, result, title))


def _expected(ready: Prepared, work: Periods, name: str) -> Row:
    """What the exact analysis expects of so many rounds."""
    often = wins_a_round(ready.study, next(m for m in ready.study.submission.meters if m.id == name))
    told = None if often is None else fraction_text(often)
    return {"expected_wins": None if often is None else float(often * work.rounds), "wins_a_round": told}


def _expected_text(ready: Prepared, work: Periods, name: str) -> str:
    expected = _expected(ready, work, name)["expected_wins"]
    return f"{expected:,.1f}" if expected is not None else "not known of this play"


def meter_facts(one: MeterTally, period: Period) -> Row:
    worlds = list(one.worlds.values())
    wins, n = sum(world.wins for world in worlds), len(worlds)
    return {
        "wins": wins,
        "parts": sum(world.parts for world in worlds),
        "staked_cents": sum(world.staked for world in worlds),
        "paid_cents": sum(world.paid for world in worlds),
        "reseeded_cents": sum(world.reseeded for world in worlds) / METER_UNITS_PER_CENT,
        "periods_without_a_win": sum(not world.wins for world in worlds),
        "days_between_wins": days_between(one, period),
        "days_to_a_win": _quantiles(one.gaps, period.rounds_a_day),
        "shown_at_win_cents": _quantiles(one.shown),
        "liability_at_end_cents": _quantiles(liability(one), METER_UNITS_PER_CENT),
        "largest_liability_cents": max(world.peak for world in worlds) / METER_UNITS_PER_CENT,
        "reserve_at_end_cents": sum(world.reserve for world in worlds) / METER_UNITS_PER_CENT / n,
        "starts_again_above_seed_cents": _quantiles(one.restarts),
        "starts_again_below_seed": share(one.restarts.moments.below, wins).as_json() if wins else None,
        "furthest_below_seed_cents": max(0, -min(one.restarts.counts)) if wins else None,
    }


def days_between(one: MeterTally, period: Period) -> float | None:
    """All days of play over all wins: periods that ended without a win count in full."""
    wins = sum(world.wins for world in one.worlds.values())
    return period.days * len(one.worlds) / wins if wins else None


def liability(one: MeterTally) -> Histogram:
    """What a meter shows and holds in reserve at the end of each period, in units."""
    found = Histogram()
    for world in one.worlds.values():
        found = found.with_(Histogram({world.shows + world.reserve: 1}))
    return found


def _quantiles(found: Histogram, unit: int = 1) -> dict[str, int | float] | None:
    return quantiles(found, unit) if found.counts else None


# --- As tables ---------------------------------------------------------------------------------------------------


def _rows(name: str, one: MeterTally, period: Period, expected: str) -> list[Row]:
    worlds = list(one.worlds.values())
    wins, between = sum(world.wins for world in worlds), days_between(one, period)
    without = [percent(one, 1) for one in share(sum(not world.wins for world in worlds), len(worlds))]
    owed = liability(one)
    said = {
        "won whole": f"{wins:,} times in {len(worlds):,} periods",
        "expected, exactly": expected,
        "days between": f"{between:,.1f}" if between is not None else "never won",
        "periods without a win": f"{without[0]} ({without[1]} to {without[2]})",
        "parts won": f"{sum(world.parts for world in worlds):,}",
        "paid in a period": dollars(sum(world.paid for world in worlds) / len(worlds)),
        "shown at a win": _spread(one.shown, 1),
        "owed at the end": _spread(owed, METER_UNITS_PER_CENT),
        "most ever owed": dollars(max(world.peak for world in worlds) / METER_UNITS_PER_CENT),
        "starts again": _restart(one),
    }
    return [{"meter": name, "what": what, "value": value} for what, value in said.items()]


def _spread(found: Histogram, unit: int) -> str:
    if not found.counts:
        return "never won"
    low, middle, high = (dollars(found.quantile(q) / unit) for q in (0.05, 0.5, 0.95))
    return f"{middle}; 90% from {low} to {high}"


def _restart(one: MeterTally) -> str:
    """Whether reseed and reserve bring a meter back to its seed."""
    if not one.restarts.counts:
        return "never won"
    below, n = one.restarts.moments.below, one.restarts.n
    if not below:
        return "at its seed or above, every time"
    return f"below its seed {below:,} times of {n:,}, by {dollars(-min(one.restarts.counts))} at worst"


def _worlds(name: str, one: MeterTally) -> list[Row]:
    rows = sorted(one.worlds.items())
    return [{"meter": name, "period": n + 1, **{k: getattr(w, k) for k in w.__struct_fields__}} for n, w in rows]


def _wins(name: str, one: MeterTally) -> list[Row]:
    parts = {"rounds_to_a_win": one.gaps, "shown_cents": one.shown, "above_seed_cents": one.restarts}
    return [
        {"meter": name, "figure": figure, "value": value, "wins": count}
        for figure, found in parts.items()
        for value, count in sorted(found.counts.items())
    ]

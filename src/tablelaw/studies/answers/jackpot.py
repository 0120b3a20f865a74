"""Meters over a period of play, by number of tables: time between jackpots, amount at a win, liability, reserve."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.analysis.result import fraction_text
from tablelaw.simulation.questions.meter_records import Period
from tablelaw.simulation.questions.meters import MeterTallies, Periods
from tablelaw.simulation.tallies import Histogram
from tablelaw.studies.answers.answer import Answer, Estimate, Row, Sheet, dollars, percent, quantiles, share, title_of
from tablelaw.studies.answers.jackpot_meters import Seen, tables_text
from tablelaw.studies.exact_comparison import wins_a_round
from tablelaw.studies.question_work import Prepared
from tablelaw.studies.questions import JACKPOT

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OF_A_WIN = ("tables", "meter", "figure", "value", "wins")


def jackpot_answer(ready: Prepared, work: Periods, result: MeterTallies) -> Answer:
    title, seen = title_of(ready.study, work.rounds), list(_seen(ready, work, result))
    counts = [_facts_at(period, seen) for period in work.lengths]
    facts: Row = {"periods": work.number, "days": work.lengths[0].days, "by_tables": counts}
    tables = {
        "jackpot": Sheet([_flat(one) for one in seen]),
        "jackpot-periods": Sheet([row for one in seen for row in _worlds(one)]),
        "jackpot-wins": Sheet([row for one in seen for row in _wins(one)], OF_A_WIN),
    }

    def draw() -> Figure:
        from tablelaw.studies.answers.charts import jackpot_figure  # matplotlib is needed for pictures alone

        return jackpot_figure(seen, work.number, title)

    return Answer(JACKPOT, title, facts, _shown(seen), tables, draw)


def _seen(ready: Prepared, work: Periods, result: MeterTallies) -> Iterator[Seen]:
    """The observations of each meter, with the numbers of tables in the order of the study."""
    for meter in work.meters:
        often = wins_a_round(ready.study, next(m for m in ready.study.submission.meters if m.id == meter.id))
        known = (None, None) if often is None else (float(often), fraction_text(often))
        for period in work.lengths:
            yield Seen(meter.id, period, result.by_tables[period.tables][meter.id], *known)


def _facts_at(period: Period, seen: list[Seen]) -> Row:
    meters = {one.name: meter_facts(one) for one in seen if one.period == period}
    return {"tables": period.tables, "rounds_a_day": period.rounds_a_day, "meters": meters}


def meter_facts(one: Seen) -> Row:
    worlds, tally = list(one.tally.worlds.values()), one.tally
    between, below = one.days_between, one.starts_below
    return {
        "expected_wins": one.expected_wins,
        "wins_a_round": one.often_text,
        "wins": one.wins,
        "parts": sum(world.parts for world in worlds),
        "staked_cents": sum(world.staked for world in worlds),
        "paid_cents": sum(world.paid for world in worlds),
        "reseeded_cents": sum(world.reseeded for world in worlds) / METER_UNITS_PER_CENT,
        "periods_without_a_win": sum(not world.wins for world in worlds),
        "expected_days_between_wins": one.expected_days,
        "days_between_wins": between.as_json() if between else None,
        "days_to_a_win": _quantiles(tally.gaps, one.period.rounds_a_day),
        "shown_at_win_cents": _quantiles(tally.shown),
        "liability_at_end_cents": _quantiles(one.owed, METER_UNITS_PER_CENT),
        "largest_liability_cents": one.most_owed,
        "reserve_at_end_cents": sum(world.reserve for world in worlds) / METER_UNITS_PER_CENT / one.worlds,
        "starts_again_above_seed_cents": _quantiles(tally.restarts),
        "starts_again_below_seed": below.as_json() if below else None,
        "furthest_below_seed_cents": max(0, -min(tally.restarts.counts)) if one.wins else None,
    }


def _quantiles(found: Histogram, unit: int = 1) -> dict[str, int | float] | None:
    return quantiles(found, unit) if found.counts else None


# --- As tables ---------------------------------------------------------------------------------------------------


def _shown(seen: list[Seen]) -> list[Row]:
    """A line for each figure of a meter, a column for each number of tables."""
    rows: dict[tuple[str, str], Row] = {}
    for one in seen:
        for what, value in _said(one).items():
            rows.setdefault((one.name, what), {"meter": one.name, "what": what})[tables_text(one.period)] = value
    return list(rows.values())


def _said(one: Seen) -> dict[str, str]:
    worlds, between = list(one.tally.worlds.values()), one.days_between
    without = [percent(value, 1) for value in share(sum(not world.wins for world in worlds), one.worlds)]
    expected = f"{one.expected_wins:,.1f}" if one.expected_wins is not None else "not known for this strategy"
    return {
        "won whole": f"{one.wins:,} times in {one.worlds:,} periods",
        "expected, exactly": expected,
        "days between": _days(between) if between else "never won",
        "days between, exactly": f"{one.expected_days:,.1f}" if one.expected_days else "not known for this strategy",
        "periods without a win": f"{without[0]} ({without[1]} to {without[2]})",
        "parts won": f"{sum(world.parts for world in worlds):,}",
        "paid in a period": dollars(sum(world.paid for world in worlds) / one.worlds),
        "shown at a win": _spread(one.tally.shown, 1),
        "owed at the end": _spread(one.owed, METER_UNITS_PER_CENT),
        "most ever owed": dollars(one.most_owed),
        "in reserve at the end": dollars(sum(world.reserve for world in worlds) / METER_UNITS_PER_CENT / one.worlds),
        "starts again": _restart(one),
    }


def _days(between: Estimate) -> str:
    return f"{between.value:,.1f} ({between.low:,.1f} to {between.high:,.1f})"


def _spread(found: Histogram, unit: int) -> str:
    if not found.counts:
        return "never won"
    low, middle, high = (dollars(found.quantile(q) / unit) for q in (0.05, 0.5, 0.95))
    return f"{middle}; 90% from {low} to {high}"


def _restart(one: Seen) -> str:
    """States whether reseed and reserve bring a meter back to its seed."""
    restarts = one.tally.restarts
    if not restarts.counts:
        return "never won"
    below = restarts.moments.below
    if not below:
        return "at its seed or above, every time"
    return f"below its seed {below:,} of {restarts.n:,} times, by {dollars(-min(restarts.counts))} at worst"


# --- For spreadsheets --------------------------------------------------------------------------------------------


def _named(one: Seen) -> Row:
    return {"tables": one.period.tables, "meter": one.name}


def _flat(one: Seen) -> Row:
    """All figures of a meter in one row; a figure with an interval or quantiles takes several columns."""
    found = _named(one)
    for name, value in meter_facts(one).items():
        if isinstance(value, list):
            found |= dict(zip((name, f"{name}_from", f"{name}_to"), value, strict=True))
        elif isinstance(value, dict):
            found |= {f"{name}_{q}": cents for q, cents in value.items()}
        else:
            found[name] = value
    return found


def _worlds(one: Seen) -> list[Row]:
    rows = sorted(one.tally.worlds.items())
    return [_named(one) | {"period": n + 1} | {k: getattr(w, k) for k in w.__struct_fields__} for n, w in rows]


def _wins(one: Seen) -> list[Row]:
    tally = one.tally
    parts = {"rounds_to_a_win": tally.gaps, "shown_cents": tally.shown, "above_seed_cents": tally.restarts}
    return [
        _named(one) | {"figure": figure, "value": value, "wins": count}
        for figure, found in parts.items()
        for value, count in sorted(found.counts.items())
    ]

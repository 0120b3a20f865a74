"""Sessions and shifts: how they end, and how likely ruin or a losing shift is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.printed_money import printed
from tablelaw.simulation.questions.sessions_and_shifts import Sessions, SessionTally, Shifts
from tablelaw.simulation.tallies import Histogram
from tablelaw.studies.answers.answer import (
    Answer,
    Estimate,
    Row,
    Sheet,
    deviation,
    dollars,
    mean,
    percent,
    quantiles,
    share,
    title_of,
)
from tablelaw.studies.question_work import Prepared
from tablelaw.studies.questions import SESSION, SHIFT

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def session_answer(ready: Prepared, work: Sessions, result: SessionTally) -> Answer:
    title = title_of(ready.study, work.rounds)
    n, ends = result.ends.n, result.ends.moments
    facts: Row = {
        "sessions": n,
        "rounds": work.stretches.length,
        "seat": work.seat + 1,
        "bankroll_cents": work.purse.bankroll,
        "needs_cents": work.purse.needs,
        "mean_cents": mean(ends).as_json(),
        "deviation_cents": deviation(ends),
        "ruin": share(result.ruined.n, n).as_json(),
        "ahead": share(ends.above, n).as_json(),
        "even": share(n - ends.above - ends.below, n).as_json(),
        "end_cents": quantiles(result.ends),
        "drawdown_cents": quantiles(result.drawdowns),
        "worst_drawdown_cents": max(result.drawdowns.counts),
        "ruined_after_rounds": quantiles(result.ruined) if result.ruined.counts else None,
    }
    rows = _session_rows(work, result)
    tables = {
        "session": Sheet(rows),
        "session-ends": _counts(result.ends, "end_cents", "sessions"),
        "session-drawdowns": _counts(result.drawdowns, "drawdown_cents", "sessions"),
    }

    def draw() -> Figure:
        from tablelaw.studies.answers.charts import session_figure  # matplotlib is needed for pictures alone

        return session_figure(work, result, title)

    return Answer(SESSION, title, facts, rows, tables, draw)


def _session_rows(work: Sessions, result: SessionTally) -> list[Row]:
    n, ends = result.ends.n, result.ends.moments
    chances = {"ruined": share(result.ruined.n, n), "ahead at the end": share(ends.above, n)}
    rows = [_chance(what, chance) for what, chance in chances.items()]
    rows.append(_sum("end on average", mean(ends)))
    rows += [{"what": f"end, {q} at or below", "value": dollars(cents)} for q, cents in quantiles(result.ends).items()]
    falls = quantiles(result.drawdowns)
    rows += [{"what": f"drawdown, {q} at or below", "value": dollars(falls[q])} for q in ("50%", "95%", "99%")]
    needs = f"{printed(work.purse.needs)} for every bet of a round in full"
    return [*rows, {"what": "a session continues with", "value": needs}]


def _chance(what: str, chance: Estimate) -> Row:
    return {"what": what, "value": percent(chance.value), "from": percent(chance.low), "to": percent(chance.high)}


def _sum(what: str, found: Estimate) -> Row:
    return {"what": what, "value": dollars(found.value), "from": dollars(found.low), "to": dollars(found.high)}


def _counts(found: Histogram, value: str, count: str) -> Sheet:
    return Sheet([{value: key, count: n} for key, n in sorted(found.counts.items())])


# --- Shifts ---------------------------------------------------------------------------------------------------


def shift_answer(ready: Prepared, work: Shifts, result: Histogram) -> Answer:
    asked, title = ready.study.asked[SHIFT], title_of(ready.study, work.rounds)
    wins, unit = result.moments, METER_UNITS_PER_CENT
    facts: Row = {
        "shifts": result.n,
        "hours": asked["hours"],
        "rounds": work.stretches.length,
        "mean_cents": mean(wins).times(1 / unit).as_json(),
        "deviation_cents": deviation(wins) / unit,
        "losing": share(wins.below, result.n).as_json(),
        "win_cents": quantiles(result, unit),
        "worst_cents": min(result.counts) / unit,
        "best_cents": max(result.counts) / unit,
    }
    rows = _shift_rows(result)
    tables = {"shift": Sheet(rows), "shift-wins": _counts(result, "win_units", "shifts")}

    def draw() -> Figure:
        from tablelaw.studies.answers.charts import shift_figure  # matplotlib is needed for pictures alone

        return shift_figure(asked, result, title)

    return Answer(SHIFT, title, facts, rows, tables, draw)


def _shift_rows(result: Histogram) -> list[Row]:
    wins, unit = result.moments, METER_UNITS_PER_CENT
    rows = [_chance("losing shift", share(wins.below, result.n)), _sum("win on average", mean(wins).times(1 / unit))]
    rows.append({"what": "standard deviation", "value": dollars(deviation(wins) / unit)})
    known = {"worst": min(result.counts) / unit, **quantiles(result, unit), "best": max(result.counts) / unit}
    named = {q: f"win, {q} at or below" if q.endswith("%") else f"{q} shift" for q in known}
    return rows + [{"what": named[q], "value": dollars(float(cents))} for q, cents in known.items()]

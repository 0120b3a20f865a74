"""House edge, deviation and hits of every wager, compared with the exact values."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from tablelaw.analysis.result import fraction_text
from tablelaw.analysis.solver import MAIN
from tablelaw.simulation.seating import Seat, base_cents
from tablelaw.simulation.tallies import Moments, Nets, Tally
from tablelaw.studies.answers.answer import Answer, Estimate, Row, Sheet, deviation, mean, percent, share, title_of
from tablelaw.studies.answers.hold_row import HoldRow, Unit
from tablelaw.studies.exact_comparison import IN_PART, WHOLE, Exact, Known, known_of
from tablelaw.studies.question_work import Prepared, main_columns
from tablelaw.studies.questions import HOLD

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def hold_answer(ready: Prepared, result: Tally) -> Answer:
    title = title_of(ready.study, result.rounds)
    rows = [row for place in range(len(ready.study.seats)) for row in _rows(ready, result, place)]
    facts: Row = {"rounds": result.rounds, "table": _table(ready, result), "wagers": [_json(row) for row in rows]}
    tables = {"hold": Sheet([_flat(row) for row in rows]), "hold-outcomes": Sheet(list(_outcomes(ready, result)))}
    shown = [_shown(row) for row in rows]

    def draw() -> Figure:
        from tablelaw.studies.answers.charts import hold_figure  # matplotlib is needed for pictures alone

        return hold_figure(rows, title)

    return Answer(HOLD, title, facts, shown, tables, draw, _notes(rows))


def _rows(ready: Prepared, result: Tally, place: int) -> Iterator[HoldRow]:
    """Yields a row for every wager the seat makes, for the main game, and for the whole round if there are other
    wagers.
    """
    seat, known = ready.study.seats[place], known_of(ready.study, place)
    columns, made = ready.game.columns, dict(_units(ready, seat))
    counts = result.codes[place]
    staked = [_staked(counts[n], [m.staked for m in column.meanings]) for n, column in enumerate(columns)]
    for n, unit in made.items():
        yield _row(place, columns[n].wager, unit, _moments(counts[n], ready.values[n]), staked[n], known)
    main, base = main_columns(ready), Unit("ante", base_cents(ready.study.submission.terms, seat))
    yield _row(place, MAIN, base, result.main[place], sum(staked[n] for n in main), known)
    beside = {columns[n].wager: unit for n, unit in made.items() if n not in main}
    if beside:
        known[WHOLE] = _added_up(known, beside, base)
        yield _row(place, WHOLE, base, result.seats[place], sum(staked), known)


def _units(ready: Prepared, seat: Seat) -> Iterator[tuple[int, Unit]]:
    """The unit of each column: the wager's own stake, the Ante for a bet, or for a bonus the stake of the wager it
    rides on.
    """
    submission = ready.study.submission
    for n, column in enumerate(ready.game.columns):
        row = submission.book.wager(column.wager)
        if row.kind == "decision":
            yield n, Unit("ante", base_cents(submission.terms, seat))
        elif carried := sum(seat.wagers.get(name, 0) for name in row.rides_on or (row.id,)):
            yield n, Unit("wager it rides on" if row.rides_on else "wager", carried)


def _added_up(known: dict[str, Known], beside: dict[str, Unit], base: Unit) -> Known:
    """Adds the expectations of several wagers if all are known; deviations cannot be added."""
    parts = [(known[wager], unit) for wager, unit in ((MAIN, base), *beside.items())]
    exact = [(part.ev, unit.cents) for part, unit in parts if isinstance(part, Exact)]
    if len(exact) < len(parts):
        return IN_PART
    return Exact(sum((ev * cents for ev, cents in exact), Fraction(0)) / base.cents)


def _staked(counts: list[int], stakes: list[int]) -> int:
    return sum(count * stake for count, stake in zip(counts, stakes, strict=True))


def _moments(counts: list[int], values: Nets) -> Moments:
    """The exact moments of the simulated results, computed from the counts of each code."""
    rows = [(int(value), count) for value, count in zip(values, counts, strict=True)]
    return Moments(
        sum(counts),
        sum(value * count for value, count in rows),
        sum(value * value * count for value, count in rows),
        sum(count for value, count in rows if value > 0),
        sum(count for value, count in rows if value < 0),
    )


def _row(place: int, wager: str, unit: Unit, found: Moments, staked: int, known: dict[str, Known]) -> HoldRow:
    hold, spread, one = mean(found).times(-1 / unit.cents), deviation(found) / unit.cents, known[wager]
    return HoldRow(
        seat=place + 1,
        wager=wager,
        unit=unit,
        staked=staked / found.n / unit.cents,
        hold=hold,
        deviation=spread,
        hits=share(found.above, found.n),
        net_cents=found.total,
        known=one,
        z=_z(hold, spread, found.n, one),
    )


def _z(hold: Estimate, spread: float, n: int, exact: Known) -> float | None:
    """The number of standard errors by which the player's gain exceeds the exact value, using the exact deviation if
    known.
    """
    if not isinstance(exact, Exact):
        return None
    error = sqrt((float(exact.variance) if exact.variance is not None else spread**2) / n)
    return (-hold.value - float(exact.ev)) / error if error else None


# --- As data ------------------------------------------------------------------------------------------------


def _json(row: HoldRow) -> Row:
    exact = row.exact
    return {
        "seat": row.seat,
        "wager": row.wager,
        "per": row.unit.name,
        "unit_cents": row.unit.cents,
        "staked": row.staked,
        "net_cents": row.net_cents,
        "hold": row.hold.as_json(),
        "deviation": row.deviation,
        "hits": row.hits.as_json(),
        "z": row.z,
        "exact": None if exact is None else _exact_json(exact),
        "why_not_exact": row.why_not,
    }


def _exact_json(exact: Exact) -> Row:
    found: Row = {"ev": fraction_text(exact.ev), "hold": float(-exact.ev)}
    if exact.variance is not None:
        found |= {"variance": fraction_text(exact.variance), "deviation": sqrt(exact.variance)}
    return found | ({} if exact.won is None else {"hits": float(exact.won)})


def _flat(row: HoldRow) -> Row:
    """A row of the answer as a row of a spreadsheet."""
    told = _json(row)
    exact = told.pop("exact") or {}
    for name in ("hold", "hits"):
        told |= dict(zip((name, f"{name}_from", f"{name}_to"), getattr(row, name), strict=True))
    assert isinstance(exact, dict)
    return told | {f"exact_{name}": exact.get(name, "") for name in ("ev", "hold", "variance", "deviation", "hits")}


def _notes(rows: list[HoldRow]) -> tuple[str, ...]:
    """The reasons some wagers have no exact value, each reason once."""
    reasons: dict[str, list[str]] = {}
    for row in rows:
        if row.why_not:
            reasons.setdefault(row.why_not, []).append(f"{row.wager} of seat {row.seat}")
    return tuple(f"No exact value of {', '.join(names)}: {why}." for why, names in reasons.items())


def _shown(row: HoldRow) -> Row:
    exact, half = row.exact, (row.hold.high - row.hold.low) / 2
    return {
        "seat": row.seat,
        "wager": row.wager,
        "house edge": f"{percent(row.hold.value)} ±{percent(half, 2)}",
        "exact": percent(float(-exact.ev)) if exact else "",
        "z": f"{row.z:+.2f}" if row.z is not None else "",
        "deviation": f"{row.deviation:.3f}",
        "exact ": f"{sqrt(exact.variance):.3f}" if exact and exact.variance is not None else "",
        "hits": percent(row.hits.value, 2),
    }


def _table(ready: Prepared, result: Tally) -> Row:
    """What the house wins from all seats together, in cents per round."""
    return {
        "win_cents": mean(result.table).times(-1).as_json(),
        "deviation_cents": deviation(result.table),
        "seats": len(ready.study.seats),
    }


def _outcomes(ready: Prepared, result: Tally) -> Iterator[Row]:
    """How often each code occurred, with its paragraph."""
    for place in range(len(ready.study.seats)):
        for n, column in enumerate(ready.game.columns):
            for meaning, count in zip(column.meanings, result.codes[place][n], strict=True):
                if count:
                    yield {
                        "seat": place + 1,
                        "wager": column.wager,
                        "outcome": meaning.outcome,
                        "row": meaning.row,
                        "cite": meaning.cite,
                        "staked_cents": meaning.staked,
                        "net_cents": meaning.net,
                        "shares": " ".join(f"{share} of {name}" for name, share in meaning.shares),
                        "rounds": count,
                    }

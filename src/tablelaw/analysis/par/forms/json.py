"""A PAR sheet for programs: exact figures as NUM/DEN, with floats beside them; the same in every run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction

from tablelaw.analysis.par.contents import Par, ParMeter, ParProgressive, PayLine, Printed, SideWager
from tablelaw.analysis.par.sections.exposure import loss_cents
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.result import Result, fraction_text
from tablelaw.analysis.starting_hand_chart import ChartCell

SHAPE = 1
"""The version of this shape; it increases when a name changes its meaning or is removed."""


def par_json(par: Par) -> dict[str, object]:
    return {
        "par": SHAPE,
        "header": asdict(par.header),
        "choices": [asdict(choice) for choice in par.choices],
        "main": {"base": par.base, "wagers": [asdict(stake) for stake in par.stakes], **_result(par.main)},
        "side_wagers": [_side(side) for side in par.sides],
        "progressives": [_progressive(one) for one in par.progressives],
        "starting_hands": [_cell(par, cell) for cell in par.chart],
        "strategies": [strategy.as_json() for strategy in par.strategies],
        "best_play": list(par.best_play),
        "whole_round": _whole_round(par),
        "notes": list(par.notes),
        "exposure": [_exposure(par, found) for found in par.exposures],
    }


def _exact(value: Fraction | None) -> str | None:
    return None if value is None else fraction_text(value)


def _result(result: Result) -> dict[str, object]:
    """The result as `analyze` prints it, without its duration, and with exact values beside its floats."""
    shown = {name: value for name, value in result.as_json().items() if name != "seconds"}
    spread = result.distribution
    if spread is not None:
        shown["variance_exact"] = _exact(spread.variance)
        shown["hit_frequency_exact"] = _exact(spread.frequency("won"))
        shown["n0_exact"] = _exact(spread.n0)
    if result.average_wager is not None:
        shown["element_of_risk_exact"] = _exact(result.element_of_risk)
    return {**shown, "method": result.method}


def _exposure(par: Par, found: Exposure) -> dict[str, object]:
    """An exposure as `protect` prints it, without its duration, and with the loss at the table minimum."""
    shown = {name: value for name, value in found.as_json().items() if name != "seconds"}
    return {**shown, "loss_cents_in_100_rounds": _exact(loss_cents(par, found))}


def _side(side: SideWager) -> dict[str, object]:
    return {
        "name": side.name,
        "cite": side.cite,
        "column": side.column,
        "column_cite": side.table_cite,
        "stake": side.stake,
        **_result(side.result),
        "lines": [_line(line) for line in side.lines],
        "printed_range": _printed(side.printed),
        "forfeited_by_a_fold": side.is_forfeited,
        "fold_cite": side.fold_cite,
        "basis": side.basis,
    }


def _line(line: PayLine) -> dict[str, object]:
    return {
        "hand": line.hand,
        "pays": line.pays,
        "net": _exact(line.net),
        "deals": line.deals,
        "frequency": _exact(line.frequency),
    }


def _printed(printed: Printed | None) -> dict[str, object] | None:
    if printed is None:
        return None
    return {
        "low": _exact(printed.low),
        "high": _exact(printed.high),
        "source": printed.source,
        "cite": printed.cite,
        "hold": _exact(printed.hold),
        "long_run": printed.is_long_run,
        "met": printed.is_met,
        "rates_that_meet_it": [_exact(rate) for rate in printed.rates],
    }


def _progressive(one: ParProgressive) -> dict[str, object]:
    run = one.long_run
    return {
        "wager": one.wager,
        "cite": one.cite,
        "stake_cents": one.stake_cents,
        "fixed_return": _exact(1 + one.fixed),
        "ev_at_seed": _exact(one.at_seed),
        "long_run": {"growth": _exact(run.growth), "reseeding": _exact(run.reseeding), "hold": _exact(run.hold)},
        "meters": [_meter(meter) for meter in one.meters],
        "envy_dollars_by_others": _by_number(one.envy),
        "envy_cite": one.envy_cite,
        "basis": one.basis,
    }


def _meter(meter: ParMeter) -> dict[str, object]:
    return {name: _exact(value) if isinstance(value, Fraction) else value for name, value in asdict(meter).items()}


def _by_number(values: Mapping[int, Fraction]) -> dict[str, str]:
    return {str(number): fraction_text(value) for number, value in values.items()}


def _whole_round(par: Par) -> dict[str, object]:
    parts = [
        {
            "wager": part.wager,
            "stake_cents": part.stake_cents,
            "staked_cents": _exact(part.staked_cents),
            "kept_cents": _exact(part.kept_cents),
            "rides_on": list(part.rides_on),
        }
        for part in par.whole_round
    ]
    return {"parts": parts, "overall_hold": _exact(par.overall_hold)}


def _cell(par: Par, cell: ChartCell) -> dict[str, object]:
    every = {name: fraction_text(row[cell.kind]) for name, row in par.main.chart.items()}
    return {"hand": cell.name, "ways": cell.ways, "best": cell.action, "ev": _exact(cell.ev), "actions": every}

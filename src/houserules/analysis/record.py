"""A result as text and back, exactly: fractions as NUM/DEN."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from houserules.analysis.result import Distribution, Result, fraction_text


def write_result(result: Result) -> str:
    spread = result.distribution
    return json.dumps(
        {
            "rulebook": result.rulebook,
            "wager": result.wager,
            "choices": dict(result.choices),
            "unit": result.unit,
            "ev": fraction_text(result.ev),
            "seconds": result.seconds,
            "meters": _texts(result.meters),
            "distribution": None if spread is None else {fraction_text(v): n for v, n in spread.counts.items()},
            "average_wager": None if result.average_wager is None else fraction_text(result.average_wager),
            "actions": _texts(result.actions),
            "chart": {name: [fraction_text(value) for value in row] for name, row in result.chart.items()},
            "method": result.method,
            "notes": list(result.notes),
        }
    )


def read_result(path: Path) -> Result | None:
    """The result in a file; None when there is none, or when it is broken and better worked out again."""
    try:
        return _result(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _result(kept: dict[str, Any]) -> Result:
    spread, average = kept["distribution"], kept["average_wager"]
    return Result(
        rulebook=kept["rulebook"],
        wager=kept["wager"],
        choices=kept["choices"],
        unit=kept["unit"],
        ev=Fraction(kept["ev"]),
        seconds=kept["seconds"],
        meters=_fractions(kept["meters"]),
        distribution=None if spread is None else Distribution({Fraction(v): n for v, n in spread.items()}),
        average_wager=None if average is None else Fraction(average),
        actions=_fractions(kept["actions"]),
        chart={name: tuple(Fraction(value) for value in row) for name, row in kept["chart"].items()},
        method=kept["method"],
        notes=tuple(kept["notes"]),
    )


def _texts(values: Mapping[str, Fraction]) -> dict[str, str]:
    return {name: fraction_text(value) for name, value in values.items()}


def _fractions(texts: dict[str, str]) -> dict[str, Fraction]:
    return {name: Fraction(text) for name, text in texts.items()}

"""The files of the cache: JSON with exact fractions as NUM/DEN, and arrays.

Each file begins with a digest that reveals damage.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.endings import Ends, ends_from_lists
from tablelaw.analysis.result import Distribution, Result, Strategy, Value, fraction_text, fraction_texts

Arrays = dict[str, npt.NDArray[Any]]
T = TypeVar("T")


class Form(NamedTuple, Generic[T]):
    """How a kind of answer is written in JSON and read back."""

    encode: Callable[[T], Any]
    decode: Callable[[Any], T]


def write_as(form: Form[T], answer: T) -> str:
    """Writes a digest, a line break, and the answer."""
    body = json.dumps(form.encode(answer))
    return f"{_digest(body)}\n{body}"


def read_as(form: Form[T], path: Path) -> T | None:
    """Reads the answer in a file; None if there is none, or if it is damaged and must be computed again."""
    try:
        digest, _, body = path.read_text("utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return None
    return form.decode(json.loads(body)) if digest == _digest(body) else None


def _digest(body: str) -> str:
    return sha256(body.encode()).hexdigest()


def write_arrays(arrays: Arrays) -> bytes:
    """Writes a digest, a line break, and the arrays by name."""
    body = BytesIO()
    np.savez(body, allow_pickle=False, **arrays)
    return sha256(body.getvalue()).hexdigest().encode() + b"\n" + body.getvalue()


def read_arrays(path: Path) -> Arrays | None:
    try:
        digest, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if digest != sha256(body).hexdigest().encode():
        return None
    with np.load(BytesIO(body), allow_pickle=False) as found:
        return dict(found)


def _plain(result: Result) -> dict[str, Any]:
    spread = result.distribution
    return {
        "rulebook": result.rulebook,
        "wager": result.wager,
        "choices": dict(result.choices),
        "unit": result.unit,
        "ev": fraction_text(result.ev),
        "seconds": result.seconds,
        "meters": fraction_texts(result.meters),
        "seeds": fraction_texts(result.seeds),
        "distribution": None if spread is None else {fraction_text(v): n for v, n in spread.counts.items()},
        "average_wager": None if result.average_wager is None else fraction_text(result.average_wager),
        "actions": fraction_texts(result.actions),
        "chart": {name: [fraction_text(value) for value in row] for name, row in result.chart.items()},
        "method": result.method,
        "notes": list(result.notes),
        "play": result.play,
        "plays": {name: _plain_value(value) for name, value in result.plays.items()},
        "by_others": {str(others): fraction_text(ev) for others, ev in result.by_others.items()},
        "strategies": _plain_strategies(result.strategies),
        "ends": None if result.ends is None else _plain_ends(result.ends),
    }


def _plain_value(value: Value) -> list[Any]:
    staked = None if value.staked is None else fraction_text(value.staked)
    return [fraction_text(value.ev), fraction_texts(value.meters), staked]


def _value(kept: list[Any]) -> Value:
    ev, meters, staked = kept
    return Value(Fraction(ev), _fractions(meters), None if staked is None else Fraction(staked))


def _result(kept: dict[str, Any]) -> Result:
    spread, average, ends = kept["distribution"], kept["average_wager"], kept["ends"]
    return Result(
        rulebook=kept["rulebook"],
        wager=kept["wager"],
        choices=kept["choices"],
        unit=kept["unit"],
        ev=Fraction(kept["ev"]),
        seconds=kept["seconds"],
        meters=_fractions(kept["meters"]),
        seeds=_fractions(kept["seeds"]),
        distribution=None if spread is None else Distribution({Fraction(v): n for v, n in spread.items()}),
        average_wager=None if average is None else Fraction(average),
        actions=_fractions(kept["actions"]),
        chart={name: tuple(Fraction(value) for value in row) for name, row in kept["chart"].items()},
        method=kept["method"],
        notes=tuple(kept["notes"]),
        play=kept["play"],
        plays={name: _value(value) for name, value in kept["plays"].items()},
        by_others={int(others): Fraction(ev) for others, ev in kept["by_others"].items()},
        strategies=_strategies(kept["strategies"]),
        ends=None if ends is None else _ends(ends),
    )


def _fractions(texts: dict[str, str]) -> dict[str, Fraction]:
    return {name: Fraction(text) for name, text in texts.items()}


def _plain_ends(ends: Ends) -> dict[str, object]:
    return ends.as_lists()


def _ends(kept: dict[str, Any]) -> Ends:
    return ends_from_lists(**kept)


def _plain_strategies(strategies: tuple[Strategy, ...]) -> list[list[str]]:
    return [[one.name, fraction_text(one.ev), fraction_text(one.cost), one.says] for one in strategies]


def _strategies(kept: list[list[str]]) -> tuple[Strategy, ...]:
    return tuple(Strategy(name, Fraction(ev), Fraction(cost), says) for name, ev, cost, says in kept)


def _counts(kept: dict[str, int]) -> Counter[str]:
    return Counter(kept)


RESULT: Form[Result] = Form(_plain, _result)
ENDS: Form[Ends] = Form(_plain_ends, _ends)
STRATEGIES: Form[tuple[Strategy, ...]] = Form(_plain_strategies, _strategies)
COUNTS: Form[Counter[str]] = Form(dict, _counts)
VALUE: Form[Fraction] = Form(fraction_text, Fraction)

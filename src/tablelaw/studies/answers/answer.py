"""An answer: figures for programs, tables for people and spreadsheets, and a chart."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import StringIO
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from tablelaw.amounts import percent_text
from tablelaw.printed_money import printed
from tablelaw.simulation.tallies import Histogram, Moments
from tablelaw.studies.study import Study

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Row = dict[str, object]


class Sheet(NamedTuple):
    """A table for spreadsheets. If it may have no rows, its columns must be named."""

    rows: Sequence[Row]
    columns: tuple[str, ...] = ()

    def csv(self) -> str:
        out = StringIO()
        columns = self.columns or tuple(dict.fromkeys(key for row in self.rows for key in row))
        writer = csv.DictWriter(out, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        return out.getvalue()


CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question."""

    question: str
    title: str
    facts: Row
    shown: list[Row]
    """The table for people to read."""
    tables: dict[str, Sheet]
    """The tables for spreadsheets, by file name."""
    draw: Callable[[], Figure]
    notes: tuple[str, ...] = ()
    """Sentences below the table."""

    def as_json(self) -> Row:
        return {"question": self.question, "title": self.title, **self.facts}


class Estimate(NamedTuple):
    """A figure with the ends of its confidence interval."""

    value: float
    low: float
    high: float

    def as_json(self) -> list[float]:
        return [self.value, self.low, self.high]

    def times(self, factor: float) -> Estimate:
        ends = sorted((self.low * factor, self.high * factor))
        return Estimate(self.value * factor, ends[0], ends[1])


def deviation(found: Moments) -> float:
    """The standard deviation, computed from an exact variance with divisor n - 1."""
    if found.n < 2:
        return 0.0
    return sqrt((found.n * found.squares - found.total**2) / (found.n * (found.n - 1)))


def mean(found: Moments) -> Estimate:
    """Estimates the mean by the normal approximation, which needs more rounds if the largest payouts are rare."""
    value, half = found.total / found.n, Z * deviation(found) / sqrt(found.n)
    return Estimate(value, value - half, value + half)


def share(hits: int, n: int) -> Estimate:
    """Estimates a proportion with Wilson's interval, which is also valid for rare events."""
    value, square = hits / n, Z * Z
    middle, half = value + square / (2 * n), Z * sqrt(value * (1 - value) / n + square / (4 * n * n))
    scale = 1 + square / n
    return Estimate(value, max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale))


def quantiles(found: Histogram, unit: int = 1) -> dict[str, int | float]:
    """Exact quantiles of the simulated values, by percentage."""
    return {f"{q:.0%}": found.quantile(q) / unit if unit > 1 else found.quantile(q) for q in QUANTILES}


def title_of(study: Study, rounds: int) -> str:
    """The game, the strategies, the seed and the number of rounds: everything needed to reproduce the figures."""
    book = study.submission.book
    mark = f"; {book.not_the_law}" if book.changes else ""
    return f"{book.game} ({book.id}); {plays_of(study)}; seed {study.seed}; {rounds:,} rounds{mark}"


def plays_of(study: Study) -> str:
    """The strategies of the seats, each named once."""
    plays: dict[str, int] = {}
    for seat in study.seats:
        slips = f", {percent_text(seat.mistakes)} mistakes" if seat.mistakes else ""
        name = f"{seat.play} play" if seat.play == "best" else seat.play
        plays[name + slips] = plays.get(name + slips, 0) + 1
    texts = [f"{n} seats {play}" if n > 1 else play for play, n in plays.items()]
    return f"{len(study.seats)} seat{'s' if len(study.seats) > 1 else ''}: " * (len(plays) > 1) + " and ".join(texts)


def dollars(cents: float) -> str:
    """Formats large amounts in whole dollars and small ones with cents."""
    if abs(cents) >= 100_000:
        return printed(round(cents / 100) * 100)
    return printed(round(cents))


def percent(value: float, places: int = 3) -> str:
    return f"{value:.{places}%}"

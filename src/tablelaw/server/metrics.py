"""What this server has done since it started, in Prometheus's text format."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""The upper bounds of the histogram's buckets, in seconds."""
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Histogram:
    """How often a duration fell into each bucket. One thread adds to it; others may read it."""

    def __init__(self, bounds: Sequence[float] = BOUNDS) -> None:
        self.bounds = tuple(bounds)
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(self.bounds, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> Iterator[str]:
        below = list(accumulate(self._counts))
        for bound, count in zip((*map(str, self.bounds), "+Inf"), below, strict=True):
            yield f'{name}_bucket{{le="{bound}"}} {count}'
        yield f"{name}_sum {self._sum:.6f}"
        yield f"{name}_count {below[-1]}"


class Metrics:
    """Counts of this process; a restart begins again at zero."""

    def __init__(self) -> None:
        self.orders: Counter[str] = Counter()
        """Orders carried out, by their name in the log."""
        self.refusals: Counter[str] = Counter()
        """Requests and orders refused, by code."""
        self.commits = Histogram()
        """How long it took to write entries until they were durable."""

    def lines(self, gauges: Mapping[str, tuple[str, int]]) -> Iterator[str]:
        """Every figure; `gauges` are the current figures of the server's other parts, by name, each with its
        description.
        """
        yield from _counter("tablelaw_orders_total", "Orders carried out by this server.", "order", self.orders)
        yield from _counter("tablelaw_refusals_total", "Requests and orders refused.", "code", self.refusals)
        for name, (says, number) in gauges.items():
            yield from _head(name, says, "gauge")
            yield f"{name} {number}"
        name = "tablelaw_commit_seconds"
        yield from _head(name, "Time until entries of the log were durable.", "histogram")
        yield from self.commits.lines(name)


def liability_lines(cents: Mapping[str, int]) -> Iterator[str]:
    """What the house owes to the winners of each meter: the meter, its reserve, and what is pending."""
    yield from _head("tablelaw_meter_liability_cents", "What a meter and its reserve hold, in cents.", "gauge")
    for meter, held in sorted(cents.items()):
        yield f'tablelaw_meter_liability_cents{{meter="{_escaped(meter)}"}} {held}'


def _counter(name: str, says: str, label: str, counts: Counter[str]) -> Iterator[str]:
    yield from _head(name, says, "counter")
    for value, count in sorted(counts.copy().items()):
        yield f'{name}{{{label}="{_escaped(value)}"}} {count}'


def _head(name: str, says: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {says}"
    yield f"# TYPE {name} {kind}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")

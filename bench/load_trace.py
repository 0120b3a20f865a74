"""Shows what delays the slowest acknowledgements of a load run: which steps of an order take long, and what went on in
the server meanwhile.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from bench.traced_server import BATCH, COMMIT, Span, Trace
from bench.turns import console
from tablelaw.cli.output import add_row, make_table

STEPS = (
    "to the server",
    "checks before the floor",
    "waiting for the writer",
    "carrying out",
    "writing and syncing",
    "hand-over to the socket",
    "back to the player",
)
GROUPS = {"all": 0.0, "slowest 1 %": 99.0, "slowest 0.1 %": 99.9}


class Timed(NamedTuple):
    """An order as its player saw it: its id, when it was sent and when its acknowledgement arrived."""

    id: str
    sent: float
    acknowledged: float

    @property
    def seconds(self) -> float:
        return self.acknowledged - self.sent


def tell(trace: Trace, orders: Sequence[Timed]) -> None:
    """Prints the mean milliseconds of each step, and of everything that overlapped, for the slowest orders."""
    known = sorted((one for one in orders if one.id in trace.replied), key=lambda one: one.seconds)
    if not known:
        console.print("the trace has none of these orders")
        return
    groups = {name: known[min(len(known) - 1, int(len(known) * percent / 100)) :] for name, percent in GROUPS.items()}
    columns = [f"{name} ({len(found):,})" for name, found in groups.items()]
    table = make_table("Where the time goes, mean ms", "what", *columns, numbers=columns)
    batches, commits = _by_order(trace)
    steps = {name: [_steps(trace, batches, commits, one) for one in found] for name, found in groups.items()}
    for n, step in enumerate(STEPS):
        add_row(table, step, *(_mean([taken[n] for taken in steps[name]]) for name in groups))
    overlaps = Overlaps(trace.spans)
    for what in overlaps.kinds:
        means = (
            _mean([overlaps.seconds(what, one.sent, one.acknowledged) for one in found]) for found in groups.values()
        )
        add_row(table, f"meanwhile: {what}", *means)
    console.print(table)
    for what in overlaps.kinds:
        longest = max(ended - began for began, ended in overlaps.kinds[what])
        console.print(
            f"  {what}: {len(overlaps.kinds[what]):,} times, {longest * 1000:.1f} ms at most", highlight=False
        )


def _by_order(trace: Trace) -> tuple[dict[str, Span], dict[Span, Span]]:
    """The batch in which each order was carried out, and the write of each batch."""
    batches = {id: span for span in trace.spans if span.what == BATCH for id in span.orders}
    writes = sorted(span for span in trace.spans if span.what == COMMIT)
    starts = [span.began for span in writes]
    found = {}
    for batch in set(batches.values()):
        at = bisect_left(starts, batch.began)
        if at < len(writes) and writes[at].ended <= batch.ended:
            found[batch] = writes[at]
    return batches, found


def _steps(trace: Trace, batches: dict[str, Span], commits: dict[Span, Span], one: Timed) -> list[float]:
    """The seconds of each step of an order."""
    batch = batches[one.id]
    commit = commits.get(batch, Span(COMMIT, batch.ended, batch.ended))
    moments = (
        one.sent,
        trace.received[one.id],
        trace.submitted[one.id],
        batch.began,
        commit.began,
        commit.ended,
        trace.replied[one.id],
        one.acknowledged,
    )
    return [after - before for before, after in pairwise(moments)]


class Overlaps:
    """How much of a period something went on."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self.kinds: dict[str, list[tuple[float, float]]] = {}
        for span in sorted(spans, key=lambda span: span.began):
            if span.what not in (BATCH, COMMIT):
                self.kinds.setdefault(span.what, []).append((span.began, span.ended))
        self._longest = {what: max(ended - began for began, ended in found) for what, found in self.kinds.items()}

    def seconds(self, what: str, began: float, ended: float) -> float:
        found = self.kinds[what]
        at, total = bisect_left(found, (began - self._longest[what], 0.0)), 0.0
        while at < len(found) and found[at][0] < ended:
            total += max(0.0, min(ended, found[at][1]) - max(began, found[at][0]))
            at += 1
        return total


def _mean(seconds: Sequence[float]) -> str:
    return f"{sum(seconds) / len(seconds) * 1000:.2f}" if seconds else ""
